"""The short way for what is asked most: a choice of a program, from the bytes of its request to those of its answer."""

from __future__ import annotations

import re

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from solafide.game import Seat
from solafide.server.http.conflict_retry import retry_on_conflict
from solafide.server.http.dependencies import short_answer
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import Match
from solafide.server.matches.perform import Action, Apply, perform
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.match_actions import ChoiceRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{1,64})/choices")
BEARER = re.compile(r"[Bb]earer ([A-Za-z0-9_-]{43})")
ROUTE = "/api/games/{game}/choices"  # what the log and the figures call it


class ChoiceFastPath:
    """Stands before the application of the online house, and knows the choices of programs.

    A route with its dependencies and the middleware around it takes longer than the choice itself. What is done is the
    same function; whatever is refused, or is not as usual, is left to the application: nothing has happened then.
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._registry: MatchRegistry | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    def about(self, path: str, authorization: str) -> tuple[str, Credentials] | None:
        """Which game a choice is for, and who shows a secret for it; None: it is left to the application."""
        found, shown = PATH.fullmatch(path), BEARER.fullmatch(authorization)
        return None if found is None or shown is None else (found[1], Credentials(shown[1]))

    async def choose(self, game: str, guest: Credentials, body: bytes) -> bytes | None:
        """What came of a choice; None: it is left to the application."""
        if self._registry is None:
            self._registry = self.app.state.registry
        registry = self._registry
        try:
            wish = ChoiceRequest.model_validate_json(body)
            action = Action(EntryKind.CHOICE, _apply(wish), wish.client, wish.version, wish.seat, wish.choice)
            return await retry_on_conflict(
                registry,
                game,
                lambda: perform(registry, game, guest, action, _nothing, short_answer, replayable=True),
            )
        except Exception:  # the application finds it too, and says it
            return None


def _apply(wish: ChoiceRequest) -> Apply:
    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return match.choose(seat, wish.choice, wish.client)

    return apply


def _nothing(seat: Seat) -> None:
    """Nobody is shown the present moment here."""
