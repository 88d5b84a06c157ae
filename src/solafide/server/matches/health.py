"""The health of a server: whether it can write to its database, and whether it drains before an update."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, delete, insert

from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.base import Storage, StorageError, StorageProblem
from solafide.server.storage.schema import uptime

HEALTH_CHECK_TIMEOUT_S = 3.0
HEALTH_CACHE_S = 1.0  # many who ask cause one write
DRAINING = "draining"


class HealthCheck:
    """Writes to the database and takes it back: a full disk can still be read from."""

    def __init__(self, store: Storage, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._checked_at, self._storage_problem = float("-inf"), ""
        self.draining = False  # no new games: an update is near
        self._lock = asyncio.Lock()

    async def problem(self) -> str:
        """Return why requests should go elsewhere, empty if nothing is wrong: the database fails, or it drains."""
        return await self.storage_problem() or (DRAINING if self.draining else "")

    async def storage_problem(self) -> str:
        """Return why a write is not committed, empty if it is; the answer is used for a second."""
        async with self._lock:
            if self._clock() - self._checked_at >= HEALTH_CACHE_S:
                self._storage_problem = await self._write()
                self._checked_at = self._clock()
            return self._storage_problem

    async def wait_for_storage(self) -> None:
        """Wait until the storage answers a job that changes nothing, however long it takes, or fails to do it."""
        with suppress(Exception):
            await self._store.do(lambda connection: None)

    def refuse_new_games(self) -> None:
        """Refuse a new game while the server drains."""
        if self.draining:
            raise RequestRefused(503, "server.error.draining")

    async def _write(self) -> str:
        try:
            async with asyncio.timeout(HEALTH_CHECK_TIMEOUT_S):
                await self._store.do(_write_and_delete)
        except StorageError as error:
            return error.problem
        except TimeoutError:
            return StorageProblem.UNREACHABLE
        except OSError:
            return StorageProblem.OTHER
        return ""


def _write_and_delete(connection: Connection) -> None:
    connection.execute(insert(uptime).values(began=0, beat=0))
    connection.execute(delete(uptime).where(uptime.c.began == 0))
