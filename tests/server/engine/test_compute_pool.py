"""Work of guests in processes of their own: budgets, turns, and what comes back."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any

import pytest
from pebble.pool.base_pool import PoolStatus

from solafide.cards import CardSetError, builtin, loads
from solafide.server.engine import compute_pool
from solafide.server.engine.compute_pool import MAX_WAITING_PER_GUEST, ComputePool
from solafide.server.schemas.errors import RequestRefused

TIMEOUT_S = 120.0
SHORT_S = 0.2  # of a job whose turn is tested


def with_pool(act: Callable[[ComputePool], Awaitable[None]], **budgets: float) -> None:
    async def inside() -> None:
        pool = ComputePool(**budgets)  # type: ignore[arg-type]
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await act(pool)
        finally:
            await pool.close()

    asyncio.run(inside())


def test_a_card_set_and_its_problems_come_back_whole() -> None:
    async def act(pool: ComputePool) -> None:
        assert (await pool.run("guest", loads, '[set]\nname = "Mine"', "mine.toml")).name == "Mine"
        assert (await pool.run("guest", builtin)) == builtin()
        with pytest.raises(CardSetError) as error:
            await pool.run("guest", loads, "a = 1\nb = 2", "mine.toml")
        assert [(problem.file, problem.line) for problem in error.value.problems] == [
            ("mine.toml", 1),
            ("mine.toml", 2),
        ]

    with_pool(act)


def test_work_over_its_time_is_ended_and_the_next_one_is_done() -> None:
    async def act(pool: ComputePool) -> None:
        with pytest.raises(RequestRefused) as error:
            await pool.run("guest", time.sleep, 3600)
        assert (error.value.status, error.value.key) == (422, "server.error.too_costly")
        assert await pool.run("guest", len, "four") == 4

    with_pool(act, time_budget_s=5.0)


def test_a_pool_that_has_failed_is_started_again() -> None:
    """A thread of the library that manages the workers has ended; every later request would be an internal error."""

    async def act(pool: ComputePool) -> None:
        assert await pool.run("guest", len, "four") == 4
        failed = pool._pool
        failed._context.status = PoolStatus.ERROR
        assert await pool.run("guest", len, "three") == 5
        assert pool._pool is not failed

    with_pool(act)


def test_work_over_its_memory_is_refused_and_the_next_one_is_done() -> None:
    async def act(pool: ComputePool) -> None:
        with pytest.raises(RequestRefused) as error:
            await pool.run("guest", bytearray, 2 * 1024**3)
        assert error.value.key == "server.error.too_costly"
        assert await pool.run("guest", len, "four") == 4

    with_pool(act)


def test_deeply_nested_data_is_refused_and_the_next_work_is_done() -> None:
    """It cannot be sent to a worker; once the whole pool waited for it for ever."""

    async def act(pool: ComputePool) -> None:
        nested: list[Any] = []
        for _ in range(5000):
            nested = [nested]
        with pytest.raises(RequestRefused) as error:
            await pool.run("guest", len, nested)
        assert (error.value.status, error.value.key) == (422, "server.error.too_costly")
        with pytest.raises(RequestRefused):
            await pool.run("guest", json.loads, '{"a":' * 5000)
        assert await pool.run("guest", len, "four") == 4

    with_pool(act)


def test_a_job_that_the_pool_has_lost_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(pool: ComputePool) -> None:
        async def lose(call: bytes) -> Future[bytes]:
            return Future()

        with monkeypatch.context() as patch:
            patch.setattr(pool, "_schedule", lose)
            with pytest.raises(RequestRefused):
                await pool.run("guest", len, "four")
        monkeypatch.undo()
        assert await pool.run("guest", len, "four") == 4

    monkeypatch.setattr(compute_pool, "LOST_AFTER_S", 0.1 - compute_pool.TIME_BUDGET_S)
    with_pool(act)


def test_a_guest_who_sends_much_waits_behind_the_others() -> None:
    async def act(pool: ComputePool) -> None:
        done: list[str] = []

        async def work(guest: str) -> None:
            await pool.run(guest, time.sleep, SHORT_S)
            done.append(guest)

        many = [asyncio.create_task(work("many")) for _ in range(MAX_WAITING_PER_GUEST)]
        await asyncio.sleep(0)
        await asyncio.gather(*many, work("one"))
        assert done.index("one") == 1, done

    with_pool(act)


def test_a_guest_may_not_fill_the_queue() -> None:
    async def act(pool: ComputePool) -> None:
        many = [asyncio.create_task(pool.run("many", time.sleep, SHORT_S)) for _ in range(MAX_WAITING_PER_GUEST)]
        await asyncio.sleep(0)
        with pytest.raises(RequestRefused) as error:
            await pool.run("many", len, "four")
        assert (error.value.status, error.value.key) == (503, "server.error.busy")
        assert await pool.run("one", len, "four") == 4
        await asyncio.gather(*many)
        assert await pool.run("many", len, "four") == 4

    with_pool(act)
