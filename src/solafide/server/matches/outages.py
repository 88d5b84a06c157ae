"""Signs of life of a server, every few seconds: for the time between two servers nobody's clock runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, delete, func, insert, select, update

from solafide.server.matches.clock import HEARTBEAT_INTERVAL_S, OUTAGE_GRACE_MS, Milliseconds, Outage, outages
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.schema import uptime
from solafide.server.wall_clock import SYSTEM_CLOCK

UPTIME_RETENTION_MS = 120 * 86_400_000  # milliseconds: longer than any clock


class UptimeLog:
    """A row for each time that a server was up; `outages` is what lies between them."""

    def __init__(
        self, store: Storage, found: list[Outage], now: Callable[[], Milliseconds] = SYSTEM_CLOCK.milliseconds
    ) -> None:
        self._store, self.outages, self._now = store, found, now
        self._row, self._last = 0, 0
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Note that this server is up from now on; after a sleep of the machine it starts a new period."""
        at = self._last = self._now()

        def job(connection: Connection) -> tuple[int, list[Outage]]:
            connection.execute(insert(uptime).values(began=at, beat=at))
            newest: int = connection.execute(select(func.max(uptime.c.id)).where(uptime.c.began == at)).scalar_one()
            before = connection.execute(select(func.max(uptime.c.beat)).where(uptime.c.id != newest)).scalar() or at
            connection.execute(delete(uptime).where(uptime.c.beat < min(at - UPTIME_RETENTION_MS, before)))
            periods = connection.execute(select(uptime.c.began, uptime.c.beat)).all()
            return newest, outages((began, beat) for began, beat in periods)

        self._row, self.outages[:] = await self._store.do(job)

    async def beat(self) -> None:
        """A sign of life."""
        at = self._now()
        if at - self._last > OUTAGE_GRACE_MS:
            await self.begin()
            return
        self._last, row = at, self._row
        wanted = update(uptime).where(uptime.c.id == row).values(beat=at)
        await self._store.do(lambda connection: connection.execute(wanted).rowcount)

    async def go_on(self) -> None:
        """Begins, and gives signs of life until it is closed."""
        await self.begin()
        self._task = asyncio.create_task(self._pulse())

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            with suppress(StorageError):  # while nothing can be written nobody can play either
                await self.beat()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            with suppress(StorageError):
                await self.beat()
