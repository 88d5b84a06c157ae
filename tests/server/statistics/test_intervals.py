"""Intervals of shares, against published values."""

import pytest

from solafide.server.statistics.intervals import wilson_interval

# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
# method 3: the score interval without continuity correction.
NEWCOMBE = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0.0, 0.1611), (1, 29): (0.0061, 0.1718)}


@pytest.mark.parametrize(("counted", "interval"), NEWCOMBE.items())
def test_published_intervals(counted: tuple[int, int], interval: tuple[float, float]) -> None:
    assert wilson_interval(*counted) == pytest.approx(interval, abs=5e-5)


def test_an_interval_mirrors_the_other_result() -> None:
    low, high = wilson_interval(3, 11)
    assert wilson_interval(8, 11) == pytest.approx((1 - high, 1 - low))


def test_more_games_make_it_narrower() -> None:
    widths = [high - low for low, high in (wilson_interval(n // 2, n) for n in (2, 10, 50, 1000))]
    assert widths == sorted(widths, reverse=True)
