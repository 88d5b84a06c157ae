"""What an attack came to: counts, the failures with a way to repeat them, and the table of all attacks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from performance import table

from attack.waits import LONG_WAIT_S, WORST_WAITS, ExplainedWait, Interval

MAX_STORED_FAILURES = 20
HEADINGS = (
    "attack",
    "tried",
    "withstood",
    "worst honest wait, ms",
    "without the machine, ms",
    "before, ms",
    "loop computed, ms",
    "loop without CPU, ms",
    "500s",
    "lost",
    "doubled",
    "leaked",
    "memory, MB",
)


@dataclass
class AttackResult:
    """The counts of one attack. `outage`: the server was down or without a disk, so honest players had to wait."""

    attack: str
    tried: int = 0
    withstood: int = 0
    server_errors: int = 0
    lost_choices: int = 0
    doubled_choices: int = 0
    leaks: int = 0
    worst_wait_ms: float | None = None
    quiet_wait_ms: float | None = None  # the worst wait before the attack, in the same games
    waits: int = 0  # answers to honest choices during the attack, and how many of them took long
    waits_over_200_ms: int = 0
    server_waits_over_200_ms: int = 0  # without the machine's part, see `waits`
    worst_server_wait_ms: float | None = None
    worst_waits: list[dict[str, float]] = field(default_factory=list)
    tool_delay_ms: float | None = None  # the longest delay of the attacking process itself, which is in every wait
    loop_ms: dict[str, float] = field(default_factory=dict)  # the worst in the server's event loop, see `loop_watch`
    memory_mb: tuple[float, float] | None = None
    memory_samples_mb: list[float] = field(default_factory=list)  # each minute
    seconds: float = 0.0
    outage: bool = False
    without_disk: bool = False  # so the server had to log errors
    skipped: str = ""
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def count(self, kind: str, withstood: bool, failure: str = "") -> None:
        """Count one attempt; `failure` says how to repeat one that was not withstood."""
        self.tried += 1
        self.withstood += withstood
        self.kinds[kind] += 1
        if not withstood:
            self.add_failure(f"{kind}: {failure}")

    def add_failure(self, failure: str) -> None:
        if len(self.failures) < MAX_STORED_FAILURES:
            self.failures.append(failure)

    def note_waits(self, waits: list[Interval], long_waits: list[ExplainedWait]) -> None:
        """Note when honest choices were due and how long they took, and the parts of those that took long."""
        by_server = sorted(long_waits, key=lambda wait: -wait.server_s)
        self.waits, self.waits_over_200_ms = len(waits), len(long_waits)
        self.server_waits_over_200_ms = sum(wait.server_s > LONG_WAIT_S for wait in long_waits)
        self.worst_waits = [wait.json() for wait in by_server[:WORST_WAITS]]
        others_s = [took_s for _, took_s in waits if took_s <= LONG_WAIT_S]
        worst_s = max([*others_s, *(wait.server_s for wait in by_server[:1])], default=0.0)
        self.worst_server_wait_ms = round(1000 * worst_s, 1)

    @property
    def failed(self) -> bool:
        counts = (self.server_errors, self.lost_choices, self.doubled_choices, self.leaks)
        return any(counts) or self.withstood != self.tried or bool(self.failures)

    def json(self) -> dict[str, Any]:
        return {**vars(self), "kinds": dict(self.kinds)}

    def row(self) -> list[str]:
        if self.skipped:
            return [self.attack, f"SKIPPED: {self.skipped}", *["–"] * (len(HEADINGS) - 2)]
        counts = (self.server_errors, self.lost_choices, self.doubled_choices, self.leaks)
        wait = "–" if self.worst_wait_ms is None else f"{self.worst_wait_ms:,.0f}{' (outage)' if self.outage else ''}"
        own = "–" if self.worst_server_wait_ms is None else f"{self.worst_server_wait_ms:,.0f}"
        quiet = "–" if self.quiet_wait_ms is None else f"{self.quiet_wait_ms:,.0f}"
        memory = "–" if self.memory_mb is None else " → ".join(f"{megabytes:.0f}" for megabytes in self.memory_mb)
        return [
            self.attack,
            f"{self.tried:,}",
            f"{self.withstood:,}",
            wait,
            own,
            quiet,
            *(f"{self.loop_ms[name]:,.0f}" if name in self.loop_ms else "–" for name in ("cpu_ms", "no_cpu_ms")),
            *(f"{count:,}" for count in counts),
            memory,
        ]


def result_table(results: list[AttackResult]) -> str:
    """Return the table of all attacks.

    >>> kills = AttackResult("kills", 3, 3, worst_wait_ms=1234.5, quiet_wait_ms=20, outage=True)
    >>> print(result_table([kills]).splitlines()[2])
    | kills | 3 | 3 | 1,234 (outage) | – | 20 | – | – | 0 | 0 | 0 | 0 | – |
    """
    return table([list(HEADINGS), *(result.row() for result in results)])


def wait_lines(result: AttackResult) -> list[str]:
    """Say what the honest players waited for, and how the server's memory developed; nothing if nobody played.

    >>> worst = {"took_ms": 900.0, "machine_ms": 700.0, "computed_ms": 30.0, "server_ms": 200.0}
    >>> races = AttackResult("races", waits=50, waits_over_200_ms=2, tool_delay_ms=412.3, worst_waits=[worst])
    >>> for line in wait_lines(races):
    ...     print(line)
    races: 50 honest choices; longer than 200 ms: 2, without the machine's part 0; this tool was late by up to 412 ms
      waited 900 ms: the machine 700, the server 200 (its event loop computed 30)
    """
    if not result.waits:
        return []
    counts = f"{result.waits_over_200_ms:,}, without the machine's part {result.server_waits_over_200_ms:,}"
    late = f"this tool was late by up to {result.tool_delay_ms or 0:,.0f} ms"
    lines = [f"{result.attack}: {result.waits:,} honest choices; longer than 200 ms: {counts}; {late}"]
    for wait in result.worst_waits:
        lines.append(
            f"  waited {wait['took_ms']:,.0f} ms: the machine {wait['machine_ms']:,.0f},"
            f" the server {wait['server_ms']:,.0f} (its event loop computed {wait['computed_ms']:,.0f})"
        )
    if result.memory_samples_mb:
        lines.append(f"  memory each minute, MB: {', '.join(f'{each:.0f}' for each in result.memory_samples_mb)}")
    return lines
