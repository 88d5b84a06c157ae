"""The garbage collector in hand: small sweeps while people play, the large one when nobody does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# Every choice leaves a few objects behind that stay as long as its game: with a thousand games in memory a sweep of
# them all would be felt. What outlives a small sweep is put aside; it goes away by itself with its game.
SMALL = (10_000, 1_000_000, 1_000_000)  # new objects before a sweep of the youngest; others are not swept unasked
OFTEN = 10.0  # seconds until what is left of the young ones is swept and put aside
SELDOM = 600.0  # seconds between two sweeps of all, at least
QUIET = 0.1  # seconds in which nothing was written


@asynccontextmanager
async def swept(written: Callable[[], int]) -> AsyncIterator[None]:
    """As long as a server runs; `written`: how many commits there were."""
    before = gc.get_threshold()
    _all()
    gc.set_threshold(*SMALL)
    sweeping = asyncio.create_task(_sweep(written))
    try:
        yield
    finally:
        sweeping.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


async def _sweep(written: Callable[[], int]) -> None:
    waited = 0.0
    while True:
        await asyncio.sleep(OFTEN)
        waited += OFTEN
        if waited >= SELDOM and await _quiet(written):
            _all()
            waited = 0.0
        else:
            gc.collect(1)
            gc.freeze()


def _all() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def _quiet(written: Callable[[], int]) -> bool:
    before = written()
    await asyncio.sleep(QUIET)
    return written() == before
