"""Elo differences and their intervals, compared with exact values or with simulations."""

import math
import random
from functools import lru_cache

import pytest

from solafide.lab.elo import (
    VALUES,
    elo_interval,
    elo_of,
    expected,
    interval,
    likelihood,
    mean,
    student_t_quantile,
    tally,
)

inside = lru_cache(maxsize=None)(lambda *counts: interval(counts))


def test_elo_and_expected_score() -> None:
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))
    for elo in (-312.5, -1, 0, 47, 800):
        assert elo_of(expected(elo)) == pytest.approx(elo)
    assert elo_of(0) is None
    assert elo_of(1) is None


def test_tally_and_mean() -> None:
    counts = tally([0, 0.5, 1, 1, 1.5, 2, 2])
    assert counts == [1, 1, 2, 1, 2]
    assert mean(counts) == pytest.approx(8 / 14)
    assert mean(tally([])) is None


def test_likelihood_of_pairs_won_or_lost_whole() -> None:
    """Pairs that are won or lost whole are coins, whose likelihood is known."""
    for wins, losses, score in ((7, 3, 0.5), (40, 60, 0.3), (1, 99, 0.2)):
        rate = wins / (wins + losses)
        by_hand = wins * math.log(score / rate) + losses * math.log((1 - score) / (1 - rate))
        assert likelihood([losses, 0, 0, 0, wins], score) == pytest.approx(by_hand, abs=0.03)


def test_the_likelihood_is_maximal() -> None:
    """No other chances with the same mean fit better."""
    counts, score, dice = [3, 11, 40, 25, 6], 0.47, random.Random(5)
    best = likelihood(counts, score)
    total = sum(counts)
    points = 0
    while points < 2000:
        chances = [dice.expovariate(total / (count + 1)) for count in counts]
        low = sum(c * max(0, score - v) for c, v in zip(chances, VALUES, strict=True))
        high = sum(c * max(0, v - score) for c, v in zip(chances, VALUES, strict=True))
        # Tilted so that the mean is right.
        chances = [c * (low if v > score else high if v < score else 1) for c, v in zip(chances, VALUES, strict=True)]
        weight = sum(chances)
        assert sum(c * v for c, v in zip(chances, VALUES, strict=True)) / weight == pytest.approx(score)
        other = sum(n * math.log(c / weight / (n / total)) for n, c in zip(counts, chances, strict=True))
        assert other <= best + 1e-9
        points += 1


def test_many_pairs_have_the_normal_interval() -> None:
    """The mean of the pairs, twice its standard error to either side."""
    counts = [200, 800, 6000, 2000, 600]
    pairs, average = sum(counts), mean(counts)
    assert average is not None
    variance = sum(n * (value - average) ** 2 for n, value in zip(counts, VALUES, strict=True)) / pairs
    wide = 1.96 * math.sqrt(variance / pairs)
    assert interval(counts) == pytest.approx((average - wide, average + wide), abs=1e-4)


def test_pairs_narrow_the_interval() -> None:
    """The same games, but every deal is won by the same faith: that says more than games won and lost at random."""
    shared, independent = [0, 0, 100, 0, 0], [25, 0, 50, 0, 25]
    assert interval(shared)[1] - interval(shared)[0] < (interval(independent)[1] - interval(independent)[0]) / 2


@pytest.mark.parametrize("pairs", [1, 3, 20, 5000])
def test_a_perfect_score_has_a_one_sided_bound(pairs: int) -> None:
    bound = 0.05 ** (1 / pairs)  # such a score wins all pairs in one case of twenty
    assert interval([0, 0, 0, 0, pairs]) == pytest.approx((bound, 1))
    assert interval([pairs, 0, 0, 0, 0]) == pytest.approx((0, 1 - bound))
    assert elo_interval([0, 0, 0, 0, pairs]) == (pytest.approx(elo_of(bound)), None)
    assert elo_interval([pairs, 0, 0, 0, 0]) == (None, pytest.approx(elo_of(1 - bound)))


@pytest.mark.parametrize(
    "counts", [[0] * 5, [0, 0, 1, 0, 0], [0, 0, 1, 0, 1], [1, 0, 0, 0, 1], [0, 0, 5, 0, 0], [0, 0, 1, 0, 10**6]]
)
def test_a_bound_is_finite_or_none(counts: list[int]) -> None:
    low, high = interval(counts)
    average = mean(counts)
    assert 0 <= low <= (0.5 if average is None else average) <= high <= 1
    assert all(end is None or math.isfinite(end) for end in elo_interval(counts))


def test_equal_results_leave_an_interval() -> None:
    """Five shared pairs: every other result could be an unseen pair won whole, by the likelihood of coins."""
    wide = (1 - math.exp(-(student_t_quantile(4) ** 2) / 2 / 5)) / 2
    assert interval([0, 0, 5, 0, 0]) == pytest.approx((0.5 - wide, 0.5 + wide), abs=2e-3)


@pytest.mark.parametrize(("freedom", "exact"), [(1, 12.706), (4, 2.776), (9, 2.262), (30, 2.042), (200, 1.972)])
def test_student_t_quantiles(freedom: int, exact: float) -> None:
    assert student_t_quantile(freedom) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize(
    ("chances", "pairs"),
    [
        ((0.25, 0, 0.5, 0, 0.25), 12),
        ((0.25, 0, 0.5, 0, 0.25), 60),
        ((0.05, 0.1, 0.7, 0.1, 0.05), 40),
        ((0.01, 0, 0.18, 0, 0.81), 25),
        ((0, 0, 0.05, 0, 0.95), 50),
        ((0.02, 0.04, 0.25, 0.2, 0.49), 30),
    ],
)
def test_the_interval_covers_the_truth_in_95_percent(chances: tuple[float, ...], pairs: int) -> None:
    """300 matches of coins: 95 % is 285; fewer than 275 would happen in one of two hundred such tests."""
    dice, truth = random.Random(f"{chances} {pairs}"), sum(c * v for c, v in zip(chances, VALUES, strict=True))
    covered = 0
    for _ in range(300):
        results = dice.choices(range(5), chances, k=pairs)
        low, high = inside(*(results.count(which) for which in range(5)))
        covered += low <= truth <= high
    assert covered >= 275
