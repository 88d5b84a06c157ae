"""§4 Sequence of play: alternating turns, a card or a draw, and the reshuffle."""

import pytest

from rules.table import (
    OTHER,
    cards,
    convert,
    draw,
    faith,
    game_with,
    happened,
    kinds,
    lasting,
    opponent_discards,
    options,
    pending_question,
    play,
)

ACTS = {"C": "C13", "P": "P13"}  # draw three cards
SEVERAL = {"C": ["C01", "C05", "C07", "C09"], "P": ["P01", "P04", "P05", "P07"]}


@pytest.mark.parametrize("name", ["C", "P"])
def test_4_a_player_plays_a_card_of_the_hand_or_draws(name: str) -> None:
    game = game_with(turn=name, hands={name: SEVERAL[name][:2]}, decks={name: SEVERAL[name][2:]})
    assert pending_question(game) == f"{name} action"
    assert options(game) == {f"play:{SEVERAL[name][0]}", f"play:{SEVERAL[name][1]}", "draw"}


@pytest.mark.parametrize("name", ["C", "P"])
def test_4_a_draw_is_one_card_of_the_own_deck_and_ends_the_turn(name: str) -> None:
    a, b, c, d = SEVERAL[name]
    game = game_with(
        turn=name,
        hands={name: [a], OTHER[name]: SEVERAL[OTHER[name]][:2]},
        decks={name: [b, c, d]},
        chance=[f"card:{c}"],
    )
    events = play(game, "draw")
    assert happened(events, "drew") == [{"by": name, "card": c}]
    assert faith(game, name)["hand"] == [a, c]
    assert faith(game, name)["deck"] == [b, d]
    assert happened(events, "turn") == [{"by": OTHER[name], "number": 2}]


def test_4_turns_alternate() -> None:
    game = game_with(
        hands={"C": SEVERAL["C"][:2], "P": SEVERAL["P"][:2]},
        decks={"C": ["C11", "C12", "C13"], "P": ["P10", "P11"]},
    )
    turns = [game.whole()["turn"]]
    for _ in range(4):
        play(game, "draw")
        turns.append(game.whole()["turn"])
    assert turns == ["C", "P", "C", "P", "C"]


def test_4_with_an_empty_hand_the_turn_is_a_draw() -> None:
    game = game_with(turn="P", decks={"C": ["C01", "C05"]}, hands={"P": ["P13", "P01"]}, chance=["card:C05"])
    events = play(game, "play:P13")
    assert happened(events, "drew") == [{"by": "C", "card": "C05"}]
    assert pending_question(game) == "P action"


def test_4_any_card_may_be_played_even_if_it_has_no_effect() -> None:
    game = game_with(hands={"C": ["C08", "C01"]})
    assert "play:C08" in options(game)
    events = play(game, "play:C08")
    assert happened(events, "skipped") == [{"by": "C", "card": "C08", "effect": 0, "lost": False}]
    assert faith(game, "C")["discard"] == ["C08"]


def test_4_a_played_card_lies_aside_until_the_turn_ends_and_then_goes_to_the_discard_pile() -> None:
    game = game_with(hands={"C": ["C03"], "P": ["P01", "P04"]}, discards={"C": ["C05"]})
    play(game, "play:C03")
    assert (faith(game, "C")["aside"], faith(game, "C")["discard"]) == (["C03"], ["C05"])
    play(game, "circle:2")
    assert pending_question(game) == "P action"
    assert (faith(game, "C")["aside"], faith(game, "C")["discard"]) == ([], ["C03"])
    assert faith(game, "C")["hand"] == ["C05"]


@pytest.mark.parametrize("name", ["C", "P"])
def test_4_with_an_empty_deck_the_discard_pile_is_the_new_deck(name: str) -> None:
    a, b, c, d = SEVERAL[name]
    game = game_with(
        turn=name,
        hands={name: [a], OTHER[name]: SEVERAL[OTHER[name]][:2]},
        discards={name: [b, c, d]},
        chance=[f"card:{d}"],
    )
    events = play(game, "draw")
    assert kinds(events)[:2] == ["reshuffled", "drew"]
    assert happened(events, "reshuffled") == [{"by": name, "count": 3}]
    assert (faith(game, name)["hand"], faith(game, name)["deck"], faith(game, name)["discard"]) == ([a, d], [b, c], [])


def test_4_a_deck_is_not_reshuffled_before_a_card_is_wanted() -> None:
    game = game_with(hands={"C": ["C01"], "P": ["P01", "P04"]}, decks={"C": ["C05"]}, discards={"C": ["C07"]})
    events = play(game, "draw")
    assert "reshuffled" not in kinds(events)
    assert (faith(game, "C")["deck"], faith(game, "C")["discard"]) == ([], ["C07"])


def test_4_what_was_played_this_turn_is_not_reshuffled() -> None:
    """Four cards are wanted: one lies in the deck, one in the discard pile, and the played one stays out."""
    own = cards(C02=[draw(4)])
    game = game_with(
        cards=own, hands={"C": ["C02"], "P": ["P01", "P04"]}, decks={"C": ["C05"]}, discards={"C": ["C07"]}
    )
    events = play(game, "play:C02")
    assert happened(events, "reshuffled") == [{"by": "C", "count": 1}]
    assert faith(game, "C")["hand"] == ["C05", "C07"]
    assert faith(game, "C")["discard"] == ["C02"]


def test_4_what_was_discarded_this_turn_is_not_reshuffled() -> None:
    own = cards(C02={"cost": {"discard": 1}, "effects": [draw(3)]})
    game = game_with(cards=own, hands={"C": ["C02", "C05"], "P": ["P01", "P04"]}, discards={"C": ["C07"]})
    events = play(game, "play:C02")
    assert happened(events, "discarded") == [{"by": "C", "card": "C05", "why": "cost"}]
    assert faith(game, "C")["hand"] == ["C07"]
    assert faith(game, "C")["discard"] == ["C02", "C05"]


def test_4_what_the_opponent_discarded_this_turn_is_not_reshuffled_into_his_deck() -> None:
    """The opponent loses a card, then draws by his persistent card: only the older discard is there."""
    own = cards(
        P02=lasting("opponent_claim", draw(2)),
        C02=[opponent_discards(), convert("nobility")],
    )
    game = game_with(
        cards=own,
        circles={2: {"nobility": "PCCCC", "power": 1}},
        hands={"C": ["C02", "C13"], "P": ["P01"]},
        discards={"P": ["P04"]},
        fronts={"P": "P02"},
        chance=["card:F07"],
    )
    events = play(game, "play:C02", "deck:shift", "circle:4")
    assert happened(events, "discarded") == [{"by": "P", "card": "P01", "why": "forced"}]
    assert happened(events, "drew") == [{"by": "P", "card": "P04"}]
    assert faith(game, "P")["hand"] == ["P04"]
    assert faith(game, "P")["discard"] == ["P01"]


def test_4_a_turn_without_any_card_anywhere_is_passed() -> None:
    game = game_with(turn="P", hands={"P": ["P01", "P04"]})
    events = play(game, "play:P01", "circle:1")
    assert happened(events, "passed") == [{"by": "C"}]
    assert pending_question(game) == "P action"
