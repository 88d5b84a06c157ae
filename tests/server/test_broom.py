"""The garbage collector sweeps while a server runs, and is as before afterwards."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import pytest

from solafide.server import broom

Left = weakref.ref["Ring"]


class Ring:
    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However it was, it is so again."""
    for name in ("SELDOM", "QUIET"):
        monkeypatch.setattr(broom, name, 0.0)
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    assert gc.get_threshold() == (700, 10, 10)
    gc.set_threshold(*before)


def swept_with(written: Callable[[], int], deed: Callable[[Left], Awaitable[None]], aged: bool) -> None:
    """While a server runs, with something that was left behind; aged: it had outlived the sweeps of the young."""

    async def run() -> None:
        async with broom.swept(written):
            ring = Ring()
            left = weakref.ref(ring)
            if aged:
                gc.collect()
            del ring
            await deed(left)

    asyncio.run(asyncio.wait_for(run(), 60))


async def gone(left: Left) -> None:
    while left() is not None:
        await asyncio.sleep(0)


async def work(left: Left) -> None:
    """As much as makes a sweep of all in most programs, again and again."""
    kept = [[number] for number in range(500_000)]
    await asyncio.sleep(0)
    assert len(kept) == 500_000


def test_all_is_swept_in_a_quiet_moment() -> None:
    written = iter((1, 2, 3, 4))
    swept_with(lambda: next(written, 4), gone, aged=True)
    assert next(written, None) is None  # not before nothing was written any more


def test_while_people_play_only_the_young_are_swept() -> None:
    async def young(left: Left) -> None:
        await work(left)
        assert left() is None

    async def old(left: Left) -> None:
        await work(left)
        assert left() is not None

    written = count()
    swept_with(lambda: next(written), young, aged=False)
    swept_with(lambda: next(written), old, aged=True)
