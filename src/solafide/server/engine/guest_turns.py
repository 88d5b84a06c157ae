"""Turns of guests at work that takes long: one at a time for each, so that nobody waits behind one who asks much."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from solafide.server.errors import RequestRefused


class GuestTurns:
    """Bounds how much is done at once, and how much waits: in all, and of one guest."""

    def __init__(self, places: int, max_waiting: int, max_waiting_per_guest: int) -> None:
        self._max_waiting, self._max_waiting_per_guest = max_waiting, max_waiting_per_guest
        self._places = asyncio.Semaphore(places)
        self._own_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # held by those who wait
        self.waiting: dict[str, int] = {}  # by guest, with those whose turn it is

    def __len__(self) -> int:
        """How much is done or waits."""
        return sum(self.waiting.values())

    def require_room(self, guest: str) -> None:
        """Refuse a guest who waits for too much already, or anybody while too many wait."""
        is_full = len(self) >= self._max_waiting
        if is_full or self.waiting.get(guest, 0) >= self._max_waiting_per_guest:
            raise RequestRefused(503, "server.error.busy")

    @asynccontextmanager
    async def turn(self, guest: str) -> AsyncIterator[None]:
        """Wait for a turn: first for the guest's own, then for a place among all."""
        self.require_room(guest)
        self.waiting[guest] = self.waiting.get(guest, 0) + 1
        try:
            async with self._own_turns.setdefault(guest, asyncio.Lock()), self._places:
                yield
        finally:
            self.waiting[guest] -= 1
            if not self.waiting[guest]:
                del self.waiting[guest]
