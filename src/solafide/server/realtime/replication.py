"""Replication: loaded matches follow what other processes write to the same database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from datetime import timedelta
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import orjson
from sqlalchemy import Connection, select, tuple_

from solafide.game import SolaFideError
from solafide.server.realtime.online_stream import StreamedMatch, Subscriptions
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.wall_clock import WallClock
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.ledger import ALL_GAMES, ENTRY_COLUMNS, LedgerEntry
from solafide.server.storage.schema import games

log = logging.getLogger(__name__)
RETRY_DELAY_S = 1.0  # after which a failed read is repeated
ABANDONED_SEARCH_SWEEP_S = 3.0  # how often to look for opponents whose process has died
# The process that let an opponent think may have died by then; if it has not, thinking twice only costs time.
SEARCH_TAKEOVER_AFTER = timedelta(seconds=10)
MAX_TAKEOVERS_PER_SWEEP = 20  # opponents in one sweep
_ENTRY_COLUMNS = ", ".join(f"ledger.{name}" for name in ENTRY_COLUMNS)
_SELECT_UPDATES = f"""
SELECT games.id, games.length, games.changed, games.summary, {_ENTRY_COLUMNS}
FROM unnest(%s::text[], %s::int[]) AS stale (game, after) JOIN games ON games.id = stale.game
LEFT JOIN ledger ON ledger.game = games.id AND ledger.version > stale.after
ORDER BY games.id, ledger.version
"""


class StaleGame(NamedTuple):
    """A game that another process may have changed.

    length: how many entries are known, None if the match is not loaded; off_ledger: something changed that has no entry
    of the ledger, see `announce_change`.
    """

    game: str
    length: int | None
    off_ledger: bool


class GameUpdate(NamedTuple):
    """How long the ledger of a game is in the database, and the entries that were not known."""

    length: int
    changed: str
    summary: dict[str, Any]
    entries: list[LedgerEntry]


class ReplicatedMatch(StreamedMatch, Protocol):
    """What replication needs of a match."""

    length: int

    @property
    def online(self) -> object | None: ...

    @property
    def thinking(self) -> object: ...


M = TypeVar("M", bound=ReplicatedMatch)


class ReplicationHost(Protocol[M]):
    """Where the matches of this process are: `matches.registry`."""

    store: Storage
    clock: WallClock
    subscriptions: Subscriptions

    def loaded(self, game: str) -> M | None: ...

    def loaded_games(self) -> list[str]: ...

    async def match(self, game: str) -> M: ...

    def locked(self, game: str) -> AbstractAsyncContextManager[M]: ...

    def evict(self, game: str) -> None: ...

    def publish_change(self, game: str) -> None: ...

    async def reload_online_state(self, match: M) -> None: ...

    async def apply_update(self, match: M, update: GameUpdate) -> None: ...

    def start_searches(self, match: M) -> None: ...


class Replicator(Generic[M]):
    """Keeps loaded matches in step with the ledger, and takes over searches of a process that died."""

    def __init__(self, host: ReplicationHost[M]) -> None:
        self._host = host
        self._stale: dict[str, bool] = {}  # games that another process has changed; whether off the ledger too
        self._takeover_position = ("", "")  # the date and id up to which games were examined
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Listen to the database for changes of other processes."""
        self._host.store.subscribe(self._on_change, self._on_gap)
        if self._host.store.shared:
            self._run(self._take_over_forever())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ changes of other processes

    def _on_change(self, game: str, version: int) -> None:
        if game == ALL_GAMES:
            self._drop_all()
            return
        match = self._host.loaded(game)
        if match is None and not self._host.subscriptions.has_subscribers(game):
            return
        if match is not None and 0 < version <= match.length:
            return
        self._queue(game, off_ledger=version == 0)

    def _on_gap(self) -> None:
        """Update all games: changes may have been missed while the database could not be heard."""
        for game in {*self._host.loaded_games(), *self._host.subscriptions.games()}:
            self._queue(game, off_ledger=True)

    def _drop_all(self) -> None:
        """Drop all loaded matches: a backup was restored, so what is in memory may never have happened."""
        for game in self._host.loaded_games():
            self._host.evict(game)
        for game in self._host.subscriptions.games():
            self._host.publish_change(game)

    def _queue(self, game: str, off_ledger: bool) -> None:
        if not self._stale:
            self._run(self._update_stale())
        self._stale[game] = self._stale.get(game, False) or off_ledger

    async def _update_stale(self) -> None:
        """Update all games that are queued by now, with one query."""
        await asyncio.sleep(0)
        queued, self._stale = self._stale, {}
        stale = [StaleGame(game, _length(self._host.loaded(game)), off_ledger) for game, off_ledger in queued.items()]
        try:
            updates = await self._host.store.read(lambda connection: load_updates(connection, stale))
        except StorageError:
            await self._queue_later(queued)
            return
        await asyncio.gather(*(self._update(each.game, updates.get(each.game), each.off_ledger) for each in stale))

    async def _queue_later(self, queued: dict[str, bool]) -> None:
        """Try again later: the database did not answer, and does not announce a change twice."""
        await asyncio.sleep(RETRY_DELAY_S)
        for game, off_ledger in queued.items():
            self._queue(game, off_ledger)

    async def _update(self, game: str, update: GameUpdate | None, off_ledger: bool) -> None:
        host, was_loaded = self._host, self._host.loaded(game) is not None
        try:
            async with host.locked(game) as match:
                if off_ledger:
                    await host.reload_online_state(match)
                if not await self._apply(match, update) and not was_loaded and match.online is not None:
                    host.subscriptions.publish(match, "step")
        except StorageError:
            await self._queue_later({game: off_ledger})
        except SolaFideError:  # reported when somebody opens it; a lobby has no match yet
            if off_ledger:
                host.publish_change(game)

    async def catch_up(self, game: str) -> bool:
        """Bring a match in step with the ledger; return whether it was behind."""
        async with self._host.locked(game) as match:
            stale = [StaleGame(game, match.length, False)]
            update = (await self._host.store.read(lambda connection: load_updates(connection, stale))).get(game)
            if update is not None and update.length < match.length:  # an older backup was restored
                self._host.evict(game)
                return True
            return await self._apply(match, update)

    async def _apply(self, match: M, update: GameUpdate | None) -> bool:
        """Apply what the database has to a match; return whether that changed anything."""
        if update is None:  # it was deleted
            self._host.evict(match.id)
            self._host.publish_change(match.id)
            return True
        if update.length <= match.length:  # this process has written meanwhile
            return False
        await self._host.apply_update(match, update)
        return True

    # ------------------------------------------------------------ searches of a process that died

    async def _take_over_forever(self) -> None:
        await repeat_forever("taking over searches", ABANDONED_SEARCH_SWEEP_S, self.take_over_searches)

    async def take_over_searches(self) -> None:
        """Search here for computer opponents who have not answered for long."""
        for game in await self._next_abandoned_searches():
            match = self._host.loaded(game)
            if match is not None and match.thinking:
                continue
            with suppress(SolaFideError):  # reported when somebody opens it
                await self.catch_up(game)
                self._host.start_searches(await self._host.match(game))

    async def _next_abandoned_searches(self) -> list[str]:
        """Return the next games in which no process seems to search; after the last of them the first again."""
        oldest = self._host.clock.timestamp_after(-SEARCH_TAKEOVER_AFTER)
        position = tuple_(games.c.changed, games.c.id)
        abandoned = (
            select(games.c.changed, games.c.id)
            .where(games.c.asked, games.c.changed < oldest, position > self._takeover_position)
            .order_by(games.c.changed, games.c.id)
            .limit(MAX_TAKEOVERS_PER_SWEEP)
        )
        rows = await self._host.store.do(lambda connection: connection.execute(abandoned).all())
        self._takeover_position = (rows[-1].changed, rows[-1].id) if len(rows) == MAX_TAKEOVERS_PER_SWEEP else ("", "")
        return [game for _, game in rows]


def load_updates(connection: Connection, stale: Sequence[StaleGame]) -> dict[str, GameUpdate]:
    """Load what is new in some games, with one query in the dialect of PostgreSQL."""
    parameters = ([each.game for each in stale], [each.length for each in stale])
    updates: dict[str, GameUpdate] = {}
    for game, length, changed, summary, *entry in connection.exec_driver_sql(_SELECT_UPDATES, parameters).all():
        if game not in updates:
            updates[game] = GameUpdate(length, changed, orjson.loads(summary), [])
        if entry[0] is not None:
            updates[game].entries.append(LedgerEntry.from_row(entry))
    return updates


def _length(match: ReplicatedMatch | None) -> int | None:
    return match.length if match is not None else None
