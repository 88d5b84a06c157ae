"""Where a game was won and lost: luck by kind, own choices, and what neither explains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from solafide.game import FAITHS
from solafide.players.analysis.decision_points import DECISION, ENDING
from solafide.players.analysis.estimate import PLACES, Measure, exact

LUCK_KINDS = ("draw", "triple", "die", "foreign")
HIDDEN, NOISE = "hidden", "noise"
ROWS = (*LUCK_KINDS, DECISION, HIDDEN, ENDING, NOISE)


class Part(NamedTuple):
    """One cause of a change of the Catholics' chance: its row in the balance, and whose doing it was."""

    row: str
    by: str
    change: Measure


class Balance:
    """Every change of the Catholics' chance from the start to the result, put down to something.

    The parts add up to the whole, digit by digit: `noise` is what is left over.
    """

    def __init__(self, start: Measure, result: float, parts: Iterable[Part]) -> None:
        many = len(start.samples)
        self.start, self.result, self.ended = start, result, False
        self.sums = {(row, faith): exact(0.0, many) for row in ROWS for faith in FAITHS}
        for part in parts:
            self.ended |= part.row == ENDING
            self.sums[part.row, part.by] = self.sums[part.row, part.by].plus(part.change)

    def row(self, row: str) -> Measure:
        """Both faiths together."""
        return self.sums[row, "C"].plus(self.sums[row, "P"])

    @property
    def luck(self) -> Measure:
        """All luck, for the Catholics."""
        total = self.start.times(0.0)
        for kind in LUCK_KINDS:
            total = total.plus(self.row(kind))
        return total

    def json(self) -> dict[str, Any]:
        told = {row: self._told(row) for row in ROWS if row != NOISE and (row != ENDING or self.ended)}
        rest = self.result - self.start.mean - sum(part["both"] for part in told.values())
        told[NOISE] = {"both": round(rest, PLACES), "error": self.row(NOISE).error}
        luck = {"both": round(sum(told[kind]["both"] for kind in LUCK_KINDS), PLACES), "error": self.luck.error}
        return {"start": self.start.mean, "error": self.start.error, **told, "result": self.result, "luck": luck}

    def _told(self, row: str) -> dict[str, float]:
        of = {faith: self.sums[row, faith].mean for faith in FAITHS}
        return {**of, "both": round(sum(of.values()), PLACES), "error": self.row(row).error}
