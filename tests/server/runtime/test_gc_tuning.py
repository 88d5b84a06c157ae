"""The garbage collector sweeps while a server runs, and is as before afterwards."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import pytest

from solafide.server.runtime import gc_tuning

Reference = weakref.ref["Ring"]


class Ring:
    def __init__(self) -> None:
        self.self = self


def run_tuned(commits: Callable[[], int], action: Callable[[], Awaitable[None]]) -> None:
    """While a server runs."""

    async def run() -> None:
        async with gc_tuning.tuned_collector(commits):
            await action()

    before = gc.get_threshold(), gc.get_freeze_count()
    asyncio.run(asyncio.wait_for(run(), 60))
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


async def unreachable_ring() -> Reference:
    """Something that lived until it was put aside."""
    ring = Ring()
    while gc.is_tracked(ring) and any(each is ring for each in gc.get_objects()):
        await asyncio.sleep(0.01)
    return weakref.ref(ring)


async def wait_until_collected(reference: Reference) -> None:
    while reference() is not None:
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No server of another test file has its hand on the collector meanwhile."""
    monkeypatch.setattr(gc_tuning, "YOUNG_COLLECT_INTERVAL_S", 0.01)
    before = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_a_full_collection_runs_when_the_server_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "FULL_COLLECT_INTERVAL_S", 1.0)
    monkeypatch.setattr(gc_tuning, "QUIET_S", 0.0)
    commits = iter((1, 2, 3, 4))

    async def work() -> None:
        await wait_until_collected(await unreachable_ring())

    run_tuned(lambda: next(commits, 4), work)
    assert next(commits, None) is None  # not before nothing was written any more


def test_a_full_collection_runs_without_idle_moments_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "FULL_COLLECT_INTERVAL_S", 0.2)
    monkeypatch.setattr(gc_tuning, "QUIET_S", 0.01)

    async def work() -> None:
        await wait_until_collected(await unreachable_ring())

    run_tuned(count().__next__, work)


def test_only_young_objects_are_collected_under_load() -> None:
    async def work() -> None:
        reference = await unreachable_ring()
        await wait_until_collected(weakref.ref(Ring()))
        assert reference() is not None

    run_tuned(count().__next__, work)


def test_many_cycles_are_collected_at_once() -> None:
    """Many invalid requests do not fill the memory until the next quiet moment."""

    async def work() -> None:
        reference, rings = weakref.ref(Ring()), 0
        while reference() is not None:
            Ring()
            rings += 1
            assert rings < 1_000_000

    run_tuned(count().__next__, work)


def test_many_new_objects_lead_to_a_full_collection_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "FULL_COLLECT_BLOCKS", 50_000)

    async def work() -> None:
        reference = await unreachable_ring()
        lists = [[number] for number in range(60_000)]
        await wait_until_collected(reference)
        assert len(lists) == 60_000

    run_tuned(count().__next__, work)


def test_freed_objects_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games come and go all day: as many objects as one likes are put aside, and only those that stay matter."""
    monkeypatch.setattr(gc_tuning, "FULL_COLLECT_BLOCKS", 150_000)

    async def work() -> None:
        reference = await unreachable_ring()
        for _ in range(12):
            lists = [[number] for number in range(20_000)]
            while any(each is lists for each in gc.get_objects()):
                await asyncio.sleep(0.01)
            lists.clear()
        await asyncio.sleep(0.1)
        assert reference() is not None

    run_tuned(count().__next__, work)
