"""Resigning, offering and taking a draw: only when it is reasonable, and only when asked."""

from typing import Any

import pytest

from solafide.cards import CardSet, builtin
from solafide.game import Game, LiveNature, Options, View
from solafide.players import SearchPlayer
from solafide.players.agents.resign_policy import EVEN_CHANCE_MARGIN, HOPELESS_OWN_TURNS, STUCK_TURNS, ResignPolicy


class FixedChance:
    """A fake evaluator with a fixed chance of the Catholics."""

    def __init__(self, catholic: float) -> None:
        self.catholic = catholic

    def chance(self, faith: int) -> float:
        return 1 - self.catholic if faith else self.catholic


class FixedSearch(SearchPlayer):
    """A search that always finds the same chance."""

    catholic = 0.5

    def search(self, view: View, cards: CardSet, cancelled: Any = None) -> Any:
        return FixedChance(self.catholic)


def view_in_turn(turn: int, seat: str = "C", claimed: int = 0) -> View:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    view = game.view(seat) | {"turn_number": turn}
    for circle in view["circles"][:claimed]:
        circle["state"] = "claimed"
    return view


def policy(catholic: float) -> ResignPolicy:
    search = FixedSearch()
    search.catholic = catholic
    return ResignPolicy(search)


@pytest.mark.parametrize(("seat", "losing_chance", "winning_chance"), [("C", 0.01, 0.99), ("P", 0.99, 0.01)])
def test_resigns_only_after_several_hopeless_turns(seat: str, losing_chance: float, winning_chance: float) -> None:
    mine = policy(losing_chance)
    assert [
        mine.should_resign(view_in_turn(turn, seat), builtin()) for turn in range(1, 2 * HOPELESS_OWN_TURNS, 2)
    ] == [False] * (HOPELESS_OWN_TURNS - 1) + [True]
    assert [mine.should_resign(view_in_turn(9, seat), builtin()) for _ in range(3)] == [True] * 3
    mine.search.catholic = winning_chance  # type: ignore[attr-defined]
    assert not mine.should_resign(view_in_turn(11, seat), builtin())


def test_repeated_questions_in_one_turn_count_once() -> None:
    mine = policy(0.0)
    assert not any(mine.should_resign(view_in_turn(1), builtin()) for _ in range(2 * HOPELESS_OWN_TURNS))


def test_offers_a_draw_in_an_even_stuck_game() -> None:
    mine = policy(0.5 + EVEN_CHANCE_MARGIN / 2)
    offers = [turn for turn in range(1, 4 * STUCK_TURNS) if mine.should_offer_draw(view_in_turn(turn), builtin())]
    assert offers == [1 + STUCK_TURNS, 1 + 2 * STUCK_TURNS, 1 + 3 * STUCK_TURNS]


def test_offers_no_draw_while_circles_are_claimed_or_one_is_ahead() -> None:
    moving, ahead = policy(0.5), policy(0.7)
    for turn in range(1, 3 * STUCK_TURNS):
        assert not moving.should_offer_draw(view_in_turn(turn, claimed=turn // (STUCK_TURNS - 2)), builtin())
        assert not ahead.should_offer_draw(view_in_turn(turn), builtin())


@pytest.mark.parametrize(("catholic", "accepts"), [(0.3, True), (0.5, False), (0.8, False)])
def test_accepts_a_draw_that_is_better_than_the_expected_result(catholic: float, accepts: bool) -> None:
    assert policy(catholic).should_accept_draw(view_in_turn(5, "C"), builtin()) is accepts
    assert policy(1 - catholic).should_accept_draw(view_in_turn(5, "P"), builtin()) is accepts


def test_accepts_a_draw_in_a_stuck_game() -> None:
    mine = policy(0.5)
    assert [mine.should_accept_draw(view_in_turn(turn), builtin()) for turn in (1, STUCK_TURNS, 1 + STUCK_TURNS)] == [
        False,
        False,
        True,
    ]


def test_a_search_is_asked_at_any_moment() -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    mine = ResignPolicy(SearchPlayer(iterations=10, playouts=1))
    assert 0 <= mine.chance(game.view("P"), builtin()) <= 1
    assert not mine.should_resign(game.view("P"), builtin())
