"""The matches of this server: load one from memory or the ledger, lock it, create one, commit to it, delete it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, delete, insert, select, update

from solafide.cards import CardSet
from solafide.game import RULES_VERSION, Game, LiveNature, Options, Record, SolaFideError
from solafide.server.engine.analyses import AnalysisService
from solafide.server.engine.comments import CommentService
from solafide.server.engine.compute_pool import ComputePool
from solafide.server.engine.hints import HintService
from solafide.server.engine.opponents import Opponents, pending_decisions
from solafide.server.engine.search_pool import DEFAULT_LIMITS, SearchLimits
from solafide.server.matches.after_commit import AfterCommitHooks, Commit
from solafide.server.matches.card_sets import CardSetCache, store_card_set
from solafide.server.matches.clock import Clock, Outage
from solafide.server.matches.health import HealthCheck
from solafide.server.matches.match import Match, MatchSetup, import_match, restore_match, start_match
from solafide.server.matches.memory_use import MemoryUse
from solafide.server.matches.online_state import NON_STEP_KINDS, MatchTerms, OnlineState
from solafide.server.matches.order_execution import apply_standing_orders, save_changed_orders
from solafide.server.matches.quotas import GuestQuotas
from solafide.server.matches.replica import apply_entries, stream_kind
from solafide.server.matches.seats import LoadDealState, load_online_state, withhold
from solafide.server.matches.snapshot import EMPTY_SNAPSHOT, MatchSnapshot, load_snapshot
from solafide.server.matches.snapshot_service import SnapshotService
from solafide.server.realtime.local_stream import LocalStream, LocalStreamEvent
from solafide.server.realtime.online_stream import Subscriptions
from solafide.server.realtime.presence_broadcast import PresenceBroadcast
from solafide.server.realtime.replication import GameUpdate, Replicator
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import PERSONS, Players
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.idempotency import IdempotencyStore
from solafide.server.storage.ledger import (
    REQUEST_KINDS,
    EntryKind,
    LedgerAppend,
    LedgerEntry,
    WriteConflict,
    announce_change,
    append,
    load_entries,
)
from solafide.server.storage.schema import GAME_COLUMNS, LOBBY_STATES, games, lobbies
from solafide.server.storage.tags import LOCAL_PERSON, load_tags

STREAM_KINDS = {
    EntryKind.CREATED: "created",
    EntryKind.UNDO: "undo",
    EntryKind.TAKEBACK: "takeback",
    EntryKind.DELETED: "deleted",
} | dict.fromkeys(NON_STEP_KINDS, "offer")
MAX_IDLE_MATCHES = 64  # loaded matches without a search
# Long matches, and those with a large card set of a player's own, count as several (`memory_use`). A whole game has 480
# entries when both sides choose at random.
ENTRIES_PER_MATCH = 600
ID_BYTES = 16
_GAME_ROWS = select(
    games.c.id.label("game"),
    *(games.c[name] for name in ("created", "changed", "options", "players", "start", "summary", "names", "title")),
).order_by(games.c.changed.desc(), games.c.id)
_SEARCHING_GAMES = select(games.c.id).where(games.c.asked)


class ConcurrentUpdate(RequestRefused):
    """Another process has written to the match first: the request is tried again with what it wrote."""


class MatchRegistry:
    """Holds the loaded matches and everything that a match needs: storage, streams, searches, the clock."""

    def __init__(
        self,
        store: Storage,
        local_stream: LocalStream,
        limits: SearchLimits = DEFAULT_LIMITS,
        clock: WallClock = SYSTEM_CLOCK,
    ) -> None:
        self.clock = clock
        self.store, self.local_stream, self.idempotency = store, local_stream, IdempotencyStore(store, clock)
        self.opponents: Opponents[Match] = Opponents(self, limits)
        self.hints = HintService(limits.queue)
        self.comments = CommentService(self.hints)
        self.analyses = AnalysisService(store, limits.queue)
        self.compute = ComputePool()
        self._matches: dict[str, Match] = {}
        self.card_sets = CardSetCache(store)
        self.snapshots = SnapshotService(store)
        self.quotas: GuestQuotas | None = None  # online only
        self.health = HealthCheck(store)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # held by those who wait
        self.subscriptions = Subscriptions()
        self.replicator: Replicator[Match] = Replicator(self)
        self.presence_broadcast = PresenceBroadcast(store, self.subscriptions)
        self.outages: list[Outage] = []  # in which no server was up
        self.after_commit = AfterCommitHooks(self.locked)
        self.after_commit.add("publish", self._publish)
        self.after_commit.add("snapshot", self.snapshots.after_commit)
        self.after_commit.add("store cancelled orders", self._store_cancelled_orders)
        self.after_commit.add("computer opponents", self._start_searches)
        # Called with a match and new entries that another process has written.
        self.on_replicated: list[Callable[[Match, Sequence[LedgerEntry]], object]] = []
        self.load_deal_state: LoadDealState = withhold  # `duplicate` sets its own
        self.max_idle_matches = MAX_IDLE_MATCHES
        self._refreshes: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ finding

    async def match(self, game: str) -> Match:
        """Return the match of a game, from memory or replayed from the ledger."""
        if (match := self._matches.get(game)) is None:
            async with self._loading.setdefault(game, asyncio.Lock()):
                match = self._matches.get(game) or await self._load(game)
        self._matches.pop(game, None)
        self._matches[game] = match  # the last one used is last
        self._evict_idle()
        return match

    def locked(self, game: str) -> LockedMatch:
        """Return an `async with` that locks the match of a game: nobody else changes it meanwhile."""
        return LockedMatch(self, game)

    async def _load(self, game: str, use_snapshot: bool = True) -> Match:
        def load(connection: Connection) -> tuple[Any, MatchSnapshot, list[LedgerEntry], OnlineState | None]:
            row = connection.execute(select(games).where(games.c.id == game)).first()
            online = self._load_online_state(connection, game, row.online) if row and row.online else None
            snapshot = load_snapshot(connection, game, row.length) if row and use_snapshot else EMPTY_SNAPSHOT
            return row, snapshot, load_entries(connection, game, snapshot.version or None), online

        row, snapshot, entries, online = await self.store.do(load)
        if row is None:
            raise RequestRefused(404, "server.error.no_game")
        if row.rules != RULES_VERSION:
            raise RequestRefused(409, "error.record.rules", version=row.rules, known=RULES_VERSION)
        setup = MatchSetup(
            game,
            row.created,
            Options.from_json(row.options),
            await self.card_sets.load(row.cards),
            row.players,
            row.seed,
            row.start,
            row.recorded,
            MatchTerms.from_json(row.online) if row.online else None,
            row.names,
            row.title,
        )
        try:
            match = restore_match(setup, entries, online, snapshot)
            match.clock = self.clock
        except (SolaFideError, IndexError, KeyError, ValueError):
            if snapshot is not EMPTY_SNAPSHOT:
                return await self._load(game, use_snapshot=False)
            raise RequestRefused(409, "server.error.game_damaged") from None
        if (created := self._matches.get(game)) is not None:  # meanwhile, by the request that creates it
            return created
        match.changed_at = row.changed
        self.attach_online_state(match, row.summary.get("clock"))
        self._matches[game] = match
        self._evict_long()
        if not self.store.shared:  # else the process that committed the last choice searches
            self.start_searches(match)
        await self.snapshots.make_if_due(match, snapshot, entries)
        return match

    def _load_online_state(self, connection: Connection, game: str, online: dict[str, Any]) -> OnlineState:
        return load_online_state(connection, game, online, self.load_deal_state)

    def loaded(self, game: str) -> Match | None:
        """Return the match of a game if it is in memory."""
        return self._matches.get(game)

    def loaded_games(self) -> list[str]:
        """Return the games whose matches are in memory."""
        return list(self._matches)

    def attach_online_state(self, match: Match, clock: dict[str, Any] | None = None) -> None:
        """Give an online match its presence, the outages and its clocks."""
        if match.online is not None:
            match.online.presence = self.subscriptions.presence(match.id)
            match.online.outages = self.outages
            match.online.clock = Clock.from_json(clock, self.clock.milliseconds()) if clock else None

    def _evict_idle(self) -> None:
        if len(self._matches) <= self.max_idle_matches:
            return
        idle = [match for match in self._matches.values() if not match.thinking and not match.lock.locked()]
        # Busy matches do not count: else the only idle one, which a request is about to lock, would go at once.
        for match in idle[: max(0, len(idle) - self.max_idle_matches)]:
            self.evict(match.id)

    def _evict_long(self) -> None:
        """Evict idle matches, the one that was not used for the longest time first, until few enough entries are left.

        Called when a match comes into memory: the entries of all are counted, and their card sets.
        """
        use = MemoryUse(self._matches.values())
        for match in list(self._matches.values())[:-1]:
            if use.entries <= ENTRIES_PER_MATCH * self.max_idle_matches:
                return
            if not match.thinking and not match.lock.locked():
                use.remove(match)
                self.evict(match.id)

    @property
    def in_memory(self) -> int:
        return len(self._matches)

    def evict(self, game: str) -> None:
        """Drop a match from memory: it is replayed from the ledger when it is needed again, and searches start then."""
        if (match := self._matches.pop(game, None)) is not None:
            self.opponents.cancel_running(match)

    def is_current(self, match: Match) -> bool:
        """Whether this object is the registered match of its game, and was not evicted."""
        return self._matches.get(match.id) is match

    async def list_games(self) -> list[dict[str, Any]]:
        """Return a row for each game, the last changed first."""

        def job(connection: Connection) -> list[dict[str, Any]]:
            tags = load_tags(connection, LOCAL_PERSON)
            rows = connection.execute(_GAME_ROWS).mappings()
            return [{**row, "tags": tags.get(row["game"], [])} for row in rows]

        return await self.store.do(job)

    async def find_by_idempotency_key(self, idempotency_key: str) -> Match | None:
        """Return the match that a request with this key has created before."""

        def job(connection: Connection) -> str | None:
            return connection.execute(select(games.c.id).where(games.c.client == idempotency_key)).scalar()

        game = await self.store.do(job)
        return await self.match(game) if game else None

    # ------------------------------------------------------------ creating

    async def create_match(
        self,
        options: Options,
        cards: CardSet,
        players: Players,
        idempotency_key: str | None,
        start: dict[str, Any] | None = None,
        names: dict[str, str] | None = None,
        title: str = "",
        seed: bytes | None = None,
    ) -> Match:
        """Create a match; start: the moment of another game from which it continues; seed: a new one if it is None."""
        seed, at, cards = seed or LiveNature().seed, self.clock.timestamp(), self.card_sets.share(cards)
        setup = MatchSetup(new_id(), at, options, cards, players, seed, start, names=names, title=title)
        match = start_match(setup)
        return await self._store_new_match(match, match.opening_entries(), idempotency_key)

    async def start_online_match(
        self,
        game: str,
        options: Options,
        cards: CardSet,
        players: Players,
        seed: bytes,
        terms: MatchTerms,
        title: str = "",
    ) -> None:
        """Start the match of a lobby, unless a player has left; another process that starts it makes the same match."""
        setup = MatchSetup(game, self.clock.timestamp(), options, cards, players, seed, terms=terms, title=title)
        match = start_match(setup)
        match.online = await self.store.do(lambda connection: self._load_online_state(connection, game, terms.json()))
        self.attach_online_state(match)
        match.clock = self.clock
        match.update_clock(earned=False)
        with suppress(WriteConflict):
            await self._store_new_match(match, match.opening_entries(), None)

    async def import_record(self, record: Record, game: Game, players: Players, idempotency_key: str | None) -> Match:
        """Create a match from a record; the record of a finished game is stored unchanged."""
        recorded, cards = record.players if game.over else None, self.card_sets.share(record.cards)
        setup = MatchSetup(
            new_id(), self.clock.timestamp(), record.options, cards, players, record.seed, None, recorded
        )
        return await self._store_new_match(*import_match(setup, game), idempotency_key)

    async def _store_new_match(self, match: Match, entries: list[LedgerEntry], idempotency_key: str | None) -> Match:
        """Write a new match to the database; the same request twice creates one."""
        setup = match.setup
        at = match.changed_at = setup.created
        match.clock = self.clock
        row = {
            "id": setup.id,
            "created": at,
            "changed": at,
            "client": idempotency_key,
            "rules": RULES_VERSION,
            "options": setup.options.json(),
            "cards": setup.cards.storage_key,
            "players": setup.players,
            "recorded": setup.recorded,
            "seed": setup.seed,
            "start": setup.start or None,
            "summary": match.summary(),
            "length": match.length,
            "asked": bool(pending_decisions(match)),
            "online": setup.terms.json() if setup.terms else None,
            "names": setup.names,
            "title": setup.title,
        }

        def job(connection: Connection) -> int:
            store_card_set(connection, setup.cards)
            connection.execute(insert(games), row)
            if setup.terms is not None:
                _mark_lobby_started(connection, setup.id, at)
            return append(connection, setup.id, entries, at)

        try:
            number = await self.store.do(job)
        except WriteConflict:  # the same request, twice at once
            first = await self.find_by_idempotency_key(idempotency_key) if idempotency_key is not None else None
            if first is None:
                raise
            return first
        self._matches[setup.id] = match
        self._evict_long()
        await self.after_commit.run(match, Commit(entries, number, 0))
        return match

    # ------------------------------------------------------------ changing

    async def rename(self, match: Match, title: str, names: dict[str, str] | None = None) -> None:
        """Store the name of a game, and of the people who play it at one screen; an empty title is none."""
        new = {"title": title} | ({} if names is None else {"names": names or None})
        await self.store.do(
            lambda connection: connection.execute(update(games).where(games.c.id == match.id).values(new))
        )
        match.rename(title, match.setup.names if names is None else names or None)

    async def commit(self, match: Match, entries: list[LedgerEntry], since: int) -> None:
        """Write entries to the ledger, then run the after-commit hooks; if writing fails, the match is reloaded.

        since: the public step before the first entry.
        """
        at = self.clock.timestamp()
        try:
            if entries[0].kind == EntryKind.CHOICE:  # a standing order does not repeat what was taken back
                entries = entries + apply_standing_orders(match)
            match.update_clock(earned=entries[0].kind == EntryKind.CHOICE)
            number = await self.store.append(
                LedgerAppend(match.id, entries, at, match.summary(), bool(pending_decisions(match))),
            )
        except BaseException as error:
            self.evict(match.id)
            if isinstance(error, WriteConflict):
                raise ConcurrentUpdate(409, "server.error.conflict") from None
            if isinstance(error, StorageError):
                raise RequestRefused(503, "server.error.not_stored") from None
            raise
        match.changed_at = at
        await self.after_commit.run(match, Commit(entries, number, since))

    async def close_match(self, match: Match) -> None:
        """Close a match without a result; the caller has locked it."""
        self.opponents.cancel_searches(match)
        public = match.game.version_for(None)
        entries = match.close()
        await self.commit(match, entries, min(public, match.game.version_for(None)))

    async def _store_cancelled_orders(self, match: Match, _: Commit) -> None:
        await self.store_cancelled_orders(match)

    async def store_cancelled_orders(self, match: Match) -> None:
        """Store standing orders that were cancelled, and tell only their owners."""
        if match.online is None or not match.online.unsaved_orders:
            return
        before = dict(match.online.unsaved_orders)
        changed_orders = {person: match.online.standing_orders[person] for person in before}
        match.online.standing_orders = await self.store.do(
            lambda connection: save_changed_orders(connection, match.id, before, changed_orders)
        )
        match.online.unsaved_orders = {}
        self.subscriptions.publish_notice(match.id, lambda role: {"kind": "orders"} if role in changed_orders else None)

    def _publish(self, match: Match, commit: Commit) -> None:
        """Tell every open stream what the commit changed, each as much as its seat may know."""
        kind = STREAM_KINDS.get(commit.entries[0].kind, "step")
        if match.online is not None:
            self.subscriptions.publish(match, kind)
        if not self.local_stream.has_subscribers:
            return
        events = match.game.events(None, commit.since) if kind == "step" else []
        step = match.game.version_for(None)
        data = {"game": match.id, "kind": kind, "step": step, "events": events}
        self.local_stream.publish(LocalStreamEvent(commit.number, data))

    def _start_searches(self, match: Match, _: Commit) -> None:
        self.start_searches(match)

    def publish_change(self, game: str) -> None:
        """Tell the streams of a match that something changed which is not in its ledger."""
        self.subscriptions.publish_notice(game, lambda role: {"kind": "lobby"})

    def publish_chat(self, game: str, number: int) -> None:
        """Tell both players that there is a chat line; spectators do not see the chat."""
        message = {"kind": "chat", "chat_number": number}
        self.subscriptions.publish_notice(game, lambda role: message if role in PERSONS else None)

    def publish_search(self, match: Match, progress: dict[str, Any] | None) -> None:
        """Tell the streams of a match how far a computer opponent's search is; None: no search runs."""
        data = {"kind": "thinking", "step": match.game.version_for(None), "events": [], "thinking": progress}
        if match.online is not None:
            self.subscriptions.publish_notice(match.id, lambda role: data)
        else:
            self.local_stream.publish(LocalStreamEvent(None, {"game": match.id, **data}))

    def start_searches(self, match: Match) -> None:
        """Let computer opponents search where one must decide."""
        self.opponents.start_searches(match)

    # ------------------------------------------------------------ what other processes have written

    async def apply_update(self, match: Match, update: GameUpdate) -> None:
        """Apply new entries of another process step by step; if the outcome differs, load the whole match again."""
        self.opponents.cancel_searches(match)
        new = [entry for entry in update.entries if entry.version > match.length]
        complete = [entry.version for entry in new] == list(range(match.length + 1, update.length + 1))
        if complete and apply_entries(match, new):
            match.changed_at = update.changed
            self.attach_online_state(match, update.summary.get("clock"))
            for hook in self.on_replicated:
                hook(match, [entry for entry in new if entry.kind in REQUEST_KINDS])
        else:
            self.evict(match.id)
            match = await self.match(match.id)
        if match.online is not None:
            self.subscriptions.publish(match, stream_kind(new))

    def schedule_refresh(self, game: str) -> None:
        """Load what was changed without an entry of the ledger, as soon as the match is free; tell its streams."""
        if self.loaded(game) is None:
            self.publish_change(game)
            return
        task = asyncio.create_task(self._refresh(game))
        self._refreshes.add(task)
        task.add_done_callback(self._refreshes.discard)

    async def _refresh(self, game: str) -> None:
        try:
            async with self.locked(game) as match:
                await self.reload_online_state(match)
        except (RequestRefused, StorageError):  # deleted, or not to be read now: the next request loads it
            self.evict(game)
            self.publish_change(game)

    async def reload_online_state(self, match: Match) -> None:
        """Load what another process may have changed without an entry of the ledger, and publish it."""

        def load(connection: Connection) -> OnlineState | None:
            stored = select(games.c.online, games.c.title).where(games.c.id == match.id)
            terms, match.title = connection.execute(stored).first() or (None, "")
            return self._load_online_state(connection, match.id, terms) if terms else None

        online = match.online
        stored = await self.store.do(load) if online else None
        if online is not None and stored is None:  # it was deleted
            self.evict(match.id)
            self.publish_change(match.id)
        if online is not None and stored is not None:
            last_chat = online.last_chat
            online.update_from(stored)
            self.publish_change(match.id)
            if online.last_chat > last_chat:
                self.publish_chat(match.id, online.last_chat)

    # ------------------------------------------------------------ deleting

    async def delete(self, game: str) -> None:
        """Delete a game and everything stored with it; the ledger keeps only that it was deleted."""
        at = self.clock.timestamp()
        async with self.locked(game) as match:
            self.opponents.cancel_searches(match)
            number = await self.store.do(lambda connection: delete_rows(connection, game, at))
            self.evict(game)
        self.comments.forget(game)
        self.publish_change(game)
        self.local_stream.publish(LocalStreamEvent(number, {"game": game, "kind": "deleted", "step": 0, "events": []}))

    # ------------------------------------------------------------ start and end

    async def start(self) -> None:
        """Start replication and presence, and continue the searches of computer opponents."""
        self.replicator.start()
        self.presence_broadcast.start()
        if self.store.shared:
            return
        self.opponents.enqueue_games(
            await self.store.do(lambda connection: list(connection.execute(_SEARCHING_GAMES).scalars()))
        )

    def stop_searches(self) -> None:
        """Stop all searches: the server is about to end."""
        self.opponents.stop()
        self.hints.stopping.set()
        self.analyses.stopping.set()

    async def close(self) -> None:
        self.stop_searches()
        self.presence_broadcast.close()
        await self.after_commit.close()
        await asyncio.gather(*self._refreshes, return_exceptions=True)
        for service in (self.replicator, self.opponents, self.hints, self.analyses, self.compute):
            await service.close()


class LockedMatch:
    """Locks a match for `async with`. A class of its own, because every choice goes through it."""

    __slots__ = ("_game", "_match", "_registry")
    _match: Match

    def __init__(self, registry: MatchRegistry, game: str) -> None:
        self._registry, self._game = registry, game

    async def __aenter__(self) -> Match:
        while True:
            match = await self._registry.match(self._game)
            await match.lock.acquire()
            if self._registry.is_current(match):  # else it was evicted while this request waited
                self._match = match
                return match
            match.lock.release()

    async def __aexit__(self, *_: object) -> None:
        self._match.lock.release()


def _mark_lobby_started(connection: Connection, game: str, at: str) -> None:
    """Mark a lobby as started; if a player has left meanwhile, the match does not start."""
    start = update(lobbies).where(lobbies.c.id == game, lobbies.c.state.in_(LOBBY_STATES))
    if connection.execute(start.values(state="begun", changed=at)).rowcount != 1:
        raise WriteConflict(game)
    announce_change(connection, game)


def delete_rows(connection: Connection, game: str, at: str) -> int:
    """Delete all rows of a game or a lobby; the ledger keeps only that it was deleted. Returns that entry's number."""
    for column in GAME_COLUMNS:
        connection.execute(delete(column.table).where(column == game))
    return append(connection, game, [LedgerEntry(0, EntryKind.DELETED, "", "", None, 0, 0)], at)


def new_id() -> str:
    """Return an id that nobody can guess; a hyphen at its beginning would look like an option of a command."""
    while (new := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return new
