"""What is agreed before the first die is rolled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solafide.cards import CardSet
from solafide.game import Game, LiveNature, Options, Record

PERSON = "person"
PERSONS = ("1", "2")


@dataclass(frozen=True, slots=True)
class Setup:
    """The opponent (None: two people), the faith of whoever plays against one, the options, cards, a seed for tests."""

    opponent: str | None = None
    faith: str = "rolled"
    mode: str = "first"
    claims: str = "at-once"
    tokens: str = "16"
    first: str = "rolled"
    cards: CardSet | None = None
    seed: bytes | None = None

    def options(self) -> Options:
        rules: dict[str, Any] = {
            "mode": self.mode,
            "claims": self.claims,
            "tokens": None if self.tokens == "unlimited" else 16,
            "faiths": "rolled" if self.faith == "rolled" else "agreed",
            "first": self.first,
        }
        return Options(**rules)

    def players(self) -> dict[str, str]:
        """Who sits where; agreed faiths make person 1 Catholic.

        >>> Setup(opponent="greedy", faith="P").players()
        {'1': 'greedy', '2': 'person'}
        """
        people = dict.fromkeys(PERSONS, PERSON)
        if self.opponent is not None:
            people["1" if self.faith == "P" else "2"] = self.opponent
        return people

    def game(self) -> Game:
        return Game(self.options(), self.cards, LiveNature(self.seed))

    def again(self) -> Setup:
        """The same once more, with a new seed."""
        return replace(self, seed=None)


def setup_of(record: Record) -> Setup:
    """What was agreed for a recorded game."""
    rules, players = record.options, players_of(record)
    machine = next((person for person in PERSONS if players[person] != PERSON), None)
    agreed = rules.faiths == "agreed"
    return Setup(
        opponent=players[machine] if machine else None,
        faith="rolled" if not agreed else "P" if machine == "1" else "C",
        mode=rules.mode,
        claims=rules.claims,
        tokens="unlimited" if rules.tokens is None else "16",
        first=rules.first,
        cards=record.cards,
    )


def players_of(record: Record) -> dict[str, str]:
    """Who sat where in a recorded game; people, where nothing is said."""
    return {person: record.players.get(person, PERSON) for person in PERSONS}
