"""The SQLite file of all games: group commits, refused jobs, and messages about a file that cannot be used."""

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from server.http_client import TIMEOUT_S
from server.waiting import POLL_INTERVAL_S, wait_in_loop
from solafide.game import SolaFideError
from solafide.server.storage import sqlite as module
from solafide.server.storage.base import StorageError, open_storage
from solafide.server.storage.ledger import LedgerEntry, WriteConflict, append, load_entries
from solafide.server.storage.schema import SCHEMA_HEAD
from solafide.server.storage.sqlite import DATABASE_FILE, LOCK_FILE, SqliteStorage


def entry(version: int, client: str | None = None, choice: str = "draw") -> LedgerEntry:
    return LedgerEntry(version, "choice", "C", choice, client, version, 0)


def test_an_error_names_no_parameters() -> None:
    """Errors are logged, and parameters hold secrets."""
    with closing(sqlite3.connect(":memory:")) as raw, pytest.raises(DBAPIError) as refused:
        module.wrap_connection(raw).execute(text("INSERT INTO missing_table VALUES (:secret)"), {"secret": "hidden"})
    assert "missing_table" in str(refused.value)
    assert "hidden'" not in str(refused.value)


def test_sqlite_settings_are_durable(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("user_version", int(SCHEMA_HEAD))):
        setting = store.do_sync(lambda db, name=pragma: db.exec_driver_sql(f"PRAGMA {name}").scalar())
        assert setting == value
    store.close()


def test_requests_are_committed_together_and_fail_alone(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    tries: list[str] = []

    def job(name: str, *versions: int) -> Callable[[Connection], int]:
        def work(db: Connection) -> int:
            tries.append(name)
            return append(db, "g", [entry(version) for version in versions], "")

        return work

    async def play() -> list[Any]:
        handed_in = [store.do(job("one", 1)), store.do(job("bad", 3, 1)), store.do(job("two", 2))]
        return await asyncio.gather(*handed_in, return_exceptions=True)

    one, bad, two = asyncio.run(play())
    assert (one, two) == (1, 2)
    assert isinstance(bad, WriteConflict)
    assert tries == ["one", "bad", "one", "bad", "two"]  # together until one fails, then each for itself
    assert [row.version for row in store.do_sync(lambda db: load_entries(db, "g"))] == [1, 2]
    store.close()


def test_a_refused_job_does_not_affect_others(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)

    def refuse(db: Connection) -> None:
        append(db, "g", [entry(1)], "")
        raise SolaFideError("error.game_over")

    async def play() -> list[Any]:
        handed_in: list[Any] = [store.do(refuse), store.do(lambda db: append(db, "h", [entry(1)], ""))]
        return await asyncio.gather(*handed_in, return_exceptions=True)

    error, done = asyncio.run(play())
    assert isinstance(error, SolaFideError)
    assert done > 0
    assert store.do_sync(lambda db: load_entries(db, "g")) == []
    store.close()


def test_checkpoints_run_between_rapid_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes between two commits would end the transaction of the second, and it would be answered all the same."""
    monkeypatch.setattr(module, "CHECKPOINT_INTERVAL_S", 0.001)
    store, done, beside = SqliteStorage(tmp_path), list[str](), SqliteStorage._execute_in_thread
    monkeypatch.setattr(store, "_schedule_commit", store._commit)

    def recorded(self: SqliteStorage, loop: Any, what: str, then: Any) -> None:
        done.append(what)
        beside(self, loop, what, then)

    async def write(game: str) -> None:
        for version in range(1, 101):
            await store.do(lambda db, version=version: append(db, game, [entry(version)], ""))

    async def play() -> None:
        monkeypatch.setattr(SqliteStorage, "_execute_in_thread", recorded)
        store.subscribe(lambda game, version: None, lambda: None)
        await asyncio.gather(*[write(str(number)) for number in range(8)])
        await wait_in_loop(lambda: module.PASSIVE_CHECKPOINT in done)
        assert store._checkpoints is not None
        store._checkpoints.cancel()
        await asyncio.wait_for(store._connection_free.wait(), TIMEOUT_S)  # the disk thread has done its last statement

    interval = sys.getswitchinterval()
    asyncio.run(play())
    sys.setswitchinterval(interval)
    for number in range(8):
        assert len(store.do_sync(lambda db, game=str(number): load_entries(db, game))) == 100
    store.close()


class Disk:
    """The connection of a store, with a disk that takes its time or fails."""

    def __init__(self, store: SqliteStorage, *commits: str) -> None:
        self._real, self.commits, self.slow = store._raw, list(commits), threading.Event()
        self.reached = threading.Event()  # by a slow commit
        store._raw = self  # type: ignore[assignment]

    def execute(self, statement: str) -> Any:
        how = self.commits.pop(0) if statement == "COMMIT" and self.commits else ""
        if how == "slow":
            self.reached.set()
            assert self.slow.wait(TIMEOUT_S)
        elif how == "fails":
            raise sqlite3.OperationalError("disk I/O error")
        return self._real.execute(statement)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def test_the_event_loop_runs_during_a_sync(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    disk = Disk(store, "slow")

    async def play() -> list[int]:
        first = store.do(lambda db: append(db, "g", [entry(1)], ""))
        await wait_in_loop(disk.reached.is_set)
        later = [store.do(lambda db, at=at: append(db, "g", [entry(at)], "")) for at in (2, 3)]
        await asyncio.sleep(0)
        assert not any(each.done() for each in (first, *later))
        disk.slow.set()
        return await asyncio.gather(first, *later)

    assert asyncio.run(play()) == [1, 2, 3]
    assert [row.version for row in store.do_sync(lambda db: load_entries(db, "g"))] == [1, 2, 3]
    store.close()


def test_a_commit_that_fails_is_retried_one_by_one_and_reported(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    disk = Disk(store, "fails")

    async def play(*versions: int) -> list[Any]:
        jobs = [store.do(lambda db, at=at: append(db, "g", [entry(at)], "")) for at in versions]
        return await asyncio.gather(*jobs, return_exceptions=True)

    assert asyncio.run(play(1, 2)) == [1, 2]
    disk.commits = ["fails", "fails"]
    assert [type(error) for error in asyncio.run(play(3, 4))] == [StorageError, StorageError]
    assert [row.version for row in store.do_sync(lambda db: load_entries(db, "g"))] == [1, 2]
    store.close()


def test_a_failing_rollback_fails_its_group_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStorage(tmp_path)

    def refuse(connection: Connection) -> None:
        raise ValueError

    def fail() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async def act() -> None:
        async with asyncio.timeout(TIMEOUT_S):
            roll_back = store._roll_back
            monkeypatch.setattr(store, "_roll_back", fail)
            results = await asyncio.gather(store.do(refuse), store.do(refuse), return_exceptions=True)
            assert [type(error) for error in results] == [StorageError, StorageError]
            monkeypatch.setattr(store, "_roll_back", roll_back)
            with suppress(StorageError):  # it cannot begin, and rolls back
                await store.do(lambda db: append(db, "g", [entry(1)], ""))
            assert await store.do(lambda db: append(db, "g", [entry(2)], "")) > 0

    asyncio.run(act())
    store.close()


def test_closing_waits_for_the_disk(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    disk = Disk(store, "slow")

    async def play() -> None:
        for at in (1, 2):
            store.do(lambda db, at=at: append(db, "g", [entry(at)], ""))
            await wait_in_loop(disk.reached.is_set)  # the first is at the disk, the second waits

    asyncio.run(play())
    threading.Timer(0.1, disk.slow.set).start()
    store.close()
    again = SqliteStorage(tmp_path)
    assert [row.version for row in again.do_sync(lambda db: load_entries(db, "g"))] == [1, 2]
    again.close()


def test_a_commit_is_on_the_disk_before_its_response(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    store.do_sync(lambda db: append(db, "g", [entry(1)], ""))
    copy = tmp_path / "copy"
    copy.mkdir()
    for part in tmp_path.glob("games.sqlite3*"):
        (copy / part.name).write_bytes(part.read_bytes())
    database = sqlite3.connect(copy / "games.sqlite3")
    assert database.execute("SELECT choice FROM ledger").fetchall() == [("draw",)]
    database.close()
    store.close()


def test_versions_and_idempotency_keys_are_unique_in_a_game(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    store.do_sync(lambda db: append(db, "g", [entry(1, "id")], ""))
    for new in (entry(1, "other"), entry(2, "id")):
        with pytest.raises(WriteConflict):
            store.do_sync(lambda db, new=new: append(db, "g", [new], ""))
    store.do_sync(lambda db: append(db, "h", [entry(1, "id")], ""))
    store.close()


def test_a_locked_file_is_reported(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.locked"
    store.close()
    SqliteStorage(tmp_path).close()


@pytest.mark.parametrize("at", [0, 40, 100, 4096, 8192])
def test_a_damaged_file_is_reported(tmp_path: Path, at: int) -> None:
    store = SqliteStorage(tmp_path)
    many = [entry(version, choice="draw" * 8) for version in range(400)]
    store.do_sync(lambda db: append(db, "g", many, ""))
    store.close()
    file = tmp_path / "games.sqlite3"
    content = bytearray(file.read_bytes())
    content[at : at + 600] = b"\xff" * 600
    file.write_bytes(content)
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.damaged"
    assert file.read_bytes() == content


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    SqliteStorage(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "games.sqlite3")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.newer"


def test_an_empty_file_is_no_empty_database(tmp_path: Path) -> None:
    SqliteStorage(tmp_path).close()
    (tmp_path / DATABASE_FILE).write_bytes(b"")
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.empty_file"
    assert (tmp_path / DATABASE_FILE).read_bytes() == b""


def test_a_server_does_not_replace_a_missing_database_by_an_empty_one(tmp_path: Path) -> None:
    open_storage(None, tmp_path).close()  # the first start
    (tmp_path / DATABASE_FILE).unlink()
    with pytest.raises(SolaFideError) as error:
        open_storage(None, tmp_path)
    assert error.value.key == "server.error.missing_file"
    assert not (tmp_path / DATABASE_FILE).exists()
    (tmp_path / LOCK_FILE).unlink()
    open_storage(None, tmp_path).close()


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = (tmp_path / DATABASE_FILE).read_bytes()
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.foreign"
    assert (tmp_path / DATABASE_FILE).read_bytes() == before


@pytest.mark.parametrize("size", [1, 50, 4095, 4096, 20_000])
def test_a_truncated_file_is_reported(tmp_path: Path, size: int) -> None:
    store = SqliteStorage(tmp_path)
    store.do_sync(lambda db: append(db, "g", [entry(version, choice="draw" * 8) for version in range(400)], ""))
    store.close()
    file = tmp_path / DATABASE_FILE
    file.write_bytes(file.read_bytes()[:size])
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.damaged"
    assert error.value.facts == {"file": str(file)}
    assert file.stat().st_size == size


@pytest.mark.parametrize("name", [DATABASE_FILE, f"{DATABASE_FILE}-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_into_a_deleted_file(tmp_path: Path, name: str, replaced: bool) -> None:
    store = SqliteStorage(tmp_path)

    async def act() -> None:
        assert await store.do(lambda db: append(db, "g", [entry(1)], "")) > 0
        content = (tmp_path / name).read_bytes()
        (tmp_path / name).unlink()
        if replaced:
            (tmp_path / name).write_bytes(content)
        for _ in range(2):
            with pytest.raises(StorageError, match=r"was (deleted|replaced)"):
                await store.do(lambda db: append(db, "g", [entry(2)], ""))

    asyncio.run(act())
    store.close()


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path / "file" / "games")
    assert error.value.key == "error.file.unwritable"


def test_the_log_is_checkpointed_outside_the_event_loop_and_reset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHECKPOINT_INTERVAL_S", 0.01)
    store = SqliteStorage(tmp_path)
    threads: set[int] = set()
    bring_in = module._checkpoint

    def recorded_checkpoint(games: Path) -> None:
        threads.add(threading.get_ident())
        bring_in(games)

    monkeypatch.setattr(module, "_checkpoint", recorded_checkpoint)
    changed_games: list[str] = []

    def is_stored(version: int) -> bool:
        """Whether an entry stands in the file, without its log."""
        copy = tmp_path / "copy"
        copy.write_bytes((tmp_path / "games.sqlite3").read_bytes())
        with closing(sqlite3.connect(f"file:{copy}?immutable=1", uri=True)) as copied:
            try:
                return copied.execute("SELECT 1 FROM ledger WHERE version = ?", (version,)).fetchone() is not None
            except sqlite3.DatabaseError:  # the tables were still in the log too, or it was just being written
                return False

    async def play() -> list[int]:
        store.subscribe(lambda game, version: changed_games.append(game), lambda: None)
        assert store._raw.execute("PRAGMA wal_autocheckpoint").fetchone() == (module.MAX_WAL_PAGES,)
        sizes: list[int] = []
        long = "x" * 100_000  # many pages
        for version in range(1, 6):
            await store.do(lambda db, version=version: append(db, "g", [entry(version, choice=long)], ""))
            await wait_in_loop(lambda version=version: is_stored(version), POLL_INTERVAL_S)
            sizes.append((tmp_path / "games.sqlite3-wal").stat().st_size)
        return sizes

    sizes = asyncio.run(play())
    assert threads - {threading.get_ident()} == threads != set()
    assert max(sizes) < 3 * min(sizes)  # what was written later went where the first had been
    assert changed_games == []  # it is not mistaken for a restored backup
    store.close()


def test_checkpoints_repeat_until_the_log_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arriving = [600, 90, 4, 4]  # pages that come while the earlier ones are brought in
    looks: list[int] = []
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as writer, closing(sqlite3.connect(file)) as reader:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("CREATE TABLE t (content BLOB)")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM t")  # as long as a reader is open, the log is not reset

        class Watched(sqlite3.Connection):
            def execute(self, statement: str, *more: Any) -> sqlite3.Cursor:
                if statement == module.PASSIVE_CHECKPOINT:
                    writer.execute("INSERT INTO t VALUES (zeroblob(?))", (4096 * arriving[len(looks)],))
                cursor = super().execute(statement, *more)
                if statement == module.PASSIVE_CHECKPOINT:
                    looks.append(1)
                return cursor

        connect = sqlite3.connect
        monkeypatch.setattr(sqlite3, "connect", lambda *place, **more: connect(*place, factory=Watched, **more))
        module._checkpoint(file)
        assert len(looks) == 3
