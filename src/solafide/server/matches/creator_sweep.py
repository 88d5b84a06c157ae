"""Forgetting who created what is finished: only how much that takes is counted on, for some weeks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, Row, delete, exists, select

from solafide.server.matches.quotas import STORED_COUNTS_FOR, Guest, add_stored, day_of, is_unfinished, stored_bytes
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import creators, deals, games, guest_days

SWEEP_INTERVAL_S = 3600.0
ROWS_PER_TRANSACTION = 200  # in one transaction: nobody else can write meanwhile


class CreatorSweep:
    """Adds finished games to the days of their guests, and deletes days that are too old."""

    def __init__(self, store: Storage, clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store, self._clock = store, clock

    async def sweep_forever(self) -> None:
        """Sweep now and every hour, until the task is cancelled."""
        await repeat_forever("forgetting who created finished games", SWEEP_INTERVAL_S, self.sweep)

    async def sweep(self) -> None:
        """Look at all creators, a few in each transaction; then delete old days."""
        at, oldest = self._clock.timestamp(), self._clock.timestamp_after(-STORED_COUNTS_FOR)
        last: str | None = ""
        while last is not None:
            last = await self._store.do(partial(_sweep_batch, after=last, at=at, oldest=oldest))
        old_days = delete(guest_days).where(guest_days.c.day < day_of(oldest))
        await self._store.do(lambda connection: connection.execute(old_days).rowcount)


def _sweep_batch(connection: Connection, after: str, at: str, oldest: str) -> str | None:
    """Sweep the next creators in the order of their games; return the last one, or None if there are no more."""
    batch = select(creators.c.game).where(creators.c.game > after).order_by(creators.c.game).limit(ROWS_PER_TRANSACTION)
    names = connection.execute(batch).scalars().all()
    for row in _finished(connection, names, oldest):
        add_stored(connection, Guest(row.address, row.network), at, row.bytes)
        connection.execute(delete(creators).where(creators.c.game == row.game))
    return names[-1] if names else None


def _finished(
    connection: Connection, names: Sequence[str], oldest: str
) -> Sequence[Row[tuple[str, bytes, bytes, int]]]:
    """Return the creators of finished games, closed lobbies, and closed or old deals; another process skips them."""
    is_old_deal = exists().where(deals.c.id == creators.c.game, deals.c.created < oldest)
    finished = creators.c.game.in_(names) & (~is_unfinished() | is_old_deal)
    query = select(creators.c.game, creators.c.address, creators.c.network, stored_bytes().label("bytes"))
    joined = query.select_from(creators.outerjoin(games, games.c.id == creators.c.game)).where(finished)
    return connection.execute(joined.with_for_update(of=creators, skip_locked=True)).all()
