"""Searches of computer opponents in threads: each can be watched, and asked to answer at once."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, View
from solafide.players import Player, RandomPlayer, SearchPlayer, SearchSession

SEARCH_THREAD_NICENESS = 10  # the priority of a search thread, from 0 to 19
PROGRESS_INTERVAL_S = 0.25  # between two progress reports of a search

log = logging.getLogger(__name__)


class SearchLimits(NamedTuple):
    """How many searches run at once, and how many may run or wait for one match and in all."""

    threads: int = 2
    per_match: int = 2
    queue: int = 10_000


DEFAULT_LIMITS = SearchLimits()


class SearchProgress(NamedTuple):
    """How far a search is; chance: of winning, for the player who searches."""

    iterations: int
    chance: float


NO_PROGRESS = SearchProgress(0, 0.0)
OnProgress = Callable[[SearchProgress], None]
Position = tuple[View, Decision, CardSet]


class SearchJob:
    """One search that runs or waits."""

    def __init__(self) -> None:
        self.answer_now = threading.Event()
        self.cancelled = False

    def cancel(self) -> None:
        """End the search: nobody waits for its answer any more."""
        self.cancelled = True
        self.answer_now.set()


def lower_thread_priority() -> None:
    """Let threads that answer people run before this one."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SEARCH_THREAD_NICENESS)


class SearchPool:
    """Threads for searches; a search waits until one is free."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="opponent", initializer=lower_thread_priority)
        self._threads, self._pending = threads, 0

    @property
    def ahead(self) -> int:
        """How many searches one that is started now would have to wait for."""
        return max(0, self._pending - self._threads + 1)

    async def search(self, player: Player, position: Position, job: SearchJob, on_progress: OnProgress) -> str | None:
        """Return the choice of a player; None if the search was cancelled."""
        loop = asyncio.get_running_loop()

        def report(progress: SearchProgress) -> None:
            loop.call_soon_threadsafe(on_progress, progress)

        self._pending += 1
        try:
            return await loop.run_in_executor(self._pool, _run, player, position, job, report)
        finally:
            self._pending -= 1

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _run(player: Player, position: Position, job: SearchJob, on_progress: OnProgress) -> str | None:
    if job.cancelled:
        return None
    on_progress(NO_PROGRESS)
    try:
        choice = _choose(player, position, job, on_progress)
    except Exception:  # a game must go on
        log.exception("%s failed at %s, a random choice is made", type(player).__name__, position[1].question)
        choice = RandomPlayer().choose(*position)
    return None if job.cancelled else choice


def _choose(player: Player, position: Position, job: SearchJob, on_progress: OnProgress) -> str:
    view, decision, cards = position
    if not isinstance(player, SearchPlayer) or decision.question == "faith":
        return player.choose(view, decision, cards)
    last = time.monotonic()

    def watch(session: SearchSession) -> None:
        nonlocal last
        if time.monotonic() - last >= PROGRESS_INTERVAL_S:
            last = time.monotonic()
            on_progress(SearchProgress(session.iterations, session.chance(FAITHS.index(decision.who))))

    return player.choose(view, decision, cards, job.answer_now.is_set, watch)
