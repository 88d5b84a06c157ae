"""The notation of choices: every choice of the kernel as text, the same in all front ends and records."""

from functools import cache, lru_cache
from typing import Final, Literal, TypeGuard

from solafide.game.event_types import ForeignDeck
from solafide.game.identity import FAITHS
from solafide.kernel import codes as k

ESTATES: Final[tuple[Literal["nobility"], Literal["commoners"]]] = ("nobility", "commoners")
DECKS: Final[tuple[ForeignDeck, ...]] = ("shift", "convert", "cards", "neutralise")

QUESTIONS = (
    "faith",
    "draft",
    "action",
    "after",
    "cost",
    "cost_any",
    "circle",
    "side",
    "toward",
    "kind",
    "place",
    "discard",
    "redraw",
    "keep",
    "play_drawn",
    "option",
    "recover",
    "claim",
    "deck",
    "foreign",
    "die",
    "limit",
    "roll",
    "draw",
    "triple",
    "foreign_draw",
)
NATURES_QUESTIONS = frozenset({"roll", "draw", "triple", "foreign_draw"})
ENDING = len(QUESTIONS)  # no question: a player may end the game at any moment
Ending = Literal["resign", "agree", "time", "close"]
# The server closes a game that nobody plays on; the others are chosen by players.
ENDINGS: Final[tuple[Ending, ...]] = ("resign", "agree", "time", "close")


def is_ending(choice: str) -> TypeGuard[Ending]:
    """Whether a choice ends the game without an answer to a question."""
    return choice in ENDINGS


def is_draft_pick(choice: str) -> bool:
    """Whether a choice keeps a card in the draft: the other player does not learn that it was made.

    >>> is_draft_pick("keep:C05"), is_draft_pick("play:C05")
    (True, False)
    """
    return choice.startswith(f"{_DRAFT_VERB}:")


_DRAFT_VERB = "keep"
_CARD_VERBS = {
    k.Q_DRAFT: _DRAFT_VERB,
    k.Q_ACTION: "play",
    k.Q_COST: "discard",
    k.Q_COST_ANY: "discard",
    k.Q_DISCARD: "discard",
    k.Q_REDRAW: "discard",
    k.Q_KEEP: "discard",
    k.Q_PLAY_DRAWN: "play",
    k.Q_RECOVER: "recover",
    k.Q_LIMIT: "discard",
    k.N_DRAW: "card",
    k.N_TRIPLE: "card",
}


@cache
def card_id(number: int) -> str:
    """Return the id of a list of effects: a card, a Foreign Influence card, a chart result; "" for others.

    >>> card_id(2), card_id(84), card_id(96), card_id(107)
    ('C03', 'P40', 'F07', 'M2')
    """
    if number < k.CARDS_PER_FAITH:
        return f"C{number + 1:02}"
    if number < k.FIRST_FOREIGN_LIST:
        return f"P{number - k.CARDS_PER_FAITH + 1:02}"
    if number < k.FIRST_CHART_LIST:
        return f"F{number - k.FIRST_FOREIGN_LIST + 1:02}"
    if number < k.PLAIN_DRAW_LIST:
        return f"M{number - k.FIRST_CHART_LIST + 1}"
    return ""


_IDS = [card_id(number) for number in range(k.FIRST_FOREIGN_LIST)]


def card_number(name: str) -> int:
    """Return the number of the list with this id: the opposite of `card_id`.

    >>> card_number("P40")
    84
    """
    base = {"C": 0, "P": k.CARDS_PER_FAITH, "F": k.FIRST_FOREIGN_LIST, "M": k.FIRST_CHART_LIST}[name[0]]
    return base + int(name[1:]) - 1


def cards_of_bits(faith: int, bits: int) -> list[str]:
    """List a set of a faith's cards as ids, in order."""
    return list(_card_ids(faith, bits)) if bits else []


@lru_cache(4096)  # the same piles occur often
def _card_ids(faith: int, bits: int) -> tuple[str, ...]:
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(_IDS[k.CARDS_PER_FAITH * faith + lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(cards)


def bits_of_cards(names: list[str]) -> int:
    """Return ids of one faith's cards as a set of bits."""
    bits = 0
    for name in names:
        bits |= 1 << (card_number(name) % k.CARDS_PER_FAITH)
    return bits


@cache
def choice_texts(question: int, faith: int, front: int) -> dict[int, str]:
    """Return every choice that a question can have for a faith, by its number in the kernel."""
    if question in _CARD_VERBS:
        table = {
            card: f"{_CARD_VERBS[question]}:{card_id(k.CARDS_PER_FAITH * faith + card)}"
            for card in range(k.CARDS_PER_FAITH)
        }
        table[k.CHOICE_STOP] = "stop"
        table[k.CHOICE_DRAW] = "draw"
        table[k.CHOICE_PASS] = "pass"
        table[k.CHOICE_USE] = f"use:{card_id(k.CARDS_PER_FAITH * faith + front)}"
        return table
    if question == k.Q_AFTER:
        return {k.CHOICE_USE: f"use:{card_id(k.CARDS_PER_FAITH * faith + front)}", k.CHOICE_STOP: "end"}
    if question in (k.Q_CIRCLE, k.Q_CLAIM):
        word = "circle" if question == k.Q_CIRCLE else "claim"
        return {c: f"{word}:{c + 1}" for c in range(10)}
    if question in (k.Q_SIDE, k.Q_TOWARD):
        word = "side" if question == k.Q_SIDE else "toward"
        return {e: f"{word}:{ESTATES[e]}" for e in range(2)}
    if question == k.Q_KIND:
        own, other = FAITHS[faith], FAITHS[1 - faith]
        return {
            k.OWN_PRINT: f"kind:{own}{other}",
            k.THEIR_PRINT: f"kind:{other}{other}",
            k.NEUTRAL_PRINT: f"kind:N{other}",
            k.UNHELD: "kind:NN",
        }
    if question == k.Q_PLACE:
        return {s: f"place:{s // 2 + 1}:{ESTATES[s % 2]}" for s in range(20)}
    if question in (k.Q_FOREIGN, k.N_FOREIGN):
        word = "resolve" if question == k.Q_FOREIGN else "card"
        return {c: f"{word}:{card_id(k.FIRST_FOREIGN_LIST + c)}" for c in range(16)}
    if question == k.Q_FAITH:
        return {f: f"faith:{FAITHS[f]}" for f in range(2)}
    if question == k.Q_OPTION:
        return {n: f"option:{n + 1}" for n in range(64)}
    if question == ENDING:
        return dict(enumerate(ENDINGS))
    if question == k.Q_DECK:
        return {d: f"deck:{DECKS[d]}" for d in range(4)}
    return {die: f"die:{die}" for die in range(1, 7)}


@cache
def choice_codes(question: int, faith: int, front: int) -> dict[str, int]:
    """Return the number of every choice in the kernel: the opposite of `choice_texts`."""
    return {text: code for code, text in choice_texts(question, faith, front).items()}
