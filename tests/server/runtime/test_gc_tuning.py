"""The garbage collector sweeps while a server runs, and is as before afterwards."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import pytest

from server.waiting import POLL_INTERVAL_S, wait_in_loop
from solafide.server.runtime import gc_tuning

MAX_MATCHES = 1000
Reference = weakref.ref["Ring"]


class Ring:
    def __init__(self) -> None:
        self.self = self


def run_tuned(commits: Callable[[], int], action: Callable[[], Awaitable[None]]) -> None:
    """While a server runs."""

    async def run() -> None:
        async with gc_tuning.tuned_collector(commits, MAX_MATCHES):
            await action()

    before = gc.get_threshold(), gc.get_freeze_count()
    asyncio.run(run())
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


class Rounds:
    """Counts the rounds of the collector: each asks once how many commits there were."""

    def __init__(self, commits: Callable[[], int]) -> None:
        self._commits, self.count = commits, 0

    def __call__(self) -> int:
        self.count += 1
        return self._commits()

    async def wait_for(self, more: int) -> None:
        """Wait until the collector has run so many rounds more."""
        last = self.count + more
        await wait_in_loop(lambda: self.count >= last, POLL_INTERVAL_S)


def is_in(thing: object, objects: list[object]) -> bool:
    return any(each is thing for each in objects)


async def unreachable_ring() -> Reference:
    """Something that lived until it was frozen."""
    ring = Ring()
    await wait_in_loop(lambda: not gc.is_tracked(ring) or not is_in(ring, gc.get_objects()), POLL_INTERVAL_S)
    return weakref.ref(ring)


async def wait_until_collected(reference: Reference) -> None:
    await wait_in_loop(lambda: reference() is None)


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
    rounds = Rounds(lambda: next(commits, 10))

    async def work() -> None:
        reference = await unreachable_ring()
        if min_objects:
            await rounds.wait_for(50)  # of 10 ms at least: longer than the interval and the quiet time together
            assert reference() is not None
        else:
            await wait_until_collected(reference)

    run_tuned(rounds, work)
    assert next(commits, None) is None  # not before nothing was written any more


async def aged_ring(generation: int) -> Reference:
    """Something that lived until it came into an older generation."""
    ring = Ring()
    await wait_in_loop(lambda: is_in(ring, gc.get_objects(generation)), POLL_INTERVAL_S)
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

        def is_collected() -> bool:
            lists.extend([number] for number in range(1000 if by == "amount" else 0))
            return reference() is None

        await wait_in_loop(is_collected, POLL_INTERVAL_S)

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
        reference = weakref.ref(Ring())
        for _ in range(1_000_000):
            Ring()
            if reference() is None:
                return
        pytest.fail("none of a million cycles was collected")

    run_tuned(count().__next__, work)


def test_many_new_objects_lead_to_a_full_collection_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "BLOCKS_PER_MATCH", 50_000 / MAX_MATCHES / gc_tuning.FULL_COLLECT_FACTOR)

    async def work() -> None:
        reference = await unreachable_ring()
        lists = [[number] for number in range(60_000)]
        await wait_until_collected(reference)
        assert len(lists) == 60_000

    run_tuned(count().__next__, work)


def test_freed_objects_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games come and go all day: as many objects as one likes are put aside, and only those that stay matter."""
    monkeypatch.setattr(gc_tuning, "BLOCKS_PER_MATCH", 150_000 / MAX_MATCHES / gc_tuning.FULL_COLLECT_FACTOR)

    async def work() -> None:
        reference = await unreachable_ring()
        for _ in range(12):
            lists = [[number] for number in range(20_000)]
            await wait_in_loop(lambda lists=lists: not is_in(lists, gc.get_objects()), POLL_INTERVAL_S)
            lists.clear()
        await rounds.wait_for(3)
        assert reference() is not None

    rounds = Rounds(count().__next__)
    run_tuned(rounds, work)
