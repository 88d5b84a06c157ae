"""Moments in which hidden cards decide what is asked: re-dealing them must not change the question."""

import pytest

from solafide.game import Game, ScriptedNature, position
from solafide.lab.secrecy_check import check_dealt, check_redealt, sent


@pytest.fixture
def game() -> Game:
    """P25 drew two cards into an empty hand. Cards that cost two others could not be played: it must be other ones."""
    game = position(
        turn="P",
        hands={"P": ["P25"], "C": ["C01"]},
        decks={"P": ["P01", "P02", "P03", "P14", "P32"], "C": ["C02"]},
        nature=ScriptedNature(["card:P01", "card:P02"]),
    )
    game.choose("play:P25")
    return game


@pytest.mark.parametrize("seat", ["C", None])
def test_one_of_the_drawn_cards_can_be_played(game: Game, seat: str | None) -> None:
    view = game.view(seat)
    assert view["question"] == "play_drawn"
    for seed in range(1000):
        check_redealt(game, seat, sent(view), seed)
        check_dealt(game, seat, view, sent(view), seed)


def test_the_owner_sees_what_was_drawn(game: Game) -> None:
    view = game.view("P")
    assert view["decision"]["options"] == ["play:P01", "play:P02"]
    check_redealt(game, "P", sent(view), 1)
    check_dealt(game, "P", view, sent(view), 1)
