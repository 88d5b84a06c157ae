"""Bradley-Terry ratings: one scale for several players."""

import random
from itertools import combinations

import pytest

from solafide.lab.bradley_terry import PairResult, ratings
from solafide.lab.elo import elo_of, expected

TRUTH = (0, 130, -90, 310, 520)


def random_results(rounds: int, seed: int, truth: tuple[int, ...] = TRUTH) -> list[PairResult]:
    """Return results of players of known strength, with every fifth game a draw."""
    dice = random.Random(seed)

    def points(chance: float) -> float:
        return 0.5 if dice.random() < 0.2 else float(dice.random() < 0.5 + (chance - 0.5) / 0.8)

    return [
        PairResult(round, one, other, points(chance) + points(chance))
        for round in range(rounds)
        for one, other in combinations(range(len(truth)), 2)
        for chance in [min(max(expected(truth[one] - truth[other]), 0.1), 0.9)]
    ]


def test_two_players_have_the_elo_of_their_score() -> None:
    results = [PairResult(n, 0, 1, 2 if n < 5 else 1) for n in range(10)]
    one, other = ratings(results, 2)
    assert (one.elo, one.interval) == (0, (0, 0))
    assert other.elo == pytest.approx(-elo_of(0.75))  # type: ignore[operator]
    low, high = other.interval
    assert low is not None
    assert high is not None
    assert low < other.elo < high  # type: ignore[operator]


def test_known_strengths_are_recovered() -> None:
    truth = (0, 130, -90, 250)
    estimated = ratings(random_results(2000, 1, truth), 4)
    assert [rating.elo for rating in estimated] == pytest.approx(truth, abs=15)


def test_the_fitted_ratings_predict_each_players_points() -> None:
    """This is the condition of the maximum likelihood."""
    results = random_results(30, 2)
    elo = [rating.elo or 0.0 for rating in ratings(results, 5)]
    for place in range(5):
        points = sum(m.points if m.first == place else 2 - m.points for m in results if place in (m.first, m.second))
        predicted = sum(
            2 * expected(elo[place] - elo[m.second if m.first == place else m.first])
            for m in results
            if place in (m.first, m.second)
        )
        assert points == pytest.approx(predicted, abs=1e-6)


def test_the_anchor_moves_the_scale_and_nothing_else() -> None:
    results = random_results(40, 3)
    from_first, from_fourth = ratings(results, 5), ratings(results, 5, anchor=3, anchored=1500)
    assert from_fourth[3].interval == (1500, 1500)
    gaps = [one.elo - other.elo for one, other in zip(from_fourth, from_first, strict=True)]  # type: ignore[operator]
    assert gaps == pytest.approx([gaps[0]] * 5)


def test_intervals_cover_the_true_ratings() -> None:
    """800 ratings: 95 % is 760; they are not independent, so there is some room."""
    truth, covered = (0, 130, -90, 220, 60), 0
    for seed in range(200):
        for rating, elo in list(zip(ratings(random_results(40, seed, truth), 5), truth, strict=True))[1:]:
            low, high = rating.interval
            covered += low is not None and high is not None and low <= elo <= high
    assert 735 <= covered <= 790


def test_a_player_without_losses_has_a_one_sided_bound() -> None:
    everything = [PairResult(n, one, other, 2) for n in range(10) for one, other in ((0, 1), (0, 2))]
    between = [PairResult(n, 1, 2, n % 3) for n in range(10)]
    top, middle, low = ratings(everything + between, 3, anchor=1)
    assert top.elo is None
    assert top.interval[0] is not None
    assert top.interval[0] > 100
    assert top.interval[1] is None
    assert middle.elo == 0
    assert low.elo == pytest.approx(ratings([PairResult(m.round, 0, 1, m.points) for m in between], 2)[1].elo)
    bottom = ratings(everything + between, 3, anchor=0)
    assert all(rating.interval[0] is None and (rating.interval[1] or 0) < -100 for rating in bottom[1:])


def test_a_player_without_games_has_no_rating() -> None:
    for rating in ratings([], 3)[1:]:
        assert (rating.elo, rating.interval) == (None, (None, None))


def test_few_equal_rounds_leave_an_interval() -> None:
    same = [PairResult(n, one, other, 1) for n in range(6) for one, other in combinations(range(3), 2)]
    low, high = ratings(same, 3)[1].interval
    assert low is not None
    assert high is not None
    assert high - low > 50
