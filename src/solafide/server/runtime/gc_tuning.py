"""The garbage collector in hand: it sweeps when nobody plays."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# Left to itself the collector looks at hundreds of thousands of objects of games that are played, finds nothing, and
# everybody waits for it. So it looks twenty times a second at the little that is new, where it finds what requests have
# left behind; what has outlived that belongs to a game, and is put out of its sight until a quiet moment comes.
# Whatever bad requests leave, there is an end to it.
YOUNG_COLLECT_INTERVAL_S = 0.05  # seconds between two looks at what is new
YOUNG_THRESHOLD_OBJECTS = 250_000  # new objects before they are looked at sooner
FULL_COLLECT_BLOCKS = (
    8_000_000  # pieces of memory that came to stay, as a thousand whole games need: then all is swept, whoever plays
)
NEVER_THRESHOLD = 1_000_000_000  # sweeps of what is new before one of what is older
FULL_COLLECT_INTERVAL_S = (
    600.0  # seconds between two sweeps of all, at least, and for which a quiet moment is waited for
)
QUIET_S = 0.1  # seconds in which nothing was written


@asynccontextmanager
async def swept(written: Callable[[], int]) -> AsyncIterator[None]:
    """As long as a server runs; `written`: how many commits there were."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(YOUNG_THRESHOLD_OBJECTS, NEVER_THRESHOLD, NEVER_THRESHOLD)
    sweeping = asyncio.create_task(_sweep(written))
    try:
        yield
    finally:
        sweeping.cancel()
        gc.unfreeze()
        gc.set_threshold(*before)


async def _sweep(written: Callable[[], int]) -> None:
    while True:
        await _occasion(written)
        gc.unfreeze()
        gc.collect()


async def _occasion(written: Callable[[], int]) -> None:
    """A quiet moment, if there is one in time; until then what is new is looked at and put aside."""
    begun, aside, pieces = time.monotonic(), 0, sys.getallocatedblocks()
    while aside < FULL_COLLECT_BLOCKS and (waited := time.monotonic() - begun) < 2 * FULL_COLLECT_INTERVAL_S:
        seldom = waited >= FULL_COLLECT_INTERVAL_S
        before = written() if seldom else None
        await asyncio.sleep(QUIET_S if seldom else min(YOUNG_COLLECT_INTERVAL_S, FULL_COLLECT_INTERVAL_S - waited))
        if seldom and written() == before:
            return
        aside += gc.get_count()[0]
        aside -= gc.collect(0)
        gc.freeze()
        if aside >= FULL_COLLECT_BLOCKS:  # but much of it has gone since, with the games that it belonged to
            aside = sys.getallocatedblocks() - pieces
