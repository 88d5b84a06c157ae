"""Finished games looked at again, one after the other, beside the event loop; what was found is kept."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from solafide.game import Record
from solafide.kernel.build_mode import MODE
from solafide.players.agents.network_file import network_for
from solafide.players.analysis.evaluator import SearchEvaluator
from solafide.players.analysis.game import analyse
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.server.engine.search_pool import lower_thread_priority
from solafide.server.matches.match import RequestRefused
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import analyses, games

log = logging.getLogger(__name__)
ANALYSIS_ITERATIONS = 600 if MODE == "compiled" else 10  # half a minute on a usual machine
PROGRESS_INTERVAL_S = 0.3  # between two progress reports
MAX_REMEMBERED_FAILURES = 100  # analyses of which it is still known that they failed


class AnalysisStopped(Exception):
    """Nobody waits any more."""


@dataclass
class AnalysisJob:
    """How far an analysis is."""

    state: str = "working"
    done: int = 0
    all: int = 1


class AnalysisService:
    def __init__(self, store: Storage, queue: int) -> None:
        self._store, self._queue = store, queue
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="analyst", initializer=lower_thread_priority)
        self.ended = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.works: dict[str, AnalysisJob] = {}  # under way or failed; what was found is in the store

    async def found(self, game: str) -> dict[str, Any] | None:
        def job(connection: Connection) -> Any:
            return connection.execute(select(analyses.c.found).where(analyses.c.game == game)).scalar()

        found: dict[str, Any] | None = await self._store.do(job)
        return found

    def begin(self, game: str, record: Record, tell: Callable[[], None]) -> AnalysisJob:
        """Unless it is under way; `tell` is called whenever there is something new."""
        work = self.works.get(game)
        if work is None or work.state == "failed":
            if len(self._tasks) >= self._queue:
                raise RequestRefused(503, "server.error.busy")
            work = self.works[game] = AnalysisJob(all=max(1, len(record.line)))
            task = asyncio.create_task(self._analyse(game, record, work, tell))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return work

    async def _analyse(self, game: str, record: Record, work: AnalysisJob, tell: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        last = time.monotonic()

        def progress(done: int, all_: int) -> None:
            nonlocal last
            if self.ended.is_set():
                raise AnalysisStopped
            work.done, work.all = min(done, all_ - 1), all_
            if time.monotonic() - last >= PROGRESS_INTERVAL_S:
                last = time.monotonic()
                loop.call_soon_threadsafe(tell)

        judges = network_for(record.cards)
        searching = SearchEvaluator(ANALYSIS_ITERATIONS, judges, self.ended.is_set)
        explainer = MistakeExplainer(record.cards, judges, cancelled=self.ended.is_set)
        try:
            found = await loop.run_in_executor(
                self._pool, lambda: analyse(record, searching, progress=progress, explainer=explainer).json()
            )

            def job(connection: Connection) -> None:
                if connection.execute(select(games.c.id).where(games.c.id == game)).first() is None:
                    return  # it was deleted meanwhile
                connection.execute(delete(analyses).where(analyses.c.game == game))
                connection.execute(insert(analyses).values(game=game, found=found))

            await self._store.do(job)
        except AnalysisStopped:
            return
        except Exception:
            log.exception("analysis of %s", game)
            self._fail(work)
        else:
            del self.works[game]
        tell()

    def _fail(self, work: AnalysisJob) -> None:
        work.state = "failed"
        failed = [game for game, each in self.works.items() if each.state == "failed"]
        for game in failed[:-MAX_REMEMBERED_FAILURES]:
            del self.works[game]

    async def close(self) -> None:
        self.ended.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
