"""Uptime log: time between two runs of the server is charged to no player."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from server.online_server import OnlinePlayer, OnlineServerThread, begin_match
from solafide.server.matches.clock import OUTAGE_GRACE_MS, Outage
from solafide.server.matches.outages import UPTIME_RETENTION_MS, UptimeLog
from solafide.server.runtime.wall_clock import WallClock
from solafide.server.storage.base import StorageError
from solafide.server.storage.schema import uptime
from solafide.server.storage.sqlite import SqliteStorage

HOUR_MS = 3_600_000


class FakeClock(WallClock):
    """A clock that a test sets; `system` alone goes on while the machine is suspended, or when somebody sets it."""

    def __init__(self) -> None:
        self.system = self.monotonic = 1_000_000
        super().__init__(lambda: self.system, lambda: self.monotonic)

    def elapse(self, ms: int) -> None:
        self.system += ms
        self.monotonic += ms

    @property
    def now(self) -> int:
        return self.milliseconds()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStorage]:
    storage = SqliteStorage(tmp_path)
    yield storage
    storage.close()


def rows(store: SqliteStorage) -> list[tuple[int, int]]:
    periods = store.do_sync(lambda connection: connection.execute(select(uptime.c.began, uptime.c.beat)).all())
    return [(began, beat) for began, beat in periods]


def test_downtime_between_two_runs_is_an_outage(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, first, second = FakeClock(), list[Outage](), list[Outage]()
        one = UptimeLog(store, first, clock)
        await one.begin_period()
        for _ in range(3):
            clock.elapse(OUTAGE_GRACE_MS // 2)
            await one.beat()
        died = clock.now
        clock.elapse(HOUR_MS)
        await UptimeLog(store, second, clock).begin_period()
        assert first == []
        assert second == [(died, died + HOUR_MS)]
        assert rows(store) == [(1_000_000, died), (died + HOUR_MS, died + HOUR_MS)]

    asyncio.run(run())


def test_an_immediate_restart_is_no_outage(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        await UptimeLog(store, outages, clock).begin_period()
        clock.elapse(OUTAGE_GRACE_MS)
        await UptimeLog(store, outages, clock).begin_period()
        assert outages == []

    asyncio.run(run())


def test_suspending_the_machine_is_an_outage(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        one = UptimeLog(store, outages, clock)
        await one.begin_period()
        clock.system += HOUR_MS
        assert clock.now == 1_000_000, "nobody's clock has run"
        await one.beat()
        clock.elapse(1000)
        await one.beat()
        assert outages == [(1_000_000, 1_000_000 + HOUR_MS)]
        assert len(rows(store)) == 2

    asyncio.run(run())


def test_a_system_clock_that_is_set_back_changes_nothing(
    store: SqliteStorage, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        one = UptimeLog(store, outages, clock)
        await one.begin_period()
        clock.system -= HOUR_MS
        for _ in range(3):
            clock.elapse(1000)
            await one.beat()
        assert clock.now == 1_003_000
        assert outages == []
        assert rows(store) == [(1_000_000, 1_003_000)]

    asyncio.run(run())
    assert len([record for record in caplog.records if "set back" in record.message]) == 1


def test_an_outage_is_found_after_a_start_with_an_earlier_system_clock(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        clock.elapse(48 * HOUR_MS)
        await UptimeLog(store, [], clock).begin_period()
        earlier = FakeClock()
        await UptimeLog(store, [], earlier).begin_period()
        earlier.elapse(HOUR_MS)
        await UptimeLog(store, outages, earlier).begin_period()
        assert outages == [(1_000_000, 1_000_000 + HOUR_MS)]

    asyncio.run(run())


def test_no_outage_while_another_process_runs(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        one, two = UptimeLog(store, [], clock), UptimeLog(store, outages, clock)
        await one.begin_period()
        for _ in range(20):
            clock.elapse(OUTAGE_GRACE_MS)
            await one.beat()
        await two.begin_period()
        assert outages == []

    asyncio.run(run())


def test_old_periods_are_deleted_except_the_last(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        await UptimeLog(store, outages, clock).begin_period()
        clock.elapse(HOUR_MS)
        await UptimeLog(store, outages, clock).begin_period()
        clock.elapse(2 * UPTIME_RETENTION_MS)
        await UptimeLog(store, outages, clock).begin_period()
        assert outages == [(1_000_000 + HOUR_MS, 1_000_000 + HOUR_MS + 2 * UPTIME_RETENTION_MS)]

    asyncio.run(run())


def changed(statement: str, connection: Connection) -> int:
    return connection.exec_driver_sql(statement).rowcount


def clock_of(person: OnlinePlayer) -> float:
    seconds: float = person.moment()["online"]["clock"]["1"]["remaining_s"]
    return seconds


def test_match_clocks_stop_while_the_server_is_down(tmp_path: Path) -> None:
    """The signs of life of the first server are put back by an hour, as if the second came an hour later."""
    pace = {"kind": "live", "bank": 600, "plus": 0, "cap": None}
    with OnlineServerThread(tmp_path) as server:
        one, two = begin_match(server.base, pace=pace, first="C")
        with one, two:
            assert 0 < clock_of(one) <= 600
    store = SqliteStorage(tmp_path)
    for statement in (
        f"UPDATE uptime SET began = began - {HOUR_MS}, beat = beat - {HOUR_MS}",
        f"UPDATE games SET summary = json_set(summary, '$.clock.since', summary ->> '$.clock.since' - {HOUR_MS})",
    ):
        store.do_sync(partial(changed, statement))
    store.close()
    with OnlineServerThread(tmp_path) as server, OnlinePlayer(server.base) as again:
        again.secret, again.game = one.secret, one.game
        assert 500 < clock_of(again) <= 600
        server.online.app.state.registry.outages.clear()
        assert clock_of(again) == 0


def test_time_in_which_nothing_could_be_written_is_an_outage(
    store: SqliteStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock, outages = FakeClock(), list[Outage]()
        log = UptimeLog(store, outages, clock)
        await log.begin_period()
        last, write = clock.now, store.do
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        failed.set_exception(StorageError("the disk is full"))
        monkeypatch.setattr(store, "do", lambda job: failed)
        for _ in range(4):
            clock.elapse(OUTAGE_GRACE_MS // 2)
            with pytest.raises(StorageError):
                await log.beat()
        monkeypatch.setattr(store, "do", write)
        clock.elapse(OUTAGE_GRACE_MS // 2)
        await log.beat()
        assert outages == [(last, clock.now)]

    asyncio.run(run())


def test_processes_that_are_up_are_counted(store: SqliteStorage) -> None:
    async def run() -> None:
        clock, counts = FakeClock(), list[int]()
        one, two = (UptimeLog(store, [], clock) for _ in range(2))
        one.on_processes = counts.append
        store.shared = True
        await one.begin_period()
        await two.begin_period()
        clock.elapse(OUTAGE_GRACE_MS // 2)
        await one.beat()
        clock.elapse(OUTAGE_GRACE_MS // 2)  # the second one is not heard of again
        await one.beat()
        assert counts == [1, 2, 1]

    asyncio.run(run())
