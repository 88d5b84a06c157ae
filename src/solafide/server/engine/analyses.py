"""Analyses of finished games: made one after the other in a thread of their own, and stored."""

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
from solafide.server.engine.guest_turns import GuestTurns
from solafide.server.engine.search_pool import lower_thread_priority
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import analyses, games

log = logging.getLogger(__name__)
ANALYSIS_ITERATIONS = 600 if MODE == "compiled" else 10  # half a minute on a usual machine
ANALYSIS_BUDGET_CPU_S = 300.0  # of one game: many times what a usual one needs; others wait for their analyses
MAX_WAITING_PER_GUEST = 3
PROGRESS_INTERVAL_S = 0.3  # between two progress reports
MAX_REMEMBERED_FAILURES = 100  # analyses of which it is still known that they failed


class AnalysisStopped(Exception):
    """The server is about to end."""


class AnalysisTooLong(Exception):
    """An analysis has used up its budget."""


@dataclass
class AnalysisJob:
    """How far an analysis is; problem: the key of the sentence why it failed."""

    state: str = "working"
    done: int = 0
    total: int = 1
    problem: str = ""


class AnalysisService:
    """Analyses games on request and stores the results."""

    def __init__(self, store: Storage, queue: int) -> None:
        self._store = store
        self.turns = GuestTurns(1, queue, MAX_WAITING_PER_GUEST)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="analyses", initializer=lower_thread_priority)
        self.stopping = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.jobs: dict[str, AnalysisJob] = {}  # running or failed; results are in the store

    async def load(self, game: str) -> dict[str, Any] | None:
        """Return the stored analysis of a game; None if there is none."""

        def select_analysis(connection: Connection) -> Any:
            return connection.execute(select(analyses.c.found).where(analyses.c.game == game)).scalar()

        analysis: dict[str, Any] | None = await self._store.do(select_analysis)
        return analysis

    def start(self, guest: str, game: str, record: Record, on_progress: Callable[[], None]) -> AnalysisJob:
        """Start an analysis, unless it is running; return how far it is. guest: by whom the work is counted."""
        job = self.jobs.get(game)
        if job is None or job.state == "failed":
            self.turns.require_room(guest)
            job = self.jobs[game] = AnalysisJob(total=max(1, len(record.line)))
            task = asyncio.create_task(self._analyse(guest, game, record, job, on_progress))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return job

    async def _analyse(
        self, guest: str, game: str, record: Record, job: AnalysisJob, on_progress: Callable[[], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        last = time.monotonic()
        cpu_deadline_s: float | None = None  # of the thread that analyses

        def progress(done: int, total: int) -> None:
            nonlocal last, cpu_deadline_s
            if self.stopping.is_set():
                raise AnalysisStopped
            if cpu_deadline_s is None:
                cpu_deadline_s = time.thread_time() + ANALYSIS_BUDGET_CPU_S
            if time.thread_time() > cpu_deadline_s:
                raise AnalysisTooLong
            job.done, job.total = min(done, total - 1), total
            if time.monotonic() - last >= PROGRESS_INTERVAL_S:
                last = time.monotonic()
                loop.call_soon_threadsafe(on_progress)

        try:
            network = network_for(record.cards)
            evaluator = SearchEvaluator(ANALYSIS_ITERATIONS, network, self.stopping.is_set)
            explainer = MistakeExplainer(record.cards, network, cancelled=self.stopping.is_set)
            async with self.turns.turn(guest):
                analysis = await loop.run_in_executor(
                    self._pool, lambda: analyse(record, evaluator, progress=progress, explainer=explainer).json()
                )

            def store(connection: Connection) -> None:
                if connection.execute(select(games.c.id).where(games.c.id == game)).first() is None:
                    return  # it was deleted meanwhile
                connection.execute(delete(analyses).where(analyses.c.game == game))
                connection.execute(insert(analyses).values(game=game, found=analysis))

            await self._store.do(store)
        except AnalysisStopped:
            return
        except AnalysisTooLong:
            log.warning("analysis of %s stopped: it took more than %.0f seconds", game, ANALYSIS_BUDGET_CPU_S)
            self._mark_failed(job, "impossible", "server.analysis.too_long")
        except Exception:
            log.exception("analysis of %s failed", game)
            self._mark_failed(job, "failed", "server.analysis.failed")
        else:
            del self.jobs[game]
        on_progress()

    def _mark_failed(self, job: AnalysisJob, state: str, problem: str) -> None:
        """Remember that an analysis failed; one that is `impossible` is not started again."""
        job.state, job.problem = state, problem
        failed = [game for game, each in self.jobs.items() if each.state != "working"]
        for game in failed[:-MAX_REMEMBERED_FAILURES]:
            del self.jobs[game]

    async def close(self) -> None:
        self.stopping.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
