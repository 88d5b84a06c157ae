"""Export a card set as a TOML file that can be changed and loaded again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from solafide.cards.cardset import CardSet, PlainData

# A character that TOML must escape and JSON does not.
DELETE_ESCAPE = {0x7F: "\\u007f"}

HEADER_COMMENT = "# Sola Fide: docs/card-sets.md"

CARD_FIELDS = (
    *("id", "number", "deck", "country", "colour", "name", "cost", "effects", "each", "persistent"),
    *("playable", "military", "first_game", "source", "year"),
)
CIRCLE_FIELDS = ("number", "name", "short", "points", "nobility", "commoners", "start", "below", "source")
RESULT_FIELDS = ("roll", "name", "effects", "source")
LONG_FIELDS = ("territories", "history")
HEADING_FIELDS = ("name", "language")
ENTRY_FIELDS = {"card": CARD_FIELDS, "circle": CIRCLE_FIELDS, "result": RESULT_FIELDS}


def export(cardset: CardSet) -> str:
    """Return the whole set as TOML, every entry in full.

    >>> from solafide.cards import builtin, loads
    >>> loads(export(builtin())) == builtin()
    True
    """
    heading = f"{HEADER_COMMENT}\n{heading_text({'name': cardset.name})}"
    circles = (entry_text("circle", circle.plain()) for circle in cardset.circles)
    cards = (entry_text("card", card.plain()) for card in cardset.cards.values())
    results = (entry_text("result", result.plain()) for result in cardset.results)
    return "\n".join((heading, *circles, *cards, *results))


def heading_text(plain: PlainData) -> str:
    """Return the table with the name of a set, and the language of its names."""
    lines = [f"{field} = {_value(plain[field])}" for field in HEADING_FIELDS if field in plain]
    return "\n".join(("[set]", *lines)) + "\n"


def entry_text(kind: str, plain: PlainData) -> str:
    """Return one entry; long fields are tables of their own at its end."""
    lines = [f"[[{kind}]]"]
    lines += [f"{field} = {_value(plain[field])}" for field in ENTRY_FIELDS[kind] if field in plain]
    for field in LONG_FIELDS:
        if isinstance(table := plain.get(field), Mapping):
            lines.append(f"[{kind}.{field}]")
            lines += [line for name, value in table.items() for line in _long_value(name, value)]
        elif table is not None:
            lines.append(f"{field} = {_value(table)}")
    return "\n".join(lines) + "\n"


def _long_value(name: str, value: Any) -> list[str]:
    """Return a text on one line, and each item of a list on a line of its own."""
    if not isinstance(value, list):
        return [f"{name} = {_value(value)}"]
    return [f"{name} = [", *(f"  {_value(item)}," for item in value), "]"]


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False).translate(DELETE_ESCAPE)
