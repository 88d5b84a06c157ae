"""Deleting personal data whose time is over: e-mail addresses that nobody confirmed, and bans that have ended."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, delete

from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.storage.bans import delete_ended_bans
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import notifications

SWEEP_INTERVAL_S = 3600.0
CONFIRMATION_TTL = timedelta(days=7)  # after it the address must be entered again


class RetentionSweep:
    """Deletes what may not be stored any longer; several processes may do so at once."""

    def __init__(self, store: Storage, clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store, self._clock = store, clock

    async def sweep_forever(self) -> None:
        """Sweep now and every hour, until the task is cancelled."""
        await repeat_forever("deleting data whose time is over", SWEEP_INTERVAL_S, self.sweep)

    async def sweep(self) -> None:
        now, oldest = self._clock.timestamp(), self._clock.timestamp_after(-CONFIRMATION_TTL)

        def job(connection: Connection) -> None:
            is_old = ~notifications.c.confirmed & (notifications.c.created < oldest)
            connection.execute(delete(notifications).where(is_old))
            delete_ended_bans(connection, now)

        await self._store.do(job)
