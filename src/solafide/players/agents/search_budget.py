"""The budget of a search: after how many iterations or seconds it stops, whichever comes first.

Arena, experiments, training, hints, analyses and puzzles count iterations alone, so that their results are the same
on every machine. At the table a level also has a time limit (`TABLE_DECISION_LIMIT_S`).
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from solafide.kernel.build_mode import MODE

Clock = Callable[[], float]

TABLE_DECISION_LIMIT_S = 1.8  # with what it takes to begin, a decision takes at most two seconds
PLAIN_ITERATIONS_PER_S = 350  # about what the plain kernel does on two cores


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """What a search may spend on a decision; None: no limit of that kind.

    >>> SearchBudget(iterations=40_000).at_table()
    SearchBudget(iterations=40000, seconds=1.8)
    """

    iterations: int | None = None
    seconds: float | None = None

    @property
    def is_unlimited(self) -> bool:
        return self.iterations is None and self.seconds is None

    @property
    def is_reproducible(self) -> bool:
        """Whether equal searches give equal results on every machine: only iterations are counted."""
        return self.seconds is None

    def at_table(self) -> "SearchBudget":
        """The same iterations, within the time limit of a table."""
        seconds = TABLE_DECISION_LIMIT_S if self.seconds is None else min(self.seconds, TABLE_DECISION_LIMIT_S)
        return SearchBudget(self.iterations, seconds)

    def is_cut_at_table(self, mode: str = MODE) -> bool:
        """Whether the kernel of this machine is too slow for all iterations within the time limit of a table."""
        affordable = PLAIN_ITERATIONS_PER_S * TABLE_DECISION_LIMIT_S
        return mode == "plain" and (self.iterations is None or self.iterations > affordable)

    def without(self, iterations: int) -> "SearchBudget":
        """Return the budget that remains after a number of iterations."""
        return SearchBudget(None if self.iterations is None else max(self.iterations - iterations, 0), self.seconds)


class SearchStop:
    """Decides while a search runs whether it must stop; the threads of a search share one.

    A search that has done its iterations ends by itself. `should_stop` is about all other reasons: the time is over
    (`out_of_time`), or somebody called `stop`.
    """

    def __init__(self, seconds: float | None = None, clock: Clock = perf_counter) -> None:
        self._clock = clock
        self._deadline = None if seconds is None else clock() + seconds
        self._stopped = threading.Event()
        self.out_of_time = False

    def stop(self) -> None:
        self._stopped.set()

    def should_stop(self) -> bool:
        if self._stopped.is_set():
            return True
        if self._deadline is not None and self._clock() >= self._deadline:
            self.out_of_time = True
            self._stopped.set()
        return self._stopped.is_set()
