"""§5 Hand limit: five cards at the end of one's own turn."""

import pytest

from rules.table import cards, draw, faith, game_with, happened, lasting, options, pending_question, play
from solafide.game import Game, LiveNature, Options

FIVE = ["C01", "C03", "C05", "C07", "C09"]


@pytest.mark.parametrize("size", [3, 4])
def test_5_up_to_five_cards_may_be_held(size: int) -> None:
    game = game_with(hands={"C": FIVE[:size], "P": ["P01", "P04"]}, decks={"C": ["C11"]})
    play(game, "draw")
    assert len(faith(game, "C")["hand"]) == size + 1
    assert pending_question(game) == "P action"


def test_5_a_sixth_card_must_be_discarded_at_the_end_of_the_turn() -> None:
    game = game_with(hands={"C": FIVE, "P": ["P01", "P04"]}, decks={"C": ["C11"]})
    play(game, "draw")
    assert pending_question(game) == "C limit"
    assert options(game) == {f"discard:{card}" for card in [*FIVE, "C11"]}
    events = play(game, "discard:C05")
    assert happened(events, "discarded") == [{"by": "C", "card": "C05", "why": "limit"}]
    assert faith(game, "C")["hand"] == ["C01", "C03", "C07", "C09", "C11"]
    assert faith(game, "C")["discard"] == ["C05"]
    assert pending_question(game) == "P action"


def test_5_in_a_game_from_its_beginning_the_third_draw_is_one_too_many() -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    play(game, "draw", "draw", "draw", "draw")
    assert [len(faith(game, name)["hand"]) for name in "CP"] == [5, 5]
    play(game, "draw")
    assert (pending_question(game), len(options(game))) == ("C limit", 6)


def test_5_after_a_card_that_raised_it_was_replaced_the_limit_is_five_again() -> None:
    own = cards(C02=lasting("hand_limit", limit=7))
    game = game_with(cards=own, hands={"C": ["C43", "C11", *FIVE], "P": ["P01", "P04"]}, fronts={"C": "C02"})
    play(game, "play:C43")
    assert pending_question(game) == "C limit"


def test_5_cards_go_one_by_one_until_five_are_left() -> None:
    own = cards(C02=[draw(3)])
    game = game_with(cards=own, hands={"C": ["C02", *FIVE], "P": ["P01", "P04"]}, decks={"C": ["C11", "C13", "C16"]})
    play(game, "play:C02")
    for card in ("C16", "C01", "C13"):
        assert pending_question(game) == "C limit"
        assert f"discard:{card}" in options(game)
        play(game, f"discard:{card}")
    assert pending_question(game) == "P action"
    assert faith(game, "C")["hand"] == ["C03", "C05", "C07", "C09", "C11"]


def test_5_within_the_turn_more_may_be_held() -> None:
    """Six in hand after the draws: the limit is not looked at before the card is done."""
    own = cards(C02=[draw(2), {"effect": "disputation"}])
    game = game_with(cards=own, hands={"C": ["C02", *FIVE[:4]]}, decks={"C": ["C11", "C13"]})
    play(game, "play:C02")
    assert pending_question(game) == "C circle"
    assert len(faith(game, "C")["hand"]) == 6
    play(game, "circle:1")
    assert pending_question(game) == "C limit"


def test_5_the_opponent_may_hold_more_until_his_own_turn_ends() -> None:
    """Two cards from the Military Chart come on top of five."""
    five = ["P01", "P04", "P05", "P06", "P07"]
    game = game_with(
        circles={2: {}},
        hands={"C": ["C40", "C03"], "P": five},
        decks={"P": ["P09", "P13"], "C": ["C01"]},
        chance=["die:5"],
    )
    play(game, "play:C40")
    assert len(faith(game, "P")["hand"]) == 7
    assert pending_question(game) == "P action"
    play(game, "play:P01")
    assert len(faith(game, "P")["hand"]) == 6
    assert pending_question(game) == "P limit"


@pytest.mark.parametrize(("limit", "size"), [(1, 1), (3, 3), (4, 4)])
def test_5_a_persistent_card_can_set_another_limit(limit: int, size: int) -> None:
    own = cards(C02=lasting("hand_limit", limit=limit))
    game = game_with(cards=own, hands={"C": FIVE, "P": ["P01"]}, decks={"C": ["C11"]}, fronts={"C": "C02"})
    play(game, "draw")
    while pending_question(game) == "C limit":
        play(game, min(options(game)))
    assert len(faith(game, "C")["hand"]) == size


def test_5_a_higher_limit_lets_more_be_held_and_is_only_the_owners() -> None:
    own = cards(C02=lasting("hand_limit", limit=7))
    six = ["P01", "P04", "P05", "P06", "P07"]
    game = game_with(
        cards=own,
        hands={"C": [*FIVE, "C11"], "P": six},
        decks={"C": ["C13"], "P": ["P09"]},
        fronts={"C": "C02"},
    )
    play(game, "draw")
    assert len(faith(game, "C")["hand"]) == 7
    play(game, "draw")
    assert pending_question(game) == "P limit"


def test_5_the_limit_is_read_at_the_check() -> None:
    """The card that raises the limit is played in this very turn."""
    own = cards(C02=lasting("hand_limit", limit=7))
    game = game_with(cards=own, hands={"C": ["C02", *FIVE, "C11", "C13"], "P": ["P01", "P04"]})
    play(game, "play:C02")
    assert len(faith(game, "C")["hand"]) == 7
    assert pending_question(game) == "P action"
