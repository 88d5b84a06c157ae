"""Events that a local stream missed while it was disconnected, made again from the ledger."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, func, select

from solafide.game import SolaFideError
from solafide.server.matches.registry import STREAM_KINDS, MatchRegistry
from solafide.server.realtime.local_stream import LocalStreamEvent
from solafide.server.storage.ledger import LedgerBatch, load_batches
from solafide.server.storage.schema import ledger

MAX_MISSED_ENTRIES = 5000  # a page that missed more loads its games again anyway


async def missed_events(registry: MatchRegistry, last: int | None) -> tuple[int, list[LocalStreamEvent]]:
    """Return the number after which a stream continues, and the events it missed."""

    def job(connection: Connection) -> tuple[int, list[LedgerBatch]]:
        newest = connection.execute(select(func.max(ledger.c.seq))).scalar() or 0
        if last is None or last > newest:
            return newest, []
        return last, load_batches(connection, last, MAX_MISSED_ENTRIES)

    start, batches = await registry.store.do(job)
    return start, [await _missed_event(registry, batch) for batch in batches]


async def _missed_event(registry: MatchRegistry, batch: LedgerBatch) -> LocalStreamEvent:
    """Return the event of a batch, without the steps that were taken back since."""
    events: list[Any] = []
    kind = STREAM_KINDS.get(batch.kind, "step")
    if kind == "step" and batch.last_step > batch.after_step:
        with suppress(SolaFideError):  # a damaged game does not keep back the events of others
            async with registry.locked(batch.game) as match:
                later_events = match.game.events(None, batch.after_step)
            events = [event for event in later_events if event["version"] <= batch.last_step]
    return LocalStreamEvent(batch.number, {"game": batch.game, "kind": kind, "step": batch.step, "events": events})
