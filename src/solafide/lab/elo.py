"""Strength from the scores of pairs: Elo with 95 % intervals that hold for few pairs and one-sided results too.

The two games of a pair share their deal, so a pair is the unit: its score is 0, ½, 1, 1½ or 2 points. How often each
came (`counts`, five numbers) is all that is looked at.
"""

import math
from collections.abc import Iterable, Sequence

Counts = Sequence[int]
Interval = tuple[float, float]
EloInterval = tuple[float | None, float | None]

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)  # the share of its two points that a pair brought
UNSEEN = 1e-3  # the weight of a score that never came, so that every mean between 0 and 1 stays possible
ERROR = 0.05
NORMAL = 1.959964  # the two-sided quantile of the normal distribution for ERROR
HALVINGS = 60
CERTAIN = 1e-6  # a score nearer than this to 0 or 1 cannot be told from it


def expected(elo: float) -> float:
    """The score that a difference in Elo predicts.

    >>> round(expected(100), 4)
    0.6401
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """The difference in Elo that predicts a score; none is large enough for 0 or 1.

    >>> elo_of(0.5), elo_of(1)
    (0.0, None)
    """
    return 400 * math.log10(score / (1 - score)) + 0.0 if 0 < score < 1 else None


def tally(points: Iterable[float]) -> list[int]:
    """Count the pairs with 0, ½, 1, 1½ and 2 points.

    >>> tally([0.5, 2, 2])
    [0, 1, 0, 0, 2]
    """
    counts = [0] * len(VALUES)
    for point in points:
        counts[round(2 * point)] += 1
    return counts


def mean(counts: Counts) -> float | None:
    """The mean score; none without pairs."""
    pairs = sum(counts)
    return sum(count * value for count, value in zip(counts, VALUES, strict=True)) / pairs if pairs else None


def likelihood(counts: Counts, score: float) -> float:
    """The logarithm of how much less likely these counts are if the mean score is held to be `score` (0 < score < 1).

    Among all chances of the five scores with that mean, the likeliest are count / (1 + tilt * (value - score)), by
    Lagrange's rule; the tilt is found by halving.
    """
    weights = [max(count, UNSEEN) for count in counts]
    away = [value - score for value in VALUES]
    low, high = -1 / (1 - score), 1 / score
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        if sum(weight * d / (1 + tilt * d) for weight, d in zip(weights, away, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    return -sum(weight * math.log1p(tilt * d) for weight, d in zip(weights, away, strict=True))


def interval(counts: Counts) -> Interval:
    """The scores that the pairs do not speak against: 95 %, by the ratio of likelihoods.

    If every point was won (or lost) the bound is one-sided, the score that would bring this in 5 % of all cases.

    >>> [round(score, 3) for score in interval([0, 0, 0, 0, 20])]
    [0.861, 1.0]
    """
    score, pairs = mean(counts), sum(counts)
    if score is None:
        return 0.0, 1.0
    if score in (0, 1):
        bound = ERROR ** (1 / pairs)
        return (bound, 1.0) if score else (0.0, 1 - bound)
    limit = -(student(pairs - 1) ** 2) / 2
    return _edge(counts, score, 0.0, limit), _edge(counts, score, 1.0, limit)


def elo_interval(counts: Counts) -> EloInterval:
    """The same in Elo; None where there is no bound."""
    low, high = interval(counts)
    return elo_of(low), elo_of(high)


def student(freedom: int) -> float:
    """Student's two-sided 95 % quantile: what few pairs cost (Cornish and Fisher's series; 12.7 is exact for one).

    >>> round(student(10), 2), round(student(1000), 2)
    (2.23, 1.96)
    """
    if freedom <= 1:
        return 12.706
    z, n = NORMAL, freedom
    series = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + math.fsum(term / n**power for power, term in enumerate(series, 1))


def _edge(counts: Counts, inside: float, end: float, limit: float) -> float:
    """Return the point between the mean and an end of the scale where the likelihood falls below the limit."""
    outside = end
    while abs(inside - outside) > CERTAIN / 2:
        middle = (inside + outside) / 2
        if likelihood(counts, middle) >= limit:
            inside = middle
        else:
            outside = middle
    return end if abs(inside - end) < CERTAIN else inside
