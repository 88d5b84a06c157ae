"""The garbage collector sweeps while a server runs, and is as before afterwards."""

import asyncio
import gc
import weakref

import pytest

from solafide.server import broom


class Ring:
    def __init__(self) -> None:
        self.self = self


def test_what_is_left_behind_is_swept_in_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broom, "LARGE", 0.0)
    monkeypatch.setattr(broom, "QUIET", 0.0)
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    written = iter(range(5))

    async def run() -> None:
        async with broom.swept(lambda: next(written, 9)):
            assert gc.get_threshold() == broom.SMALL
            left = weakref.ref(Ring())
            while left() is not None:
                await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert next(written, None) is None  # it was waited for until nothing was written any more
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, frozen)


def test_where_it_is_never_quiet_it_is_swept_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broom, "LONGEST", 0.0)
    count = iter(range(1000))

    async def run() -> None:
        await broom._quiet(lambda: next(count))

    asyncio.run(asyncio.wait_for(run(), 60))
    assert next(count) < 10
