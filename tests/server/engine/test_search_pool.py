"""Searches of opponents are limited: many of them cost people neither memory nor time."""

import asyncio
import gc
import os
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from needs import needs_linux
from server.online_server import OnlinePlayer, OnlineServerThread, begin_match, play
from server.waiting import wait_in_loop, wait_until
from solafide.players import Player, player
from solafide.server.engine import analyses, hints, opponents
from solafide.server.engine.analyses import AnalysisJob, AnalysisService
from solafide.server.engine.hints import HintQuestion, HintService
from solafide.server.engine.search_pool import (
    NO_PROGRESS,
    SEARCH_THREAD_NICENESS,
    SearchJob,
    SearchPool,
    lower_thread_priority,
)
from solafide.server.runtime import online_server
from solafide.server.schemas.errors import RequestRefused
from solafide.text import catalogue

MAX_WAIT_CHECKS = 600


class BlockedPlayer:
    """A computer opponent that chooses only after the test has released it."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.given_up: Callable[[], bool] = lambda: False
        self.calls = 0

    def choose(self, view: object, decision: object, cards: object, *_: object) -> str:
        self.calls += 1
        for _ in range(MAX_WAIT_CHECKS):  # a test that has failed ends all the same
            if self.free.wait(0.05) or self.given_up():
                break
        options: tuple[str, ...] = decision.options  # type: ignore[attr-defined]
        return options[0]


@pytest.fixture
def blocked_player(monkeypatch: pytest.MonkeyPatch) -> BlockedPlayer:
    player = BlockedPlayer()
    monkeypatch.setattr(opponents, "table_player", lambda name, seed: player)
    return player


def asked_or_over(person: OnlinePlayer) -> bool:
    view = person.moment()["view"]
    return bool(view["decision"] or view["outcome"])


def alone(base: str) -> OnlinePlayer:
    """Return a player against a computer opponent that has the first turn."""
    one = OnlinePlayer(base)
    one.create("scholar", first="P")
    one.open()
    return one


def test_many_searches_do_not_delay_matches_between_people(tmp_path: Path, blocked_player: BlockedPlayer) -> None:
    bounds = {"thinking_threads": 1, "thinking_queue": 2, "thinking_game": 1}
    with OnlineServerThread(tmp_path, **bounds) as server:
        waiting = [alone(server.base) for _ in range(6)]
        registry = server.online.app.state.registry
        assert registry.opponents.pending == 6
        assert len(registry.opponents._jobs) == 2
        assert blocked_player.calls <= 1
        # The others say that they wait for their turn.
        questions = [person.moment()["text"]["question"] for person in waiting]
        lines = [catalogue("en").render("server.in_line", n=ahead) for ahead in (1, 2, 3, 4, 5)]
        assert questions[1:] == lines
        assert questions[0] not in lines
        assert all(person.moment()["thinking"] == "scholar" for person in waiting)
        # Two people play meanwhile.
        one, two = begin_match(server.base)
        with one, two:
            assert play((one, two), 12) == 12
        assert blocked_player.calls <= 1
        # As soon as there is room, everybody has a turn.
        blocked_player.free.set()
        for person in waiting:
            with person:
                wait_until(lambda person=person: asked_or_over(person))
        wait_until(lambda: not registry.opponents.pending)  # the last search has ended


def test_an_opponent_is_freed_after_its_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was tried in a turn is of no use in the next one."""
    references: list[weakref.ref[Player]] = []

    def tracked_player(name: str, seed: int) -> Player:
        agent = player(name, seed)
        references.append(weakref.ref(agent))
        return agent

    monkeypatch.setattr(opponents, "table_player", tracked_player)
    with OnlineServerThread(tmp_path) as server, alone(server.base) as person:
        searches = server.online.app.state.registry.opponents
        wait_until(lambda: person.moment()["view"]["decision"] and not searches.pending)
        gc.collect()
        assert references
        assert not [ref for ref in references if ref() is not None]


def test_a_failed_analysis_is_remembered_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MAX_REMEMBERED_FAILURES", 2)
    service = AnalysisService(None, 0)  # type: ignore[arg-type]
    for number in range(5):
        work = service.jobs[f"game{number}"] = AnalysisJob()
        service._mark_failed(work, "failed", "server.analysis.failed")
    assert list(service.jobs) == ["game3", "game4"]


def test_waiting_searches_are_resumed_after_a_restart(tmp_path: Path, blocked_player: BlockedPlayer) -> None:
    bounds = {"thinking_threads": 1, "thinking_queue": 1}
    with OnlineServerThread(tmp_path, **bounds) as server:
        waiting = [alone(server.base) for _ in range(3)]
        blocked_player.given_up = lambda: server.online.app.state.registry.opponents.closed
    with OnlineServerThread(tmp_path, **bounds) as server:
        blocked_player.given_up = lambda: False
        assert len(server.online.app.state.registry.opponents._jobs) <= 1
        blocked_player.free.set()
        for person in waiting:
            person.http.base_url = server.base
            with person:
                wait_until(lambda person=person: asked_or_over(person))


def test_a_queued_search_reports_its_position_and_its_start() -> None:
    async def run() -> None:
        limited_pool, player = SearchPool(2), BlockedPlayer()
        started: list[int] = []

        class Asked:
            options = ("a",)
            question = "action"

        def ask(number: int) -> asyncio.Task[str | None]:
            def watch(progress: object) -> None:
                assert progress is NO_PROGRESS
                started.append(number)

            question = (None, Asked(), None)
            return asyncio.create_task(limited_pool.search(player, question, SearchJob(), watch))  # type: ignore[arg-type]

        aheads, tasks = [], []
        for number in range(4):
            aheads.append(limited_pool.ahead)
            tasks.append(ask(number))
            await asyncio.sleep(0)
        assert aheads == [0, 0, 1, 2]
        player.free.set()
        assert await asyncio.gather(*tasks) == ["a"] * 4
        await asyncio.sleep(0)
        assert sorted(started) == [0, 1, 2, 3]
        assert limited_pool.ahead == 0
        await limited_pool.close()

    asyncio.run(run())


def test_hints_and_analyses_are_limited() -> None:
    async def run() -> None:
        teacher, looking = HintService(0), AnalysisService(None, 0)  # type: ignore[arg-type]
        with pytest.raises(RequestRefused, match=r"server\.error\.busy"):
            await teacher.ask("guest", HintQuestion("game", 1, "C", None), {}, None, None)  # type: ignore[arg-type]
        with pytest.raises(RequestRefused, match=r"server\.error\.busy"):
            looking.start("guest", "game", None, lambda: None)  # type: ignore[arg-type]
        await teacher.close()
        await looking.close()

    asyncio.run(run())


def test_a_hint_waits_for_one_of_each_other_guest_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    class Answer:
        def json(self) -> dict[str, str]:
            return {}

    released = threading.Event()

    def blocked_hint(*_: object, **__: object) -> Answer:
        released.wait(60)
        return Answer()

    monkeypatch.setattr(hints, "hint", blocked_hint)

    async def run() -> None:
        service, done = HintService(100), list[str]()

        async def ask(guest: str, number: int) -> None:
            question = HintQuestion(guest, number, "C", None)
            await service.ask(guest, question, {}, None, None)  # type: ignore[arg-type]
            done.append(guest)

        many = [asyncio.create_task(ask("many", number)) for number in range(hints.MAX_WAITING_PER_GUEST)]
        await wait_in_loop(lambda: service.turns.waiting)
        one = asyncio.create_task(ask("one", 0))
        await wait_in_loop(lambda: "one" in service.turns.waiting)
        with pytest.raises(RequestRefused, match=r"server\.error\.busy"):
            await ask("many", 99)
        released.set()
        await asyncio.gather(*many, one)
        assert done.index("one") == 1, done
        await service.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_search_that_does_not_stop_does_not_delay_the_shutdown(
    tmp_path: Path, blocked_player: BlockedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online_server, "SHUTDOWN_LIMIT_S", 0.1)
    with OnlineServerThread(tmp_path) as server, alone(server.base):
        server.online._force_exit = blocked_player.free.set  # the command ends the process here
    assert blocked_player.free.is_set()


@needs_linux("a priority for each thread")
def test_a_search_runs_at_low_priority() -> None:
    with ThreadPoolExecutor(1, initializer=lower_thread_priority) as pool:
        there = pool.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert there >= max(here, SEARCH_THREAD_NICENESS)
