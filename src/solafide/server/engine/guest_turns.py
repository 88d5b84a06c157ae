"""Turns of guests at work that takes long: one at a time for each, so that nobody waits behind one who asks much."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from solafide.server.limits.networks import network_of
from solafide.server.schemas.errors import RequestRefused

NETWORK_QUEUE_DIVISOR = 2  # the addresses of one network may fill this part of the queue: 1 / 2


class GuestTurns:
    """Bounds how much is done at once, and how much waits: in all, of one network, and of one guest."""

    def __init__(self, places: int, max_waiting: int, max_waiting_per_guest: int) -> None:
        self._max_waiting, self._max_waiting_per_guest = max_waiting, max_waiting_per_guest
        self._max_waiting_per_network = max(max_waiting_per_guest, max_waiting // NETWORK_QUEUE_DIVISOR)
        self._places = asyncio.Semaphore(places)
        self._own_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # held by those who wait
        self._network_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.waiting: Counter[str] = Counter()  # by guest, with those whose turn it is
        self._waiting_by_network: Counter[str] = Counter()

    def __len__(self) -> int:
        """How much is done or waits."""
        return self.waiting.total()

    def require_room(self, guest: str) -> None:
        """Refuse a guest who waits for too much already, or anybody while too many wait."""
        is_full = len(self) >= self._max_waiting
        of_network = self._waiting_by_network[network_of(guest)]
        if is_full or of_network >= self._max_waiting_per_network or self.waiting[guest] >= self._max_waiting_per_guest:
            raise RequestRefused(503, "server.error.busy")

    @asynccontextmanager
    async def turn(self, guest: str) -> AsyncIterator[None]:
        """Wait for a turn: first for the guest's own, then for that of its network, then for a place among all."""
        self.require_room(guest)
        self._count(guest, 1)
        own_turn = self._own_turns.setdefault(guest, asyncio.Lock())
        network_turn = self._network_turns.setdefault(network_of(guest), asyncio.Lock())
        try:
            async with own_turn, network_turn, self._places:
                yield
        finally:
            self._count(guest, -1)

    def _count(self, guest: str, change: int) -> None:
        for counter, name in ((self.waiting, guest), (self._waiting_by_network, network_of(guest))):
            counter[name] += change
            if not counter[name]:
                del counter[name]
