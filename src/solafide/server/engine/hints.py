"""Hints: what our best engine thinks of a decision, from what its seat knows, beside the event loop."""

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
from solafide.server.matches.match import RequestRefused

MAX_CACHED_HINTS = 64  # hints: asked for again in another language, they need not be thought out again


class HintQuestion(NamedTuple):
    """What is asked about, and by whom; equal ones have equal answers."""

    game: str
    version: int
    seat: str
    mind: str | None


class HintService:
    """One after the other: a hint waits its turn."""

    def __init__(self, queue: int) -> None:
        self._queue = queue
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="teacher", initializer=lower_thread_priority)
        self.ended = threading.Event()
        self._known: OrderedDict[HintQuestion, asyncio.Future[dict[str, Any]]] = OrderedDict()

    async def ask(self, question: HintQuestion, view: View, decision: Decision, cards: CardSet) -> dict[str, Any]:
        """The hint as JSON; who asks the same again gets the same."""
        if question not in self._known:
            if sum(not each.done() for each in self._known.values()) >= self._queue:
                raise RequestRefused(503, "server.error.busy")
            work = partial(hint, view, decision, cards, mind=question.mind, cancelled=self.ended.is_set)
            loop = asyncio.get_running_loop()
            self._known[question] = loop.run_in_executor(self._pool, lambda: work().json())
            while len(self._known) > MAX_CACHED_HINTS:
                self._known.popitem(last=False)
        try:
            return await asyncio.shield(self._known[question])
        except Exception:
            self._known.pop(question, None)
            raise

    async def close(self) -> None:
        self.ended.set()
        await asyncio.gather(*self._known.values(), return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
