"""Cards, circles, chart results and the set that holds them, all of it plain and unchanging data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from solafide.cards.vocabulary import STARTS

Names = Mapping[str, str]
Plain = dict[str, Any]
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """A verb with its fields, defaults filled in.

    >>> Effect("draw", {"count": 1}).plain()
    {'effect': 'draw', 'count': 1}
    """

    kind: str
    fields: Mapping[str, Any]

    def plain(self) -> Plain:
        """The effect as it is written in a card set."""
        fields = dict(self.fields)
        if self.kind == "choose":
            fields["options"] = [plain_effects(option) for option in fields["options"]]
        if self.kind == "convert_neutrals":
            fields["circles"] = list(fields["circles"])
        return {"effect": self.kind, **fields}


def plain_effects(effects: Iterable[Effect]) -> list[Plain]:
    """A list of effects as it is written in a card set."""
    return [effect.plain() for effect in effects]


@dataclass(frozen=True, slots=True)
class Persistent:
    """What a card does while it lies in front of its owner."""

    when: str
    cost: int
    effects: tuple[Effect, ...]
    limit: int | None

    def plain(self) -> Plain:
        """The table as it is written in a card set."""
        plain: Plain = {"when": self.when}
        if self.cost:
            plain["cost"] = {"discard": self.cost}
        if self.effects:
            plain["effects"] = plain_effects(self.effects)
        if self.limit is not None:
            plain["limit"] = self.limit
        return plain


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a faith ("C", "P") or of Foreign Influence ("F"); `cost` 0 is none."""

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

    def rules(self) -> Plain:
        """What matters to play, as it is written in a card set."""
        plain: Plain = {"id": self.id, "number": self.number}
        if self.deck:
            plain["deck"] = self.deck
        if self.cost:
            plain["cost"] = {"discard": self.cost}
        if self.each:
            plain["each"] = self.each.plain()
        elif self.persistent:
            plain["persistent"] = self.persistent.plain()
        else:
            plain["effects"] = plain_effects(self.effects)
        if self.military:
            plain["military"] = True
        if self.first_game:
            plain["first_game"] = True
        return plain

    def plain(self) -> Plain:
        """The whole entry as it is written in a card set."""
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

    `short` is a name for where there is little room, if it has one.
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

    def rules(self) -> Plain:
        """What matters to play, as it is written in a card set."""
        return {
            "number": self.number,
            "points": self.points,
            "nobility": self.nobility,
            "commoners": self.commoners,
            "start": STARTS[self.start],
            "below": list(self.below),
        }

    def plain(self) -> Plain:
        """The whole entry as it is written in a card set."""
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

    def rules(self) -> Plain:
        """What matters to play, as it is written in a card set."""
        return {"roll": self.roll, "effects": plain_effects(self.effects)}

    def plain(self) -> Plain:
        """The whole entry as it is written in a card set."""
        return self.rules() | {"name": dict(self.name), "source": self.source}


@dataclass(frozen=True)
class CardSet:
    """Everything that a game is played with: cards by id and in order, circles 1-10, chart results 1-6."""

    name: str
    cards: Mapping[str, Card]
    circles: tuple[Circle, ...]
    results: tuple[Result, ...]
    builtin: bool = field(default=False, compare=False)

    def canonical(self) -> str:
        """The whole set as one line of JSON: equal sets, equal text."""
        return _canonical({"name": self.name, **self._entries("plain")})

    @cached_property
    def hash(self) -> str:
        """The fingerprint of everything that matters to play and to display."""
        return _fingerprint(self.canonical())

    @cached_property
    def rules_hash(self) -> str:
        """The fingerprint of what matters to play alone: a mended name or history note leaves it as it is."""
        return _fingerprint(_canonical(self._entries("rules")))

    @property
    def storage_key(self) -> str:
        """The hash by which a stored game names this set: of its rules if it is built in, else of the whole set."""
        return self.rules_hash if self.builtin else self.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def _entries(self, form: str) -> Plain:
        return {
            "circle": [getattr(circle, form)() for circle in self.circles],
            "card": [getattr(card, form)() for card in self.cards.values()],
            "result": [getattr(result, form)() for result in self.results],
        }


def _canonical(plain: Plain) -> str:
    return json.dumps({"format": FORMAT, **plain}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _fingerprint(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
