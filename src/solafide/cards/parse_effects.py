"""Parse effects, costs and persistent tables of a card set and check them against the vocabulary."""

from __future__ import annotations

from typing import Any, Literal

from solafide.cards.cardset import Effect, Persistent
from solafide.cards.table_reader import TableReader, join_values
from solafide.cards.vocabulary import (
    EACH_EFFECTS,
    EFFECTS,
    MAX_COST,
    MAX_HAND_LIMIT,
    MAX_OPTIONS,
    PERSISTENT_FIELDS,
    PYRAMID,
    CirclesField,
    Field,
    NumberField,
    WordField,
)

UNREADABLE_EFFECT = Effect("redraw", {})  # a placeholder: its set is refused


def parse_effects(entry: TableReader, field: str = "effects", may_be_empty: bool = False) -> tuple[Effect, ...]:
    """Return a list of effects, in order."""
    values = entry.take(field, ("array",))
    return () if values is None else _parse_effect_list(entry, field, values, may_be_empty, inside_choose=False)


def _parse_effect_list(
    entry: TableReader, field: str, values: Any, may_be_empty: bool, inside_choose: bool
) -> tuple[Effect, ...]:
    if not values and not may_be_empty:
        entry.problem("problem.empty_effects", field, field=field)
    tables = entry.items(field, values, ("table",))
    return tuple(parse_effect(entry.inner(table), inside_choose) for table in tables)


def parse_effect(entry: TableReader, inside_choose: bool = False) -> Effect:
    """Return one effect, with its defaults filled in."""
    kind = entry.take("effect", ("string",))
    if kind is None:
        return UNREADABLE_EFFECT
    if kind not in EFFECTS:
        entry.problem("problem.unknown_effect", "effect", effect=kind, expected=join_values(EFFECTS))
        return UNREADABLE_EFFECT
    if kind == "choose" and inside_choose:
        entry.problem("problem.nested_choose", "effect")
        return UNREADABLE_EFFECT
    fields = EFFECTS[kind]
    entry.allow(("effect", *(field.name for field in fields)))
    effect = Effect(kind, {field.name: _parse_field(entry, field) for field in fields})
    if kind == "draw_keep" and effect.fields["keep"] > effect.fields["draw"]:
        entry.problem("problem.keep_too_many", "keep", **effect.fields)
    return effect


def _parse_field(entry: TableReader, field: Field) -> Any:
    if isinstance(field, WordField):
        return entry.word(field.name, field.values, field.default)
    if isinstance(field, NumberField):
        return entry.number(field.name, field.high, field.default)
    return _parse_circles(entry, field.name) if isinstance(field, CirclesField) else _parse_options(entry, field.name)


def _parse_circles(entry: TableReader, field: str) -> tuple[int, ...]:
    values = entry.take(field, ("array",))
    if values is None:
        return ()
    if len(values) != 2:
        entry.problem("problem.wrong_length", field, field=field, count=len(values), expected="2")
    circles = entry.items(field, values, ("integer",))
    for circle in circles:
        if circle not in PYRAMID:
            entry.problem("problem.wrong_circle", field, circle=circle)
    if len(circles) == 2 and circles[0] == circles[1]:
        entry.problem("problem.same_circle_twice", field, circle=circles[0])
    return tuple(circles)


def _parse_options(entry: TableReader, field: str) -> tuple[tuple[Effect, ...], ...]:
    values = entry.take(field, ("array",))
    if values is None:
        return ()
    if not 2 <= len(values) <= MAX_OPTIONS:
        entry.problem("problem.wrong_length", field, field=field, count=len(values), expected=f"2-{MAX_OPTIONS}")
    options = entry.items(field, values, ("array",))
    return tuple(_parse_effect_list(entry, field, option, may_be_empty=False, inside_choose=True) for option in options)


def parse_each(entry: TableReader) -> Effect:
    """Return the effect that is done once for every card discarded, each in a different circle (R18)."""
    value = entry.take("each", ("table",))
    if value is None:
        return UNREADABLE_EFFECT
    inner = entry.inner(value)
    kind = value.get("effect")
    if isinstance(kind, str) and kind in EFFECTS and kind not in EACH_EFFECTS:
        inner.problem("problem.each_effect", "effect", effect=kind, expected=join_values(EACH_EFFECTS))
        return UNREADABLE_EFFECT
    effect = parse_effect(inner)
    if effect.fields.get("circle") == "same":
        inner.problem("problem.wrong_value", "circle", field="circle", value="same", expected="chosen")
    return effect


def parse_cost(entry: TableReader, may_be_any: bool) -> int | Literal["any"]:
    """Return how many cards must be discarded first; 0 if none."""
    value = entry.take("cost", ("table",), required=False)
    if value is None:
        return 0
    inner = entry.inner(value)
    inner.allow(("discard",))
    if may_be_any and value.get("discard") == "any":
        return "any"
    discard = inner.take("discard", ("integer", "string") if may_be_any else ("integer",))
    if isinstance(discard, str):
        expected = f"1-{MAX_COST}, any"
        inner.problem("problem.wrong_value", "discard", field="discard", value=discard, expected=expected)
        return 0
    return 0 if discard is None else inner.number("discard", MAX_COST)


def parse_persistent(entry: TableReader, faith: str) -> Persistent | None:
    """Return what a persistent card does while it is in front of its owner (§6.5)."""
    value = entry.take("persistent", ("table",))
    if value is None:
        return None
    inner = entry.inner(value)
    when = inner.take("when", ("string",))
    if when is None:
        return None
    if when not in PERSISTENT_FIELDS:
        inner.problem("problem.unknown_persistent", "when", when=when, expected=join_values(PERSISTENT_FIELDS))
        return None
    if when == "military_roll" and faith == "C":
        inner.problem("problem.military_roll_catholic", "when")
    fields = PERSISTENT_FIELDS[when]
    inner.allow(("when", *fields))
    cost = parse_cost(inner, may_be_any=False) if "cost" in fields else 0
    effects = parse_effects(inner) if "effects" in fields else ()
    limit = inner.number("limit", MAX_HAND_LIMIT) if "limit" in fields else None  # R45
    return Persistent(when, cost if isinstance(cost, int) else 0, effects, limit)
