"""Fuzzing: play random games with every combination of options and check every step of them."""

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from solafide import __version__
from solafide.cards import CardSet, builtin
from solafide.game import RULES_VERSION, Options, SolaFideError
from solafide.lab import Progress
from solafide.lab.card_coverage import CardCoverage, Covered
from solafide.lab.invariant import InvariantBroken
from solafide.lab.journal import Journal
from solafide.lab.play_game import set_from, text_of
from solafide.lab.process_pool import in_order, run_tasks
from solafide.lab.random_game import CheckedGame
from solafide.lab.random_kernel_game import CheckedKernelGame

COMBINATIONS = [
    Options(mode=mode, claims=claims, tokens=tokens, faiths=faiths)  # type: ignore[arg-type]
    for mode, claims, tokens, faiths in product(
        ("first", "draft"), ("at-once", "after-card"), (16, None), ("agreed", "rolled")
    )
]
DEEP_EVERY_GAMES = 25  # one game in so many is also checked through views, saves and re-dealing
BLOCK_GAMES = 25  # one task of a process, one line of the journal


@dataclass(frozen=True)
class FuzzSettings:
    """What decides every game of a fuzz run; cards: the canonical text of an own card set."""

    seed: str
    deep: int
    cards: str | None

    def json(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "rules": RULES_VERSION,
            "cards": set_from(self.cards).rules_hash,
            "deep": self.deep,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class FuzzFailure:
    """Which game broke which invariant, after how many steps, and the file with its record up to there."""

    game: int
    step: int
    detail: str
    file: str | None

    def json(self) -> dict[str, Any]:
        return {"game": self.game, "step": self.step, "detail": self.detail, "file": self.file}


@dataclass
class FuzzBlock:
    """What some games in a row showed; covered: what cards did in them; record: the text of a game that failed."""

    number: int
    games: int = 0
    deep: int = 0
    steps: int = 0
    decisions: int = 0
    covered: tuple[Covered, ...] = ()
    failure: FuzzFailure | None = None
    record: str | None = None

    def json(self) -> dict[str, Any]:
        """Return the block as a line of the journal; only blocks without a failure are written."""
        return {
            "block": self.number,
            "games": self.games,
            "deep": self.deep,
            "steps": self.steps,
            "decisions": self.decisions,
            "covered": [list(pair) for pair in self.covered],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "FuzzBlock":
        """Raises ValueError, KeyError or TypeError if it is not such a block."""
        number, *figures = (data[name] for name in ("block", "games", "deep", "steps", "decisions"))
        covered = tuple((card, change) for card, change in data["covered"])
        integers = [number, *figures, *(part for pair in covered for part in pair)]
        if any(type(integer) is not int for integer in integers) or number < 1 or min(figures) < 0:
            raise ValueError
        games, deep, steps, decisions = figures
        return cls(number, games, deep, steps, decisions, covered)


class FuzzJournal(Journal[FuzzBlock]):
    """The journal of a fuzz run: a line for each block of games in which nothing failed."""

    command = "fuzz"

    def parse_result(self, data: dict[str, Any]) -> tuple[int, FuzzBlock]:
        block = FuzzBlock.from_json(data)
        return block.number, block


@dataclass
class FuzzReport:
    """What a fuzz run showed. In JSON: `games`, `deep` (those also checked through views, saves and re-dealing),
    `steps`, `decisions`, `seed`, `cards` (how many cards and chart results there are), `missing` (ids of those that
    had no effect in any game), `failure` (null, or an object with `game`, `step`, `detail` and `file`)."""

    seed: str
    coverage: CardCoverage
    games: int = 0
    deep: int = 0
    steps: int = 0
    decisions: int = 0
    failure: FuzzFailure | None = None

    def add(self, block: FuzzBlock) -> None:
        self.games += block.games
        self.deep += block.deep
        self.steps += block.steps
        self.decisions += block.decisions
        self.coverage.add(block.covered)
        self.failure = block.failure

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


class Fuzzer:
    """Plays random games and checks every step, up to the first failure.

    The games and what they show follow from the seed, whatever the number of processes and interruptions. If `run` is
    interrupted, `report` holds the figures of all games up to the first one that is not finished.

    deep: one game in so many is also checked through views, saves and re-dealing (1: every game, 0: none), the others
    in the kernel alone; failure_file: where to write the record of a game that fails.

    >>> report = Fuzzer().run(2)
    >>> report.games, report.failure
    (2, None)
    """

    def __init__(
        self,
        seed: str = "0",
        deep: int = DEEP_EVERY_GAMES,
        cards: CardSet | None = None,
        failure_file: str | Path | None = None,
        journal: FuzzJournal | None = None,
    ) -> None:
        self.settings = FuzzSettings(seed, deep, text_of(cards))
        self.report = FuzzReport(seed, CardCoverage(cards or builtin()))
        self.failure_file = failure_file
        self.journal = journal

    def run(self, games: int, jobs: int = 1, progress: Progress | None = None) -> FuzzReport:
        """Play games in several processes; games in the journal count and are not played again."""
        report = self.report
        if self.journal:
            self.journal.begin(self.settings.json())
        for block in in_order(self._finished_blocks(games, jobs)):
            report.add(block)
            if report.failure:
                report.failure = self._save(report.failure, block.record)
                break
            if progress:
                progress(report.games, games)
        return report

    def _finished_blocks(self, games: int, jobs: int) -> Iterator[tuple[int, FuzzBlock]]:
        """Yield blocks by number: those of the journal, then those played now, each written to the journal."""
        begin = time.monotonic() - (self.journal.elapsed if self.journal else 0.0)
        sizes = block_sizes(games)
        finished = {
            number: block
            for number, block in (self.journal.results if self.journal else {}).items()
            if sizes.get(number) == block.games
        }
        yield from sorted(finished.items())
        with closing(run_tasks(partial(play_block, self.settings), self._tasks(sizes, finished), jobs)) as results:
            for _, block in results:
                if self.journal and not block.failure:
                    self.journal.add(block.number, block.json(), time.monotonic() - begin)
                yield block.number, block

    def _tasks(self, sizes: Mapping[int, int], finished: Mapping[int, FuzzBlock]) -> Iterator[tuple[int, int, bool]]:
        """Number and size of each block to play, and whether it still matters what cards do in it."""
        for number, size in sizes.items():
            if number not in finished:
                yield number, size, not self.report.coverage.complete

    def _save(self, failure: FuzzFailure, record: str | None) -> FuzzFailure:
        if self.failure_file is None or record is None:
            return failure
        try:
            Path(self.failure_file).write_text(record, encoding="utf-8", newline="\n")
        except OSError:
            raise SolaFideError("error.file.unwritable", file=str(self.failure_file)) from None
        return replace(failure, file=str(self.failure_file))


def block_sizes(games: int) -> dict[int, int]:
    """Return the number of games of each block, by the number of the block.

    >>> block_sizes(60)
    {1: 25, 2: 25, 3: 10}
    """
    return {
        number: min(BLOCK_GAMES, games - first) for number, first in enumerate(range(0, games, BLOCK_GAMES), start=1)
    }


def play_block(settings: FuzzSettings, task: tuple[int, int, bool]) -> FuzzBlock:
    """Play the games of a block, up to the first failure."""
    number, size, covers = task
    cards = set_from(settings.cards)
    block = FuzzBlock(number)
    coverage = CardCoverage(cards) if covers else None
    first = (number - 1) * BLOCK_GAMES + 1
    for game in range(first, first + size):
        is_deep = settings.deep > 0 and game % settings.deep == 0
        checked = (CheckedGame if is_deep else CheckedKernelGame)(options_of(game), cards, f"{settings.seed}/{game}")
        try:
            checked.play(None if coverage is None or coverage.complete else coverage)
        except Exception as error:  # any error at all is what fuzzing looks for
            block.failure, block.record = _failure(game, checked, error)
        block.games += 1
        block.deep += is_deep
        block.steps += checked.length
        block.decisions += checked.decisions
        if block.failure:
            break
    block.covered = coverage.covered() if coverage else ()
    return block


def options_of(game: int) -> Options:
    """The options of a game by its number: all combinations in turn, one game in 41 with a turn limit."""
    options = COMBINATIONS[game % len(COMBINATIONS)]
    return replace(options, turn_limit=40) if game % 41 == 0 else options


def _failure(game: int, checked: CheckedKernelGame | CheckedGame, error: Exception) -> tuple[FuzzFailure, str]:
    record = checked.record()
    detail = str(error) if isinstance(error, InvariantBroken) else f"{type(error).__name__}: {error}"
    return FuzzFailure(game, len(record.steps), detail, None), record.text()
