"""Work that a guest sends and that may take long: done in a process of its own, with a budget of time and memory."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import TimeoutError as TimeBudgetExceeded
from contextlib import suppress
from typing import Any, TypeVar, cast

from pebble import ProcessExpired, ProcessPool

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
            job = self._pool.schedule(function, args=args, timeout=self._time_budget_s)
        except RuntimeError:  # a thread that manages the workers has failed, and will not recover
            log.exception("the worker processes are started again")
            await self.close()
            self._pool = self._new_pool()
            job = self._pool.schedule(function, args=args, timeout=self._time_budget_s)
        try:
            result: T = await asyncio.wrap_future(job)
        except (TimeBudgetExceeded, ProcessExpired, MemoryError):
            raise RequestRefused(422, "server.error.too_costly") from None
        return result

    async def close(self) -> None:
        """End the workers, and what they do."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        await asyncio.to_thread(self._pool.join)


def _limit_worker(memory_budget_bytes: int) -> None:
    """Limit the memory of a worker, where the system can; requests of people come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory_budget_bytes, memory_budget_bytes))
        with suppress(OSError):
            os.nice(WORKER_NICENESS)
