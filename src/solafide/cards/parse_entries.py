"""Cards, circles and chart results as they are written in a card set, checked one by one."""

from __future__ import annotations

from typing import Any, NamedTuple

from solafide.cards.cardset import Card, CardSet, Circle, Names, Result
from solafide.cards.parse_effects import parse_cost, parse_each, parse_effects, parse_persistent
from solafide.cards.table_reader import TableReader, join_values
from solafide.cards.vocabulary import (
    CIRCLE_POINTS,
    COLOURS,
    COUNTRIES,
    DECKS,
    DIE_SIDES,
    MAX_TERRITORIES,
    POWER_STARTS,
    PYRAMID,
    SIDES,
    SOURCES,
    card_ids,
)
from solafide.languages import LANGUAGES

CARD_IDS = frozenset(card_ids())
FAITH_FIELDS = (
    *("id", "number", "name", "effects", "cost", "each", "persistent", "playable"),
    *("military", "first_game", "source", "year", "history"),
)
FOREIGN_FIELDS = (
    *("id", "number", "deck", "country", "colour", "name", "effects", "playable"),
    *("source", "year", "history"),
)
CIRCLE_FIELDS = (
    *("number", "name", "short", "points", "nobility", "commoners", "start", "below"),
    *("territories", "source", "history"),
)
RESULT_FIELDS = ("roll", "name", "effects", "source")
BODY_FIELDS = ("effects", "each", "persistent")


class Origin(NamedTuple):
    """The base of a set, the sources its entries may name, and its language (None: all languages are needed)."""

    base: CardSet | None
    sources: tuple[str, ...]
    language: str | None


BUILTIN = Origin(None, SOURCES[:-1], None)
EMBEDDED = Origin(None, SOURCES, LANGUAGES[0])


def parse_source(entry: TableReader, origin: Origin, base: Card | Circle | Result | None) -> str:
    """Return the source of an entry's facts; a custom entry is "printed" unless it says otherwise."""
    if base is None:
        return entry.word("source", origin.sources)
    return entry.word("source", tuple(dict.fromkeys((*origin.sources, base.source))), origin.sources[0])


def check_source(
    entry: TableReader, origin: Origin, base: Card | Circle | Result | None, parsed: Card | Circle | Result
) -> None:
    """Check that only an entry with the built-in rules keeps the built-in source."""
    if base is not None and parsed.source not in origin.sources and base.rules() != parsed.rules():
        expected = join_values(origin.sources)
        entry.problem("problem.changed_source", "source", source=parsed.source, expected=expected)


class EntryText(NamedTuple):
    """What an entry is called, when it was and a note on its history."""

    name: Names
    year: str
    history: Names


def parse_entry_text(
    entry: TableReader, origin: Origin, base: Card | Circle | Result | None, fields: tuple[str, ...] = ()
) -> EntryText:
    """Return name, year and history; the built-in ones are the default, unless the entry has another name."""
    name: Names = entry.names("name", origin.language, required=base is None)
    complete = origin is BUILTIN
    year = entry.text("year", required=complete) if "year" in fields else ""
    history: Names = entry.names("history", origin.language, required=complete) if "history" in fields else {}
    if base is not None and all(base.name.get(language) == text for language, text in name.items()):
        name = base.name
        year = year or getattr(base, "year", "")
        history = history or getattr(base, "history", {})
    return EntryText(name, year, history)


def parse_card(entry: TableReader, origin: Origin) -> Card | None:
    """Return a card of either faith or of Foreign Influence; None if its id is unknown."""
    card_id = entry.text("id")
    if not card_id:
        return None
    if card_id not in CARD_IDS:
        entry.problem("problem.unknown_id", "id", id=card_id, expected="C01-C45, P01-P45, F01-F16")
        return None
    base = origin.base.cards[card_id] if origin.base else None
    card = _parse_foreign_card(entry, origin, base) if card_id[0] == "F" else _parse_faith_card(entry, origin, base)
    check_source(entry, origin, base, card)
    return card


def _parse_faith_card(entry: TableReader, origin: Origin, base: Card | None) -> Card:
    entry.allow(FAITH_FIELDS)
    card_id = entry.table["id"]
    faith = card_id[0]
    about = parse_entry_text(entry, origin, base, ("year", "history"))
    military = entry.flag("military")
    if military and faith == "P":
        entry.problem("problem.military_protestant", "military")
    return Card(
        id=card_id,
        number=_parse_number(entry),
        faith=faith,
        name=about.name,
        **_parse_body(entry, faith),
        military=military,
        first_game=entry.flag("first_game"),
        source=parse_source(entry, origin, base),
        year=about.year,
        history=about.history,
    )


def _parse_number(entry: TableReader) -> int:
    number = entry.take("number", ("integer",))
    return int(entry.table["id"][1:]) if number is None else int(number)


def _parse_body(entry: TableReader, faith: str) -> dict[str, Any]:
    """Return effects, or one for each card discarded, or a persistent table; and the cost of playing the card."""
    if not _parse_playable(entry):
        return {"effects": (), "cost": 0, "each": None, "persistent": None, "playable": False}
    bodies = [field for field in BODY_FIELDS if entry.has(field)]
    if not bodies:
        entry.problem("problem.no_body")
    if len(bodies) > 1:
        entry.problem("problem.two_bodies", bodies[1], fields=join_values(bodies))
    elif bodies == ["persistent"] and entry.has("cost"):
        entry.problem("problem.two_bodies", "cost", fields="cost, persistent")
    cost = parse_cost(entry, may_be_any=True)
    if bodies == ["each"] and cost != "any":
        entry.problem("problem.each_without_any", "each")
    if bodies == ["effects"] and cost == "any":
        entry.problem("problem.any_without_each", "cost")
    return {
        "effects": parse_effects(entry) if "effects" in bodies else (),
        "cost": cost,
        "each": parse_each(entry) if "each" in bodies else None,
        "persistent": parse_persistent(entry, faith) if "persistent" in bodies else None,
    }


def _parse_playable(entry: TableReader) -> bool:
    """Return whether the vocabulary has words for the card; without them it has neither effects nor a cost."""
    if entry.take("playable", ("boolean",), required=False) in (True, None):
        return True
    for field in (*BODY_FIELDS, "cost"):
        if entry.has(field):
            entry.problem("problem.two_bodies", field, fields=f"playable, {field}")
    return False


def _parse_foreign_card(entry: TableReader, origin: Origin, base: Card | None) -> Card:
    entry.allow(FOREIGN_FIELDS)
    about = parse_entry_text(entry, origin, base, ("year", "history"))
    is_builtin, playable = origin is BUILTIN, _parse_playable(entry)
    return Card(
        id=entry.table["id"],
        number=_parse_number(entry),
        faith="F",
        name=about.name,
        effects=parse_effects(entry) if playable else (),
        cost=0,
        each=None,
        persistent=None,
        military=False,
        first_game=False,
        source=parse_source(entry, origin, base),
        year=about.year,
        history=about.history,
        deck=entry.word("deck", DECKS, base.deck if base else None),
        country=entry.word("country", COUNTRIES) if is_builtin else _word_or_base(entry, "country", COUNTRIES, base),
        colour=entry.word("colour", COLOURS) if is_builtin else _word_or_base(entry, "colour", COLOURS, base),
        playable=playable,
    )


def _word_or_base(entry: TableReader, field: str, values: tuple[str, ...], base: Card | None) -> str | None:
    return entry.optional(field, values) or getattr(base, field, None)


def parse_circle(entry: TableReader, origin: Origin) -> Circle | None:
    """Return a circle; None if its number is unknown."""
    number = entry.take("number", ("integer",))
    if number is None:
        return None
    if number not in PYRAMID:
        entry.problem("problem.wrong_circle", "number", circle=number)
        return None
    entry.allow(CIRCLE_FIELDS)
    base = origin.base.circles[number - 1] if origin.base else None
    about = parse_entry_text(entry, origin, base, ("history",))
    nobility, commoners = (_parse_prints(entry, side) for side in SIDES)
    start = POWER_STARTS.index(entry.word("start", POWER_STARTS))
    _check_sides(entry, nobility, commoners, start)
    circle = Circle(
        number=number,
        name=about.name,
        points=_parse_points(entry),
        nobility=nobility,
        commoners=commoners,
        start=start,
        below=_parse_below(entry, number, required=base is None),
        territories=_parse_territories(entry, origin, base, {"nobility": nobility, "commoners": commoners}),
        history=about.history,
        source=parse_source(entry, origin, base),
        short=_parse_short_name(entry, origin, base, about.name),
    )
    check_source(entry, origin, base, circle)
    return circle


def _parse_short_name(entry: TableReader, origin: Origin, base: Circle | None, name: Names) -> Names:
    """Return the short name; the built-in one only together with the built-in name."""
    short: Names = entry.names("short", origin.language, required=origin is BUILTIN)
    return short or (base.short if base is not None and name is base.name else {})


def _parse_points(entry: TableReader) -> int:
    points = entry.take("points", ("integer",))
    if points is None:
        return CIRCLE_POINTS[0]
    if points not in CIRCLE_POINTS:
        entry.problem(
            "problem.wrong_value", "points", field="points", value=points, expected=join_values(CIRCLE_POINTS)
        )
    return int(points)


def _parse_prints(entry: TableReader, side: str) -> str:
    prints = entry.take(side, ("string",))
    if prints is None:
        return ""
    for letter in dict.fromkeys(prints):
        if letter not in "CPN":
            entry.problem("problem.wrong_print", side, field=side, letter=letter)
    if len(prints) not in (MAX_TERRITORIES - 1, MAX_TERRITORIES):
        entry.problem("problem.side_length", side, field=side, count=len(prints))
    return str(prints)


def _check_sides(entry: TableReader, nobility: str, commoners: str, start: int) -> None:
    if nobility and commoners and len(nobility) != len(commoners):
        entry.problem("problem.unequal_sides", "commoners", nobility=len(nobility), commoners=len(commoners))
    side = SIDES[start // 2]
    letters = set(nobility if side == "nobility" else commoners)
    if letters in ({"C"}, {"P"}):  # R45
        entry.problem("problem.complete_at_start", side, side=side, faith=letters.pop())


def _parse_below(entry: TableReader, number: int, required: bool) -> tuple[int, ...]:
    below = entry.take("below", ("array",), required)
    expected = PYRAMID[number]
    if below is not None and tuple(below) != expected:  # R1
        entry.problem("problem.wrong_below", "below", expected=join_values(expected))
    return expected


def _parse_territories(
    entry: TableReader, origin: Origin, base: Circle | None, prints: dict[str, str]
) -> dict[str, tuple[Names, ...]]:
    value = entry.take("territories", ("table",), required=base is None)
    if value is None:
        return {side: _base_territory_names(base, side, len(letters)) for side, letters in prints.items()}
    inner = entry.inner(value)
    inner.allow(SIDES)
    return {side: _parse_territory_names(inner, side, origin, len(letters)) for side, letters in prints.items()}


def _base_territory_names(base: Circle | None, side: str, count: int) -> tuple[Names, ...]:
    """Return the built-in names of a side, or plain numbers if the side has another length."""
    if base and len(base.territories[side]) == count:
        return base.territories[side]
    return tuple(dict.fromkeys(LANGUAGES, str(n)) for n in range(1, count + 1))


def _parse_territory_names(entry: TableReader, side: str, origin: Origin, count: int) -> tuple[Names, ...]:
    values = entry.take(side, ("array",))
    if values is None:
        return ()
    if count and len(values) != count:
        entry.problem("problem.wrong_length", side, field=side, count=len(values), expected=str(count))
    places: list[Names] = []
    for value in entry.items(side, values, ("table", "string") if origin.language else ("table",)):
        if isinstance(value, dict):
            places.append(entry.inner(value).languages(side, complete=origin.language is None))
        else:
            entry.check_text(side, value)
            places.append({origin.language or LANGUAGES[0]: value})
    return tuple(places)


def parse_result(entry: TableReader, origin: Origin) -> Result | None:
    """Return a line of the Military Chart; None if no die shows its number."""
    roll = entry.take("roll", ("integer",))
    if roll is None:
        return None
    if not 1 <= roll <= DIE_SIDES:
        entry.problem("problem.out_of_range", "roll", field="roll", value=roll, low=1, high=DIE_SIDES)
        return None
    entry.allow(RESULT_FIELDS)
    base = origin.base.results[roll - 1] if origin.base else None
    about = parse_entry_text(entry, origin, base)
    effects = parse_effects(entry, may_be_empty=True)
    result = Result(roll, about.name, effects, parse_source(entry, origin, base))
    check_source(entry, origin, base, result)
    return result
