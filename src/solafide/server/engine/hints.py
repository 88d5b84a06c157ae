"""Hints: what the strongest search would choose, from what a seat knows, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import Decision, View
from solafide.players.advice.hint import hint
from solafide.server.engine.search_pool import lower_thread_priority
from solafide.server.errors import RequestRefused

MAX_CACHED_HINTS = 64  # a hint that is asked for again, perhaps in another language, is not searched for again


class HintQuestion(NamedTuple):
    """What identifies a hint: equal questions have equal answers."""

    game: str
    version: int
    seat: str
    mind: str | None


class HintService:
    """Searches for hints, one after the other, and caches them."""

    def __init__(self, queue: int) -> None:
        self._queue = queue
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="hints", initializer=lower_thread_priority)
        self.stopping = threading.Event()
        self._cache: OrderedDict[HintQuestion, asyncio.Future[dict[str, Any]]] = OrderedDict()

    async def ask(self, question: HintQuestion, view: View, decision: Decision, cards: CardSet) -> dict[str, Any]:
        """Return the hint as JSON; the same question gets the same answer."""
        if question not in self._cache:
            if sum(not each.done() for each in self._cache.values()) >= self._queue:
                raise RequestRefused(503, "server.error.busy")
            work = partial(hint, view, decision, cards, mind=question.mind, cancelled=self.stopping.is_set)
            loop = asyncio.get_running_loop()
            self._cache[question] = loop.run_in_executor(self._pool, lambda: work().json())
            while len(self._cache) > MAX_CACHED_HINTS:
                self._cache.popitem(last=False)
        try:
            return await asyncio.shield(self._cache[question])
        except Exception:
            self._cache.pop(question, None)
            raise

    async def close(self) -> None:
        self.stopping.set()
        await asyncio.gather(*self._cache.values(), return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
