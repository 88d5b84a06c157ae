"""The limit of unfinished games: a server that is full creates no more."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, Text, func, select, type_coerce

from solafide.server.errors import RequestRefused
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import games, lobbies

COUNT_CACHE_S = 60.0  # how long a count is used again
FULL_CACHE_S = 5.0  # the same while the server is full: many may ask then, and a count reads every game
UNFINISHED_PATTERN = '%"outcome":null%'  # in a summary


class CapacityLimit:
    """Counts unfinished games now and then, and adds those that were created since."""

    def __init__(self, store: Storage, max_games: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._max_games, self._clock = store, max_games, clock
        self._count, self._counted_at = 0, float("-inf")

    async def admit(self) -> None:
        """Count one more game, or refuse it."""
        if not self._max_games:
            return
        if self._clock() - self._counted_at >= (FULL_CACHE_S if self._count >= self._max_games else COUNT_CACHE_S):
            self._counted_at = self._clock()
            self._count = await self._store.do(_count_unfinished)
        if self._count >= self._max_games:
            raise RequestRefused(503, "server.error.full")
        self._count += 1


def _count_unfinished(connection: Connection) -> int:
    """Count unfinished games, and lobbies in which somebody waits."""
    unfinished = (
        select(func.count()).select_from(games).where(type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN))
    )
    waiting = select(func.count()).select_from(lobbies).where(lobbies.c.state.in_(("waiting", "opening")))
    return (connection.execute(unfinished).scalar() or 0) + (connection.execute(waiting).scalar() or 0)
