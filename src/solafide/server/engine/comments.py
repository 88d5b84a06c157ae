"""Comments on the turns of two computer players, made in the thread of the hints while the game goes on."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from solafide.game import Game
from solafide.players.advice.commentary import Commentator, comment_json
from solafide.server.engine.hints import HintService

MAX_COMMENTATORS = 8  # games whose comments are in memory; those of another one are made again from its record


class CommentService:
    """Comments on every turn that has ended; a comment follows from the record, so it is the same at any time."""

    def __init__(self, hints: HintService) -> None:
        self._hints = hints
        self._commentators: OrderedDict[str, Commentator] = OrderedDict()

    async def comments(self, guest: str, game: str, played: Game, open_hands: bool, since: int) -> list[dict[str, Any]]:
        """Return the comments on the turns that ended after a step. guest: by whom the work is counted."""
        lines = played.choices if played.has_record else ()
        commentator = self._commentators.pop(game, None) or Commentator(played.options, played.cards)
        self._commentators[game] = commentator
        while len(self._commentators) > MAX_COMMENTATORS:
            self._commentators.popitem(last=False)

        def make() -> list[dict[str, Any]]:
            return [comment_json(each, open_hands) for each in commentator.follow(lines) if each.version > since]

        return await self._hints.run(guest, make)

    def forget(self, game: str) -> None:
        """Drop the comments of a game that was deleted."""
        self._commentators.pop(game, None)
