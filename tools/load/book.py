"""What a run has seen: every choice that was sent and what became of it, how long things took, what went wrong."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

SENT, ACKNOWLEDGED = 0, 1
MARK = "load"

Figures = dict[str, Any]


@dataclass
class Times:
    """When things were due, and how long they took, in seconds."""

    due: array[float] = field(default_factory=lambda: array("d"))
    took: array[float] = field(default_factory=lambda: array("d"))

    def add(self, due: float, now: float) -> None:
        self.due.append(due)
        self.took.append(now - due)


@dataclass
class Book:
    """Times are in seconds; only what is due between `begin` and `end` is measured."""

    choices: list[str] = field(default_factory=list)
    states: bytearray = field(default_factory=bytearray)
    answers: Times = field(default_factory=Times)
    echoes: Times = field(default_factory=Times)
    games: int = 0
    drafted: int = 0
    messages: int = 0
    watched: int = 0
    unheard: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    begin: float = float("inf")
    end: float = float("inf")
    measured: int = 0

    def put_down(self, choice: str) -> str:
        """A choice that is about to be sent; the client's id for it."""
        self.choices.append(choice)
        self.states.append(SENT)
        return f"{MARK}{len(self.choices):09d}"

    def acknowledge(self, client: str, due: float, now: float) -> None:
        self.states[int(client[len(MARK) :]) - 1] = ACKNOWLEDGED
        if self.begin <= due < self.end:
            self.answers.add(due, now)
        if self.begin <= now < self.end:
            self.measured += 1

    def hear(self, due: float, now: float) -> None:
        """A choice has reached the other player."""
        if self.begin <= due < self.end:
            self.echoes.add(due, now)

    @property
    def acknowledged(self) -> int:
        return self.states.count(ACKNOWLEDGED)

    def compared(self, ledger: Iterable[tuple[str, str]]) -> Figures:
        """Acknowledged choices beside the ledger's: pairs of client and choice."""
        found: Counter[int] = Counter()
        other = 0
        for client, choice in ledger:
            if not client.startswith(MARK):
                continue
            number = int(client[len(MARK) :]) - 1
            found[number] += 1
            other += self.choices[number] != choice
        lost = sum(1 for number, state in enumerate(self.states) if state == ACKNOWLEDGED and not found[number])
        return {
            "acknowledged": self.acknowledged,
            "in_ledger": sum(found.values()),
            "lost": lost,
            "doubled": sum(count - 1 for count in found.values() if count > 1),
            "altered": other,
            "unacknowledged": sum(1 for number in found if self.states[number] != ACKNOWLEDGED),
        }


def spread(times: array[float]) -> Figures:
    """In milliseconds.

    >>> spread(array("d", [0.001, 0.002, 0.003, 0.004]))
    {'p50': 3.0, 'p95': 4.0, 'p99': 4.0, 'max': 4.0, 'count': 4}
    """
    if not times:
        return {"p50": None, "p95": None, "p99": None, "max": None, "count": 0}
    ordered = sorted(times)

    def at(part: float) -> float:
        return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)

    return {
        "p50": at(0.5),
        "p95": at(0.95),
        "p99": at(0.99),
        "max": round(1000 * ordered[-1], 2),
        "count": len(ordered),
    }
