"""Goals: what counts as done in a step of a lesson, as a predicate on the game, in a small declared vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from solafide.game import ESTATES, EVENTS, FAITHS, Event, Game

CIRCLES = range(1, 11)
CARD_ID_LETTERS = "CPFM"

Check = Callable[[Any], bool]
Table = Mapping[str, Any]


class LessonError(ValueError):
    """A lesson file says something that a lesson cannot say."""


class Field(NamedTuple):
    """A field of a predicate: whether a value fits, and what fits, in words."""

    fits: Check
    expected: str


class Predicate(NamedTuple):
    """Whether something is so in a game: its fields, and the function that looks at the game."""

    fields: Mapping[str, Field]
    holds: Callable[[Game, Sequence[Event], Any], bool]


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


CIRCLE = Field(lambda value: _is_number(value) and value in CIRCLES, "a circle from 1 to 10")
FAITH = Field(lambda value: value in FAITHS, '"C" or "P"')
SIDE = Field(lambda value: value in ESTATES, '"nobility" or "commoners"')
NUMBER = Field(_is_number, "a whole number")
CARD = Field(
    lambda value: isinstance(value, str) and value[:1] in CARD_ID_LETTERS and value[1:].isdecimal(), "a card's id"
)
TRUE = Field(lambda value: value is True, "true")
EVENT_KIND = Field(lambda value: value in EVENTS, "the name of an event, see docs/json.md")
# The fields of events that a goal may name.
EVENT_FIELDS: dict[str, Field] = {
    "event": EVENT_KIND,
    "by": FAITH,
    "card": CARD,
    "circle": CIRCLE,
    "side": SIDE,
    "print": Field(lambda value: value in (*FAITHS, "N"), '"C", "P" or "N"'),
    "holder": FAITH,
    "to": NUMBER,
    "why": Field(lambda value: isinstance(value, str), "a reason for a discard"),
}


def _circle(game: Game, number: int) -> Mapping[str, Any]:
    return game.view()["circles"][number - 1]


def _side_is_held(game: Game, events: Sequence[Event], expected: Table) -> bool:
    territories = _circle(game, expected["circle"])[expected["side"]]
    return territories is not None and territories.count(expected["faith"]) >= expected["at_least"]


def _is_dominant(game: Game, events: Sequence[Event], expected: Table) -> bool:
    power = _circle(game, expected["circle"])["power"]
    return power is not None and ESTATES[power // 2] == expected["side"]


def _is_claimed(game: Game, events: Sequence[Event], expected: Table) -> bool:
    return bool(_circle(game, expected["circle"])["owner"] == expected["faith"])


def _has_hand(game: Game, events: Sequence[Event], expected: Table) -> bool:
    return bool(game.view()["faiths"][expected["faith"]]["hand"] == expected["cards"])


def _has_card(game: Game, events: Sequence[Event], expected: Table) -> bool:
    own = game.view(expected["faith"])["own"]
    return own is not None and expected["card"] in own["hand"]


def _has_rewards(game: Game, events: Sequence[Event], expected: Table) -> bool:
    return bool(game.view()["faiths"][expected["faith"]]["rewards"] >= expected["at_least"])


def _is_in_front(game: Game, events: Sequence[Event], expected: Table) -> bool:
    return bool(game.view()["faiths"][expected["faith"]]["front"] == expected["card"])


def _has_happened(game: Game, events: Sequence[Event], expected: Table) -> bool:
    return any(all(event.get(name) == value for name, value in expected.items()) for event in events)


def _is_won(game: Game, events: Sequence[Event], expected: Table) -> bool:
    return game.outcome is not None and game.outcome.winner == expected["by"]


# By name: every field is required, but for those of `event`.
PREDICATES: dict[str, Predicate] = {
    "event": Predicate(EVENT_FIELDS, _has_happened),
    "holds": Predicate({"circle": CIRCLE, "side": SIDE, "faith": FAITH, "at_least": NUMBER}, _side_is_held),
    "dominant": Predicate({"circle": CIRCLE, "side": SIDE}, _is_dominant),
    "claimed": Predicate({"circle": CIRCLE, "faith": FAITH}, _is_claimed),
    "in_play": Predicate(
        {"circle": CIRCLE}, lambda game, events, expected: _circle(game, expected["circle"])["state"] == "in_play"
    ),
    "disputation": Predicate(
        {"circle": CIRCLE}, lambda game, events, expected: bool(_circle(game, expected["circle"])["disputation"])
    ),
    "rewards": Predicate({"faith": FAITH, "at_least": NUMBER}, _has_rewards),
    "hand": Predicate({"faith": FAITH, "cards": NUMBER}, _has_hand),
    "has_card": Predicate({"faith": FAITH, "card": CARD}, _has_card),
    "front": Predicate({"faith": FAITH, "card": CARD}, _is_in_front),
    "won": Predicate({"by": FAITH}, _is_won),
}


class Goal(NamedTuple):
    """All of these predicates must hold: name and expected values."""

    conditions: tuple[tuple[str, Table], ...]

    def is_reached(self, game: Game, events: Sequence[Event]) -> bool:
        """Whether the goal is reached; events: what has happened since the step began."""
        return all(PREDICATES[name].holds(game, events, expected) for name, expected in self.conditions)


def read_goal(data: Any, where: str) -> Goal:
    """Check the goal of a step and return it; where: the step, for the error.

    >>> read_goal({"claimed": {"circle": 3, "faith": "P"}}, "step 1").conditions
    (('claimed', {'circle': 3, 'faith': 'P'}),)
    """
    if not isinstance(data, Mapping) or not data:
        raise LessonError(f"{where}: done must name at least one of {', '.join(PREDICATES)}")
    for name, expected in data.items():
        if name not in PREDICATES:
            raise LessonError(f"{where}: done.{name} is unknown; known are {', '.join(PREDICATES)}")
        _check_fields(PREDICATES[name], expected, f"{where}: done.{name}", is_optional=name == "event")
    return Goal(tuple(data.items()))


def _check_fields(predicate: Predicate, expected: Any, where: str, is_optional: bool) -> None:
    if not isinstance(expected, Mapping):
        raise LessonError(f"{where} must be a table of {', '.join(predicate.fields)}")
    for name, value in expected.items():
        if name not in predicate.fields:
            raise LessonError(f"{where}.{name} is unknown; known are {', '.join(predicate.fields)}")
        if not predicate.fields[name].fits(value):
            raise LessonError(f"{where}.{name} is {value!r}, expected {predicate.fields[name].expected}")
    required = ("event",) if is_optional else tuple(predicate.fields)
    missing = [name for name in required if name not in expected]
    if missing:
        raise LessonError(f"{where} lacks {', '.join(missing)}")
