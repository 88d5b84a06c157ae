"""Make snapshots of long ledgers, and find in them what a request has done that is no longer in memory."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from contextlib import suppress

from sqlalchemy import Connection

from solafide.game import LiveNature, SolaFideError
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.match import Match, completed_request, restore_match
from solafide.server.matches.snapshot import (
    MatchSnapshot,
    load_snapshot,
    steps_that_count,
    store_snapshot,
    surviving_steps,
)
from solafide.server.storage.base import Storage
from solafide.server.storage.ledger import (
    LedgerEntry,
    WriteConflict,
    end_of_request,
    find_request,
    load_entries,
)

SNAPSHOT_INTERVAL_ENTRIES = 1000  # a usual game has fewer, and gets no snapshot
log = logging.getLogger(__name__)


class SnapshotService:
    """Bounds how many entries are read to load a match or to repeat an answer: a snapshot is at most this far away."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self.interval_entries = SNAPSHOT_INTERVAL_ENTRIES

    def after_commit(self, match: Match, _: Commit) -> Awaitable[None] | None:
        """Make a snapshot when enough entries have come since the last one."""
        return self._make_next(match) if self._is_due(match) else None

    def _is_due(self, match: Match) -> bool:
        return match.length - match.snapshot_version >= self.interval_entries

    async def _make_next(self, match: Match) -> None:
        def load(connection: Connection) -> tuple[MatchSnapshot, list[LedgerEntry]]:
            previous = load_snapshot(connection, match.id, match.length)
            return previous, load_entries(connection, match.id, previous.version or None)

        await self.make_if_due(match, *await self._store.do(load))

    async def make_if_due(self, match: Match, previous: MatchSnapshot, entries: Sequence[LedgerEntry]) -> None:
        """Store a snapshot of a match, if it is far enough from the previous one; entries: those since that one."""
        if not self._is_due(match) or entries[-1].version != match.length:  # else another request was faster
            return
        match.snapshot_version, snapshot = match.length, make_snapshot(match, previous, entries)
        if snapshot is None:
            log.error("snapshot of %s differs from its ledger: it is not stored", match.id)
            return
        stored, covered = snapshot.dump(), list(match.completed_requests)
        with suppress(WriteConflict):  # another process has stored it
            await self._store.do(lambda connection: store_snapshot(connection, match.id, snapshot.version, stored))
        for idempotency_key in covered:
            match.completed_requests.pop(idempotency_key, None)

    async def recall_request(self, match: Match, idempotency_key: str) -> None:
        """Load what a request has done before the last snapshot, so that it is not done again."""
        if match.snapshot_version and idempotency_key not in match.completed_requests:
            entry = await self._store.read(lambda connection: find_request(connection, match.id, idempotency_key))
            if entry is not None:
                match.completed_requests[idempotency_key] = completed_request(entry)

    async def match_after_request(self, match: Match, idempotency_key: str) -> Match:
        """Return the match as it was after a request, replayed from the last snapshot before; it is not registered."""

        def load(connection: Connection) -> tuple[MatchSnapshot, list[LedgerEntry]]:
            request = find_request(connection, match.id, idempotency_key)
            assert request is not None  # the caller knows it from the ledger
            snapshot = load_snapshot(connection, match.id, request.version)
            last = end_of_request(connection, match.id, request.version)
            return snapshot, load_entries(connection, match.id, snapshot.version or None, last)

        snapshot, entries = await self._store.do(load)
        return restore_match(match.setup, entries, snapshot=snapshot)


def make_snapshot(match: Match, previous: MatchSnapshot, entries: Sequence[LedgerEntry]) -> MatchSnapshot | None:
    """Make a snapshot of a match from an earlier one and all entries since; None if it does not give the same match."""
    steps = steps_that_count(surviving_steps(entries, previous.steps))
    online = match.online.snapshot() if match.online else {}
    snapshot = MatchSnapshot(match.length, steps, match.game.taken_back, {}, online)
    try:
        restored = restore_match(match.setup, (), snapshot=snapshot)
    except (SolaFideError, IndexError, KeyError, ValueError):
        return None
    if (restored.game.whole(), restored.game.choices) != (match.game.whole(), match.game.choices):
        return None
    if isinstance(match.game.nature, LiveNature) and isinstance(restored.game.nature, LiveNature):
        picked, replayed = match.game.nature.counters, restored.game.nature.counters
        picks = {purpose: number - replayed.get(purpose, 0) for purpose, number in picked.items()}
        snapshot = snapshot._replace(taken_back_picks={purpose: number for purpose, number in picks.items() if number})
    return snapshot
