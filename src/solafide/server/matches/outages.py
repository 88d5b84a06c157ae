"""Heartbeats of a server, every few seconds: while no server is up, no clock of a match runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, delete, func, insert, select, update

from solafide.server.background_loop import repeat_forever
from solafide.server.matches.clock import HEARTBEAT_INTERVAL_S, OUTAGE_GRACE_MS, Milliseconds, Outage, find_outages
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.schema import uptime
from solafide.server.wall_clock import SYSTEM_CLOCK

UPTIME_RETENTION_MS = 120 * 86_400_000  # longer than any clock


class UptimeLog:
    """Stores a period for each time that a server was up; `outages` are the gaps between them."""

    def __init__(
        self, store: Storage, outages: list[Outage], now: Callable[[], Milliseconds] = SYSTEM_CLOCK.milliseconds
    ) -> None:
        self._store, self.outages, self._now = store, outages, now
        self._row, self._last = 0, 0
        self._task: asyncio.Task[None] | None = None

    async def begin_period(self) -> None:
        """Store that this server is up from now on; after a sleep of the machine it begins a new period."""
        at = self._now()

        def job(connection: Connection) -> tuple[int, list[Outage]]:
            connection.execute(insert(uptime).values(began=at, beat=at))
            newest: int = connection.execute(select(func.max(uptime.c.id)).where(uptime.c.began == at)).scalar_one()
            before = connection.execute(select(func.max(uptime.c.beat)).where(uptime.c.id != newest)).scalar() or at
            connection.execute(delete(uptime).where(uptime.c.beat < min(at - UPTIME_RETENTION_MS, before)))
            periods = connection.execute(select(uptime.c.began, uptime.c.beat)).all()
            return newest, find_outages((began, beat) for began, beat in periods)

        self._row, self.outages[:] = await self._store.do(job)
        self._last = at  # after the write: while nothing can be written, the server is down

    async def beat(self) -> None:
        """Store that this server is still up."""
        at = self._now()
        if at - self._last > OUTAGE_GRACE_MS:
            await self.begin_period()
            return
        heartbeat = update(uptime).where(uptime.c.id == self._row).values(beat=at)
        await self._store.do(lambda connection: connection.execute(heartbeat).rowcount)
        self._last = at

    async def start(self) -> None:
        """Begin a period, and send heartbeats until it is closed."""
        await self.begin_period()
        self._task = asyncio.create_task(self._beat_forever())

    async def _beat_forever(self) -> None:
        await repeat_forever("heartbeat", HEARTBEAT_INTERVAL_S, self.beat)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            with suppress(StorageError):
                await self.beat()
