"""The garbage collector in hand: small sweeps while people play, the large one when nobody does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# Every choice leaves a few objects behind that stay as long as its game, and go away by themselves with it: with a
# thousand games in memory a sweep of them all would be felt. So those that have outlived two sweeps are left alone.
YOUNG = 5_000  # new objects before a sweep: more of them would be felt, with fewer it is more work
TWICE = 1  # sweeps before the next one looks again at what they left
NEVER = 1_000_000_000  # sweeps before one of all
SELDOM = 600.0  # seconds between two sweeps of all, at least
QUIET = 0.1  # seconds in which nothing was written


@asynccontextmanager
async def swept(written: Callable[[], int]) -> AsyncIterator[None]:
    """As long as a server runs; `written`: how many commits there were."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(YOUNG, TWICE, NEVER)
    sweeping = asyncio.create_task(_sweep(written))
    try:
        yield
    finally:
        sweeping.cancel()
        gc.set_threshold(*before)


async def _sweep(written: Callable[[], int]) -> None:
    while True:
        await asyncio.sleep(SELDOM)
        while not await _quiet(written):
            pass
        gc.collect()


async def _quiet(written: Callable[[], int]) -> bool:
    before = written()
    await asyncio.sleep(QUIET)
    return written() == before
