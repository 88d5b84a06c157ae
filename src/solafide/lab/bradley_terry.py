"""One rating scale for several players: Bradley and Terry's model, a draw counting half, by maximum likelihood."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solafide.lab.elo import EloInterval, student_t_quantile

ELO_PER_LOGIT = 400 / math.log(10)
Z_95_ONE_SIDED = 1.644854  # one-sided 95 % quantile of the normal distribution
MAX_NEWTON_STEPS = 100
PRIOR_ROUNDS = 2  # rounds as the model expects them that count in the standard errors besides those played
Matrix = list[list[float]]


@dataclass(frozen=True)
class PairResult:
    """A pair of games between two players (by their places in the list): the points of the first, of two.

    The pairs of one round share their deal.
    """

    round: int
    first: int
    second: int
    points: float


@dataclass(frozen=True)
class Rating:
    """`elo` is None, and the interval one-sided, if all points against the anchor's equals were won or lost."""

    elo: float | None
    interval: EloInterval

    def json(self) -> dict[str, Any]:
        low, high = (None if end is None else round(end, 1) for end in self.interval)
        return {"elo": None if self.elo is None else round(self.elo, 1), "interval": [low, high]}


def ratings(results: Iterable[PairResult], players: int, anchor: int = 0, anchored: float = 0.0) -> list[Rating]:
    """Return a rating for each player; the anchor's is given, the others' are relative to it.

    The intervals come from how the points of each round differ from what the ratings predict (the sandwich of
    Huber and White), so that shared deals do not count as more than they are.

    >>> results = [PairResult(n, a, b, 1.5 if n % 2 else 1) for n in range(40) for a, b in ((0, 1), (1, 2), (0, 2))]
    >>> [round(rating.elo) for rating in ratings(results, 3)]
    [0, -60, -119]
    """
    all_results = list(results)
    group = _comparable_players(all_results, players, anchor)
    certain = _Fit([m for m in all_results if m.first in group and m.second in group], sorted(group), anchor)
    by_place = {place: certain.rating(place, anchored) for place in group}
    if len(group) < players:
        # The likelihood has no maximum: a drawn pair that was not played, between each two, gives a careful bound.
        virtual = [PairResult(-1, a, b, 1) for a in range(players) for b in range(a)]
        careful = _Fit([*all_results, *virtual], list(range(players)), anchor)
        others = set(range(players)) - group
        by_place |= {p: careful.bound(p, anchored, _ahead(all_results, p, group)) for p in others}
    return [by_place[place] for place in range(players)]


class _Fit:
    """The maximum-likelihood ratings of some players, in logits; the anchor has 0."""

    def __init__(self, results: list[PairResult], places: list[int], anchor: int) -> None:
        self.results = results
        self.free = [place for place in places if place != anchor]
        self.values = dict.fromkeys(places, 0.0)
        for _ in range(MAX_NEWTON_STEPS):
            change = _multiply(_inverse(self._information_matrix()), self._gradient(results))
            longest = max(map(abs, change), default=0.0)
            # Newton's step, shortened where it would overshoot
            for place, by in zip(self.free, change, strict=True):
                self.values[place] += by / max(1.0, longest)
            if longest < 1e-10:
                break
        self.standard_errors = self._standard_errors()

    def rating(self, place: int, anchored: float) -> Rating:
        elo = anchored + ELO_PER_LOGIT * self.values[place]
        rounds = len({result.round for result in self.results})
        if place not in self.free:
            return Rating(elo, (elo, elo))
        if rounds < 2:
            return Rating(elo, (None, None))
        wide = student_t_quantile(rounds - 1) * ELO_PER_LOGIT * self.standard_errors[place]
        return Rating(elo, (elo - wide, elo + wide))

    def bound(self, place: int, anchored: float, ahead: float) -> Rating:
        elo = anchored + ELO_PER_LOGIT * self.values[place]
        wide = Z_95_ONE_SIDED * ELO_PER_LOGIT * self._standard_error_by_information(place)
        return Rating(None, (elo - wide if ahead > 0 else None, elo + wide if ahead < 0 else None))

    def _chance(self, result: PairResult) -> float:
        return 1 / (1 + math.exp(self.values[result.second] - self.values[result.first]))

    def _gradient(self, results: Iterable[PairResult]) -> list[float]:
        gradient = dict.fromkeys(self.values, 0.0)
        for result in results:
            more = result.points - 2 * self._chance(result)
            gradient[result.first] += more
            gradient[result.second] -= more
        return [gradient[place] for place in self.free]

    def _information_matrix(self) -> Matrix:
        row = {place: at for at, place in enumerate(self.free)}
        curve = [[0.0] * len(row) for _ in row]
        for result in self.results:
            chance = self._chance(result)
            weight = 2 * chance * (1 - chance)
            ends = [row[place] for place in (result.first, result.second) if place in row]
            for end in ends:
                curve[end][end] += weight
            if len(ends) == 2:
                curve[ends[0]][ends[1]] -= weight
                curve[ends[1]][ends[0]] -= weight
        return curve

    def _standard_errors(self) -> dict[int, float]:
        """Return the standard error of each rating, over rounds.

        A few rounds may be all alike by chance: the rounds that the model expects are added, as many as PRIOR_ROUNDS.
        """
        rounds: dict[int, list[PairResult]] = {}
        for result in self.results:
            rounds.setdefault(result.round, []).append(result)
        inverse = _inverse(self._information_matrix())
        squares = {place: PRIOR_ROUNDS * inverse[at][at] / len(rounds) for at, place in enumerate(self.free)}
        for several in rounds.values():
            for place, pull in zip(self.free, _multiply(inverse, self._gradient(several)), strict=True):
                squares[place] += pull**2
        few = len(rounds) / (len(rounds) + PRIOR_ROUNDS)
        return {place: math.sqrt(few * square) for place, square in squares.items()}

    def _standard_error_by_information(self, place: int) -> float:
        """Return the standard error by the information matrix alone: larger, and not 0 where all rounds are alike."""
        at = self.free.index(place)
        return math.sqrt(_inverse(self._information_matrix())[at][at])


def _comparable_players(results: list[PairResult], players: int, anchor: int) -> set[int]:
    """Return the players who can be rated relative to the anchor: linked to it by won and by lost points."""
    takes: list[set[int]] = [set() for _ in range(players)]
    gives: list[set[int]] = [set() for _ in range(players)]
    for result in results:
        for one, other, points in (
            (result.first, result.second, result.points),
            (result.second, result.first, 2 - result.points),
        ):
            if points > 0:
                takes[one].add(other)
                gives[other].add(one)
    return _reached(takes, anchor) & _reached(gives, anchor)


def _reached(steps: list[set[int]], start: int) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        new = steps[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def _ahead(results: list[PairResult], place: int, group: set[int]) -> float:
    """Return by how many points a player is ahead of the group; 0 if they have not met."""
    ahead = 0.0
    for result in results:
        if result.first == place and result.second in group:
            ahead += result.points - 1
        if result.second == place and result.first in group:
            ahead -= result.points - 1
    return ahead


def _multiply(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a small positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(at == place) for place in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [number / pivot for number in rows[at]]
        for other in range(size):
            if other != at and (factor := rows[other][at]):
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
