"""Cards, circles, chart results and the set that holds them, as immutable data."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from solafide.cards.vocabulary import POWER_STARTS

Names = Mapping[str, str]
PlainData = dict[str, Any]
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """A verb with its fields, defaults filled in.

    >>> Effect("draw", {"count": 1}).plain()
    {'effect': 'draw', 'count': 1}
    """

    kind: str
    fields: Mapping[str, Any]

    def plain(self) -> PlainData:
        """Return the effect as it is written in a card set."""
        return {"effect": self.kind, **{name: _plain_value(value) for name, value in self.fields.items()}}


def _plain_value(value: Any) -> Any:
    """Return the value of a field as it is written: tuples of numbers, or of lists of effects, as lists."""
    if isinstance(value, Effect):
        return value.plain()
    return [_plain_value(item) for item in value] if isinstance(value, tuple) else value


def plain_effects(effects: Iterable[Effect]) -> list[PlainData]:
    """Return a list of effects as it is written in a card set."""
    return [effect.plain() for effect in effects]


@dataclass(frozen=True, slots=True)
class Persistent:
    """The effects of a persistent card while it is in front of its owner (§6.5)."""

    when: str
    cost: int
    effects: tuple[Effect, ...]
    limit: int | None

    def plain(self) -> PlainData:
        """Return the table as it is written in a card set."""
        plain: PlainData = {"when": self.when}
        if self.cost:
            plain["cost"] = {"discard": self.cost}
        if self.effects:
            plain["effects"] = plain_effects(self.effects)
        if self.limit is not None:
            plain["limit"] = self.limit
        return plain


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a faith ("C", "P") or of Foreign Influence ("F"); a `cost` of 0 is no cost."""

    id: str
    number: int
    faith: str
    name: Names
    effects: tuple[Effect, ...]
    cost: int | Literal["any"]
    each: Effect | None
    persistent: Persistent | None
    military: bool
    first_game: bool
    source: str
    year: str
    history: Names
    deck: str | None = None
    country: str | None = None
    colour: str | None = None
    playable: bool = True  # False: the printed card does something that the vocabulary has no words for

    def rules(self) -> PlainData:
        """Return the fields that matter to play, as they are written in a card set."""
        plain: PlainData = {"id": self.id, "number": self.number}
        if self.deck:
            plain["deck"] = self.deck
        if self.cost:
            plain["cost"] = {"discard": self.cost}
        if self.each:
            plain["each"] = self.each.plain()
        elif self.persistent:
            plain["persistent"] = self.persistent.plain()
        elif not self.playable:
            plain["playable"] = False
        else:
            plain["effects"] = plain_effects(self.effects)
        if self.military:
            plain["military"] = True
        if self.first_game:
            plain["first_game"] = True
        return plain

    def plain(self) -> PlainData:
        """Return the whole entry as it is written in a card set."""
        plain = self.rules()
        if self.country:
            plain["country"] = self.country
        if self.colour:
            plain["colour"] = self.colour
        plain |= {"name": dict(self.name), "source": self.source}
        if self.year:
            plain["year"] = self.year
        if self.history:
            plain["history"] = dict(self.history)
        return plain


@dataclass(frozen=True, slots=True)
class Circle:
    """An Imperial Circle; the n-th letter of a side belongs to its n-th territory; `start` is 0-3 on the track.

    `short` is a shorter name for small displays; it may be empty.
    """

    number: int
    name: Names
    points: int
    nobility: str
    commoners: str
    start: int
    below: tuple[int, ...]
    territories: Mapping[str, tuple[Names, ...]]
    history: Names
    source: str
    short: Names = field(default_factory=dict)

    def rules(self) -> PlainData:
        """Return the fields that matter to play, as they are written in a card set."""
        return {
            "number": self.number,
            "points": self.points,
            "nobility": self.nobility,
            "commoners": self.commoners,
            "start": POWER_STARTS[self.start],
            "below": list(self.below),
        }

    def plain(self) -> PlainData:
        """Return the whole entry as it is written in a card set."""
        plain = self.rules() | {"name": dict(self.name), "source": self.source}
        if self.short:
            plain["short"] = dict(self.short)
        plain["territories"] = {side: [dict(name) for name in names] for side, names in self.territories.items()}
        if self.history:
            plain["history"] = dict(self.history)
        return plain


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the Military Chart."""

    roll: int
    name: Names
    effects: tuple[Effect, ...]
    source: str

    @property
    def id(self) -> str:
        """The id in choices and events, "M1" to "M6"."""
        return f"M{self.roll}"

    def rules(self) -> PlainData:
        """Return the fields that matter to play, as they are written in a card set."""
        return {"roll": self.roll, "effects": plain_effects(self.effects)}

    def plain(self) -> PlainData:
        """Return the whole entry as it is written in a card set."""
        return self.rules() | {"name": dict(self.name), "source": self.source}


@dataclass(frozen=True)
class CardSet:
    """All cards by id and in order, circles 1-10 and chart results 1-6: what a game is played with."""

    name: str
    cards: Mapping[str, Card]
    circles: tuple[Circle, ...]
    results: tuple[Result, ...]
    builtin: bool = field(default=False, compare=False)

    def canonical(self) -> str:
        """Return the whole set as one line of JSON; equal sets have equal texts."""
        return _canonical({"name": self.name, **self._entries("plain")})

    @cached_property
    def hash(self) -> str:
        """The hash of everything that matters to play and to display."""
        return _fingerprint(self.canonical())

    @cached_property
    def rules_hash(self) -> str:
        """The hash of what matters to play: corrected names and history notes do not change it."""
        return _fingerprint(_canonical(self._entries("rules")))

    @property
    def storage_key(self) -> str:
        """The hash by which a stored game names this set: of its rules if it is built in, else of the whole set."""
        return self.rules_hash if self.builtin else self.hash

    @cached_property
    def text_bytes(self) -> int:
        """How much memory the canonical text takes; the set itself takes about as much."""
        return sys.getsizeof(self.canonical())

    def __hash__(self) -> int:
        return hash(self.hash)

    def _entries(self, form: str) -> PlainData:
        return {
            "circle": [getattr(circle, form)() for circle in self.circles],
            "card": [getattr(card, form)() for card in self.cards.values()],
            "result": [getattr(result, form)() for result in self.results],
        }


def _canonical(plain: PlainData) -> str:
    return json.dumps({"format": FORMAT, **plain}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _fingerprint(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
