"""Hints: what the strongest search would choose, from what a seat knows, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from solafide.cards import CardSet
from solafide.game import Decision, View
from solafide.players.advice.hint import hint
from solafide.server.engine.guest_turns import GuestTurns
from solafide.server.engine.search_pool import lower_thread_priority

T = TypeVar("T")
MAX_WAITING_PER_GUEST = 8
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
        self.turns = GuestTurns(1, queue, MAX_WAITING_PER_GUEST)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="hints", initializer=lower_thread_priority)
        self.stopping = threading.Event()
        self._cache: OrderedDict[HintQuestion, asyncio.Task[dict[str, Any]]] = OrderedDict()

    async def ask(
        self, guest: str, question: HintQuestion, view: View, decision: Decision, cards: CardSet
    ) -> dict[str, Any]:
        """Return the hint as JSON; the same question gets the same answer. guest: by whom the work is counted."""
        if question not in self._cache:
            self.turns.require_room(guest)
            work = partial(hint, view, decision, cards, mind=question.mind, cancelled=self.stopping.is_set)
            self._cache[question] = asyncio.create_task(self.run(guest, lambda: work().json()))
            while len(self._cache) > MAX_CACHED_HINTS:
                self._cache.popitem(last=False)
        try:
            return await asyncio.shield(self._cache[question])
        except Exception:
            self._cache.pop(question, None)
            raise

    async def run(self, guest: str, work: Callable[[], T]) -> T:
        """Do other work of a teacher in the same thread; guest: by whom it is counted."""
        async with self.turns.turn(guest):
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def close(self) -> None:
        self.stopping.set()
        await asyncio.gather(*self._cache.values(), return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
