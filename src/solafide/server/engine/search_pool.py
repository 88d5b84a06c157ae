"""A decision that one of our opponents thinks about, in a thread: it can be watched, and told to answer."""

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

SEARCH_THREAD_NICENESS = 10  # the priority of a thread that thinks, from 0 to 19
PROGRESS_INTERVAL_S = 0.25  # between two progress reports of a search

log = logging.getLogger(__name__)


class SearchLimits(NamedTuple):
    """How many think at the same time, and how many may think or wait for it at one table and in all."""

    threads: int = 2
    match: int = 2
    queue: int = 10_000


DEFAULT_LIMITS = SearchLimits()


class SearchProgress(NamedTuple):
    """How far somebody has thought: `chance` of the one who thinks."""

    iterations: int
    chance: float


NO_PROGRESS = SearchProgress(0, 0.0)


class SearchJob:
    """One decision that is being thought about."""

    def __init__(self) -> None:
        self.answer_now = threading.Event()
        self.given_up = False

    def give_up(self) -> None:
        """Nobody waits for the answer any more."""
        self.given_up = True
        self.answer_now.set()


def lower_thread_priority() -> None:
    """A thread that thinks lets those go first that answer people; it hardly ever holds what they need."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SEARCH_THREAD_NICENESS)


class SearchPool:
    """Threads for all who think; a question waits until one is free."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="opponent", initializer=lower_thread_priority)
        self._threads, self._asked = threads, 0

    @property
    def ahead(self) -> int:
        """How many questions one that is asked now would have to wait for."""
        return max(0, self._asked - self._threads + 1)

    async def ask(
        self,
        player: Player,
        question: tuple[View, Decision, CardSet],
        thought: SearchJob,
        watch: Callable[[SearchProgress], None],
    ) -> str | None:
        """The answer; None if it is not wanted any more."""
        loop = asyncio.get_running_loop()

        def seen(progress: SearchProgress) -> None:
            loop.call_soon_threadsafe(watch, progress)

        self._asked += 1
        try:
            return await loop.run_in_executor(self._pool, _think, player, question, thought, seen)
        finally:
            self._asked -= 1

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _think(
    player: Player, question: tuple[View, Decision, CardSet], thought: SearchJob, tell: Callable[[SearchProgress], None]
) -> str | None:
    if thought.given_up:
        return None
    tell(NO_PROGRESS)
    try:
        choice = _chosen(player, question, thought, tell)
    except Exception:  # a game must go on
        log.exception("%s at %s", type(player).__name__, question[1])
        choice = RandomPlayer().choose(*question)
    return None if thought.given_up else choice


def _chosen(
    player: Player, question: tuple[View, Decision, CardSet], thought: SearchJob, tell: Callable[[SearchProgress], None]
) -> str:
    view, asked, cards = question
    if not isinstance(player, SearchPlayer) or asked.question == "faith":
        return player.choose(view, asked, cards)
    last = time.monotonic()

    def watch(thinking: SearchSession) -> None:
        nonlocal last
        if time.monotonic() - last >= PROGRESS_INTERVAL_S:
            last = time.monotonic()
            tell(SearchProgress(thinking.iterations, thinking.chance(FAITHS.index(asked.who))))

    return player.choose(view, asked, cards, thought.answer_now.is_set, watch)
