"""Steal time from /proc/stat: the CPU time that the hypervisor gave to other machines, and the moments without it."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from load.run_log import Figures, Times, spread

TICKS = os.sysconf("SC_CLK_TCK")
STEAL_FIELD = 8  # index of the steal time in the first line of /proc/stat
POLL_INTERVAL_S = 0.05
# A choice counts as calm if no CPU time was stolen in this window around it: work that piled up before delays it too.
WINDOW_BEFORE_S, WINDOW_AFTER_S = 0.25, 0.1


def stolen_cpu_seconds() -> float:
    """Return the CPU seconds of all cores that the hypervisor has given to other machines."""
    return int(Path("/proc/stat").read_text("utf-8").split(maxsplit=STEAL_FIELD + 1)[STEAL_FIELD]) / TICKS


@dataclass
class CalmMoments:
    """Samples of the stolen CPU time. Whether a moment was calm does not depend on how long an answer took."""

    times: array[float] = field(default_factory=lambda: array("d"))
    stolen_seconds: array[float] = field(default_factory=lambda: array("d"))

    def add_sample(self, now: float, stolen_seconds: float) -> None:
        self.times.append(now)
        self.stolen_seconds.append(stolen_seconds)

    def is_calm(self, due: float) -> bool:
        """Whether no CPU time was stolen around that moment. Moments outside the samples do not count as calm.

        >>> calm = CalmMoments()
        >>> for now, stolen in ((0, 5), (1, 5), (2, 5), (3, 5.01), (4, 5.01)):
        ...     calm.add_sample(now, stolen)
        >>> [due / 2 for due in range(9) if calm.is_calm(due / 2)]
        [0.5, 1.0, 1.5, 3.5]
        """
        first, last = bisect_right(self.times, due - WINDOW_BEFORE_S) - 1, bisect_left(self.times, due + WINDOW_AFTER_S)
        return first >= 0 and last < len(self.times) and self.stolen_seconds[first] == self.stolen_seconds[last]

    def figures(self, times: Times) -> Figures:
        """Return the latency of what was due in calm moments, and which part of the whole that was."""
        durations = array("d", (took for due, took in zip(times.due, times.took, strict=True) if self.is_calm(due)))
        return spread(durations) | {"part": round(len(durations) / len(times.took), 3) if times.took else None}
