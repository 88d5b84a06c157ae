"""Close running games that nobody plays on, without a result, after their players were warned; and old deals.

Untouched is a game in which nothing was entered in the ledger and nobody has written a chat line: opening the page does
not count, pausing does. Time in which no server was up does not count, nor does time before the first sweep of the
database, so a game is never closed only because its database is old.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Text, func, select, text, type_coerce, update

from solafide.game import SolaFideError
from solafide.server.matches.capacity import UNFINISHED_PATTERN
from solafide.server.matches.clock import elapsed_time, moment_before
from solafide.server.matches.registry import ConcurrentUpdate, MatchRegistry
from solafide.server.matches.unused_card_sets import delete_unused_card_sets
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.settings import ExpirySettings
from solafide.server.storage.ledger import announce_change
from solafide.server.storage.schema import chat, expiry_start, expiry_warnings, games, notifications

SWEEP_INTERVAL_S = 3600.0
GAMES_PER_TRANSACTION = 200  # nobody else can write meanwhile
DAY_MS = 86_400_000
EXPIRY = "expiry"  # what a notification is about
log = logging.getLogger(__name__)

_START = text("INSERT INTO expiry_start (id, at) VALUES (1, :at) ON CONFLICT (id) DO NOTHING")
# The same in both databases; of two processes one changes the row, and queues the notifications.
_WARN = text(
    "INSERT INTO expiry_warnings (game, warned, closes) VALUES (:game, :warned, :closes) "
    "ON CONFLICT (game) DO UPDATE SET warned = excluded.warned, closes = excluded.closes "
    "WHERE expiry_warnings.warned = :before"
)
_is_unfinished = type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN)
_last_chat = select(func.max(chat.c.at)).where(chat.c.game == games.c.id).scalar_subquery()
_RUNNING_GAMES = (
    select(
        games.c.id,
        games.c.changed,
        _last_chat.label("last_chat"),
        expiry_warnings.c.warned,
        expiry_warnings.c.closes,
    )
    .select_from(games.outerjoin(expiry_warnings, expiry_warnings.c.game == games.c.id))
    .where(games.c.online.is_not(None), _is_unfinished)
    .order_by(games.c.id)
    .limit(GAMES_PER_TRANSACTION)
)


class RunningGame(NamedTuple):
    """A running game: when its ledger changed, its last chat line, and the last warning of its players."""

    id: str
    changed: str
    last_chat: str | None
    warned: str | None
    closes: str | None


class ExpiryResult(NamedTuple):
    """What one sweep has done: games warned of and closed, deals closed, card sets deleted."""

    warned: int = 0
    closed: int = 0
    deals: int = 0
    card_sets: int = 0


class GameExpiry:
    """Warns the players of games that nobody plays on, and closes those games some days later."""

    def __init__(self, registry: MatchRegistry, settings: ExpirySettings) -> None:
        self._registry, self._clock, self._settings = registry, registry.clock, settings
        # Closes deals that nobody has touched since a time; `duplicate` has it.
        self.close_deals: Callable[[str], Awaitable[int]] | None = None

    async def sweep_forever(self) -> None:
        """Sweep now and every hour, until the task is cancelled."""
        await repeat_forever("closing games that nobody plays on", SWEEP_INTERVAL_S, self.sweep)

    async def sweep(self) -> ExpiryResult:
        """Warn, close and delete what is due now; several processes may do so at once."""
        warned = closed = deals = 0
        if self._settings.expire_days:
            start = await self._registry.store.do(partial(_expiry_start, at=self._clock.timestamp()))
            rows = await self._untouched_games(start)
            closed = sum([await self._close(row) for row in rows if self._is_due(row)])
            warned = sum([await self._warn(row) for row in rows if not _is_warned(row)])
            oldest = self._untouched_since(self._settings.expire_days)
            if self.close_deals is not None and start < oldest:
                deals = await self.close_deals(oldest)
        card_sets = await delete_unused_card_sets(self._registry.store, self._clock)
        return ExpiryResult(warned, closed, deals, card_sets)

    def _untouched_since(self, days: int) -> str:
        """Return the time since which the server was up for so many days."""
        now = self._clock.milliseconds()
        before_ms = now - moment_before(now, days * DAY_MS, self._registry.outages)
        return self._clock.timestamp_after(-timedelta(milliseconds=before_ms))

    async def _untouched_games(self, start: str) -> list[RunningGame]:
        """Return the running games that nobody has touched until their players must be warned."""
        oldest = self._untouched_since(self._settings.expire_days - self._settings.warn_days)
        untouched: list[RunningGame] = []
        if start >= oldest:
            return untouched
        last: str | None = ""
        while last is not None:
            query = _RUNNING_GAMES.where(games.c.changed < oldest, games.c.id > last)
            batch = await self._registry.store.do(partial(_load_games, query=query))
            untouched += [row for row in batch if _touched(row) < oldest]
            last = batch[-1].id if batch else None
        return untouched

    def _is_due(self, row: RunningGame) -> bool:
        """Whether the players of a game were warned for as long as they were promised."""
        if row.warned is None or row.closes is None or not _is_warned(row) or row.closes > self._clock.timestamp():
            return False
        warned_ms, closes_ms = _milliseconds(row.warned), _milliseconds(row.closes)
        warned_for_ms = elapsed_time(warned_ms, self._clock.milliseconds(), self._registry.outages)
        return warned_for_ms >= closes_ms - warned_ms

    async def _warn(self, row: RunningGame) -> bool:
        """Store that the players of a game are warned, and queue their notifications; False if another process has."""
        game, at = row.id, self._clock.timestamp()
        closes = self._clock.timestamp_after(timedelta(days=self._settings.warn_days))

        def job(connection: Connection) -> bool:
            warning = {"game": game, "warned": at, "closes": closes, "before": row.warned or ""}
            if not connection.execute(_WARN, warning).rowcount:
                return False
            queued = {"about": EXPIRY, "due": at, "failures": 0, "error": None}
            own = (notifications.c.game == game) & (notifications.c.confirmed == 1)
            connection.execute(update(notifications).where(own).values(queued))
            announce_change(connection, game)
            return True

        is_new = await self._registry.store.do(job)
        if is_new:
            self._registry.schedule_refresh(game)
        return is_new

    async def _close(self, row: RunningGame) -> bool:
        """Close a game; False if somebody was faster, or if it cannot be replayed."""
        try:
            async with self._registry.locked(row.id) as match:
                query = _RUNNING_GAMES.where(games.c.id == row.id)
                if await self._registry.store.do(partial(_load_games, query=query)) != [row]:
                    return False
                await self._registry.close_match(match)
        except ConcurrentUpdate:  # a player has played on in another process, or that one has closed it
            return False
        except SolaFideError as error:
            log.warning("%s was not closed: %s", row.id, error.key)
            return False
        return True


def _expiry_start(connection: Connection, at: str) -> str:
    """Return since when games of this database expire: since the first time that this is asked."""
    connection.execute(_START, {"at": at})
    start: str = connection.execute(select(expiry_start.c.at)).scalar_one()
    return start


def _load_games(connection: Connection, query: Select[Any]) -> list[RunningGame]:
    return [RunningGame(*row) for row in connection.execute(query)]


def _touched(row: RunningGame) -> str:
    """Return when a player last did something in a game."""
    return max(row.changed, row.last_chat or "")


def _is_warned(row: RunningGame) -> bool:
    """Whether the players were warned since somebody last did something."""
    return row.warned is not None and row.warned >= _touched(row)


def _milliseconds(timestamp: str) -> int:
    return round(1000 * datetime.fromisoformat(timestamp).timestamp())
