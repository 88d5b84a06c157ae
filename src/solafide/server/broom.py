"""The garbage collector in hand: small sweeps while people play, the large one when nobody does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# Every choice leaves a few objects behind that stay as long as its game; a sweep of them all takes a tenth of a second.
SMALL = (10_000, 1_000_000, 1_000_000)  # new objects before a sweep of the youngest; no sweeps of those that outlive it
LARGE = 60.0  # seconds between two sweeps of all
QUIET = 0.1  # seconds in which nothing was written
LONGEST = 600.0  # seconds after which a quiet moment is not waited for any more


@asynccontextmanager
async def swept(written: Callable[[], int]) -> AsyncIterator[None]:
    """As long as a server runs; `written`: how many commits there were."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # what is there from the start stays
    gc.set_threshold(*SMALL)
    sweeping = asyncio.create_task(_sweep(written))
    try:
        yield
    finally:
        sweeping.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


async def _sweep(written: Callable[[], int]) -> None:
    while True:
        await asyncio.sleep(LARGE)
        await _quiet(written)
        gc.collect()


async def _quiet(written: Callable[[], int]) -> None:
    end = asyncio.get_running_loop().time() + LONGEST
    before = -1
    while written() != before and asyncio.get_running_loop().time() < end:
        before = written()
        await asyncio.sleep(QUIET)
