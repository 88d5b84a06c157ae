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
    """Something that lived until it was frozen."""
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
    for name in ("YOUNG_COLLECT_INTERVAL_S", "MIDDLE_COLLECT_INTERVAL_S", "OLD_COLLECT_INTERVAL_S"):
        monkeypatch.setattr(gc_tuning, name, 0.01)
    before = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize("min_objects", [0, 1_000_000_000])
def test_a_full_collection_runs_when_the_server_is_idle(monkeypatch: pytest.MonkeyPatch, min_objects: int) -> None:
    """Only if much was frozen since the last one: it examines all games in one piece."""
    monkeypatch.setattr(gc_tuning, "FULL_COLLECT_INTERVAL_S", 0.2)
    monkeypatch.setattr(gc_tuning, "FULL_COLLECT_OBJECTS", min_objects)
    monkeypatch.setattr(gc_tuning, "QUIET_S", 0.05)
    commits = iter(range(10))

    async def work() -> None:
        reference = await unreachable_ring()
        if min_objects:
            await asyncio.sleep(0.5)
            assert reference() is not None
        else:
            await wait_until_collected(reference)

    run_tuned(lambda: next(commits, 10), work)
    assert next(commits, None) is None  # not before nothing was written any more


async def aged_ring(generation: int) -> Reference:
    """Something that lived until it came into an older generation."""
    ring = Ring()
    while not any(each is ring for each in gc.get_objects(generation)):
        await asyncio.sleep(0.01)
    return weakref.ref(ring)


@pytest.mark.parametrize("generation", [1, 2])
@pytest.mark.parametrize("by", ["time", "amount"])
def test_what_a_request_under_way_left_behind_is_collected(
    monkeypatch: pytest.MonkeyPatch, generation: int, by: str
) -> None:
    """It has survived a collection of young objects, and must not stay until a full collection."""
    interval_s, threshold = (0.3, 1_000_000_000) if by == "time" else (1000.0, 20_000)
    for age in ("MIDDLE", "OLD")[generation - 1 :]:
        monkeypatch.setattr(gc_tuning, f"{age}_COLLECT_INTERVAL_S", interval_s)
        monkeypatch.setattr(gc_tuning, f"{age}_THRESHOLD_OBJECTS", threshold)

    async def work() -> None:
        reference, lists = await aged_ring(generation), list[list[int]]()
        while reference() is not None:
            lists.extend([number] for number in range(1000 if by == "amount" else 0))
            await asyncio.sleep(0.01)

    run_tuned(count().__next__, work)


def test_frozen_objects_are_not_collected_under_load() -> None:
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
