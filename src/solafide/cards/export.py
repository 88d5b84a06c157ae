"""A card set as a file that its owner can change and load again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from solafide.cards.cardset import CardSet, Plain

# Escapes that JSON and TOML write differently: TOML leaves no control character as it is.
DELETE = {0x7F: "\\u007f"}

POINTER = "# Sola Fide: docs/card-sets.md"

CARD = (
    *("id", "number", "deck", "country", "colour", "name", "cost", "effects", "each", "persistent"),
    *("military", "first_game", "source", "year"),
)
CIRCLE = ("number", "name", "short", "points", "nobility", "commoners", "start", "below", "source")
RESULT = ("roll", "name", "effects", "source")


def export(cardset: CardSet) -> str:
    """The whole set as TOML, every entry in full.

    >>> from solafide.cards import builtin, loads
    >>> loads(export(builtin())) == builtin()
    True
    """
    heading = f"{POINTER}\n[set]\nname = {_value(cardset.name)}\n"
    circles = (_entry("circle", circle.plain(), CIRCLE) for circle in cardset.circles)
    cards = (_entry("card", card.plain(), CARD) for card in cardset.cards.values())
    results = (_entry("result", result.plain(), RESULT) for result in cardset.results)
    return "\n".join((heading, *circles, *cards, *results))


def _entry(kind: str, plain: Plain, fields: tuple[str, ...]) -> str:
    """One entry; what is long stands in tables of its own, behind the rest."""
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
    return json.dumps(value, ensure_ascii=False).translate(DELETE)
