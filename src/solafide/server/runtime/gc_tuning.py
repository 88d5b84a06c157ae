"""Keep Python's garbage collector out of the way of players: collect in full only when nobody plays."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# By default the collector now and then examines hundreds of thousands of objects of running games, finds nothing, and
# everybody waits for it: 0.6 µs for each object. So it looks for garbage in three ages, few objects at a time. New
# objects are examined twenty times a second: there it finds what requests have left behind. Those that survive are
# examined once more after some seconds, which finds what requests under way at that moment have left, and again after
# two minutes, for connections that stay open. What is left then belongs to a game: it is frozen, out of the collector's
# sight, until a full collection. Games that are evicted need none: they hold no reference cycles
# (`test_evicted_matches_leave_nothing_in_memory`).
YOUNG_COLLECT_INTERVAL_S = 0.05
YOUNG_THRESHOLD_OBJECTS = 250_000  # collect earlier if this many objects are new
MIDDLE_COLLECT_INTERVAL_S, MIDDLE_THRESHOLD_OBJECTS = 5.0, 10_000
OLD_COLLECT_INTERVAL_S, OLD_THRESHOLD_OBJECTS = 120.0, 20_000
# Memory blocks that a whole game takes. With twice as many as all games need that are kept, there must be garbage: then
# collect in full even if no quiet moment comes.
BLOCKS_PER_MATCH, FULL_COLLECT_FACTOR = 8_000, 2
NEVER_THRESHOLD_COLLECTIONS = 1_000_000_000  # young collections before an older generation is collected
FULL_COLLECT_INTERVAL_S = 3600.0  # between two full collections at least
FULL_COLLECT_OBJECTS = 100_000  # with fewer frozen ones since the last full collection there is hardly any garbage
QUIET_S = 2.0  # without a commit


@asynccontextmanager
async def tuned_collector(commit_count: Callable[[], int], max_matches: int) -> AsyncIterator[None]:
    """Tune the collector while a server runs; commit_count: how many commits there were so far.

    max_matches: that are kept in memory.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD_OBJECTS, NEVER_THRESHOLD_COLLECTIONS, NEVER_THRESHOLD_COLLECTIONS)
    collecting = asyncio.create_task(_collect(commit_count, FULL_COLLECT_FACTOR * BLOCKS_PER_MATCH * max_matches))
    try:
        yield
    finally:
        collecting.cancel()
        gc.unfreeze()
        gc.set_threshold(*before)


async def _collect(commit_count: Callable[[], int], max_blocks: int) -> None:
    while True:
        await _collect_by_age(commit_count, max_blocks)
        gc.unfreeze()
        gc.collect()
        gc.freeze()


class Age:
    """Objects of one age: how many have come since they were examined, and when that was.

    Those that were freed meanwhile count too, so they are examined rather too early.
    """

    def __init__(self, generation: int, interval_s: float, threshold_objects: int) -> None:
        self._generation, self._interval_s, self._threshold_objects = generation, interval_s, threshold_objects
        self._objects, self._examined_at = 0, time.monotonic()

    def add(self, objects: int) -> int:
        """Add objects, and examine all if it is time; return how many have survived that."""
        self._objects += objects
        now = time.monotonic()
        if self._objects < self._threshold_objects and now < self._examined_at + self._interval_s:
            return 0
        survivors = max(0, self._objects - gc.collect(self._generation))
        self._objects, self._examined_at = 0, now
        return survivors


async def _collect_by_age(commit_count: Callable[[], int], max_blocks: int) -> None:
    """Collect and freeze by age until it is time for a full collection."""
    start, frozen, blocks_before = time.monotonic(), 0, sys.getallocatedblocks()
    middle = Age(1, MIDDLE_COLLECT_INTERVAL_S, MIDDLE_THRESHOLD_OBJECTS)
    old = Age(2, OLD_COLLECT_INTERVAL_S, OLD_THRESHOLD_OBJECTS)
    quiet_since, commits = start, commit_count()
    while frozen < max_blocks:
        await asyncio.sleep(YOUNG_COLLECT_INTERVAL_S)
        now = time.monotonic()
        if (count := commit_count()) != commits:
            quiet_since, commits = now, count
        if now - start >= FULL_COLLECT_INTERVAL_S and now - quiet_since >= QUIET_S and frozen >= FULL_COLLECT_OBJECTS:
            return
        new = gc.get_count()[0]
        survivors = old.add(middle.add(new - gc.collect(0)))
        if survivors:
            gc.freeze()
            frozen += survivors
        if frozen >= max_blocks:  # many of them are gone, with the games that they belonged to
            frozen = sys.getallocatedblocks() - blocks_before
