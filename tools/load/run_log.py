"""The log of a load run: each choice sent and its fate, latencies, and errors."""

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
    """When requests or messages were due, and how long each took, in seconds."""

    due: array[float] = field(default_factory=lambda: array("d"))
    took: array[float] = field(default_factory=lambda: array("d"))

    def add(self, due: float, now: float) -> None:
        self.due.append(due)
        self.took.append(now - due)


@dataclass
class RunLog:
    """Count and time all choices of a run. Only what is due between `begin` and `end` (seconds) is measured."""

    choices: list[str] = field(default_factory=list)
    states: bytearray = field(default_factory=bytearray)
    answers: Times = field(default_factory=Times)
    deliveries: Times = field(default_factory=Times)
    games: int = 0
    drafted: int = 0
    messages: int = 0
    watched: int = 0
    undelivered: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    begin: float = float("inf")
    end: float = float("inf")
    measured: int = 0

    def record_sent(self, choice: str) -> str:
        """Record a choice that is about to be sent, and return its idempotency key."""
        self.choices.append(choice)
        self.states.append(SENT)
        return f"{MARK}{len(self.choices):09d}"

    def record_acknowledged(self, client: str, due: float, now: float) -> None:
        self.states[int(client[len(MARK) :]) - 1] = ACKNOWLEDGED
        if self.begin <= due < self.end:
            self.answers.add(due, now)
        if self.begin <= now < self.end:
            self.measured += 1

    def record_delivered(self, due: float, now: float) -> None:
        """Record that a choice has reached the other player's stream."""
        if self.begin <= due < self.end:
            self.deliveries.add(due, now)

    @property
    def acknowledged(self) -> int:
        return self.states.count(ACKNOWLEDGED)

    def compare_with_ledger(self, ledger: Iterable[tuple[str, str]]) -> Figures:
        """Compare the acknowledged choices with the ledger's pairs of idempotency key and choice."""
        counts: Counter[int] = Counter()
        altered = 0
        for client, choice in ledger:
            if not client.startswith(MARK):
                continue
            number = int(client[len(MARK) :]) - 1
            counts[number] += 1
            altered += self.choices[number] != choice
        lost_count = sum(1 for number, state in enumerate(self.states) if state == ACKNOWLEDGED and not counts[number])
        return {
            "acknowledged": self.acknowledged,
            "in_ledger": sum(counts.values()),
            "lost": lost_count,
            "doubled": sum(count - 1 for count in counts.values() if count > 1),
            "altered": altered,
            "unacknowledged": sum(1 for number in counts if self.states[number] != ACKNOWLEDGED),
        }


def spread(times: array[float]) -> Figures:
    """Return percentiles, maximum and count of durations, in milliseconds.

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
