"""Keep Python's garbage collector out of the way of players: collect in full only when nobody plays."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# By default the collector now and then examines hundreds of thousands of objects of running games, finds nothing, and
# everybody waits for it. So it examines twenty times a second the few objects that are new, where it finds what
# requests have left behind. Objects that survive belong to a game: they are frozen, out of the collector's sight, until
# a quiet moment comes. If bad requests leave a lot of garbage, a full collection comes sooner.
YOUNG_COLLECT_INTERVAL_S = 0.05
YOUNG_THRESHOLD_OBJECTS = 250_000  # collect earlier if this many objects are new
# Frozen memory blocks, as a thousand games need: with more, collect even if no quiet moment comes.
FULL_COLLECT_BLOCKS = 8_000_000
NEVER_THRESHOLD = 1_000_000_000  # young collections before an older generation is collected
FULL_COLLECT_INTERVAL_S = 600.0  # between two full collections at least, and how long to wait for a quiet moment
QUIET_S = 0.1  # without a commit


@asynccontextmanager
async def tuned_collector(commit_count: Callable[[], int]) -> AsyncIterator[None]:
    """Tune the collector while a server runs; `commit_count`: how many commits there were so far."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(YOUNG_THRESHOLD_OBJECTS, NEVER_THRESHOLD, NEVER_THRESHOLD)
    collecting = asyncio.create_task(_collect(commit_count))
    try:
        yield
    finally:
        collecting.cancel()
        gc.unfreeze()
        gc.set_threshold(*before)


async def _collect(commit_count: Callable[[], int]) -> None:
    while True:
        await _freeze_until_quiet(commit_count)
        gc.unfreeze()
        gc.collect()


async def _freeze_until_quiet(commit_count: Callable[[], int]) -> None:
    """Wait for the time of a full collection; until then collect young objects and freeze those that survive."""
    start, frozen, blocks_before = time.monotonic(), 0, sys.getallocatedblocks()
    while frozen < FULL_COLLECT_BLOCKS and (waited := time.monotonic() - start) < 2 * FULL_COLLECT_INTERVAL_S:
        is_due = waited >= FULL_COLLECT_INTERVAL_S
        before = commit_count() if is_due else None
        await asyncio.sleep(QUIET_S if is_due else min(YOUNG_COLLECT_INTERVAL_S, FULL_COLLECT_INTERVAL_S - waited))
        if is_due and commit_count() == before:
            return
        frozen += gc.get_count()[0]
        frozen -= gc.collect(0)
        gc.freeze()
        if frozen >= FULL_COLLECT_BLOCKS:  # many of them are gone, with the games that they belonged to
            frozen = sys.getallocatedblocks() - blocks_before
