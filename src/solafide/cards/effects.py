"""Effects, costs and persistent tables as they are written in a card set, checked against the vocabulary."""

from __future__ import annotations

from typing import Any, Literal

from solafide.cards.cardset import Effect, Persistent
from solafide.cards.entry import Entry, listed
from solafide.cards.vocabulary import (
    EACH,
    EFFECTS,
    HIGHEST_COST,
    HIGHEST_LIMIT,
    MOST_OPTIONS,
    PERSISTENT,
    PYRAMID,
    Circles,
    Field,
    Number,
    Word,
)

NOTHING = Effect("redraw", {})  # stands for an effect that could not be read; its set is refused anyway


def effects_of(entry: Entry, field: str = "effects", may_be_empty: bool = False) -> tuple[Effect, ...]:
    """A list of effects, in order."""
    values = entry.take(field, ("array",))
    return () if values is None else _list_of(entry, field, values, may_be_empty, inside_choose=False)


def _list_of(entry: Entry, field: str, values: Any, may_be_empty: bool, inside_choose: bool) -> tuple[Effect, ...]:
    if not values and not may_be_empty:
        entry.problem("problem.empty_effects", field, field=field)
    tables = entry.items(field, values, ("table",))
    return tuple(effect_of(entry.inner(table), inside_choose) for table in tables)


def effect_of(entry: Entry, inside_choose: bool = False) -> Effect:
    """One effect, with its defaults filled in."""
    kind = entry.take("effect", ("string",))
    if kind is None:
        return NOTHING
    if kind not in EFFECTS:
        entry.problem("problem.unknown_effect", "effect", effect=kind, expected=listed(EFFECTS))
        return NOTHING
    if kind == "choose" and inside_choose:
        entry.problem("problem.nested_choose", "effect")
        return NOTHING
    fields = EFFECTS[kind]
    entry.allow(("effect", *(field.name for field in fields)))
    effect = Effect(kind, {field.name: _value_of(entry, field) for field in fields})
    if kind == "draw_keep" and effect.fields["keep"] > effect.fields["draw"]:
        entry.problem("problem.keep_too_many", "keep", **effect.fields)
    return effect


def _value_of(entry: Entry, field: Field) -> Any:
    if isinstance(field, Word):
        return entry.word(field.name, field.values, field.default)
    if isinstance(field, Number):
        return entry.number(field.name, field.high, field.default)
    return _circles_of(entry, field.name) if isinstance(field, Circles) else _options_of(entry, field.name)


def _circles_of(entry: Entry, field: str) -> tuple[int, ...]:
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


def _options_of(entry: Entry, field: str) -> tuple[tuple[Effect, ...], ...]:
    values = entry.take(field, ("array",))
    if values is None:
        return ()
    if not 2 <= len(values) <= MOST_OPTIONS:
        entry.problem("problem.wrong_length", field, field=field, count=len(values), expected=f"2-{MOST_OPTIONS}")
    options = entry.items(field, values, ("array",))
    return tuple(_list_of(entry, field, option, may_be_empty=False, inside_choose=True) for option in options)


def each_of(entry: Entry) -> Effect:
    """The effect that is done once for every card discarded, each in a different circle (R18)."""
    value = entry.take("each", ("table",))
    if value is None:
        return NOTHING
    inner = entry.inner(value)
    kind = value.get("effect")
    if isinstance(kind, str) and kind in EFFECTS and kind not in EACH:
        inner.problem("problem.each_effect", "effect", effect=kind, expected=listed(EACH))
        return NOTHING
    effect = effect_of(inner)
    if effect.fields.get("circle") == "same":
        inner.problem("problem.wrong_value", "circle", field="circle", value="same", expected="chosen")
    return effect


def cost_of(entry: Entry, may_be_any: bool) -> int | Literal["any"]:
    """What must be discarded first; 0 if nothing."""
    value = entry.take("cost", ("table",), required=False)
    if value is None:
        return 0
    inner = entry.inner(value)
    inner.allow(("discard",))
    if may_be_any and value.get("discard") == "any":
        return "any"
    discard = inner.take("discard", ("integer", "string") if may_be_any else ("integer",))
    if isinstance(discard, str):
        expected = f"1-{HIGHEST_COST}, any"
        inner.problem("problem.wrong_value", "discard", field="discard", value=discard, expected=expected)
        return 0
    return 0 if discard is None else inner.number("discard", HIGHEST_COST)


def persistent_of(entry: Entry, faith: str) -> Persistent | None:
    """What a persistent card does while it lies in front of its owner (§6.5)."""
    value = entry.take("persistent", ("table",))
    if value is None:
        return None
    inner = entry.inner(value)
    when = inner.take("when", ("string",))
    if when is None:
        return None
    if when not in PERSISTENT:
        inner.problem("problem.unknown_persistent", "when", when=when, expected=listed(PERSISTENT))
        return None
    if when == "military_roll" and faith == "C":
        inner.problem("problem.military_roll_catholic", "when")
    fields = PERSISTENT[when]
    inner.allow(("when", *fields))
    cost = cost_of(inner, may_be_any=False) if "cost" in fields else 0
    effects = effects_of(inner) if "effects" in fields else ()
    limit = inner.number("limit", HIGHEST_LIMIT) if "limit" in fields else None  # R45
    return Persistent(when, cost if isinstance(cost, int) else 0, effects, limit)
