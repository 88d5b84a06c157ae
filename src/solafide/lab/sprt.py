"""The sequential test: after every pair, whether the question "is it this much stronger?" has been answered."""

import math
from dataclasses import dataclass
from typing import Any

from solafide.game import SolaFideError
from solafide.lab.elo import Counts, expected, likelihood


@dataclass(frozen=True)
class Sprt:
    """Wald's test of `elo1` against `elo0`: nuisance parameters are replaced by their maximum-likelihood estimates.

    alpha: how often elo1 may be accepted although elo0 holds; beta: the other way round.

    >>> Sprt(0, 50).verdict([0, 0, 3, 0, 40])
    'elo1'
    """

    elo0: float = 0
    elo1: float = 10
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise SolaFideError("error.arena.elo_order", elo0=f"{self.elo0:g}", elo1=f"{self.elo1:g}")
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise SolaFideError("cli.error.choice", option=name, value=f"{share:g}", allowed="0 < … < 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first bound elo0 is accepted, above the second elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The logarithm of the ratio of likelihoods, elo1 over elo0."""
        if not sum(counts):
            return 0.0
        return likelihood(counts, expected(self.elo1)) - likelihood(counts, expected(self.elo0))

    def verdict(self, counts: Counts) -> str | None:
        """`elo0`, `elo1`, or None: go on."""
        low, high = self.bounds
        ratio = self.llr(counts)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None

    def json(self, counts: Counts) -> dict[str, Any]:
        low, high = self.bounds
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": round(self.llr(counts), 4),
            "lower": round(low, 4),
            "upper": round(high, 4),
            "verdict": self.verdict(counts),
        }
