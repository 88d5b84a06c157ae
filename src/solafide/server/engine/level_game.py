"""A game of two levels with a seed, without a match: a function of its own, so that a worker process can play it."""

from __future__ import annotations

from typing import Any, NamedTuple

from solafide.game import Faith, Game, LiveNature, Options
from solafide.players import player


class LevelGame(NamedTuple):
    """How a game of two levels ended; unclaimed: the points of the circles that nobody had claimed."""

    outcome: dict[str, Any]
    unclaimed: int


def play_level_game(options: dict[str, Any], seed: bytes, players: dict[Faith, tuple[str, int]]) -> LevelGame:
    """Play a game with the built-in cards to its end; players: the level and the seed of its searches, by faith."""
    game = Game(Options.from_json(options), nature=LiveNature(seed))
    agents = {faith: player(level, search_seed) for faith, (level, search_seed) in players.items()}
    while (decision := game.decision()) is not None:
        faith: Any = decision.who
        game.choose(agents[faith].choose(game.view(faith), decision, game.cards), faith)
    outcome = game.outcome
    assert outcome is not None  # nobody has to decide any more
    return LevelGame(dict(outcome.json()), unclaimed_circle_points(game))


def unclaimed_circle_points(game: Game) -> int:
    """Return the points of all circles that nobody has claimed."""
    unowned = [circle["circle"] for circle in game.view()["circles"] if circle["owner"] is None]
    return sum(game.cards.circles[number - 1].points for number in unowned)
