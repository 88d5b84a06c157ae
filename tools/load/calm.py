"""Calm moments of the machine: those in which it gave none of its cores to others, as far as it says so."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from load.book import Figures, Times, spread

TICKS = os.sysconf("SC_CLK_TCK")
STEAL = 8  # its place in the first line of /proc/stat
POLL_INTERVAL_S = 0.05
BEFORE, AFTER = 0.25, 0.1  # seconds around a choice: what piled up before it, and in what time it should be answered


def stolen() -> float:
    """Seconds of all cores that the machine below gave to others."""
    return int(Path("/proc/stat").read_text("utf-8").split(maxsplit=STEAL + 1)[STEAL]) / TICKS


@dataclass
class Calm:
    """What was taken away until when. Whether a moment was calm does not depend on how long an answer took."""

    times: array[float] = field(default_factory=lambda: array("d"))
    taken: array[float] = field(default_factory=lambda: array("d"))

    def look(self, now: float, taken: float) -> None:
        self.times.append(now)
        self.taken.append(taken)

    def at(self, due: float) -> bool:
        """Whether nothing was taken away around that moment; at the edges, where nobody looked, that is not known.

        >>> calm = Calm()
        >>> for now, taken in ((0, 5), (1, 5), (2, 5), (3, 5.01), (4, 5.01)):
        ...     calm.look(now, taken)
        >>> [due / 2 for due in range(9) if calm.at(due / 2)]
        [0.5, 1.0, 1.5, 3.5]
        """
        first, last = bisect_right(self.times, due - BEFORE) - 1, bisect_left(self.times, due + AFTER)
        return first >= 0 and last < len(self.times) and self.taken[first] == self.taken[last]

    def of(self, times: Times) -> Figures:
        """How long it took what was due in calm moments, and which part of all that was."""
        found = array("d", (took for due, took in zip(times.due, times.took, strict=True) if self.at(due)))
        return spread(found) | {"part": round(len(found) / len(times.took), 3) if times.took else None}
