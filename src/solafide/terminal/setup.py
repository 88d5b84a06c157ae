"""The settings of a game in the terminal: opponent, faith, options, card set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solafide.cards import CardSet
from solafide.game import Game, LiveNature, Options, Record

PERSON = "person"
PERSONS = ("1", "2")


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The opponent (None: two people), the person's faith, the options, the card set, and a seed for tests."""

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
        """The players of persons 1 and 2; with agreed faiths, person 1 is Catholic.

        >>> GameSetup(opponent="greedy", faith="P").players()
        {'1': 'greedy', '2': 'person'}
        """
        players = dict.fromkeys(PERSONS, PERSON)
        if self.opponent is not None:
            players["1" if self.faith == "P" else "2"] = self.opponent
        return players

    def game(self) -> Game:
        return Game(self.options(), self.cards, LiveNature(self.seed))

    def rematch(self) -> GameSetup:
        """The same settings with a new seed."""
        return replace(self, seed=None)


def setup_from_record(record: Record) -> GameSetup:
    """The settings of a recorded game."""
    rules, players = record.options, players_from_record(record)
    opponent_person = next((person for person in PERSONS if players[person] != PERSON), None)
    agreed = rules.faiths == "agreed"
    return GameSetup(
        opponent=players[opponent_person] if opponent_person else None,
        faith="rolled" if not agreed else "P" if opponent_person == "1" else "C",
        mode=rules.mode,
        claims=rules.claims,
        tokens="unlimited" if rules.tokens is None else "16",
        first=rules.first,
        cards=record.cards,
    )


def players_from_record(record: Record) -> dict[str, str]:
    """The players of a recorded game; a person where the record names none."""
    return {person: record.players.get(person, PERSON) for person in PERSONS}
