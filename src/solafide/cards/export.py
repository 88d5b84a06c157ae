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
    *("military", "first_game", "source", "year"),
)
CIRCLE_FIELDS = ("number", "name", "short", "points", "nobility", "commoners", "start", "below", "source")
RESULT_FIELDS = ("roll", "name", "effects", "source")


def export(cardset: CardSet) -> str:
    """Return the whole set as TOML, every entry in full.

    >>> from solafide.cards import builtin, loads
    >>> loads(export(builtin())) == builtin()
    True
    """
    heading = f"{HEADER_COMMENT}\n[set]\nname = {_value(cardset.name)}\n"
    circles = (_entry("circle", circle.plain(), CIRCLE_FIELDS) for circle in cardset.circles)
    cards = (_entry("card", card.plain(), CARD_FIELDS) for card in cardset.cards.values())
    results = (_entry("result", result.plain(), RESULT_FIELDS) for result in cardset.results)
    return "\n".join((heading, *circles, *cards, *results))


def _entry(kind: str, plain: PlainData, fields: tuple[str, ...]) -> str:
    """Return one entry; long fields are tables of their own at its end."""
    lines = [f"[[{kind}]]"]
    lines += [f"{field} = {_value(plain[field])}" for field in fields if field in plain]
    if "territories" in plain:
        lines.append(f"[{kind}.territories]")
        for side, names in plain["territories"].items():
            lines += [f"{side} = [", *(f"  {_value(name)}," for name in names), "]"]
    if "history" in plain:
        lines.append(f"[{kind}.history]")
        lines += [f"{language} = {_value(text)}" for language, text in plain["history"].items()]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False).translate(DELETE_ESCAPE)
