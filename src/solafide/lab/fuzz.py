"""Random walks that check every step: cheap invariants in the kernel, all that a seat gets through the door."""

from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path as File
from typing import Any

from solafide.cards import CardSet, builtin
from solafide.game import Options
from solafide.lab import Progress
from solafide.lab.card_coverage import Coverage
from solafide.lab.invariant import Broken
from solafide.lab.random_game import Visit
from solafide.lab.random_kernel_game import Path

COMBINATIONS = [
    Options(mode=mode, claims=claims, tokens=tokens, faiths=faiths)  # type: ignore[arg-type]
    for mode, claims, tokens, faiths in product(
        ("first", "draft"), ("at-once", "after-card"), (16, None), ("agreed", "rolled")
    )
]
DEEP = 25  # every so many games, one is looked at through the door


@dataclass(frozen=True)
class Failure:
    """Which game broke which invariant, after how many steps, and the file with its record up to there."""

    game: int
    step: int
    detail: str
    file: str | None

    def json(self) -> dict[str, Any]:
        return {"game": self.game, "step": self.step, "detail": self.detail, "file": self.file}


@dataclass
class Report:
    """What the walks saw. In JSON: `games`, `deep` (those looked at through the door), `steps`, `decisions`, `seed`,
    `cards` (how many cards and chart results there are), `missing` (ids of those that did not matter), `failure`
    (null, or an object with `game`, `step`, `detail` and `file`)."""

    seed: str
    coverage: Coverage
    games: int = 0
    deep: int = 0
    steps: int = 0
    decisions: int = 0
    failure: Failure | None = None

    def json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "games": self.games,
            "deep": self.deep,
            "steps": self.steps,
            "decisions": self.decisions,
            "cards": self.coverage.total,
            "missing": self.coverage.missing(),
            "failure": self.failure.json() if self.failure else None,
        }


def walk(
    games: int,
    seed: str = "0",
    failure: str | File | None = None,
    progress: Progress | None = None,
    cards: CardSet | None = None,
    deep: int = DEEP,
) -> Report:
    """Random games with every combination of options, checked at every step, up to the first failure.

    failure: the file for the record of the game that failed. deep: every so many games one is looked at through the
    door (1: all, 0: none); the others are walked in the kernel.

    >>> report = walk(2)
    >>> report.games, report.failure
    (2, None)
    """
    chosen = cards or builtin()
    report = Report(seed, Coverage(chosen))
    for number in range(1, games + 1):
        thorough = deep > 0 and number % deep == 0
        walker = (Visit if thorough else Path)(options_of(number), chosen, f"{seed}/{number}")
        coverage = None if report.coverage.complete else report.coverage
        try:
            walker.walk(coverage)
        except Exception as error:  # whatever it is, it is what we are looking for
            report.failure = _failed(number, walker, error, failure)
        report.games += 1
        report.deep += thorough
        report.steps += walker.length
        report.decisions += walker.decisions
        if report.failure:
            break
        if progress:
            progress(number, games)
    return report


def options_of(number: int) -> Options:
    """All combinations in turn, now and then with a turn limit."""
    options = COMBINATIONS[number % len(COMBINATIONS)]
    return replace(options, turn_limit=40) if number % 41 == 0 else options


def _failed(number: int, walker: Path | Visit, error: Exception, file: str | File | None) -> Failure:
    found = walker.record()
    if file is not None:
        found.save(file)
    detail = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    return Failure(number, len(found.steps), detail, None if file is None else str(file))
