"""The words of the card format: effects with their fields, kinds of persistent cards, and what each field may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

SOURCES = ("rulebook", "partial", "reconstructed", "printed")
SIDES = ("nobility", "commoners")
POWER_STARTS = ("nobility_outer", "nobility_inner", "commoners_inner", "commoners_outer")
CIRCLE_POINTS = (5, 7)
DECKS = ("shift", "convert", "cards", "neutralise")
COUNTRIES = ("France", "England", "Netherlands", "Switzerland")
COLOURS = ("blue", "red", "white", "orange", "green")
PYRAMID: Mapping[int, tuple[int, ...]] = {  # R1
    1: (2, 3),
    2: (4, 5),
    3: (5, 6),
    4: (7, 8),
    5: (8, 9),
    6: (9, 10),
    7: (),
    8: (),
    9: (),
    10: (),
}

CARDS_PER_FAITH = 45
FIRST_GAME_CARDS = 15
FOREIGN_CARDS = 16
CARDS_PER_DECK = 4
DIE_SIDES = 6
MAX_COST = 13
MAX_HAND_LIMIT = 13
DECK_CARDS = 15
MAX_TERRITORIES = 5
MAX_OPTIONS = 9
MAX_EFFECTS = 1000


class WordField(NamedTuple):
    """A field that holds one of a few words."""

    name: str
    values: tuple[str, ...]
    default: str | None = None


class NumberField(NamedTuple):
    """A field that holds a number from 1 to `high`."""

    name: str
    high: int
    default: int | None = None


class CirclesField(NamedTuple):
    """A field that holds two different circles."""

    name: str


class OptionsField(NamedTuple):
    """A field that holds several lists of effects."""

    name: str


Field = WordField | NumberField | CirclesField | OptionsField

SIDE = WordField("side", ("nobility", "commoners", "dominant", "subordinate", "any"))
TOWARD = WordField("toward", ("nobility", "commoners", "dominant", "subordinate", "either"))
CIRCLE = WordField("circle", ("chosen", "same"), "chosen")

# Every effect with its fields. The kernel's verb has the same name in capitals; the fields become its numbers in this
# order, and the words among them, in this order, the key of its sentence in the text catalogues.
EFFECTS: Mapping[str, tuple[Field, ...]] = {
    "convert": (SIDE, NumberField("count", MAX_TERRITORIES, 1), CIRCLE),
    "convert_neutrals": (CirclesField("circles"),),
    "shift": (TOWARD, NumberField("spaces", 3, 1), CIRCLE),
    "neutralise": (SIDE, CIRCLE),
    "disputation": (CIRCLE,),
    "draw": (NumberField("count", DECK_CARDS),),
    "draw_keep": (NumberField("draw", DECK_CARDS), NumberField("keep", DECK_CARDS)),
    "draw_play": (NumberField("draw", DECK_CARDS),),
    "redraw": (),
    "opponent_discards": (NumberField("count", DECK_CARDS),),
    "choose": (OptionsField("options"),),
    "recover": (NumberField("count", DECK_CARDS),),
}

# Effects that can be done once for every card discarded: those that name a circle (R18).
EACH_EFFECTS = ("convert", "shift", "neutralise", "disputation")

# What a persistent card holds beside `when`.
PERSISTENT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "draw_action": ("effects",),
    "own_turn": ("cost", "effects"),
    "own_claim": ("effects",),
    "opponent_claim": ("effects",),
    "foreign_influence": (),
    "military_roll": (),
    "hand_limit": ("limit",),
}


def card_ids() -> tuple[str, ...]:
    """Return every card of a set, in order: C01 to C45, P01 to P45, F01 to F16."""
    faiths = tuple(f"{faith}{n:02}" for faith in "CP" for n in range(1, CARDS_PER_FAITH + 1))
    return faiths + tuple(f"F{n:02}" for n in range(1, FOREIGN_CARDS + 1))
