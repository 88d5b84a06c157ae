"""§9 Foreign Influence."""

import pytest

from rules.table import (
    CLAIMS,
    OTHER,
    cards,
    circle,
    convert_neutrals,
    faith,
    game_with,
    happened,
    kinds,
    nearly,
    options,
    owners,
    pending_question,
    play,
    power,
    shift,
    tokens,
)
from solafide.game import Game

CONVERTS = {"C": "C01", "P": "P04"}
SPARE = {"C": "C13", "P": "P13"}
DECKS = {
    "shift": {"F05", "F06", "F07", "F08"},
    "convert": {"F01", "F02", "F03", "F04"},
    "cards": {"F09", "F10", "F11", "F12"},
    "neutralise": {"F13", "F14", "F15", "F16"},
}
pytestmark = pytest.mark.parametrize("claims", CLAIMS)


def offered_by_nature(game: Game) -> list[set[str]]:
    """Out of which cards each Foreign Influence card was drawn."""
    return [
        {option.removeprefix("card:") for option in step.options}
        for step in game.steps
        if step.question == "foreign_draw"
    ]


@pytest.mark.parametrize("name", ["C", "P"], ids=["as in English", "as in German"])
def test_9_example_council_of_troubles_draws_a_card_and_is_shuffled_back(claims: str, name: str) -> None:
    """Only one card is left in the hand, so an orange card is drawn; then another claim may bring it again."""
    converts, spare = CONVERTS[name], SPARE[name]
    decks = {"C": ["C05", "C07", "C09"], "P": ["P05", "P07", "P09"]}
    a, b, c = decks[name]
    game = game_with(
        claims=claims,
        turn=name,
        circles={2: {}, 3: nearly(3, name)},
        hands={name: [converts, spare], OTHER[name]: decks[OTHER[name]]},
        decks={name: decks[name]},
        chance=[f"card:{a}", "card:F10", f"card:{b}"],
    )
    play(game, f"play:{converts}", "circle:3")
    assert pending_question(game) == f"{name} deck"
    assert options(game) == {"deck:shift", "deck:convert", "deck:cards", "deck:neutralise"}
    events = play(game, "deck:cards")
    assert happened(events, "foreign") == [{"by": name, "deck": "cards", "card": "F10"}]
    assert happened(events, "drew") == [{"by": name, "card": b}]
    assert faith(game, name)["deck"] == [c]
    assert faith(game, name)["hand"] == sorted([spare, a, b])
    assert faith(game, name)["discard"] == [converts]  # a Foreign Influence card joins no pile of a player


@pytest.mark.parametrize("deck", DECKS)
def test_9_the_claimer_draws_from_the_deck_that_he_likes(claims: str, deck: str) -> None:
    game = game_with(claims=claims, circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C01", SPARE["C"]]})
    events = play(game, "play:C01", "circle:2", f"deck:{deck}")
    assert happened(events, "chosen_deck") == [{"by": "C", "deck": deck}]
    assert offered_by_nature(game) == [DECKS[deck]]
    assert happened(events, "foreign")[0]["card"] in DECKS[deck]


def test_9_a_resolved_card_is_back_in_its_deck_for_the_next_draw(claims: str) -> None:
    own = cards(P02=[convert_neutrals(3, 5)])
    game = game_with(
        cards=own,
        claims=claims,
        turn="P",
        claimed={2: "C"},
        circles={3: {}, 5: {}},
        hands={"P": ["P02", SPARE["P"]], "C": ["C01", "C03"]},
        chance=["card:F12", "card:F12"],
    )
    play(game, "play:P02", "claim:3", "deck:cards", "stop", "deck:cards", "stop")
    assert offered_by_nature(game) == [DECKS["cards"], DECKS["cards"]]


def test_9_the_claimer_resolves_it_also_in_the_opponents_turn(claims: str) -> None:
    """A Catholic shift hands the circle to the Protestant, who draws and shifts."""
    game = game_with(
        claims=claims,
        circles={2: {"nobility": "PPPPP", "power": 2}, 3: {}},
        hands={"C": ["C07", SPARE["C"]], "P": ["P01", "P04"]},
        chance=["card:F05"],
    )
    play(game, "play:C07", "circle:2", "toward:nobility")
    assert pending_question(game) == "P deck"
    play(game, "deck:shift")
    assert pending_question(game) == "P circle"
    play(game, "circle:3", "toward:commoners")
    assert power(game, 3) == 3
    assert pending_question(game) == "P action"


@pytest.mark.parametrize(
    ("card", "side"), [("F13", "commoners"), ("F15", "nobility"), ("F16", "nobility"), ("F14", "commoners")]
)
def test_9_green_cards_remove_all_tokens_of_a_side(claims: str, card: str, side: str) -> None:
    """Both players have tokens on both sides of the Upper Saxon Circle; the Nobility is dominant."""
    game = game_with(
        claims=claims,
        circles={1: {"nobility": "CPPPC", "commoners": "CPPPC", "power": 1}, 2: nearly(2, "C"), 3: {}},
        hands={"C": ["C01", SPARE["C"]], "P": ["P01", "P04"]},
        chance=[f"card:{card}"],
    )
    play(game, "play:C01", "circle:2")
    before, at_hand = circle(game, 1), tokens(game)
    play(game, "deck:neutralise")
    after = circle(game, 1)
    territories = {"nobility": "PPNCC", "commoners": "PPPNN"}
    assert after[side] == territories[side]
    other = "commoners" if side == "nobility" else "nobility"
    assert after[other] == before[other]
    back = {"nobility": {"C": 1, "P": 2}, "commoners": {"C": 2, "P": 1}}[side]
    assert tokens(game) == {name: at_hand[name] + back[name] for name in "CP"}


def test_9_a_foreign_influence_card_may_bring_another_claim_and_another_card(claims: str) -> None:
    game = game_with(
        claims=claims,
        circles={2: nearly(2, "C"), 3: nearly(3, "C"), 1: {}},
        hands={"C": ["C01", SPARE["C"]], "P": ["P01", "P04"]},
        chance=["card:F03", "card:F12"],
    )
    events = play(game, "play:C01", "circle:2", "deck:convert", "circle:3")
    assert [e["circle"] for e in happened(events, "claimed")] == [2, 3]
    assert pending_question(game) == "C deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "P action"


def test_9_the_current_player_orders_the_claims_of_the_opponents_foreign_influence_card(claims: str) -> None:
    """The Protestant's card completes two circles for him; it is the Catholic's turn."""
    own = cards(F05=[convert_neutrals(1, 3)], C02=[shift("nobility")])
    game = game_with(
        cards=own,
        claims=claims,
        circles={1: {}, 2: {"nobility": "PPPPP", "power": 2}, 3: {}},
        hands={"C": ["C02", SPARE["C"]], "P": ["P01", "P04"]},
        chance=["card:F05"],
    )
    play(game, "play:C02", "circle:2", "deck:shift")
    assert pending_question(game) == "C claim"
    assert options(game) == {"claim:1", "claim:3"}
    events = play(game, "claim:3")
    assert happened(events, "claimed")[0]["circle"] == 3
    assert owners(game) == {1: "P", 2: "P", 3: "P"}


def test_9_the_last_claim_brings_no_card(claims: str) -> None:
    claimed = dict.fromkeys(range(2, 11), "P")
    game = game_with(claims=claims, claimed=claimed, circles={1: nearly(1, "C")}, hands={"C": ["C01", SPARE["C"]]})
    events = play(game, "play:C01")
    assert game.over
    assert kinds(events)[-2:] == ["claimed", "over"]
