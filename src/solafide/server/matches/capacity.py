"""How many games are unfinished: a house that is full takes in no more."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, Text, func, select, type_coerce

from solafide.server.errors import RequestRefused
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import games, lobbies

COUNT_CACHE_S = 60.0  # seconds for which a count is believed
FULL_CACHE_S = (
    5.0  # seconds for which a house is believed to be full: many may knock then, and a count looks at every game
)
UNFINISHED_PATTERN = '%"outcome":null%'  # in a summary


class CapacityLimit:
    """Counted now and then; what was let in since is added."""

    def __init__(self, store: Storage, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._most, self._clock = store, most, clock
        self._count, self._counted = 0, float("-inf")

    async def admit(self) -> None:
        """One more, or a refusal."""
        if not self._most:
            return
        if self._clock() - self._counted >= (FULL_CACHE_S if self._count >= self._most else COUNT_CACHE_S):
            self._counted = self._clock()
            self._count = await self._store.do(_unfinished)
        if self._count >= self._most:
            raise RequestRefused(503, "server.error.full")
        self._count += 1


def _unfinished(connection: Connection) -> int:
    """Games that go on, and tables at which somebody waits."""
    begun = select(func.count()).select_from(games).where(type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN))
    waiting = select(func.count()).select_from(lobbies).where(lobbies.c.state.in_(("waiting", "opening")))
    return (connection.execute(begun).scalar() or 0) + (connection.execute(waiting).scalar() or 0)
