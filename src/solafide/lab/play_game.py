"""A game between two players who are no people, from its first decision to its end."""

import time
from functools import lru_cache

from solafide.cards import CardSet, builtin, find_builtin, from_canonical
from solafide.game import FAITHS, Game
from solafide.lab.summary import GameFigures
from solafide.players import Player


def play_out(game: Game, seats: dict[str, Player]) -> GameFigures:
    """Ask the players, by faith, until the game is over.

    >>> from solafide.game import LiveNature, Options
    >>> from solafide.players import RandomPlayer
    >>> game = Game(Options(faiths="agreed"), nature=LiveNature(bytes(32)))
    >>> play_out(game, {"C": RandomPlayer(1), "P": RandomPlayer(2)}).limited
    False
    """
    seconds = dict.fromkeys(FAITHS, 0.0)
    while (decision := game.decision()) is not None:
        seat = seats[decision.who]
        view = {} if getattr(seat, "blind", False) else game.view(decision.who)
        begin = time.perf_counter()
        choice = seat.choose(view, decision, game.cards)
        seconds[decision.who] += time.perf_counter() - begin
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
