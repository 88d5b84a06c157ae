"""Read docs/balance/levers.toml, and make card sets of its variants."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from solafide.cards import CardSet, builtin, find_builtin, loads

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "balance"
LEVERS = FOLDER / "levers.toml"
CARD_BODY = ("effects", "cost", "each", "persistent", "military")
CIRCLE_BODY = ("nobility", "commoners", "start")
FIRST, DRAFT = "first", "draft"
MODES = frozenset((FIRST, DRAFT))

Table = dict[str, Any]


@dataclass(frozen=True)
class Lever:
    """Something that may move: the rules of a card, a circle's prints or start space, or an oval number.

    entry: what a screen draws together, because two variants of it exclude each other: "C25", "circle 4", "oval C".
    variants: by name, what each sets: fields of the card or circle, or for an oval the card that gets it.
    """

    kind: str
    entry: str
    target: str
    variants: Mapping[str, Any]

    def modes(self, base: CardSet) -> frozenset[str]:
        """Return the modes whose games it moves."""
        if self.kind == "oval":
            return frozenset((FIRST,))
        if self.kind == "card" and not base.cards[self.target].first_game:
            return frozenset((DRAFT,))
        return MODES


@cache
def base_set() -> CardSet:
    """Return the built-in set from which the levers move."""
    return find_builtin(_document()["base"]) or builtin()


@cache
def levers() -> tuple[Lever, ...]:
    """Return all levers, in the order of the file."""
    document = _document()
    every = [_card_lever(table) for table in document["card"]]
    every += [_circle_lever(table) for table in document["circle"]]
    every += [_oval_lever(table) for table in document["oval"]]
    return tuple(every)


@cache
def levers_by_variant() -> dict[str, Lever]:
    """Return the lever of each variant, by the variant's name."""
    return {name: lever for lever in levers() for name in lever.variants}


def _document() -> Table:
    return tomllib.loads(LEVERS.read_text("utf-8"))


def _card_lever(table: Table) -> Lever:
    return Lever("card", table["id"], table["id"], _without_names(table["variants"]))


def _circle_lever(table: Table) -> Lever:
    number = str(table["number"])
    return Lever("circle", f"circle {number}", number, _without_names(table["variants"]))


def _oval_lever(table: Table) -> Lever:
    return Lever(
        "oval", f"oval {table['id'][0]}", table["id"], {f"{table['id']}-{other}": other for other in table["to"]}
    )


def _without_names(variants: list[Table]) -> dict[str, Table]:
    return {each["name"]: {field: value for field, value in each.items() if field != "name"} for each in variants}


# ------------------------------------------------------------ card sets


def card_set(variants: Iterable[str], name: str = "Variant") -> CardSet:
    """Return the base with some variants.

    >>> card_set(["C34a"]).cards["C34"].cost
    2
    """
    return loads(set_text(variants, name), name, base_set())


def set_text(variants: Iterable[str], name: str) -> str:
    """Return the file of a card set with some variants; two variants of the same thing are refused."""
    entries: dict[str, Table] = {}
    owners: dict[tuple[str, str], str] = {}
    for variant in variants:
        lever = levers_by_variant()[variant]
        for entry, field in _changed_fields(lever, variant):
            if owners.setdefault((entry, field), variant) != variant:
                raise ValueError(f"{variant} and {owners[entry, field]} exclude each other")
        _apply(lever, variant, entries)
    return "\n".join([f"[set]\nname = {_value(name)}\n", *map(_entry_text, entries.values())])


def _changed_fields(lever: Lever, variant: str) -> list[tuple[str, str]]:
    value = lever.variants[variant]
    if lever.kind == "oval":
        return [(lever.target, "oval"), (value, "oval")]
    return [(lever.target, "body")] if lever.kind == "card" else [(lever.target, field) for field in value]


def _apply(lever: Lever, variant: str, entries: dict[str, Table]) -> None:
    value = lever.variants[variant]
    if lever.kind == "card":
        entry = _card_entry(lever.target, entries)
        for field in CARD_BODY:
            entry.pop(field, None)
        entry.update(value)
    elif lever.kind == "circle":
        circle = base_set().circles[int(lever.target) - 1].rules()
        entries.setdefault(lever.target, {field: circle[field] for field in ("number", "points", *CIRCLE_BODY)})
        entries[lever.target].update(value)
    else:
        _card_entry(lever.target, entries).pop("first_game")
        _card_entry(value, entries)["first_game"] = True


def _card_entry(card_id: str, entries: dict[str, Table]) -> Table:
    return entries.setdefault(card_id, base_set().cards[card_id].rules())


def _entry_text(entry: Table) -> str:
    """Return an entry as TOML.

    >>> print(_entry_text({"id": "C13", "effects": [{"effect": "draw", "count": 2}]}))
    [[card]]
    id = "C13"
    effects = [{ effect = "draw", count = 2 }]
    <BLANKLINE>
    """
    head = "[[card]]" if "id" in entry else "[[circle]]"
    return "\n".join([head, *(f"{field} = {_value(value)}" for field, value in entry.items())]) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def changed_entries(cards: CardSet) -> list[str]:
    """Return the entries whose rules differ from the base: at most twenty may.

    >>> changed_entries(card_set(["C25-C29", "circle4s"]))
    ['C25', 'C29', 'circle 4']
    """
    base = base_set()
    changed = [name for name, card in cards.cards.items() if card.rules() != base.cards[name].rules()]
    pairs = zip(cards.circles, base.circles, strict=True)
    return changed + [f"circle {new.number}" for new, old in pairs if new.rules() != old.rules()]
