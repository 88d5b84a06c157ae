"""The garbage collector sweeps while a server runs, and is as before afterwards."""

import asyncio
import gc
import weakref
from collections.abc import Callable
from itertools import count

import pytest

from solafide.server import broom


class Ring:
    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OFTEN", "SELDOM", "QUIET"):
        monkeypatch.setattr(broom, name, 0.0)


def swept_with(written: Callable[[], int], aside: bool) -> None:
    """Until something that was left behind is gone; aside: it was put aside before."""

    async def run() -> None:
        async with broom.swept(written):
            assert gc.get_threshold() == broom.SMALL
            ring = Ring()
            left = weakref.ref(ring)
            if aside:
                gc.freeze()
            del ring
            while left() is not None:
                await asyncio.sleep(0)

    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    asyncio.run(asyncio.wait_for(run(), 60))
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, frozen)


def test_what_was_put_aside_is_swept_in_a_quiet_moment() -> None:
    written = iter((1, 2, 3, 4))
    swept_with(lambda: next(written, 4), aside=True)
    assert next(written, None) is None  # not before nothing was written any more


def test_while_people_play_the_young_are_swept() -> None:
    written = count()
    swept_with(lambda: next(written), aside=False)
