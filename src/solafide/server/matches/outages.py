"""Heartbeats of a server, every few seconds: while no server is up, no clock of a match runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import Connection, delete, func, insert, select, update

from solafide.server.matches.clock import HEARTBEAT_INTERVAL_S, OUTAGE_GRACE_MS, Outage, find_outages
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.schema import uptime

UPTIME_RETENTION = timedelta(days=400)  # longer than any clock, and than any time after which a game expires
UPTIME_RETENTION_MS = UPTIME_RETENTION // timedelta(milliseconds=1)
log = logging.getLogger(__name__)


class UptimeLog:
    """Stores a period for each time that a server was up; `outages` are the gaps between them."""

    def __init__(self, store: Storage, outages: list[Outage], clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store, self.outages, self._clock = store, outages, clock
        self._row, self._last = 0, 0
        self._is_set_back = False  # the system's clock, and that was logged
        self._task: asyncio.Task[None] | None = None
        self.on_processes: Callable[[int], None] | None = None  # gets the number of processes that are up

    async def begin_period(self) -> None:
        """Store that this server is up from now on; after a sleep of the machine it begins a new period."""
        at = self._clock.milliseconds()

        def job(connection: Connection) -> tuple[int, list[Outage]]:
            # Written before the system's clock was set back: they would hide outages until that time comes again.
            connection.execute(delete(uptime).where(uptime.c.began > at))
            connection.execute(update(uptime).where(uptime.c.beat > at).values(beat=at))
            connection.execute(insert(uptime).values(began=at, beat=at))
            newest: int = connection.execute(select(func.max(uptime.c.id)).where(uptime.c.began == at)).scalar_one()
            before = connection.execute(select(func.max(uptime.c.beat)).where(uptime.c.id != newest)).scalar() or at
            connection.execute(delete(uptime).where(uptime.c.beat < min(at - UPTIME_RETENTION_MS, before)))
            periods = connection.execute(select(uptime.c.began, uptime.c.beat)).all()
            return newest, find_outages((began, beat) for began, beat in periods)

        self._row, self.outages[:] = await self._store.do(job)
        self._last = at  # after the write: while nothing can be written, the server is down
        await self._count_processes(at)

    async def beat(self) -> None:
        """Store that this server is still up."""
        self._follow_system_clock()
        at = self._clock.milliseconds()
        if at - self._last > OUTAGE_GRACE_MS:
            await self.begin_period()
            return
        heartbeat = update(uptime).where(uptime.c.id == self._row).values(beat=at)
        await self._store.do(lambda connection: connection.execute(heartbeat).rowcount)
        self._last = at
        await self._count_processes(at)

    async def _count_processes(self, at: int) -> None:
        """Tell how many processes share the database: limits are shared between them."""
        if self.on_processes is not None and self._store.shared:
            alive = select(func.count()).select_from(uptime).where(uptime.c.beat > at - OUTAGE_GRACE_MS)
            self.on_processes(max(1, await self._store.read(lambda connection: connection.execute(alive).scalar_one())))

    def _follow_system_clock(self) -> None:
        """Take over a forward jump of the system's clock, which then counts as an outage; never go back."""
        drift_ms = self._clock.drift_ms()
        if drift_ms > OUTAGE_GRACE_MS:
            log.warning("the system's clock went forward by %d s: no player's clock ran", drift_ms // 1000)
            self._clock.catch_up(drift_ms)
        elif drift_ms < -OUTAGE_GRACE_MS and not self._is_set_back:
            log.warning("the system's clock was set back by %d s: this server keeps its time", -drift_ms // 1000)
        self._is_set_back = drift_ms < -OUTAGE_GRACE_MS

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
