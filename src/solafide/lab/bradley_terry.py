"""One rating scale for several players: Bradley and Terry's model, a draw counting half, by maximum likelihood."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solafide.lab.elo import EloInterval, student

SCALE = 400 / math.log(10)  # Elo to a unit of the logistic curve
ONE_SIDED = 1.644854
STEPS = 100
PRIOR = 2
Matrix = list[list[float]]


@dataclass(frozen=True)
class Meeting:
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


def ratings(meetings: Iterable[Meeting], players: int, anchor: int = 0, anchored: float = 0.0) -> list[Rating]:
    """A rating for each player; the anchor's is given, the others' are relative to it.

    The intervals come from how the points of each round differ from what the ratings predict (the sandwich of
    Huber and White), so that shared deals do not count as more than they are.

    >>> meetings = [Meeting(n, a, b, 1.5 if n % 2 else 1) for n in range(40) for a, b in ((0, 1), (1, 2), (0, 2))]
    >>> [round(rating.elo) for rating in ratings(meetings, 3)]
    [0, -60, -119]
    """
    met = list(meetings)
    group = _equals(met, players, anchor)
    certain = _Fit([m for m in met if m.first in group and m.second in group], sorted(group), anchor)
    by_place = {place: certain.rating(place, anchored) for place in group}
    if len(group) < players:
        # The likelihood has no maximum: a drawn pair that was not played, between each two, gives a careful bound.
        virtual = [Meeting(-1, a, b, 1) for a in range(players) for b in range(a)]
        careful = _Fit([*met, *virtual], list(range(players)), anchor)
        by_place |= {p: careful.bound(p, anchored, _ahead(met, p, group)) for p in range(players) if p not in group}
    return [by_place[place] for place in range(players)]


class _Fit:
    """The likeliest ratings of some players, in units of the logistic curve; the anchor has 0."""

    def __init__(self, meetings: list[Meeting], places: list[int], anchor: int) -> None:
        self.meetings = meetings
        self.free = [place for place in places if place != anchor]
        self.values = dict.fromkeys(places, 0.0)
        for _ in range(STEPS):
            change = _times(_inverse(self._curvature()), self._slope(meetings))
            longest = max(map(abs, change), default=0.0)
            # Newton's step, shortened where it would overshoot
            for place, by in zip(self.free, change, strict=True):
                self.values[place] += by / max(1.0, longest)
            if longest < 1e-10:
                break
        self.spread = self._spread()

    def rating(self, place: int, anchored: float) -> Rating:
        elo = anchored + SCALE * self.values[place]
        rounds = len({meeting.round for meeting in self.meetings})
        if place not in self.free:
            return Rating(elo, (elo, elo))
        if rounds < 2:
            return Rating(elo, (None, None))
        wide = student(rounds - 1) * SCALE * self.spread[place]
        return Rating(elo, (elo - wide, elo + wide))

    def bound(self, place: int, anchored: float, ahead: float) -> Rating:
        elo, wide = anchored + SCALE * self.values[place], ONE_SIDED * SCALE * self._curved(place)
        return Rating(None, (elo - wide if ahead > 0 else None, elo + wide if ahead < 0 else None))

    def _chance(self, meeting: Meeting) -> float:
        return 1 / (1 + math.exp(self.values[meeting.second] - self.values[meeting.first]))

    def _slope(self, meetings: Iterable[Meeting]) -> list[float]:
        slope = dict.fromkeys(self.values, 0.0)
        for meeting in meetings:
            more = meeting.points - 2 * self._chance(meeting)
            slope[meeting.first] += more
            slope[meeting.second] -= more
        return [slope[place] for place in self.free]

    def _curvature(self) -> Matrix:
        row = {place: at for at, place in enumerate(self.free)}
        curve = [[0.0] * len(row) for _ in row]
        for meeting in self.meetings:
            chance = self._chance(meeting)
            weight = 2 * chance * (1 - chance)
            ends = [row[place] for place in (meeting.first, meeting.second) if place in row]
            for end in ends:
                curve[end][end] += weight
            if len(ends) == 2:
                curve[ends[0]][ends[1]] -= weight
                curve[ends[1]][ends[0]] -= weight
        return curve

    def _spread(self) -> dict[int, float]:
        """The standard error of each rating, over rounds.

        A few rounds may be all alike by chance: the rounds that the model expects are added, as many as PRIOR.
        """
        rounds: dict[int, list[Meeting]] = {}
        for meeting in self.meetings:
            rounds.setdefault(meeting.round, []).append(meeting)
        inverse = _inverse(self._curvature())
        squares = {place: PRIOR * inverse[at][at] / len(rounds) for at, place in enumerate(self.free)}
        for several in rounds.values():
            for place, pull in zip(self.free, _times(inverse, self._slope(several)), strict=True):
                squares[place] += pull**2
        few = len(rounds) / (len(rounds) + PRIOR)
        return {place: math.sqrt(few * square) for place, square in squares.items()}

    def _curved(self, place: int) -> float:
        """The standard error by the curvature alone: larger, and there where all rounds are alike."""
        at = self.free.index(place)
        return math.sqrt(_inverse(self._curvature())[at][at])


def _equals(meetings: list[Meeting], players: int, anchor: int) -> set[int]:
    """Return the players who can be rated relative to the anchor: linked to it by won and by lost points."""
    takes: list[set[int]] = [set() for _ in range(players)]
    gives: list[set[int]] = [set() for _ in range(players)]
    for meeting in meetings:
        for one, other, points in (
            (meeting.first, meeting.second, meeting.points),
            (meeting.second, meeting.first, 2 - meeting.points),
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


def _ahead(meetings: list[Meeting], place: int, group: set[int]) -> float:
    """Return by how many points a player is ahead of the group; 0 if they have not met."""
    ahead = 0.0
    for meeting in meetings:
        if meeting.first == place and meeting.second in group:
            ahead += meeting.points - 1
        if meeting.second == place and meeting.first in group:
            ahead -= meeting.points - 1
    return ahead


def _times(matrix: Matrix, vector: list[float]) -> list[float]:
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
