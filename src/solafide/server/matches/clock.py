"""Clocks of two players: how much time each has, and whose clock runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

HEARTBEAT_INTERVAL_S = 5  # between two heartbeats of a server
OUTAGE_GRACE_MS = 2000 * HEARTBEAT_INTERVAL_S  # a shorter time without a heartbeat is no outage


Milliseconds = int
Outage = tuple[Milliseconds, Milliseconds]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks at the time `since`; remaining: of each person; running: whose clock runs since then.

    shown: of a person who has finished the draft before the other: what others are shown, as if the clock ran on.
    """

    pace: Mapping[str, Any]
    remaining: Mapping[str, Milliseconds]
    running: tuple[str, ...]
    since: Milliseconds
    shown: Mapping[str, Milliseconds] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        """Return the clocks as the summary of a match stores them."""
        return {
            "pace": dict(self.pace),
            "left": dict(self.remaining),
            "runs": list(self.running),
            "since": self.since,
            **({"shown": dict(self.shown)} if self.shown else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], now: Milliseconds) -> Clock:
        """Read what was stored; a time that is yet to come was stored before the system's clock was set back."""
        return cls(data["pace"], data["left"], tuple(data["runs"]), min(data["since"], now), data.get("shown", {}))


def start_clock(pace: Mapping[str, Any], now: Milliseconds, waiting: Collection[str], people: Iterable[str]) -> Clock:
    """Start the clocks at the first card; the computer has none."""
    remaining = dict.fromkeys(people, 1000 * pace["bank"])
    return Clock(pace, remaining, _running(remaining, waiting), now)


def switch_clock(
    clock: Clock,
    now: Milliseconds,
    before: Collection[str],
    after: Collection[str],
    outages: Iterable[Outage] = (),
    earned: bool = True,
    drafting: bool = False,
) -> Clock:
    """Stop and start the clocks after a choice: a player who need no longer decide earns time for it.

    before, after: the persons who had to decide before the choice, and who must after it. A player whose time ran out
    without a claim continues with what is earned now. earned: False where something was taken back. drafting: whether
    the draft goes on.

    >>> clock = start_clock({"kind": "live", "bank": 60, "plus": 5}, 0, ["1"], ["1", "2"])
    >>> switch_clock(clock, 20_000, ["1"], ["2"]).remaining
    {'1': 45000, '2': 60000}
    """
    remaining = remaining_time(clock, now, outages)
    finished = {person: time for person, time in remaining.items() if person in before and person not in after}
    shown = {**finished, **shown_time(clock, now, outages)} if drafting else {}
    for person, time in remaining.items():
        if earned and person in before and person not in after:
            remaining[person] = _capped(clock.pace, time, time + 1000 * clock.pace["plus"])
    return Clock(clock.pace, remaining, _running(remaining, after), max(now, clock.since), shown)


def remaining_time(clock: Clock, now: Milliseconds, outages: Iterable[Outage] = ()) -> dict[str, Milliseconds]:
    """Return the time that each person has now; never less than 0."""
    elapsed = elapsed_time(clock.since, now, outages)
    return {person: max(0, time - elapsed * (person in clock.running)) for person, time in clock.remaining.items()}


def shown_time(clock: Clock, now: Milliseconds, outages: Iterable[Outage] = ()) -> dict[str, Milliseconds]:
    """Return the time that others are shown of a person who has finished the draft: as if the clock ran on."""
    elapsed = elapsed_time(clock.since, now, outages)
    return {person: max(0, time - elapsed) for person, time in clock.shown.items()}


def persons_out_of_time(clock: Clock, now: Milliseconds, outages: Iterable[Outage] = ()) -> list[str]:
    """Return the persons whose clock runs and who have no time left: the other may claim the game, or wait."""
    remaining = remaining_time(clock, now, outages)
    return [person for person in clock.running if remaining[person] == 0]


def elapsed_time(since: Milliseconds, now: Milliseconds, outages: Iterable[Outage]) -> Milliseconds:
    """Return the time between two moments in which the server could be reached.

    >>> elapsed_time(1_000, 9_000, [(2_000, 5_000), (8_000, 20_000)])
    4000
    """
    down = sum(max(0, min(end, now) - max(begin, since)) for begin, end in outages)
    return max(0, now - since - down)


def moment_before(now: Milliseconds, duration: Milliseconds, outages: Iterable[Outage]) -> Milliseconds:
    """Return the latest moment since which the server could be reached for so long.

    >>> moment_before(9_000, 4_000, [(2_000, 5_000), (8_000, 20_000)])
    1000
    """
    all_outages = list(outages)
    moment = now - duration
    while (lacking := duration - elapsed_time(moment, now, all_outages)) > 0:
        moment -= lacking
    return moment


def find_outages(periods: Iterable[tuple[Milliseconds, Milliseconds]]) -> list[Outage]:
    """Return the gaps between the periods in which a server was up, from its start to its last heartbeat.

    A few seconds are no outage. No clock runs in the others.

    >>> find_outages([(0, 60_000), (30_000, 90_000), (200_000, 210_000)])
    [(90000, 200000)]
    """
    gaps: list[Outage] = []
    last: Milliseconds | None = None
    for begin, end in sorted(periods):
        if last is not None and begin - last > OUTAGE_GRACE_MS:
            gaps.append((last, begin))
        last = end if last is None else max(last, end)
    return gaps


def _running(remaining: Mapping[str, Milliseconds], waiting: Collection[str]) -> tuple[str, ...]:
    return tuple(person for person in remaining if person in waiting)


def _capped(pace: Mapping[str, Any], before: Milliseconds, after: Milliseconds) -> Milliseconds:
    """Limit the time after a choice to the cap; time above it from the beginning is not taken away."""
    return after if pace.get("cap") is None else max(before, min(after, 1000 * pace["cap"]))
