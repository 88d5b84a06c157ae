"""The balance of a game: how much luck of each kind, choices and the rest changed the chances."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from solafide.game import FAITHS, Faith
from solafide.players.analysis.decision_points import DECISION, ENDING
from solafide.players.analysis.estimate import ESTIMATE_DECIMALS, SampledEstimate, exact_estimate

LUCK_KINDS = ("draw", "triple", "die", "foreign")
HIDDEN, NOISE = "hidden", "noise"
BALANCE_ROWS = (*LUCK_KINDS, DECISION, HIDDEN, ENDING, NOISE)


class BalancePart(NamedTuple):
    """One cause of a change of the Catholics' chance: its row in the balance, and the faith it belongs to."""

    row: str
    by: Faith
    change: SampledEstimate


class LuckBalance:
    """Every change of the Catholics' chance from the start to the result, each with its cause.

    The parts add up to the whole, digit by digit: `noise` is the remainder.
    """

    def __init__(self, start: SampledEstimate, result: float, parts: Iterable[BalancePart]) -> None:
        many = len(start.samples)
        self.start, self.result, self.ended = start, result, False
        self.sums = {(row, faith): exact_estimate(0.0, many) for row in BALANCE_ROWS for faith in FAITHS}
        for part in parts:
            self.ended |= part.row == ENDING
            self.sums[part.row, part.by] = self.sums[part.row, part.by].plus(part.change)

    def row(self, row: str) -> SampledEstimate:
        """Both faiths together."""
        return self.sums[row, "C"].plus(self.sums[row, "P"])

    @property
    def luck(self) -> SampledEstimate:
        """All luck, for the Catholics."""
        total = self.start.times(0.0)
        for kind in LUCK_KINDS:
            total = total.plus(self.row(kind))
        return total

    def json(self) -> dict[str, Any]:
        rows = {row: self._row_json(row) for row in BALANCE_ROWS if row != NOISE and (row != ENDING or self.ended)}
        rest = self.result - self.start.mean - sum(part["both"] for part in rows.values())
        rows[NOISE] = {"both": round(rest, ESTIMATE_DECIMALS), "error": self.row(NOISE).error}
        luck = {
            "both": round(sum(rows[kind]["both"] for kind in LUCK_KINDS), ESTIMATE_DECIMALS),
            "error": self.luck.error,
        }
        return {"start": self.start.mean, "error": self.start.error, **rows, "result": self.result, "luck": luck}

    def _row_json(self, row: str) -> dict[str, float]:
        of: dict[str, float] = {faith: self.sums[row, faith].mean for faith in FAITHS}
        return {**of, "both": round(sum(of.values()), ESTIMATE_DECIMALS), "error": self.row(row).error}
