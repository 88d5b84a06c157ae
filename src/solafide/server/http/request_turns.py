"""Turns of guests at the event loop: one who sends many requests at once does not hold up the others."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

REQUESTS_PER_TURN = 4  # of one guest; each takes a few milliseconds, and others are served between two turns


class RequestTurns:
    """Lets few requests of each guest begin in one turn of the event loop, in the order in which they came."""

    def __init__(self) -> None:
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # held by those who wait

    async def wait(self, guest: str) -> None:
        """Wait until a request of this guest may begin."""
        async with self._places.setdefault(guest, asyncio.Semaphore(REQUESTS_PER_TURN)):
            await asyncio.sleep(0)
