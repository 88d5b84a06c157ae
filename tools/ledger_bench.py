"""Measure loading a long game and repeating a choice in it: .venv/compiled/bin/python tools/ledger_bench.py [ENTRIES]

The ledger is filled by choosing and undoing. Measured without snapshots and with them.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import cast

from sqlalchemy import delete

from solafide.cards import builtin
from solafide.game import Options, Seat
from solafide.server.http.dependencies import short_answer
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import Match
from solafide.server.matches.perform import Action, perform
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.storage.ledger import MAX_VERSION, EntryKind, LedgerEntry
from solafide.server.storage.schema import snapshots
from solafide.server.storage.sqlite import SqliteStorage

ENTRIES = (100, 10_000, 100_000)
ROUNDS = 5
COMMIT_ENTRIES = 500


def choose_and_undo(match: Match, number: int) -> list[LedgerEntry]:
    """Make a choice that can be undone, and undo it."""
    decision = match.game.decision()
    assert decision is not None
    choice = next(option for option in decision.options if option.startswith("play:"))
    seat = decision.who
    entries = match.choose(seat, choice, f"choice{number}")
    return entries + (match.undo(seat, f"undo{number}") if match.game.can_undo(seat) else [])


async def long_match(registry: MatchRegistry, length: int) -> tuple[Match, LedgerEntry]:
    """Return a match with so many entries, and the entry of its last choice."""
    options = Options(faiths="agreed", first="C")
    match = await registry.create_match(options, builtin(), dict.fromkeys(PERSONS, HUMAN), None)
    number = 0
    while match.length < length:
        entries: list[LedgerEntry] = []
        while len(entries) < COMMIT_ENTRIES and match.length < length:
            entries += choose_and_undo(match, number)
            number += 1
        await registry.commit(match, entries, match.game.version)
    return match, next(entry for entry in reversed(entries) if entry.kind == EntryKind.CHOICE)


async def milliseconds(act: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        await act()
        times.append(1000 * (perf_counter() - start))
    return median(times)


async def measure(registry: MatchRegistry, length: int) -> None:
    match, last = await long_match(registry, length)
    key, seat = last.idempotency_key or "", cast(Seat, last.who)
    action = Action(EntryKind.CHOICE, lambda match, seat: [], key, 0, seat, last.choice)

    async def load() -> None:
        registry.evict(match.id)
        await registry.match(match.id)

    async def repeat() -> None:
        await perform(
            registry, match.id, Credentials(is_local=True), action, lambda seat: None, short_answer, replayable=True
        )

    with_snapshots = [await milliseconds(load), await milliseconds(repeat)]
    registry.snapshots.interval_entries = MAX_VERSION
    await registry.store.do(lambda connection: connection.execute(delete(snapshots)).rowcount)
    replayed = [await milliseconds(load), await milliseconds(repeat)]
    for what, short, long in zip(("load", "repeat"), with_snapshots, replayed, strict=True):
        print(
            f"{length:>8,} entries  {what:<7} {long:7.1f} ms, with snapshots {short:5.1f} ms, ratio {long / short:5.1f}"
        )


async def main(lengths: list[int]) -> None:
    for length in lengths:
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStorage(Path(folder))
            registry = MatchRegistry(store, LocalStream())
            await measure(registry, length)
            await registry.close()
            store.close()


if __name__ == "__main__":
    asyncio.run(main([int(text) for text in sys.argv[1:]] or list(ENTRIES)))
