"""§8 Bringing new circles into play."""

import pytest

from rules.table import (
    CLAIMS,
    OTHER,
    cards,
    circle,
    circles_offered,
    convert,
    game_with,
    happened,
    in_play,
    nearly,
    play,
)
from solafide.cards import builtin

BELOW = {1: {2, 3}, 2: {4, 5}, 3: {5, 6}, 4: {7, 8}, 5: {8, 9}, 6: {9, 10}, 7: set(), 8: set(), 9: set(), 10: set()}
CONVERTS = {"C": "C01", "P": "P04"}
SPARE = {"C": "C13", "P": "P13"}
pytestmark = pytest.mark.parametrize("claims", CLAIMS)


@pytest.mark.parametrize("name", ["C", "P"], ids=["as in English", "as in German"])
def test_8_example_only_the_bavarian_circle_is_turned_after_the_franconian_one(claims: str, name: str) -> None:
    """The Lower Saxon Circle was claimed before, by the opponent: Westphalian and Upper Rhenish lie face up."""
    game = game_with(
        claims=claims,
        turn=name,
        claimed={2: OTHER[name]},
        circles={1: {}, 3: nearly(3, name), 4: {}, 5: {"power": 3}},
        hands={name: [CONVERTS[name], SPARE[name]]},
    )
    events = play(game, f"play:{CONVERTS[name]}", "circle:3")
    assert happened(events, "revealed") == [{"circle": 6}]
    assert in_play(game) == {1, 4, 5, 6}
    assert circle(game, 5)["power"] == 3  # circles already face up are unchanged


@pytest.mark.parametrize("number", BELOW)
def test_8_the_two_circles_below_enter_play(claims: str, number: int) -> None:
    others = {1: {}} if number != 1 else {}
    game = game_with(claims=claims, circles={number: nearly(number, "C"), **others}, hands={"C": ["C01", SPARE["C"]]})
    choices = ["play:C01"] + ([f"circle:{number}"] if others else [])
    events = play(game, *choices)
    assert {event["circle"] for event in happened(events, "revealed")} == BELOW[number]
    assert in_play(game) == BELOW[number] | set(others)


@pytest.mark.parametrize("number", [2, 4, 6])
def test_8_a_new_circle_shows_its_print_and_its_power_token_the_start_space(claims: str, number: int) -> None:
    game = game_with(claims=claims, circles={1: {}, number: nearly(number, "C")}, hands={"C": ["C01", SPARE["C"]]})
    play(game, "play:C01", f"circle:{number}")
    for below in BELOW[number]:
        data, tile = builtin().circles[below - 1], circle(game, below)
        assert (tile["nobility"], tile["commoners"], tile["power"]) == (
            data.nobility,
            data.commoners,
            data.start,
        )


def test_8_a_claimed_circle_below_does_not_come_back(claims: str) -> None:
    game = game_with(
        claims=claims,
        claimed={2: "P", 5: "P"},
        circles={3: nearly(3, "C"), 4: {}, 8: {}, 9: {}},
        hands={"C": ["C01", SPARE["C"]]},
    )
    play(game, "play:C01", "circle:3")
    assert circle(game, 5)["state"] == "claimed"
    assert in_play(game) == {4, 6, 8, 9}


def test_8_a_new_circle_can_be_the_target_of_the_next_effect(claims: str) -> None:
    own = cards(C02=[convert("nobility"), convert("nobility")])
    game = game_with(cards=own, claims=claims, circles={1: {}, 2: nearly(2, "C")}, hands={"C": ["C02", SPARE["C"]]})
    play(game, "play:C02", "circle:2")
    if claims == "at-once":
        assert circles_offered(game) == {1, 4, 5}
    else:
        assert in_play(game) == {4, 5, 1}  # nothing else was left to convert: the card is over, the claim is made
        assert happened(game.all_events(), "converted")[-1]["circle"] == 1
