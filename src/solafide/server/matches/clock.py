"""The clocks of two people: how much time each has left, and for whom it runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

HEARTBEAT_INTERVAL_S = 5  # seconds between two signs of life of a server
OUTAGE_GRACE_MS = 2000 * HEARTBEAT_INTERVAL_S  # milliseconds without one that are no outage


Milliseconds = int
Outage = tuple[Milliseconds, Milliseconds]


@dataclass(frozen=True, slots=True)
class Clock:
    """left: milliseconds of each person "1", "2" when it was last pressed, at `since`; runs: for whom it runs since."""

    pace: Mapping[str, Any]
    left: Mapping[str, Milliseconds]
    runs: tuple[str, ...]
    since: Milliseconds

    def json(self) -> dict[str, Any]:
        """As it is kept in the game's summary, in the transaction of the choice that pressed it."""
        return {"pace": dict(self.pace), "left": dict(self.left), "runs": list(self.runs), "since": self.since}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Clock:
        return cls(data["pace"], data["left"], tuple(data["runs"]), data["since"])


def started(pace: Mapping[str, Any], at: Milliseconds, waiting: Collection[str], people: Iterable[str]) -> Clock:
    """Start the clocks at the first card; the computer has none."""
    left = dict.fromkeys(people, 1000 * pace["bank"])
    return Clock(pace, left, _running(left, waiting), at)


def press(
    clock: Clock,
    at: Milliseconds,
    before: Collection[str],
    after: Collection[str],
    outages: Iterable[Outage] = (),
    earned: bool = True,
) -> Clock:
    """Stop and start the clocks after a choice: a player who is no longer waited for earns time for it.

    Who had run out and was not called goes on with what is earned now. earned: False where something was taken back.

    >>> clock = started({"kind": "live", "bank": 60, "plus": 5}, 0, ["1"], ["1", "2"])
    >>> press(clock, 20_000, ["1"], ["2"]).left
    {'1': 45000, '2': 60000}
    """
    now = left(clock, at, outages)
    for person in now:
        if earned and person in before and person not in after:
            now[person] = _capped(clock.pace, now[person], now[person] + 1000 * clock.pace["plus"])
    return Clock(clock.pace, now, _running(now, after), max(at, clock.since))


def left(clock: Clock, now: Milliseconds, outages: Iterable[Outage] = ()) -> dict[str, Milliseconds]:
    """What each has now; never less than nothing."""
    gone = counted(clock.since, now, outages)
    return {person: max(0, has - gone * (person in clock.runs)) for person, has in clock.left.items()}


def ran_out(clock: Clock, now: Milliseconds, outages: Iterable[Outage] = ()) -> list[str]:
    """Who is waited for and has no time left: the other may claim the game, or wait."""
    has = left(clock, now, outages)
    return [person for person in clock.runs if has[person] == 0]


def counted(since: Milliseconds, now: Milliseconds, outages: Iterable[Outage]) -> Milliseconds:
    """The time between two moments in which the server could be reached.

    >>> counted(1_000, 9_000, [(2_000, 5_000), (8_000, 20_000)])
    4000
    """
    down = sum(max(0, min(end, now) - max(begin, since)) for begin, end in outages)
    return max(0, now - since - down)


def outages(periods: Iterable[tuple[Milliseconds, Milliseconds]]) -> list[Outage]:
    """The gaps between the times in which any server was up: from its start to its last sign of life.

    A few seconds are no outage. Nobody is charged for the others.

    >>> outages([(0, 60_000), (30_000, 90_000), (200_000, 210_000)])
    [(90000, 200000)]
    """
    found: list[Outage] = []
    last: Milliseconds | None = None
    for begin, end in sorted(periods):
        if last is not None and begin - last > OUTAGE_GRACE_MS:
            found.append((last, begin))
        last = end if last is None else max(last, end)
    return found


def _running(left: Mapping[str, Milliseconds], waiting: Collection[str]) -> tuple[str, ...]:
    return tuple(person for person in left if person in waiting)


def _capped(pace: Mapping[str, Any], had: Milliseconds, has: Milliseconds) -> Milliseconds:
    """A bank that was above the cap from the beginning is not taken away."""
    return has if pace.get("cap") is None else max(had, min(has, 1000 * pace["cap"]))
