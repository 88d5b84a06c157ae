"""Reports of games to the operator: who may send how many, and for how long they are stored."""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import Connection

from solafide.server.limits.token_bucket import DAY_S, AddressBuckets
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.reports import ReportRequest
from solafide.server.storage.base import Storage
from solafide.server.storage.reports import (
    Report,
    count_player_reports,
    delete_reports_closed_before,
    find_repeated_report,
    seat_reports,
    store_report,
)

MAX_REPORTS_PER_SEAT = 3  # of one player in one game
RATE_WINDOW = timedelta(days=1)
SWEEP_INTERVAL_S = 3600.0
REPORT_ID_BYTES = 6


class ReportService:
    """Stores reports, and deletes them some time after the operator has closed them.

    max_a_day: of one player, and of one address; 0: no limit.
    """

    def __init__(self, store: Storage, max_a_day: int, retention: timedelta, clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store, self._max_a_day, self._retention, self._clock = store, max_a_day, retention, clock
        self._addresses = AddressBuckets(max_a_day / DAY_S, max_a_day, lambda: clock.milliseconds() / 1000)

    async def add(self, address: str, game: str, person: str, step: int, request: ReportRequest) -> Report:
        """Store a report of a player; a repeated request stores none and returns the first one.

        step: how far the player has seen the game.
        """
        key = request.idempotency_key
        stored = await self._store.read(lambda connection: find_repeated_report(connection, game, key))
        if stored is None:
            if self._max_a_day and self._addresses.take(address):
                raise RequestRefused(429, "server.error.rate_reports")
            report = Report(
                secrets.token_hex(REPORT_ID_BYTES),
                game,
                person,
                request.reason,
                request.text,
                request.consent,
                step,
                key,
                self._clock.timestamp(),
            )
            stored = await self._store.do(lambda connection: self._store_once(connection, report))
        same = (stored.person, stored.reason, stored.text, stored.consent)
        if same != (person, request.reason, request.text, request.consent):
            raise RequestRefused(409, "server.error.idempotency_key")
        return stored

    def _store_once(self, connection: Connection, report: Report) -> Report:
        """Store a report unless it is one too many; the database counts, so all processes count the same."""
        if stored := find_repeated_report(connection, report.game, report.client):
            return stored
        if len(seat_reports(connection, report.game, report.person)) >= MAX_REPORTS_PER_SEAT:
            raise RequestRefused(409, "server.error.reports_full", n=MAX_REPORTS_PER_SEAT)
        since = self._clock.timestamp_after(-RATE_WINDOW)
        if self._max_a_day and count_player_reports(connection, report.game, report.person, since) >= self._max_a_day:
            raise RequestRefused(429, "server.error.rate_reports")
        store_report(connection, report)
        return report

    async def sweep_forever(self) -> None:
        """Sweep now and every hour, until the task is cancelled."""
        await repeat_forever("deleting old reports", SWEEP_INTERVAL_S, self.sweep)

    async def sweep(self) -> None:
        """Delete reports that were closed long ago."""
        oldest = self._clock.timestamp_after(-self._retention)
        await self._store.do(lambda connection: delete_reports_closed_before(connection, oldest))
