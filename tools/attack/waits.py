"""Tell the waits of honest players that the machine caused from those that the server caused.

In a wait the machine's part is the time in which the attacking process itself came late, or the server's event loop was
ready and got no processor. What is left is the server's: it computed, wrote to the disk, or served others first.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

Interval = tuple[float, float]  # beginning and end, in seconds of the monotonic clock

LONG_WAIT_S = 0.2
WORST_WAITS = 5  # that are shown with their parts


@dataclass(frozen=True)
class LoopDelay:
    """A time in which the event loop was held up: how long it computed in it, and how long it had no processor."""

    begin: float
    end: float
    computed_s: float
    no_cpu_s: float


@dataclass(frozen=True)
class ExplainedWait:
    """A wait of an honest player and its parts, in seconds; they overlap, so they need not add up to the whole."""

    due: float
    took_s: float
    machine_s: float
    computed_s: float

    @property
    def server_s(self) -> float:
        """The wait without the machine's part."""
        return max(0.0, self.took_s - self.machine_s)

    def json(self) -> dict[str, float]:
        parts = {"took": self.took_s, "machine": self.machine_s, "computed": self.computed_s, "server": self.server_s}
        return {f"{name}_ms": round(1000 * seconds, 1) for name, seconds in parts.items()}


def covered_s(whole: Interval, parts: Iterable[Interval]) -> float:
    """Return how much of a time the others cover; what two of them cover counts once.

    >>> covered_s((0.0, 10.0), [(-1.0, 2.0), (1.0, 3.0), (9.0, 12.0), (20.0, 30.0)])
    4.0
    """
    covered, reached = 0.0, whole[0]
    for begin, end in sorted(parts):
        begin, end = max(begin, reached), min(end, whole[1])
        if end > begin:
            covered += end - begin
            reached = end
    return covered


def explain_wait(
    due: float, took_s: float, tool_delays: Sequence[Interval], loop_delays: Sequence[LoopDelay]
) -> ExplainedWait:
    """Divide a wait into its parts.

    >>> explain_wait(0.0, 1.0, [(0.0, 0.3)], [LoopDelay(0.2, 0.7, 0.1, 0.4)]).json()
    {'took_ms': 1000.0, 'machine_ms': 700.0, 'computed_ms': 100.0, 'server_ms': 300.0}
    """
    whole = due, due + took_s
    during = [delay for delay in loop_delays if delay.end > whole[0] and delay.begin < whole[1]]
    no_cpu = [(delay.end - delay.no_cpu_s, delay.end) for delay in during if delay.no_cpu_s > 0]
    machine_s = covered_s(whole, [*tool_delays, *no_cpu])
    return ExplainedWait(due, took_s, machine_s, min(took_s, sum(delay.computed_s for delay in during)))


def explain_waits(
    waits: Iterable[Interval], tool_delays: Sequence[Interval], loop_delays: Sequence[LoopDelay]
) -> list[ExplainedWait]:
    """Return the long ones of some waits (when each was due, how long it took) with their parts, the longest first.

    The delays are those of one process each, in their order: two of them are never at the same time.
    """
    tool_ends, loop_ends = [end for _, end in tool_delays], [delay.end for delay in loop_delays]
    tool_begins, loop_begins = [begin for begin, _ in tool_delays], [delay.begin for delay in loop_delays]
    explained = []
    for due, took_s in waits:
        if took_s > LONG_WAIT_S:
            tool = tool_delays[bisect_right(tool_ends, due) : bisect_left(tool_begins, due + took_s)]
            loop = loop_delays[bisect_right(loop_ends, due) : bisect_left(loop_begins, due + took_s)]
            explained.append(explain_wait(due, took_s, tool, loop))
    return sorted(explained, key=lambda wait: -wait.took_s)


def read_loop_delays(file: Path) -> list[LoopDelay]:
    """Read what `loop_watch` has noted; its last line may be written only in part while the server runs."""
    delays: list[LoopDelay] = []
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            noted = json.loads(line)
        except ValueError:
            continue
        begin, end = noted["from_s"], noted["to_s"]
        delays.append(LoopDelay(begin, end, noted["cpu_ms"] / 1000, noted["no_cpu_ms"] / 1000))
    return delays
