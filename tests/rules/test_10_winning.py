"""§10 Winning the game."""

from typing import Any

import pytest

from rules.table import CLAIMS, OTHER, faith, game_with, happened, kinds, nearly, options, pending_question, play
from solafide.game import FastNature, Game, IllegalChoice, Options, Outcome

SPARE = {"C": "C13", "P": "P13"}
CONVERTS = {"C": "C01", "P": "P04"}
pytestmark = pytest.mark.parametrize("claims", CLAIMS)


def before_the_last(claims: str, winner: str = "C") -> Game:
    """Six circles for 34 points and two Rewards against four for 28, with the token on the last circle."""
    loser = OTHER[winner]
    claimed = dict.fromkeys((2, 3, 4, 5, 8), winner) | dict.fromkeys((6, 7, 9, 10), loser)
    return game_with(
        claims=claims,
        turn=winner,
        claimed=claimed,
        circles={1: nearly(1, winner)},
        rewards={winner: 2},
        disputation=1,
        hands={winner: [CONVERTS[winner], SPARE[winner]]},
    )


@pytest.mark.parametrize("winner", ["C", "P"])
def test_10_example_37_to_28(claims: str, winner: str) -> None:
    game = before_the_last(claims, winner)
    assert faith(game, winner)["points"] == 27 + 2
    events = play(game, f"play:{CONVERTS[winner]}")
    assert game.over
    assert faith(game, winner)["rewards"] == 3
    assert len(faith(game, winner)["circles"]) == 6
    assert game.outcome == Outcome(winner, {winner: 37, OTHER[winner]: 28}, limited=False)
    assert happened(events, "over") == [{"winner": winner, winner: 37, OTHER[winner]: 28, "limited": False}]


def test_10_after_the_end_nobody_decides_anything(claims: str) -> None:
    game = before_the_last(claims)
    play(game, "play:C01")
    assert (pending_question(game), options(game)) == ("nobody", set())
    assert game.view("C")["phase"] == "over"
    assert game.view("C")["waiting_for"] == []
    with pytest.raises(IllegalChoice):
        game.choose("draw")


def test_10_before_the_last_claim_there_is_no_outcome(claims: str) -> None:
    game = before_the_last(claims)
    assert game.outcome is None
    assert not game.over


def test_10_more_circles_can_be_worth_less(claims: str) -> None:
    """The faith with the most points wins, not the one with the most circles."""
    claimed = dict.fromkeys((3, 4, 5, 8, 7), "C") | dict.fromkeys((2, 6, 9, 10), "P")
    game = game_with(
        claims=claims, turn="P", claimed=claimed, circles={1: nearly(1, "P")}, hands={"P": ["P04", SPARE["P"]]}
    )
    play(game, "play:P04")
    assert game.outcome == Outcome("P", {"C": 27, "P": 35}, limited=False)


def test_10_each_reward_is_worth_one_point_and_can_decide(claims: str) -> None:
    claimed = dict.fromkeys((3, 4, 6, 7, 9), "C") | dict.fromkeys((2, 5, 8, 10), "P")
    game = game_with(
        claims=claims,
        turn="P",
        claimed=claimed,
        circles={1: nearly(1, "P")},
        rewards={"P": 1},
        hands={"P": ["P04", SPARE["P"]]},
    )
    play(game, "play:P04")
    assert game.outcome == Outcome("P", {"C": 31, "P": 32}, limited=False)


def test_10_equal_points_are_a_draw(claims: str) -> None:
    claimed = dict.fromkeys((3, 4, 6, 7, 9), "C") | dict.fromkeys((2, 5, 8, 10), "P")
    game = game_with(
        claims=claims, turn="P", claimed=claimed, circles={1: nearly(1, "P")}, hands={"P": ["P04", SPARE["P"]]}
    )
    play(game, "play:P04")
    assert game.outcome == Outcome(None, {"C": 31, "P": 31}, limited=False)


def test_10_the_game_ends_at_once_in_the_middle_of_the_card(claims: str) -> None:
    """Nothing of the card is done after the last claim: no card is drawn any more, unless claims wait for its end."""
    game = game_with(
        claims=claims,
        claimed=dict.fromkeys(range(2, 11), "P"),
        circles={1: nearly(1, "C")},
        hands={"C": ["C01", SPARE["C"]]},
        decks={"C": ["C05"]},
    )
    events = play(game, "play:C01")
    assert ("drew" in kinds(events)) is (claims == "after-card")
    assert kinds(events)[-2:] == ["claimed", "over"]


@pytest.mark.parametrize("limit", [None, 9])
def test_10_the_end_event_names_the_turn(claims: Any, limit: int | None) -> None:
    game = Game(Options(faiths="agreed", claims=claims, turn_limit=limit), nature=FastNature(3))
    while (decision := game.decision()) is not None:
        game.choose(decision.options[0])
    last = [event["number"] for event in game.all_events() if event["event"] == "turn"][-1]
    assert game.view()["turn_number"] == game.whole()["turn_number"] == last
    assert (last == limit) is (limit is not None)
