"""Both modes play the same games: the numbers below hold compiled and plain, on every machine."""

import pytest

from solafide.cards import builtin, tables
from solafide.kernel import codes as k
from solafide.kernel.playout import digest, play_games
from solafide.kernel.state import State

GAMES = [
    ({}, 11399, 4075095574),
    ({"draft": True}, 17372, 1593626524),
    ({"draft": True, "at_once": False}, 17207, 3416265412),
    ({"draft": True, "supply": 100, "roll_faiths": True}, 16451, 2880382314),
    ({"turn_limit": 40, "first": k.PROTESTANT}, 2935, 2983339190),
]


@pytest.mark.parametrize(("options", "decisions", "check"), GAMES)
def test_games_are_the_same_in_both_modes(options: dict[str, int], decisions: int, check: int) -> None:
    assert digest(tables(builtin(), **options), 1517, 40) == (decisions, check)


def test_only_real_decisions_are_counted() -> None:
    cards = tables(builtin())
    state = State(cards)
    state.autofill = 1
    decisions = 0
    for seed in range(1517, 1522):
        state.new_game(seed)
        while not state.over:
            assert state.who in (k.CATHOLIC, k.PROTESTANT)
            assert len(state.options()) >= 2
            state.step(state.options()[state.random_below(len(state.options()))])
            decisions += 1
    assert play_games(cards, 1517, 5) > 5 * 50
    assert decisions > 5 * 50
