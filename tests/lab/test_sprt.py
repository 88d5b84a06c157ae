"""The sequential test: known values, and how often it errs."""

import math
import random

import pytest

from solafide.game import SolaFideError
from solafide.lab.elo import expected
from solafide.lab.sprt import Sprt


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "llr"),
    [
        # Two matches of chess programs, with the figures that the chess world's own programs give for them.
        (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (0, 2, [871, 26175, 55983, 26678, 821], -4.98),
        (-10, 10, [5, 8, 20, 8, 5], 0),
    ],
)
def test_known_values(elo0: float, elo1: float, counts: list[int], llr: float) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=0.005)


def test_likelihood_ratio_of_pairs_won_or_lost_whole() -> None:
    test = Sprt(0, 100)
    by_hand = 30 * math.log(expected(100) / 0.5) + 12 * math.log((1 - expected(100)) / 0.5)
    assert test.llr([12, 0, 0, 0, 30]) == pytest.approx(by_hand, abs=0.02)


def test_bounds() -> None:
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(alpha=0.01, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


def test_verdict() -> None:
    test = Sprt(0, 50)
    assert test.verdict([0] * 5) is None
    assert test.verdict([5, 0, 10, 0, 5]) is None
    assert test.verdict([2, 0, 40, 0, 40]) == "elo1"
    assert test.verdict([40, 0, 40, 0, 2]) == "elo0"
    result = test.json([0] * 5)
    assert (result["elo0"], result["elo1"], result["alpha"], result["beta"]) == (0, 50, 0.05, 0.05)
    assert (result["llr"], result["lower"], result["upper"], result["verdict"]) == (0, -2.9444, 2.9444, None)


@pytest.mark.parametrize(("elo", "right"), [(0, "elo0"), (120, "elo1")])
def test_error_rate_is_within_the_bound(elo: float, right: str) -> None:
    """150 matches with an error of 5 %: more than 15 wrong answers would be a surprise of one in a hundred."""
    test, dice, wrong = Sprt(0, 120), random.Random(right), 0
    even = 0.3  # so many pairs are shared: the deal decides
    chance = 2 * (expected(elo) - even / 2) / (1 - even) / 2
    for _ in range(150):
        counts = [0] * 5
        while (answer := test.verdict(counts)) is None:
            counts[2 if dice.random() < even else 4 if dice.random() < chance else 0] += 1
        wrong += answer != right
    assert wrong <= 15


def test_invalid_parameters_are_refused() -> None:
    with pytest.raises(SolaFideError) as error:
        Sprt(10, 10)
    assert error.value.key == "error.arena.elo_order"
    for wrong in (0, 0.5, 1):
        with pytest.raises(SolaFideError):
            Sprt(alpha=wrong)
        with pytest.raises(SolaFideError):
            Sprt(beta=wrong)
