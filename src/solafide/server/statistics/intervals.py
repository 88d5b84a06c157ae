"""Intervals of shares: how far a share of few games may be from the true one."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(NamedTuple):
    """The ends of an interval of a share, from 0 to 1."""

    low: float
    high: float


def wilson_interval(successes: int, trials: int) -> Interval:
    """Return the score interval of a share (E. B. Wilson, 1927), which holds also for few trials and for 0 or all.

    >>> [round(end, 4) for end in wilson_interval(81, 263)]
    [0.2553, 0.3662]
    >>> wilson_interval(0, 0)
    Interval(low=0.0, high=1.0)
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    share, spread = successes / trials, _Z * _Z / trials
    middle = share + spread / 2
    half = _Z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return Interval(max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread)))
