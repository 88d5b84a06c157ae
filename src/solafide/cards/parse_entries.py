"""Cards, circles and chart results as they are written in a card set, checked one by one."""

from __future__ import annotations

from typing import Any, NamedTuple

from solafide.cards.cardset import Card, CardSet, Circle, Names, Result
from solafide.cards.effects import cost_of, each_of, effects_of, persistent_of
from solafide.cards.entry import Entry, listed
from solafide.cards.vocabulary import (
    COLOURS,
    COUNTRIES,
    DECKS,
    DIE,
    LONGEST_SIDE,
    POINTS,
    PYRAMID,
    SIDES,
    SOURCES,
    STARTS,
    card_ids,
)
from solafide.languages import LANGUAGES

IDS = frozenset(card_ids())
FAITH_FIELDS = (
    *("id", "number", "name", "effects", "cost", "each", "persistent"),
    *("military", "first_game", "source", "year", "history"),
)
FOREIGN_FIELDS = ("id", "number", "deck", "country", "colour", "name", "effects", "source", "year", "history")
CIRCLE_FIELDS = (
    *("number", "name", "short", "points", "nobility", "commoners", "start", "below"),
    *("territories", "source", "history"),
)
RESULT_FIELDS = ("roll", "name", "effects", "source")
BODIES = ("effects", "each", "persistent")


class Origin(NamedTuple):
    """What a set is laid over, which sources its entries may name, and its language (None: all are needed)."""

    base: CardSet | None
    sources: tuple[str, ...]
    language: str | None


BUILTIN = Origin(None, SOURCES[:-1], None)
EMBEDDED = Origin(None, SOURCES, LANGUAGES[0])


def source_of(entry: Entry, origin: Origin, base: Card | Circle | Result | None) -> str:
    """What an entry's facts rest on; an owner's are printed unless it says otherwise."""
    if base is None:
        return entry.word("source", origin.sources)
    return entry.word("source", tuple(dict.fromkeys((*origin.sources, base.source))), origin.sources[0])


def check_source(
    entry: Entry, origin: Origin, base: Card | Circle | Result | None, made: Card | Circle | Result
) -> None:
    """Only an entry that repeats the built-in one may keep its source."""
    if base is not None and made.source not in origin.sources and base.rules() != made.rules():
        expected = listed(origin.sources)
        entry.problem("problem.changed_source", "source", source=made.source, expected=expected)


class Described(NamedTuple):
    """What an entry is called, when it was and what is told of it."""

    name: Names
    year: str
    history: Names


def described(
    entry: Entry, origin: Origin, base: Card | Circle | Result | None, fields: tuple[str, ...] = ()
) -> Described:
    """Name, year and history; those left out are the built-in ones, unless the entry has a name of its own."""
    name: Names = entry.names("name", origin.language, required=base is None)
    complete = origin is BUILTIN
    year = entry.text("year", required=complete) if "year" in fields else ""
    history: Names = entry.names("history", origin.language, required=complete) if "history" in fields else {}
    if base is not None and all(base.name.get(language) == text for language, text in name.items()):
        name = base.name
        year = year or getattr(base, "year", "")
        history = history or getattr(base, "history", {})
    return Described(name, year, history)


def card_of(entry: Entry, origin: Origin) -> Card | None:
    """A card of either faith or of Foreign Influence; None if its id is not one of a card."""
    card_id = entry.text("id")
    if not card_id:
        return None
    if card_id not in IDS:
        entry.problem("problem.unknown_id", "id", id=card_id, expected="C01-C45, P01-P45, F01-F16")
        return None
    base = origin.base.cards[card_id] if origin.base else None
    card = _foreign_of(entry, origin, base) if card_id[0] == "F" else _faith_card_of(entry, origin, base)
    check_source(entry, origin, base, card)
    return card


def _faith_card_of(entry: Entry, origin: Origin, base: Card | None) -> Card:
    entry.allow(FAITH_FIELDS)
    card_id = entry.table["id"]
    faith = card_id[0]
    about = described(entry, origin, base, ("year", "history"))
    military = entry.flag("military")
    if military and faith == "P":
        entry.problem("problem.military_protestant", "military")
    return Card(
        id=card_id,
        number=_number_of(entry),
        faith=faith,
        name=about.name,
        **_body_of(entry, faith),
        military=military,
        first_game=entry.flag("first_game"),
        source=source_of(entry, origin, base),
        year=about.year,
        history=about.history,
    )


def _number_of(entry: Entry) -> int:
    number = entry.take("number", ("integer",))
    return int(entry.table["id"][1:]) if number is None else int(number)


def _body_of(entry: Entry, faith: str) -> dict[str, Any]:
    """Effects, or one for each card discarded, or a persistent table; and the cost of playing the card."""
    bodies = [field for field in BODIES if entry.has(field)]
    if not bodies:
        entry.problem("problem.no_body")
    if len(bodies) > 1:
        entry.problem("problem.two_bodies", bodies[1], fields=listed(bodies))
    elif bodies == ["persistent"] and entry.has("cost"):
        entry.problem("problem.two_bodies", "cost", fields="cost, persistent")
    cost = cost_of(entry, may_be_any=True)
    if bodies == ["each"] and cost != "any":
        entry.problem("problem.each_without_any", "each")
    if bodies == ["effects"] and cost == "any":
        entry.problem("problem.any_without_each", "cost")
    return {
        "effects": effects_of(entry) if "effects" in bodies else (),
        "cost": cost,
        "each": each_of(entry) if "each" in bodies else None,
        "persistent": persistent_of(entry, faith) if "persistent" in bodies else None,
    }


def _foreign_of(entry: Entry, origin: Origin, base: Card | None) -> Card:
    entry.allow(FOREIGN_FIELDS)
    about = described(entry, origin, base, ("year", "history"))
    told = origin is BUILTIN
    return Card(
        id=entry.table["id"],
        number=_number_of(entry),
        faith="F",
        name=about.name,
        effects=effects_of(entry),
        cost=0,
        each=None,
        persistent=None,
        military=False,
        first_game=False,
        source=source_of(entry, origin, base),
        year=about.year,
        history=about.history,
        deck=entry.word("deck", DECKS, base.deck if base else None),
        country=entry.word("country", COUNTRIES) if told else _word_or(entry, "country", COUNTRIES, base),
        colour=entry.word("colour", COLOURS) if told else _word_or(entry, "colour", COLOURS, base),
    )


def _word_or(entry: Entry, field: str, values: tuple[str, ...], base: Card | None) -> str | None:
    return entry.optional(field, values) or getattr(base, field, None)


def circle_of(entry: Entry, origin: Origin) -> Circle | None:
    """A circle; None if its number is not one of a circle."""
    number = entry.take("number", ("integer",))
    if number is None:
        return None
    if number not in PYRAMID:
        entry.problem("problem.wrong_circle", "number", circle=number)
        return None
    entry.allow(CIRCLE_FIELDS)
    base = origin.base.circles[number - 1] if origin.base else None
    about = described(entry, origin, base, ("history",))
    nobility, commoners = (_prints_of(entry, side) for side in SIDES)
    start = STARTS.index(entry.word("start", STARTS))
    _check_sides(entry, nobility, commoners, start)
    circle = Circle(
        number=number,
        name=about.name,
        points=_points_of(entry),
        nobility=nobility,
        commoners=commoners,
        start=start,
        below=_below_of(entry, number, required=base is None),
        territories=_territories_of(entry, origin, base, {"nobility": nobility, "commoners": commoners}),
        history=about.history,
        source=source_of(entry, origin, base),
        short=_short_of(entry, origin, base, about.name),
    )
    check_source(entry, origin, base, circle)
    return circle


def _short_of(entry: Entry, origin: Origin, base: Circle | None, name: Names) -> Names:
    """A name for where there is little room; the built-in one fits the built-in name alone."""
    short: Names = entry.names("short", origin.language, required=origin is BUILTIN)
    return short or (base.short if base is not None and name is base.name else {})


def _points_of(entry: Entry) -> int:
    points = entry.take("points", ("integer",))
    if points is None:
        return POINTS[0]
    if points not in POINTS:
        entry.problem("problem.wrong_value", "points", field="points", value=points, expected=listed(POINTS))
    return int(points)


def _prints_of(entry: Entry, side: str) -> str:
    prints = entry.take(side, ("string",))
    if prints is None:
        return ""
    for letter in dict.fromkeys(prints):
        if letter not in "CPN":
            entry.problem("problem.wrong_print", side, field=side, letter=letter)
    if len(prints) not in (LONGEST_SIDE - 1, LONGEST_SIDE):
        entry.problem("problem.side_length", side, field=side, count=len(prints))
    return str(prints)


def _check_sides(entry: Entry, nobility: str, commoners: str, start: int) -> None:
    if nobility and commoners and len(nobility) != len(commoners):
        entry.problem("problem.unequal_sides", "commoners", nobility=len(nobility), commoners=len(commoners))
    side = SIDES[start // 2]
    letters = set(nobility if side == "nobility" else commoners)
    if letters in ({"C"}, {"P"}):  # R45
        entry.problem("problem.complete_at_start", side, side=side, faith=letters.pop())


def _below_of(entry: Entry, number: int, required: bool) -> tuple[int, ...]:
    below = entry.take("below", ("array",), required)
    expected = PYRAMID[number]
    if below is not None and tuple(below) != expected:  # R1
        entry.problem("problem.wrong_below", "below", expected=listed(expected))
    return expected


def _territories_of(
    entry: Entry, origin: Origin, base: Circle | None, prints: dict[str, str]
) -> dict[str, tuple[Names, ...]]:
    value = entry.take("territories", ("table",), required=base is None)
    if value is None:
        return {side: _places(base, side, len(letters)) for side, letters in prints.items()}
    inner = entry.inner(value)
    inner.allow(SIDES)
    return {side: _places_of(inner, side, origin, len(letters)) for side, letters in prints.items()}


def _places(base: Circle | None, side: str, count: int) -> tuple[Names, ...]:
    """The built-in names of a side, or plain numbers if the side has another length now."""
    if base and len(base.territories[side]) == count:
        return base.territories[side]
    return tuple(dict.fromkeys(LANGUAGES, str(n)) for n in range(1, count + 1))


def _places_of(entry: Entry, side: str, origin: Origin, count: int) -> tuple[Names, ...]:
    values = entry.take(side, ("array",))
    if values is None:
        return ()
    if count and len(values) != count:
        entry.problem("problem.wrong_length", side, field=side, count=len(values), expected=str(count))
    places: list[Names] = []
    for value in entry.items(side, values, ("table", "string") if origin.language else ("table",)):
        if isinstance(value, dict):
            places.append(entry.inner(value).languages(side, complete=origin.language is None))
        elif value.strip():
            places.append({origin.language or LANGUAGES[0]: value})
        else:
            entry.problem("problem.empty_text", side, field=side)
    return tuple(places)


def result_of(entry: Entry, origin: Origin) -> Result | None:
    """A line of the Military Chart; None if no die shows its number."""
    roll = entry.take("roll", ("integer",))
    if roll is None:
        return None
    if not 1 <= roll <= DIE:
        entry.problem("problem.out_of_range", "roll", field="roll", value=roll, low=1, high=DIE)
        return None
    entry.allow(RESULT_FIELDS)
    base = origin.base.results[roll - 1] if origin.base else None
    about = described(entry, origin, base)
    effects = effects_of(entry, may_be_empty=True)
    result = Result(roll, about.name, effects, source_of(entry, origin, base))
    check_source(entry, origin, base, result)
    return result
