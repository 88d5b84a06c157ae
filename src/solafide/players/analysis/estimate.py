"""Figures that are estimated several times, with their standard error."""

from __future__ import annotations

from math import sqrt
from operator import add, sub
from statistics import fmean, stdev
from typing import NamedTuple

ESTIMATE_DECIMALS = 6


class SampledEstimate(NamedTuple):
    """The same figure from each sample of the analysis; samples differ only in their random seed.

    Sums and differences are taken sample by sample, so that errors which the samples share cancel out.

    >>> late, soon = SampledEstimate((0.5, 0.7)), SampledEstimate((0.4, 0.6))
    >>> late.minus(soon).mean, late.minus(soon).error
    (0.1, 0.0)
    """

    samples: tuple[float, ...]

    @property
    def mean(self) -> float:
        return round(fmean(self.samples), ESTIMATE_DECIMALS) + 0.0  # no negative zero

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        many = len(self.samples)
        return round(stdev(self.samples) / sqrt(many), ESTIMATE_DECIMALS) if many > 1 else 0.0

    def plus(self, other: SampledEstimate) -> SampledEstimate:
        return SampledEstimate(tuple(map(add, self.samples, other.samples)))

    def minus(self, other: SampledEstimate) -> SampledEstimate:
        return SampledEstimate(tuple(map(sub, self.samples, other.samples)))

    def times(self, factor: float) -> SampledEstimate:
        return SampledEstimate(tuple(factor * sample for sample in self.samples))

    @property
    def certain(self) -> bool:
        """Whether it is more than its own error could explain."""
        return abs(self.mean) > 2 * self.error


def exact_estimate(value: float, many: int) -> SampledEstimate:
    """A figure without error."""
    return SampledEstimate((value,) * many)
