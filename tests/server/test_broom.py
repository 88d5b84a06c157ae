"""The garbage collector sweeps while a server runs, and is as before afterwards."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from itertools import count

import pytest

from solafide.server import broom

Left = weakref.ref["Ring"]


class Ring:
    def __init__(self) -> None:
        self.self = self


def swept_with(written: Callable[[], int], deed: Callable[[Left], Awaitable[None]]) -> None:
    """While a server runs, with something that was left behind."""

    async def run() -> None:
        async with broom.swept(written):
            await deed(weakref.ref(Ring()))

    before = gc.get_threshold()
    asyncio.run(asyncio.wait_for(run(), 60))
    assert gc.get_threshold() == before


async def gone(left: Left) -> None:
    while left() is not None:
        await asyncio.sleep(0)


def test_in_a_quiet_moment_all_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broom, "SELDOM", 1.0)
    monkeypatch.setattr(broom, "QUIET", 0.0)
    written = iter((1, 2, 3, 4))
    swept_with(lambda: next(written, 4), gone)
    assert next(written, None) is None  # not before nothing was written any more


def test_where_it_is_never_quiet_it_is_swept_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broom, "SELDOM", 0.01)
    written = count()
    swept_with(lambda: next(written), gone)


def test_while_people_play_nothing_is_swept() -> None:
    async def work(left: Left) -> None:
        kept = [[number] for number in range(100_000)]  # after which it would have been, many times
        await asyncio.sleep(0)
        assert left() is not None
        assert len(kept) == 100_000

    swept_with(count().__next__, work)


def test_too_much_is_swept_at_once() -> None:
    """Whoever sends nonsense by the thousand does not fill the memory until a quiet moment comes."""

    async def work(left: Left) -> None:
        made = 0
        while left() is not None:
            Ring()
            made += 1
            assert made < 1_000_000

    swept_with(count().__next__, work)
