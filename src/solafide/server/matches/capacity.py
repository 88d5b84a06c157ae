"""The limit of unfinished games: a server that is full creates no more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from sqlalchemy import Connection, Text, func, select, type_coerce

from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import games, lobbies

COUNT_CACHE_S = 60.0  # how long a count is used again
FULL_CACHE_S = 5.0  # the same while the server is full: many may ask then, and a count reads every game
MAX_UNCOUNTED_GAMES = 100  # that one of several processes creates before it counts again
UNFINISHED_PATTERN = '%"outcome":null%'  # in a summary


class CapacityLimit:
    """Counts unfinished games now and then, and adds those that were created since.

    Of several processes each may fill its part of the room that it has found, before it counts again.
    """

    def __init__(self, store: Storage, max_games: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._max_games, self._clock = store, max_games, clock
        self._room, self._counted_at = 0, float("-inf")  # how many more games this process may create
        self._is_more_room = False  # for other processes, when it was counted
        self._counting = asyncio.Lock()  # those who come meanwhile wait for the count
        self.processes = 1  # that are up

    async def admit(self) -> None:
        """Count one more game, or refuse it."""
        if not self._max_games:
            return
        async with self._counting:
            is_old = self._clock() - self._counted_at >= (COUNT_CACHE_S if self._room else FULL_CACHE_S)
            if is_old or (not self._room and self._is_more_room):
                await self._count()
            if not self._room:
                raise RequestRefused(503, "server.error.full")
            self._room -= 1

    async def _count(self) -> None:
        self._counted_at = self._clock()
        room = max(0, self._max_games - await self._store.do(_count_unfinished))
        self._room = room if self.processes == 1 else min(MAX_UNCOUNTED_GAMES, -(-room // self.processes))
        self._is_more_room = room > self._room


def _count_unfinished(connection: Connection) -> int:
    """Count unfinished games, and lobbies in which somebody waits."""
    unfinished = (
        select(func.count()).select_from(games).where(type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN))
    )
    waiting = select(func.count()).select_from(lobbies).where(lobbies.c.state.in_(("waiting", "opening")))
    return (connection.execute(unfinished).scalar() or 0) + (connection.execute(waiting).scalar() or 0)
