"""A game that was imported behaves at once as it will after a restart of the server."""

from random import Random

import pytest

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.server.matches.match import MatchSetup, import_match, restore_match

AT = "2026-11-18T00:00:00.000Z"
PERSONS = {"1": "person", "2": "person"}
SEED = bytes(32)
OPTIONS = Options(faiths="agreed", first="C")


def game_with_undo() -> Game:
    """Play until the last choice can be undone."""
    game, random = Game(OPTIONS, nature=LiveNature(SEED)), Random(1)
    for _ in range(200):
        seat = game.waiting_for()[0]
        decision = game.decision(seat)
        assert decision is not None
        game.choose(random.choice(decision.options), seat)
        if game.can_undo(seat):
            return game
    raise AssertionError("no choice of this game can be undone")


def read_again(game: Game) -> Game:
    """Make the game from its steps, as a record does."""
    again = Game.again(OPTIONS, builtin(), LiveNature(SEED))
    for who, choice in game.choices:
        again.follow(who, choice)
    return again


@pytest.mark.parametrize("seed", [SEED, None], ids=["with its seed", "without a seed"])
def test_an_imported_game_can_be_undone_at_once(seed: bytes | None) -> None:
    played = game_with_undo()
    setup = MatchSetup("g", AT, OPTIONS, builtin(), PERSONS, seed)
    match, entries = import_match(setup, read_again(played))
    restarted = restore_match(setup, entries)
    assert [match.game.can_undo(seat) for seat in ("C", "P")] == [played.can_undo(seat) for seat in ("C", "P")]
    assert [restarted.game.can_undo(seat) for seat in ("C", "P")] == [played.can_undo(seat) for seat in ("C", "P")]
    assert match.length == restarted.length == len(played.choices)
    assert match.game.view() == restarted.game.view() == played.view()
