"""§7 Claiming an Imperial Circle."""

import pytest

from rules.table import (
    CLAIMS,
    cards,
    circle,
    convert,
    convert_neutrals,
    draw,
    faith,
    game_with,
    happened,
    kinds,
    nearly,
    options,
    owners,
    pending_question,
    play,
    shift,
    tokens,
)

CONVERTS = {("C", "nobility"): "C01", ("C", "commoners"): "C03", ("P", "nobility"): "P04", ("P", "commoners"): "P06"}
SPARE = {"C": "C13", "P": "P13"}
pytestmark = pytest.mark.parametrize("claims", CLAIMS)


def test_7_example_the_lower_saxon_circle_with_the_disputation_token(claims: str) -> None:
    game = game_with(
        claims=claims,
        circles={1: {}, 2: {"nobility": "CPCCC", "commoners": "CPPPP", "power": 1}, 3: {}},
        disputation=2,
        hands={"C": ["C18", SPARE["C"]]},
    )
    assert tokens(game) == {"C": 13, "P": 13}
    events = play(game, "play:C18", "circle:2")
    assert happened(events, "claimed") == [{"by": "C", "circle": 2, "points": 7}]
    assert happened(events, "reward") == [{"by": "C", "circle": 2}]
    assert owners(game) == {2: "C"}
    assert tokens(game) == {"C": 16, "P": 16}
    assert game.whole()["disputation"] is None
    assert faith(game, "C")["rewards"] == 1
    assert faith(game, "C")["points"] == 8
    assert (circle(game, 2)["nobility"], circle(game, 2)["power"]) == (None, None)


@pytest.mark.parametrize("name", ["C", "P"])
@pytest.mark.parametrize("estate", ["nobility", "commoners"])
def test_7_all_territories_of_the_dominant_side_in_one_hand(claims: str, name: str, estate: str) -> None:
    card = CONVERTS[name, estate]
    game = game_with(
        claims=claims, turn=name, circles={2: nearly(2, name, estate), 3: {}}, hands={name: [card, SPARE[name]]}
    )
    play(game, f"play:{card}", "circle:2")
    assert owners(game) == {2: name}
    assert pending_question(game) == f"{name} deck"


@pytest.mark.parametrize("estate", ["nobility", "commoners"])
def test_7_the_subordinate_side_claims_nothing(claims: str, estate: str) -> None:
    nearly_there = nearly(2, "C", estate) | {"power": 2 if estate == "nobility" else 1}
    game = game_with(
        claims=claims,
        circles={2: nearly_there, 3: {}},
        hands={"C": [CONVERTS["C", estate], SPARE["C"]], "P": ["P01", "P04"]},
    )
    play(game, f"play:{CONVERTS['C', estate]}", "circle:2")
    assert circle(game, 2)[estate] == "CCCCC"
    assert owners(game) == {}


def test_7_a_neutral_territory_hinders_a_claim(claims: str) -> None:
    game = game_with(
        claims=claims,
        circles={2: {"nobility": "PCNCC", "power": 1}, 3: {}},
        hands={"C": ["C01", SPARE["C"]], "P": ["P01", "P04"]},
    )
    play(game, "play:C01", "circle:2")
    assert circle(game, 2)["nobility"] == "CCNCC"
    assert owners(game) == {}


def test_7_a_shift_claims_for_the_faith_that_holds_the_new_dominant_side(claims: str) -> None:
    """ "Fugger Loans" hands the circle to the opponent."""
    game = game_with(
        claims=claims,
        circles={2: {"nobility": "PPPPP", "power": 2}, 3: {}},
        hands={"C": ["C07", SPARE["C"]]},
    )
    events = play(game, "play:C07", "circle:2", "toward:nobility")
    assert happened(events, "claimed") == [{"by": "P", "circle": 2, "points": 7}]
    assert pending_question(game) == "P deck"


def test_7_without_the_disputation_token_there_is_no_reward(claims: str) -> None:
    game = game_with(claims=claims, circles={2: nearly(2, "C"), 3: {}}, disputation=3, hands={"C": ["C01", SPARE["C"]]})
    play(game, "play:C01", "circle:2")
    assert faith(game, "C")["rewards"] == 0
    assert faith(game, "C")["points"] == 7
    assert game.whole()["disputation"] == 3


def test_7_the_claim_comes_before_the_die_and_foreign_influence_after_it(claims: str) -> None:
    game = game_with(
        claims=claims,
        circles={2: nearly(2, "C", "commoners"), 3: {}},
        hands={"C": ["C40", SPARE["C"], "C01"], "P": ["P01", "P04"]},
        chance=["die:2"],
    )
    events = play(game, "play:C40", "circle:2")
    order = [kind for kind in kinds(events) if kind in ("claimed", "rolled", "chart", "chosen_deck")]
    assert order == ["claimed", "rolled", "chart"]
    assert pending_question(game) == "P circle"  # the bonus of the chart first
    play(game, "circle:3", "toward:commoners")
    assert pending_question(game) == "C deck"


def test_7_several_at_once_in_the_order_that_the_current_player_wants(claims: str) -> None:
    own = cards(P02=[convert_neutrals(3, 5)])
    game = game_with(
        cards=own,
        claims=claims,
        turn="P",
        claimed={2: "C"},
        circles={3: {"commoners": "PPNN"}, 5: {"commoners": "PPNN"}},
        hands={"P": ["P02", SPARE["P"]]},
    )
    play(game, "play:P02")
    assert pending_question(game) == "P claim"
    assert options(game) == {"claim:3", "claim:5"}
    events = play(game, "claim:5")
    assert [e["circle"] for e in happened(events, "claimed")] == [5, 3]


def test_7_the_claimer_draws_one_foreign_influence_card_for_each_circle(claims: str) -> None:
    own = cards(P02=[convert_neutrals(3, 5)])
    game = game_with(
        cards=own,
        claims=claims,
        turn="P",
        claimed={2: "C"},
        circles={3: {}, 5: {}},
        hands={"P": ["P02", SPARE["P"]], "C": ["C01", "C03"]},
        chance=["card:F12", "card:F11"],
    )
    play(game, "play:P02", "claim:3", "deck:cards", "stop")
    assert pending_question(game) == "P deck"
    play(game, "deck:cards")
    assert pending_question(game) == "C discard"


def test_7_a_claim_in_the_middle_of_a_card_lets_the_card_go_on(claims: str) -> None:
    own = cards(C02=[convert("nobility"), draw(), shift("either")])
    game = game_with(
        cards=own, claims=claims, circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C02", "C05"]}, decks={"C": ["C07"]}
    )
    events = play(game, "play:C02", "circle:2")
    expected = ["played", "converted", "claimed", "revealed", "revealed", "drew"]
    assert kinds(events) == (expected if claims == "at-once" else ["played", "converted", "drew"])
    assert pending_question(game) == "C circle"
