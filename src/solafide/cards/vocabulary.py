"""The words of the card format: effects with their fields, kinds of persistent cards, and what each field may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

SOURCES = ("rulebook", "partial", "reconstructed", "printed")
SIDES = ("nobility", "commoners")
STARTS = ("nobility_outer", "nobility_inner", "commoners_inner", "commoners_outer")
POINTS = (5, 7)
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
FIRST_GAME = 15
FOREIGN_CARDS = 16
CARDS_PER_DECK = 4
DIE = 6
HIGHEST_COST = 13
HIGHEST_LIMIT = 13
DECK_SIZE = 15
LONGEST_SIDE = 5
MOST_OPTIONS = 9
MOST_EFFECTS = 1000


class Word(NamedTuple):
    """A field that holds one of a few words."""

    name: str
    values: tuple[str, ...]
    default: str | None = None


class Number(NamedTuple):
    """A field that holds a number from 1 to `high`."""

    name: str
    high: int
    default: int | None = None


class Circles(NamedTuple):
    """A field that holds two different circles."""

    name: str


class Options(NamedTuple):
    """A field that holds several lists of effects."""

    name: str


Field = Word | Number | Circles | Options

SIDE = Word("side", ("nobility", "commoners", "dominant", "subordinate", "any"))
TOWARD = Word("toward", ("nobility", "commoners", "dominant", "subordinate", "either"))
CIRCLE = Word("circle", ("chosen", "same"), "chosen")

EFFECTS: Mapping[str, tuple[Field, ...]] = {
    "convert": (SIDE, Number("count", LONGEST_SIDE, 1), CIRCLE),
    "convert_neutrals": (Circles("circles"),),
    "shift": (TOWARD, Number("spaces", 3, 1), CIRCLE),
    "neutralise": (SIDE, CIRCLE),
    "disputation": (CIRCLE,),
    "draw": (Number("count", DECK_SIZE),),
    "draw_keep": (Number("draw", DECK_SIZE), Number("keep", DECK_SIZE)),
    "draw_play": (Number("draw", DECK_SIZE),),
    "redraw": (),
    "opponent_discards": (Number("count", DECK_SIZE),),
    "choose": (Options("options"),),
    "recover": (Number("count", DECK_SIZE),),
}

# Effects that can be done once for every card discarded: those that name a circle (R18).
EACH = ("convert", "shift", "neutralise", "disputation")

# What a persistent card holds beside `when`.
PERSISTENT: Mapping[str, tuple[str, ...]] = {
    "draw_action": ("effects",),
    "own_turn": ("cost", "effects"),
    "own_claim": ("effects",),
    "opponent_claim": ("effects",),
    "foreign_influence": (),
    "military_roll": (),
    "hand_limit": ("limit",),
}


def card_ids() -> tuple[str, ...]:
    """Every card of a set, in order: C01 to C45, P01 to P45, F01 to F16."""
    faiths = tuple(f"{faith}{n:02}" for faith in "CP" for n in range(1, CARDS_PER_FAITH + 1))
    return faiths + tuple(f"F{n:02}" for n in range(1, FOREIGN_CARDS + 1))
