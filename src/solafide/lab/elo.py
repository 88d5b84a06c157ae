"""Strength from the scores of pairs: Elo with 95 % intervals that hold for few pairs and one-sided results too.

The two games of a pair share their deal, so a pair is the unit: its score is 0, ½, 1, 1½ or 2 points. How often each
occurred (`counts`, five numbers) is the whole input.
"""

import math
from collections.abc import Iterable, Sequence

Counts = Sequence[int]
Interval = tuple[float, float]
EloInterval = tuple[float | None, float | None]

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)  # the possible scores of a pair, as a share of its two points
PRIOR_WEIGHT = 1e-3  # count of a score that did not occur, so that every mean between 0 and 1 stays possible
SIGNIFICANCE_LEVEL = 0.05
Z_95 = 1.959964  # two-sided 95 % quantile of the normal distribution
BISECTION_STEPS = 60
MIN_SCORE_MARGIN = 1e-6  # a bound nearer than this to 0 or 1 is reported as 0 or 1


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
    """Return the log-likelihood ratio of these counts: mean score `score` (0 < score < 1) against no restriction.

    Among all distributions of the five scores with that mean, the most likely one has the chances
    count / (1 + tilt * (value - score)), by Lagrange's rule; the tilt is found by bisection.
    """
    weights = [max(count, PRIOR_WEIGHT) for count in counts]
    away = [value - score for value in VALUES]
    low, high = -1 / (1 - score), 1 / score
    for _ in range(BISECTION_STEPS):
        tilt = (low + high) / 2
        if sum(weight * d / (1 + tilt * d) for weight, d in zip(weights, away, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    return -sum(weight * math.log1p(tilt * d) for weight, d in zip(weights, away, strict=True))


def interval(counts: Counts) -> Interval:
    """Return the 95 % confidence interval of the score, by the likelihood ratio.

    If every point was won (or lost) it is one-sided: its bound is the score at which that happens in 5 % of all cases.

    >>> [round(score, 3) for score in interval([0, 0, 0, 0, 20])]
    [0.861, 1.0]
    """
    score, pairs = mean(counts), sum(counts)
    if score is None:
        return 0.0, 1.0
    if score in (0, 1):
        bound = SIGNIFICANCE_LEVEL ** (1 / pairs)
        return (bound, 1.0) if score else (0.0, 1 - bound)
    limit = -(student_t_quantile(pairs - 1) ** 2) / 2
    return _edge(counts, score, 0.0, limit), _edge(counts, score, 1.0, limit)


def elo_interval(counts: Counts) -> EloInterval:
    """The same in Elo; None where there is no bound."""
    low, high = interval(counts)
    return elo_of(low), elo_of(high)


def student_t_quantile(degrees_of_freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t, for small samples.

    By the Cornish-Fisher series; for one degree of freedom the exact value.

    >>> round(student_t_quantile(10), 2), round(student_t_quantile(1000), 2)
    (2.23, 1.96)
    """
    if degrees_of_freedom <= 1:
        return 12.706
    z, n = Z_95, degrees_of_freedom
    series = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + math.fsum(term / n**power for power, term in enumerate(series, 1))


def _edge(counts: Counts, inside: float, end: float, limit: float) -> float:
    """Return the point between the mean and an end of the scale where the likelihood falls below the limit."""
    outside = end
    while abs(inside - outside) > MIN_SCORE_MARGIN / 2:
        middle = (inside + outside) / 2
        if likelihood(counts, middle) >= limit:
            inside = middle
        else:
            outside = middle
    return end if abs(inside - end) < MIN_SCORE_MARGIN else inside
