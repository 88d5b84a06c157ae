"""A figure that was estimated several times over, so that it knows how far to trust itself."""

from __future__ import annotations

from math import sqrt
from operator import add, sub
from statistics import fmean, stdev
from typing import NamedTuple

PLACES = 6


class Measure(NamedTuple):
    """The same figure from each sample of the analysis: samples differ only in the seed of their chance.

    Sums and differences are taken sample by sample, so that what errors have in common falls away.

    >>> late, soon = Measure((0.5, 0.7)), Measure((0.4, 0.6))
    >>> late.minus(soon).mean, late.minus(soon).error
    (0.1, 0.0)
    """

    samples: tuple[float, ...]

    @property
    def mean(self) -> float:
        return round(fmean(self.samples), PLACES) + 0.0  # no minus nought

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        many = len(self.samples)
        return round(stdev(self.samples) / sqrt(many), PLACES) if many > 1 else 0.0

    def plus(self, other: Measure) -> Measure:
        return Measure(tuple(map(add, self.samples, other.samples)))

    def minus(self, other: Measure) -> Measure:
        return Measure(tuple(map(sub, self.samples, other.samples)))

    def times(self, factor: float) -> Measure:
        return Measure(tuple(factor * sample for sample in self.samples))

    @property
    def certain(self) -> bool:
        """Whether it is more than its own error could explain."""
        return abs(self.mean) > 2 * self.error


def exact(value: float, many: int) -> Measure:
    """A figure without error."""
    return Measure((value,) * many)
