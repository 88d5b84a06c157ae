"""The clock of a server: one object, passed to everything that needs the time, so that tests can set it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache


class WallClock:
    """The time of this process: it starts at the system's time and then follows the monotonic clock.

    So a system clock that is set while the server runs costs no player any time. A test's clock overrides
    `milliseconds`.
    """

    def __init__(
        self,
        system_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        monotonic_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._system_ms, self._monotonic_ms = system_ms, monotonic_ms
        self._offset_ms = system_ms() - monotonic_ms()

    def milliseconds(self) -> int:
        """Milliseconds since 1970."""
        return self._monotonic_ms() + self._offset_ms

    def drift_ms(self) -> int:
        """How far the system's clock is ahead: after a sleep of the machine, or because it was set."""
        return self._system_ms() - self._monotonic_ms() - self._offset_ms

    def catch_up(self, by_ms: int) -> None:
        """Go forward, never back: times that were stored stay in the past."""
        self._offset_ms += max(0, by_ms)

    def timestamp(self) -> str:
        """The time as it is stored: in UTC, to the millisecond, so that it sorts as text."""
        seconds, rest = divmod(self.milliseconds(), 1000)
        return f"{_second(seconds)}.{rest:03d}+00:00"

    def timestamp_after(self, delta: timedelta) -> str:
        """The timestamp of a moment that is yet to come, or has been."""
        at = datetime.fromtimestamp(self.milliseconds() / 1000, UTC) + delta
        return at.isoformat(timespec="milliseconds")

    def seconds_since(self, timestamp: str) -> float:
        return self.milliseconds() / 1000 - datetime.fromisoformat(timestamp).timestamp()


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """
    >>> _second(0)
    '1970-01-01T00:00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


SYSTEM_CLOCK = WallClock()
