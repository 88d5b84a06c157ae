"""Convert a card set to the tables that the kernel reads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from solafide.cards.cardset import Card, CardSet, Circle, Effect
from solafide.cards.vocabulary import (
    CIRCLE,
    DECKS,
    EFFECTS,
    CirclesField,
    Field,
    NumberField,
    OptionsField,
    WordField,
)
from solafide.kernel import codes as k
from solafide.kernel.tables import Tables

Row = tuple[int, int, int, int]
List = tuple[int, int, int, int, int, tuple[Row, ...]]

SIDE_CODES = {
    "nobility": k.NOBILITY,
    "commoners": k.COMMONERS,
    "dominant": k.DOMINANT,
    "subordinate": k.SUBORDINATE,
    "any": k.EITHER,
    "either": k.EITHER,
}
PRINT_CODES = {"C": k.CATHOLIC, "P": k.PROTESTANT, "N": k.NEUTRAL}
PERSISTENT_CODES = {
    "draw_action": k.DRAW_ACTION,
    "own_turn": k.OWN_TURN,
    "own_claim": k.OWN_CLAIM,
    "opponent_claim": k.OPPONENT_CLAIM,
    "foreign_influence": k.FOREIGN_INFLUENCE,
    "military_roll": k.MILITARY_ROLL,
    "hand_limit": k.HAND_LIMIT,
}


def tables(
    cardset: CardSet,
    *,
    draft: bool = False,
    at_once: bool = True,
    supply: int = 16,
    turn_limit: int = 0,
    roll_faiths: bool = False,
    first: int = k.NOBODY,
) -> Tables:
    """Return the tables of a game with these cards and options; equal ones are shared.

    >>> from solafide.cards import builtin
    >>> tables(builtin()) is tables(builtin())
    True
    """
    return _tables(cardset, draft, at_once, supply, turn_limit, roll_faiths, first)


@lru_cache(maxsize=32)
def _tables(
    cardset: CardSet, draft: bool, at_once: bool, supply: int, turn_limit: int, roll_faiths: bool, first: int
) -> Tables:
    return Tables(
        EffectLists(cardset).lists,
        [_circle_row(circle) for circle in cardset.circles],
        [_first_game_bits(cardset, faith) for faith in "CP"],
        [_deck_bits(cardset, deck) for deck in DECKS],
        draft=draft,
        at_once=at_once,
        supply=supply,
        turn_limit=turn_limit,
        roll_faiths=roll_faiths,
        first=first,
    )


class EffectLists:
    """Lists of effects by their ids in the kernel; the options of `choose` come after all others."""

    def __init__(self, cardset: CardSet) -> None:
        self.next = k.FIRST_OPTION_LIST
        self.lists: dict[int, List] = {}
        for number, card in enumerate(cardset.cards.values()):
            self.lists[number] = self.card(card)
        for number, result in enumerate(cardset.results, k.FIRST_CHART_LIST):
            self.lists[number] = (0, 0, 0, 0, 0, self.rows(result.effects))

    def card(self, card: Card) -> List:
        """Return the list of a card; the cost of a persistent card is that of its use."""
        if card.persistent:
            persistent = card.persistent
            when = PERSISTENT_CODES[persistent.when]
            return persistent.cost, 0, int(card.military), when, persistent.limit or 0, self.rows(persistent.effects)
        cost = k.ANY_COST if card.cost == "any" else card.cost
        rows = self.rows((card.each,) if card.each else card.effects)
        return cost, int(card.each is not None), int(card.military), 0, 0, rows

    def rows(self, effects: tuple[Effect, ...]) -> tuple[Row, ...]:
        return tuple(self.row(effect) for effect in effects)

    def row(self, effect: Effect) -> Row:
        """Return one effect as numbers: the verb, the fields in the order of the vocabulary, and the circle last."""
        verb: int = getattr(k, effect.kind.upper())
        numbers = [
            number for field in EFFECTS[effect.kind] for number in self.numbers(field, effect.fields[field.name])
        ]
        first, second = [*numbers, 0, 0][:2]
        return verb, first, second, int(effect.fields.get(CIRCLE.name) == "same")

    def numbers(self, field: Field, value: Any) -> list[int]:
        """Return the value of a field as numbers; the circle is not among them."""
        match field:
            case NumberField():
                return [value]
            case CirclesField():
                return [number - 1 for number in value]
            case OptionsField():
                return self.add_options(value)
            case WordField():
                return [] if field == CIRCLE else [SIDE_CODES[value]]

    def add_options(self, options: tuple[tuple[Effect, ...], ...]) -> list[int]:
        """Make each option a list of its own, with consecutive ids; return the first id and how many there are."""
        first = self.next
        self.next += len(options)
        for number, option in enumerate(options, first):
            self.lists[number] = (0, 0, 0, 0, 0, self.rows(option))
        return [first, len(options)]


def _circle_row(circle: Circle) -> tuple[list[int], list[int], int, int, tuple[int, ...]]:
    nobility, commoners = ([PRINT_CODES[letter] for letter in side] for side in (circle.nobility, circle.commoners))
    return nobility, commoners, circle.start, circle.points, tuple(number - 1 for number in circle.below)


def _first_game_bits(cardset: CardSet, faith: str) -> int:
    """Return the first-game cards of a faith, as bits."""
    cards = [card for card in cardset.cards.values() if card.faith == faith]
    return sum(1 << bit for bit, card in enumerate(cards) if card.first_game)


def _deck_bits(cardset: CardSet, deck: str) -> int:
    """Return the cards of a Foreign Influence deck, as bits."""
    cards = [card for card in cardset.cards.values() if card.faith == "F"]
    return sum(1 << bit for bit, card in enumerate(cards) if card.deck == deck)
