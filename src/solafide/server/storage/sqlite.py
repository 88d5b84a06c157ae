"""All games in one file of SQLite: what is handed in while the disk is busy with a commit is the next one."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from solafide.game import SolaFideError
from solafide.server.storage.base import Heard, Job, Lost, QueuedWork, Storage, StorageError, WorkResult, answer
from solafide.server.storage.ledger import ALL_GAMES, LedgerAppend, LedgerEntry, WriteConflict
from solafide.server.storage.migrations import FIRST, lay_out, migrate, present, stamp
from solafide.server.storage.schema import SCHEMA_HEAD, written

DATABASE_FILE = "games.sqlite3"
LOCK_FILE = "games.lock"  # held by whoever has games in memory; others may still read the file, or put a backup into it
RESTORE_POLL_S = 0.5  # seconds between two looks whether that has happened
RESTORE_WAIT_S = 10.0  # seconds that a commit waits for a backup to be put in
SCHEMA = int(SCHEMA_HEAD)
PAGE_CACHE_KB = 32 * 1024  # KB: each game that is played touches pages of its own

COMMIT_GAP_S = 0.002  # seconds between two commits: who comes meanwhile goes into the next one
THREAD_SWITCH_S = 0.0002  # seconds after which a busy event loop lets the thread that has synced the disk say so
CHECKPOINT_INTERVAL_S = 8.0  # seconds between two times that what was committed goes from the log into the file
MAX_WAL_PAGES = 200_000  # pages of the log after which a commit sees to that itself, though everybody has to wait
PASSIVE_CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"
ROUNDS, FEW = 6, 20  # how often at the most the log is brought in beside, and pages that may be left after that
KEYS = {
    "SQLITE_BUSY": "server.error.locked",
    "SQLITE_CANTOPEN": "error.file.unwritable",
    "SQLITE_READONLY": "error.file.unwritable",
    "SQLITE_FULL": "error.file.unwritable",
}
_INSERT = f"INSERT INTO ledger (game, at, {', '.join(LedgerEntry._fields)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_UPDATE = "UPDATE games SET changed = ?, summary = ?, asked = ?, length = ? WHERE id = ? AND length = ?"


class SqliteStorage(Storage):
    """All is written in the event loop, but for the sync of the disk: meanwhile the loop reads what comes next.

    sqlite3 lets go of the interpreter's lock at every step, and a busy loop gives it back late; a thread that did more
    than commit would be slower than none.
    """

    _begin = "BEGIN IMMEDIATE"

    def __init__(self, folder: Path) -> None:
        self.file = folder / DATABASE_FILE
        self._lock = _locked(folder)
        try:
            self._connection = _opened(self.file)
        except SolaFideError:
            self._lock.close()
            raise
        self._raw: sqlite3.Connection = cast(Any, self._connection.connection.dbapi_connection)
        self._disk = ThreadPoolExecutor(1, "disk")
        self._free = asyncio.Event()  # else the connection belongs to that thread
        self._free.set()
        self._waiting: list[QueuedWork] = []
        self._last = 0.0  # when something was committed
        self._heard: Heard | None = None
        self._glance: asyncio.TimerHandle | None = None
        self._tidying: asyncio.Task[None] | None = None
        self._edition = self._written_by_others()

    def follow(self, heard: Heard, lost: Lost) -> None:
        """Nobody else writes, but somebody may put a backup in."""
        sys.setswitchinterval(THREAD_SWITCH_S)
        self._heard = heard
        self._look(asyncio.get_running_loop())
        self._raw.execute(f"PRAGMA wal_autocheckpoint = {MAX_WAL_PAGES}")
        self._tidying = asyncio.create_task(self._tidy())

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._free.is_set():
            self._compare()
        self._glance = loop.call_later(RESTORE_POLL_S, self._look, loop)

    def _compare(self) -> None:
        """Whether somebody else has written."""
        with suppress(sqlite3.Error):  # said to whoever wants something of the file
            if (edition := self._written_by_others()) != self._edition:
                self._edition = edition
                if self._heard is not None:
                    self._heard(ALL_GAMES, 0)

    def close(self) -> None:
        if self._glance is not None:
            self._glance.cancel()
        if self._tidying is not None:
            self._tidying.cancel()
        self._disk.shutdown()
        if self._waiting:
            self._settled([each.what for each in self._waiting])
        self._connection.close()
        self._connection.engine.dispose()
        self._lock.close()

    # ------------------------------------------------------------ the disk

    def _beside(self, loop: asyncio.AbstractEventLoop, what: str, then: Callable[[Exception | None], None]) -> None:
        """Have one statement done on the other thread; until `then` nobody else uses the connection."""
        assert self._free.is_set(), "two at once would end each other's transactions"
        self._free.clear()

        def work() -> None:
            error: Exception | None = None
            try:
                self._raw.execute(what)
            except sqlite3.Error as found:
                error = found
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(done, error)

        def done(error: Exception | None) -> None:
            self._free.set()
            then(error)
            if self._waiting:
                self._go(loop)

        self._disk.submit(work)

    async def _tidy(self) -> None:
        """Keep the log short, most of it with a connection of its own: else everybody would wait for it."""
        loop, tidied = asyncio.get_running_loop(), 0.0
        while True:
            await asyncio.sleep(CHECKPOINT_INTERVAL_S)
            if self._last <= tidied:
                continue
            with suppress(sqlite3.Error):  # said to whoever wants something of the file
                await asyncio.to_thread(_bring_in, self.file)
                tidied = self._last
                while not self._free.is_set():  # who was waited for may be followed by another at once
                    await self._free.wait()
                # A log begins anew when nothing is left in it: here the little that came meanwhile.
                self._beside(loop, PASSIVE_CHECKPOINT, lambda error: None)

    # ------------------------------------------------------------ commits

    def _hand_in(self, what: Job[Any] | LedgerAppend) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        work = QueuedWork(what, loop.create_future())
        self._waiting.append(work)
        if len(self._waiting) == 1 and self._free.is_set():
            self._go(loop)
        return work.answer

    def _go(self, loop: asyncio.AbstractEventLoop) -> None:
        wait = self._last + COMMIT_GAP_S - time.monotonic()
        if wait > 0:
            loop.call_later(wait, self._commit, loop)
        else:
            loop.call_soon(self._commit, loop)

    def _commit(self, loop: asyncio.AbstractEventLoop) -> None:
        if not (self._waiting and self._free.is_set()):
            return
        work, self._waiting = self._waiting, []
        group = [each.what for each in work]
        self._compare()
        begun = time.perf_counter()

        def done(error: Exception | None) -> None:
            outcomes = [WorkResult(each) for each in results] if error is None else self._apart(group, error)
            self._last = time.monotonic()
            if self.measure is not None:
                self.measure(len(group), time.perf_counter() - begun)
            answer(work, outcomes)

        try:
            results = self._written(group)
        except Exception as error:
            done(error)
        else:
            self._beside(loop, "COMMIT", done)

    def _apart(self, group: list[Job[Any] | LedgerAppend], error: Exception) -> list[WorkResult]:
        found = super()._apart(group, error)
        return [one if one.error is None else one._replace(error=_said(one.error)) for one in found]

    def _written_by_others(self) -> int:
        """A number that changes when another connection has committed something."""
        edition: int = self._raw.execute("PRAGMA data_version").fetchone()[0]
        return edition

    def _execute(self, statement: str) -> None:
        self._raw.execute(statement)

    def _give_up(self) -> None:
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def _add_all(self, additions: list[LedgerAppend]) -> list[int]:
        rows = [(each.game, each.at, *entry) for each in additions for entry in each.entries]
        self._raw.executemany(_INSERT, rows)
        number = self._raw.execute("SELECT last_insert_rowid()").fetchone()[0] - len(rows)
        changed = [
            (at, written(summary), asked, new[-1].version, game, new[0].version - 1)
            for game, new, at, summary, asked in additions
        ]
        if self._raw.executemany(_UPDATE, changed).rowcount != len(additions):
            raise WriteConflict
        numbers: list[int] = []
        for each in additions:
            number += len(each.entries)
            numbers.append(number)
        return numbers


def _bring_in(file: Path) -> None:
    """What was committed goes from the log into the file; nobody who writes or reads is waited for.

    Meanwhile more comes, so once more for that, which takes less time, and so on until there is hardly any.
    """
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as beside:
        _careful(beside)
        before = 0
        for _ in range(ROUNDS):
            _, pages, _ = beside.execute(PASSIVE_CHECKPOINT).fetchone()
            if pages - before < FEW:
                break
            before = pages


def _careful(raw: sqlite3.Connection) -> None:
    """What was written is on the disk before anything is built on it."""
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("PRAGMA fullfsync = ON")  # where a sync alone leaves it to the disk when to write: macOS


def _said(error: Exception | None) -> Exception | None:
    if isinstance(error, sqlite3.IntegrityError):
        return WriteConflict(str(error))
    return StorageError(str(error)) if isinstance(error, sqlite3.Error) else error


def _locked(folder: Path) -> sqlite3.Connection:
    """Two processes with games in memory over one file would tell each other nothing: the second is told so.

    A database without content serves as the lock: it ends with its process, on every system.
    """
    private(folder / DATABASE_FILE)
    private(folder / LOCK_FILE)
    lock = sqlite3.connect(folder / LOCK_FILE, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError:
        lock.close()
        raise SolaFideError("server.error.locked", file=str(folder / DATABASE_FILE)) from None
    return lock


def private(file: Path) -> None:
    """A file that only its owner can read; it is made if it is not there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(file)) from None


def _opened(file: Path) -> Connection:
    raw = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        version = _prepare(raw, file)
        connection = _bound(raw)
        if version != SCHEMA:
            _bring_up(raw, connection, file, version)
    except (sqlite3.DatabaseError, DBAPIError) as error:
        raw.close()
        said = error.orig if isinstance(error, DBAPIError) else error
        key = KEYS.get(getattr(said, "sqlite_errorname", ""), "server.error.damaged")
        raise SolaFideError(key, file=str(file)) from None
    except SolaFideError:
        raw.close()
        raise
    return connection


def _bring_up(raw: sqlite3.Connection, connection: Connection, file: Path, version: int) -> None:
    """An empty file gets its tables, an older one those that are new; what was there is kept beside it."""
    if version:
        _copy(raw, file.with_name(f"{file.name}.schema-{version}"))
    raw.execute("BEGIN IMMEDIATE")
    if version == 0:
        lay_out(connection)
    else:
        if present(connection) is None:  # the first release had no word for it
            stamp(connection, FIRST)
        migrate(connection)
    raw.execute(f"PRAGMA user_version = {SCHEMA}")
    raw.execute("COMMIT")


def _copy(raw: sqlite3.Connection, target: Path) -> None:
    try:
        target.unlink(missing_ok=True)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(target)) from None
    private(target)
    copy = sqlite3.connect(target)
    raw.backup(copy)
    copy.close()


def _prepare(raw: sqlite3.Connection, file: Path) -> int:
    """The file is ours and whole; which schema it has."""
    version: int = raw.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        raise SolaFideError("server.error.newer", file=str(file))
    raw.execute("PRAGMA journal_mode = WAL")
    _careful(raw)
    raw.execute(f"PRAGMA cache_size = -{PAGE_CACHE_KB}")
    raw.execute("BEGIN EXCLUSIVE")
    raw.execute("COMMIT")
    raw.execute(f"PRAGMA busy_timeout = {round(1000 * RESTORE_WAIT_S)}")
    if raw.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise SolaFideError("server.error.damaged", file=str(file))
    return version


@contextmanager
def tables(file: Path) -> Iterator[Connection]:
    """The tables of a file that is no house: they are made if there are none."""
    raw = sqlite3.connect(file, isolation_level=None, timeout=RESTORE_WAIT_S)
    found = _bound(raw)
    try:
        if raw.execute("PRAGMA user_version").fetchone()[0] == 0:
            _bring_up(raw, found, file, 0)
        yield found
    finally:
        found.close()
        found.engine.dispose()


def _bound(raw: sqlite3.Connection) -> Connection:
    """The transactions are ours: SQLAlchemy neither begins nor ends any."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: raw,
        poolclass=StaticPool,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
    )
    return engine.connect()
