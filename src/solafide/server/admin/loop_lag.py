"""How late the event loop is: what a request waits at least before anybody looks at it."""

from __future__ import annotations

import asyncio
import time
from collections import deque

SAMPLE_INTERVAL_S = 0.5
WINDOW_SAMPLES = 120


class LoopLag:
    """Sleeps again and again, and notes by how much it wakes up too late."""

    def __init__(self) -> None:
        self._samples_s: deque[float] = deque([0.0], maxlen=WINDOW_SAMPLES)

    @property
    def last_s(self) -> float:
        return self._samples_s[-1]

    @property
    def max_s(self) -> float:
        """The largest lag of the last minute."""
        return max(self._samples_s)

    async def measure_forever(self) -> None:
        """Measure until the task is cancelled."""
        while True:
            due = time.monotonic() + SAMPLE_INTERVAL_S
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self._samples_s.append(max(0.0, time.monotonic() - due))
