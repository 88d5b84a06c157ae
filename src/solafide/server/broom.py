"""The garbage collector in hand: it sweeps when nobody plays."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# A choice leaves nothing behind that would not go away by itself, at the latest with its game; other requests leave a
# few objects. Left to itself the collector looks at thousands of objects, finds nothing, and everybody waits for it.
# What bad requests leave may be more than a few, so that there is an end to it.
MANY = 250_000  # new objects before they are swept whoever plays
NEVER = 1_000_000_000  # such sweeps before one of all
SELDOM = 600.0  # seconds between two sweeps, at least, and for which a quiet moment is waited for
QUIET = 0.1  # seconds in which nothing was written


@asynccontextmanager
async def swept(written: Callable[[], int]) -> AsyncIterator[None]:
    """As long as a server runs; `written`: how many commits there were."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(MANY, NEVER, NEVER)
    sweeping = asyncio.create_task(_sweep(written))
    try:
        yield
    finally:
        sweeping.cancel()
        gc.set_threshold(*before)


async def _sweep(written: Callable[[], int]) -> None:
    while True:
        await asyncio.sleep(SELDOM)
        try:
            async with asyncio.timeout(SELDOM):
                await _quiet(written)
        except TimeoutError:  # it has to be at some time
            pass
        gc.collect()


async def _quiet(written: Callable[[], int]) -> None:
    before = -1
    while (now := written()) != before:
        before = now
        await asyncio.sleep(QUIET)
