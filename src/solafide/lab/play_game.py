"""Play a game between two computer players, from the first decision to the end."""

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from solafide.cards import CardSet, builtin, find_builtin, from_canonical
from solafide.game import FAITHS, Faith, Game, View
from solafide.game.identity import is_faith
from solafide.lab.summary import GameFigures
from solafide.players import Player


def play_out(game: Game, seats: Mapping[Faith, Player]) -> GameFigures:
    """Ask the players, by faith, until the game is over.

    >>> from solafide.game import LiveNature, Options
    >>> from solafide.players import RandomPlayer
    >>> game = Game(Options(faiths="agreed"), nature=LiveNature(bytes(32)))
    >>> play_out(game, {"C": RandomPlayer(1), "P": RandomPlayer(2)}).limited
    False
    """
    seconds = dict.fromkeys(FAITHS, 0.0)
    while (decision := game.decision()) is not None:
        faith = decision.who
        assert is_faith(faith)  # the faiths are settled
        seat = seats[faith]
        view = cast(View, {}) if getattr(seat, "blind", False) else game.view(faith)
        begin = time.perf_counter()
        choice = seat.choose(view, decision, game.cards)
        seconds[faith] += time.perf_counter() - begin
        game.choose(choice, decision.who, decision.version)
    return GameFigures.of(game, (round(seconds["C"], 6), round(seconds["P"], 6)))


@lru_cache(maxsize=8)
def set_from(text: str | None) -> CardSet:
    """Return a card set as processes send it to each other: see `text_of`."""
    if text is None:
        return builtin()
    return find_builtin(text) or from_canonical(text)


def text_of(cards: CardSet | None) -> str | None:
    """Return None for the present built-in set, the hash of its rules for an earlier one, else the canonical text."""
    if cards is None or (cards.builtin and cards.rules_hash == builtin().rules_hash):
        return None
    return cards.rules_hash if cards.builtin else cards.canonical()
