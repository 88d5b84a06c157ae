"""Work that a guest sends and that may take long: done in a process of its own, with a budget of time and memory."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable
from concurrent.futures import TimeoutError as TimeBudgetExceeded
from contextlib import suppress
from typing import Any, TypeVar, cast

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from solafide.server.engine.guest_turns import GuestTurns
from solafide.server.schemas.errors import RequestRefused

log = logging.getLogger(__name__)
T = TypeVar("T")
WORKERS = 1
TIME_BUDGET_S = 10.0
MEMORY_BUDGET_BYTES = 1024 * 1024 * 1024
MAX_WAITING_JOBS = 50  # of all guests
MAX_WAITING_PER_GUEST = 3
WORKER_NICENESS = 10
LOST_AFTER_S = 60.0  # beyond its budget: then the pool has lost the job, and is started again


class ComputePool:
    """Runs functions in worker processes, one at a time for each guest; the event loop serves others meanwhile.

    A function that exceeds its budget is ended with its process, and its request is refused.
    """

    def __init__(self, time_budget_s: float = TIME_BUDGET_S, memory_budget_bytes: int = MEMORY_BUDGET_BYTES) -> None:
        self._time_budget_s, self._memory_budget_bytes = time_budget_s, memory_budget_bytes
        self._pool = self._new_pool()
        self.turns = GuestTurns(WORKERS, MAX_WAITING_JOBS, MAX_WAITING_PER_GUEST)

    def _new_pool(self) -> ProcessPool:
        # Workers start with the first job. Spawned: a fork would copy the locks of this process's threads.
        return ProcessPool(
            max_workers=WORKERS,
            initializer=_limit_worker,
            initargs=(self._memory_budget_bytes,),
            context=cast(Any, multiprocessing.get_context("spawn")),  # its types know no context of Windows
        )

    async def run(self, guest: str, function: Callable[..., T], *args: object) -> T:
        """Return what a function returns, or raise what it raises; guest: by whom the work is counted."""
        async with self.turns.turn(guest):
            return await self._run(function, args)

    async def _run(self, function: Callable[..., T], args: tuple[object, ...]) -> T:
        try:
            # Pickled here: a thread of the pool that fails at it, with deeply nested data, would take the pool with it.
            job = asyncio.wrap_future(await self._schedule(pickle.dumps((function, args))))
            try:
                await asyncio.wait([job], timeout=self._time_budget_s + LOST_AFTER_S)
            finally:
                job.cancel()  # does nothing to one that is done
            if job.cancelled():
                log.error("the worker processes have lost a job")
                await self._restart()
                raise TimeoutError
            result: T = pickle.loads(job.result())
        except (TimeBudgetExceeded, ProcessExpired, MemoryError, RecursionError):
            raise RequestRefused(422, "server.error.too_costly") from None
        return result

    async def _schedule(self, call: bytes) -> ProcessFuture[bytes]:
        try:
            return self._pool.schedule(_run_pickled, args=(call,), timeout=self._time_budget_s)
        except RuntimeError:  # a thread that manages the workers has failed, and will not recover
            log.exception("the worker processes are started again")
            await self._restart()
            return self._pool.schedule(_run_pickled, args=(call,), timeout=self._time_budget_s)

    async def _restart(self) -> None:
        await self.close()
        self._pool = self._new_pool()

    async def close(self) -> None:
        """End the workers, and what they do."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        await asyncio.to_thread(self._pool.join)


def _run_pickled(call: bytes) -> bytes:
    """Run a function in a worker; what it returns is pickled here, where an error is that of the job."""
    function, args = pickle.loads(call)
    return pickle.dumps(function(*args))


def _limit_worker(memory_budget_bytes: int) -> None:
    """Limit the memory of a worker, where the system can; requests of people come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory_budget_bytes, memory_budget_bytes))
        with suppress(OSError):
            os.nice(WORKER_NICENESS)
