"""The health of a server: whether it can write to its database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert

from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.schema import uptime

HEALTH_CHECK_TIMEOUT_S = 3.0
HEALTH_CACHE_S = 1.0  # many who ask cause one write


class HealthCheck:
    """Writes to the database and takes it back: a full disk can still be read from."""

    def __init__(self, store: Storage, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._checked_at, self._is_healthy = float("-inf"), False
        self._lock = asyncio.Lock()

    async def check(self) -> bool:
        """Return whether a write is committed; the answer is used for a second."""
        async with self._lock:
            if self._clock() - self._checked_at >= HEALTH_CACHE_S:
                self._is_healthy = await self._write()
                self._checked_at = self._clock()
            return self._is_healthy

    async def _write(self) -> bool:
        try:
            async with asyncio.timeout(HEALTH_CHECK_TIMEOUT_S):
                await self._store.do(_write_and_delete)
        except (TimeoutError, StorageError, OSError):
            return False
        return True


def _write_and_delete(connection: Connection) -> None:
    connection.execute(insert(uptime).values(began=0, beat=0))
    connection.execute(delete(uptime).where(uptime.c.began == 0))
