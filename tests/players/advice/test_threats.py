"""Which circles a faith could claim with one turn: cards of every sort, and what each needs for it."""

from typing import Any

import pytest

from rules.table import game_with
from solafide.game.notation import card_number
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.players.advice.threats import threats, with_turn_of

LACKS_COMMONER = {2: {"commoners": "PPPPC", "power": 2}, 4: {}}
LACKS_TWO = {2: {"commoners": "PPPCC", "power": 2}, 4: {}}
TURNED_AWAY = {2: {"commoners": "PPPPP", "power": 1}, 4: {}}
FAR_AWAY = {2: {"commoners": "PPPPP", "power": 0}, 4: {}}


def cards_that_claim(circles: Any, hand: list[str], **table: Any) -> dict[int, set[int]]:
    """Circles from 1, and the numbers of the cards that claim them."""
    game = game_with(circles=circles, hands={"C": ["C13", "C11"], "P": hand}, **table)
    return {circle + 1: set(begins) for circle, begins in threats(game._state, k.PROTESTANT).items()}


def code(card: str) -> int:
    return card_number(card) - k.CARDS_PER_FAITH


@pytest.mark.parametrize(
    ("circles", "hand", "more", "card"),
    [
        (LACKS_COMMONER, ["P06"], {}, "P06"),  # one conversion
        (LACKS_TWO, ["P03", "P01", "P13"], {}, "P03"),  # two, paid with two cards
        (LACKS_COMMONER, ["P17", "P01"], {}, "P17"),  # one for each card discarded
        (TURNED_AWAY, ["P07"], {}, "P07"),  # a shift
        (FAR_AWAY, ["P29"], {}, "P29"),  # of two spaces
        ({2: {"commoners": "PPPPC", "power": 1}, 4: {}}, ["P15"], {}, "P15"),  # a conversion and a shift
        ({2: {"commoners": "PPNNP", "power": 2}, 4: {}}, ["P33"], {}, "P33"),  # all neutral territories
        (LACKS_COMMONER, ["P25"], {"decks": {"P": ["P06"]}}, "P25"),  # a card that is drawn and played
    ],
)
def test_claims_with_one_turn(circles: Any, hand: list[str], more: Any, card: str) -> None:
    assert cards_that_claim(circles, hand, **more) == {2: {code(card)}}


@pytest.mark.parametrize(
    ("circles", "hand", "more"),
    [
        (LACKS_TWO, ["P06"], {}),  # one conversion is not enough
        (LACKS_TWO, ["P03", "P01"], {}),  # a cost that cannot be paid
        (LACKS_COMMONER, ["P17"], {}),  # nothing to discard
        (LACKS_COMMONER, ["P04"], {}),  # the other side
        (FAR_AWAY, ["P07"], {}),  # one space is not enough
        (LACKS_COMMONER, ["P06"], {"tokens": {"P": 0}}),  # R5
        (LACKS_COMMONER, ["P25"], {"decks": {"P": ["P04"]}}),
        (LACKS_COMMONER, [], {"decks": {"P": ["P06"]}}),  # only drawing is possible
    ],
)
def test_no_claim_with_one_turn(circles: Any, hand: list[str], more: Any) -> None:
    assert cards_that_claim(circles, hand, **more) == {}


def test_trying_leaves_the_state_unchanged() -> None:
    game = game_with(circles={2: {"nobility": "PCCCC", "power": 1}, 4: {}}, hands={"C": ["C23", "C13"], "P": []})
    before = dump(game._state)
    assert threats(game._state, k.CATHOLIC) == {1: (card_number("C23"),)}
    assert dump(game._state) == before


def test_a_turn_out_of_turn() -> None:
    """During a card: as if the rest of it were skipped."""
    game = game_with(circles=LACKS_COMMONER, hands={"C": ["C03", "C01"], "P": ["P06", "P13"]})
    game.choose("play:C03")
    twin = with_turn_of(game._state, k.PROTESTANT)
    assert (twin.who, twin.question) == (k.PROTESTANT, k.Q_ACTION)
    assert dump(twin)["discard"][k.CATHOLIC] == 1 << card_number("C03")
    assert set(threats(game._state, k.PROTESTANT)) == {1}


def test_after_the_end_there_is_nothing_to_claim() -> None:
    game = game_with(
        claimed=dict.fromkeys(range(2, 11), "P"),
        circles={1: {"nobility": "PCCCC", "power": 1}},
        hands={"C": ["C01", "C13"], "P": ["P06"]},
    )
    game.choose("play:C01")
    assert game.over
    assert threats(game._state, k.PROTESTANT) == {}
