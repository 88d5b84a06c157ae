"""Figures of finished games and their summary."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import mean, median, pstdev
from typing import Any

from solafide.game import FAITHS, Game, Options


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One finished game in figures, those of each faith as a pair.

    asked: decisions of each faith, choices among at least two options; first: the faith that began; seconds: how long
    each faith's player thought, no part of what makes two games equal.
    """

    winner: str | None
    limited: bool
    points: tuple[int, int]
    circles: tuple[int, int]
    turns: int
    asked: tuple[int, int]
    first: str
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)

    @classmethod
    def of(cls, game: Game, seconds: tuple[float, float] = (0.0, 0.0)) -> "GameFigures":
        outcome = game.outcome
        assert outcome is not None
        events = game.all_events()
        shown = game.view()["faiths"]
        asked = Counter(step.who for step in game.steps if not step.auto)
        return cls(
            outcome.winner,
            outcome.limited,
            (outcome.points["C"], outcome.points["P"]),
            (len(shown["C"]["circles"]), len(shown["P"]["circles"])),
            sum(event["event"] == "turn" for event in events),
            (asked["C"], asked["P"]),
            next(event["by"] for event in events if event["event"] == "starts"),
            seconds,
        )

    @property
    def decisions(self) -> int:
        return sum(self.asked)


@dataclass
class SimulationSummary:
    """Wins, points and lengths of the games of a simulation.

    In JSON: `games`, `seed`, `options`, `records` (the folder, or null), `players`, `wins`, `shares` (of all games),
    `points` and `circles` by faith, `draws`, `limited` (cut off by the turn limit), `turns` and `decisions` a game
    (choices among at least two options), `began` (how often each faith had the first turn), `first_wins` (wins of the
    one who began). What is measured is an object with `mean`, `median`, `min`, `max` and
    `deviation` (the standard deviation).
    """

    players: dict[str, str]
    options: Options
    seed: str
    records: str | None = None
    played: list[GameFigures] = field(default_factory=list)

    def add(self, played: GameFigures) -> None:
        self.played.append(played)

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def wins(self) -> dict[str, int]:
        return {faith: sum(game.winner == faith for game in self.played) for faith in FAITHS}

    @property
    def draws(self) -> int:
        return sum(game.winner is None for game in self.played)

    @property
    def limited(self) -> int:
        return sum(game.limited for game in self.played)

    @property
    def began(self) -> dict[str, int]:
        return {faith: sum(game.first == faith for game in self.played) for faith in FAITHS}

    @property
    def first_wins(self) -> int:
        return sum(game.winner == game.first for game in self.played)

    def json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seed": self.seed,
            "options": self.options.json(),
            "records": self.records,
            "players": self.players,
            "wins": self.wins,
            "shares": {faith: round(won / max(1, self.games), 4) for faith, won in self.wins.items()},
            "draws": self.draws,
            "limited": self.limited,
            "points": {faith: spread([game.points[f] for game in self.played]) for f, faith in enumerate(FAITHS)},
            "circles": {faith: spread([game.circles[f] for game in self.played]) for f, faith in enumerate(FAITHS)},
            "turns": spread([game.turns for game in self.played]),
            "decisions": spread([game.decisions for game in self.played]),
            "began": self.began,
            "first_wins": self.first_wins,
        }


def spread(numbers: list[int]) -> dict[str, float]:
    """
    >>> spread([1, 2, 6])
    {'mean': 3, 'median': 2, 'min': 1, 'max': 6, 'deviation': 2.16}
    """
    if not numbers:
        return dict.fromkeys(("mean", "median", "min", "max", "deviation"), 0)
    return {
        "mean": round(mean(numbers), 2),
        "median": median(numbers),
        "min": min(numbers),
        "max": max(numbers),
        "deviation": round(pstdev(numbers), 2),
    }
