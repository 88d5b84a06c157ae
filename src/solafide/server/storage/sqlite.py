"""Storage in one SQLite file: work that arrives while the disk syncs a commit goes into the next one."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import shutil
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
from solafide.server.storage.base import (
    Job,
    OnChange,
    OnGap,
    QueuedWork,
    Storage,
    StorageError,
    StorageProblem,
    WorkResult,
    resolve_futures,
    storage_problem,
)
from solafide.server.storage.ledger import ALL_GAMES, ENTRY_COLUMNS, LedgerAppend, WriteConflict
from solafide.server.storage.migrations import (
    FIRST,
    MIGRATING,
    create_tables,
    current_revision,
    migrate,
    stamp_revision,
)
from solafide.server.storage.schema import SCHEMA_HEAD, dump_json

log = logging.getLogger(__name__)
DATABASE_FILE = "games.sqlite3"
LOCK_FILE = "games.lock"  # held by the process that has games in memory; others may read the file or restore into it
ROOT_UID = 0
RESTORE_POLL_S = 0.5  # how often to look whether a backup was restored
RESTORE_WAIT_S = 10.0  # how long a commit waits for a restore to finish
SCHEMA_VERSION = int(SCHEMA_HEAD)
PAGE_CACHE_KB = 32 * 1024  # each game that is played touches pages of its own

COMMIT_GAP_S = 0.002  # between two commits: requests that arrive meanwhile share the next one
THREAD_SWITCH_S = 0.0002  # a busy event loop must give way to the thread that has synced the disk
CHECKPOINT_INTERVAL_S = 8.0
MAX_WAL_PAGES = 200_000  # a commit that finds a longer log runs the checkpoint itself, and everybody waits for it
PASSIVE_CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"
MAX_CHECKPOINT_ROUNDS = 6
SMALL_WAL_PAGES = 20  # a checkpoint that leaves fewer pages needs no further round
# By the beginning of SQLite's name of the error; any other one means that the file is damaged.
ERROR_KEYS = {
    "SQLITE_BUSY": "server.error.locked",
    "SQLITE_CANTOPEN": "error.file.unwritable",
    "SQLITE_READONLY": "server.error.read_only",
    "SQLITE_IOERR": "error.file.unwritable",
    "SQLITE_FULL": "server.error.disk_full",
}
# What reading a damaged file raises. ValueError: sqlite3 reads names and messages as UTF-8; migrations read JSON.
UNREADABLE = (sqlite3.DatabaseError, DBAPIError, ValueError)
SQLITE_HEADER_BYTES = 100
FULL_DISK_BYTES = 1024 * 1024  # with less space left, that is why a file cannot be written
_INSERT = f"INSERT INTO ledger (game, at, {', '.join(ENTRY_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_UPDATE = "UPDATE games SET changed = ?, summary = ?, asked = ?, length = ? WHERE id = ? AND length = ?"


class SqliteStorage(Storage):
    """Writes in the event loop, and leaves only the sync of the disk to a thread: meanwhile the loop reads requests.

    sqlite3 releases the interpreter's lock at every step, and a busy loop gives it back late: a thread that did more
    than commit would be slower than none.
    """

    _begin = "BEGIN IMMEDIATE"

    def __init__(self, folder: Path, may_be_new: bool = True) -> None:
        """Open the database of a folder; may_be_new: create it even if the folder had one that is gone."""
        self.file = folder / DATABASE_FILE
        _check_presence(folder, may_be_new)
        self._lock = _acquire_lock(folder)
        try:
            self._connection = _open_database(self.file)
        except SolaFideError:
            self._lock.close()
            raise
        self._raw: sqlite3.Connection = cast(Any, self._connection.connection.dbapi_connection)
        self._disk_thread = ThreadPoolExecutor(1, "disk")
        self._connection_free = asyncio.Event()  # else the connection belongs to that thread
        self._connection_free.set()
        self._queue: list[QueuedWork] = []
        self._last_commit = 0.0
        self._on_change: OnChange | None = None
        self._restore_poll: asyncio.TimerHandle | None = None
        self._checkpoints: asyncio.Task[None] | None = None
        self._data_version = self._read_data_version()
        self._identities: dict[Path, tuple[int, int]] = {}  # of the files that this process writes to

    def subscribe(self, on_change: OnChange, on_gap: OnGap) -> None:
        """No other process writes, but `solafide restore` may replace everything."""
        sys.setswitchinterval(THREAD_SWITCH_S)
        self._on_change = on_change
        self._poll_for_restore(asyncio.get_running_loop())
        self._raw.execute(f"PRAGMA wal_autocheckpoint = {MAX_WAL_PAGES}")
        self._checkpoints = asyncio.create_task(self._run_checkpoints())

    def _poll_for_restore(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._connection_free.is_set():
            self._check_for_restore()
        self._restore_poll = loop.call_later(RESTORE_POLL_S, self._poll_for_restore, loop)

    def _check_files(self) -> None:
        """Refuse to write into files that were deleted or replaced: what is written there is lost with this process."""
        for file in (self.file, self.file.with_name(f"{DATABASE_FILE}-wal")):
            try:
                status = os.stat(file)
            except OSError:
                if file in self._identities:
                    problem = f"{file.name} was deleted while the server runs"
                    raise StorageError(problem, StorageProblem.MISSING_FILE) from None
                continue
            identity = (status.st_dev, status.st_ino)
            if self._identities.setdefault(file, identity) != identity:
                raise StorageError(f"{file.name} was replaced while the server runs", StorageProblem.MISSING_FILE)

    def _check_for_restore(self) -> None:
        """Report all games as changed if another process has written to the file."""
        with suppress(sqlite3.Error):  # the next job that needs the file reports it
            if (data_version := self._read_data_version()) != self._data_version:
                self._data_version = data_version
                if self._on_change is not None:
                    self._on_change(ALL_GAMES, 0)

    @property
    def queue_length(self) -> int:
        return len(self._queue)

    def close(self) -> None:
        if self._restore_poll is not None:
            self._restore_poll.cancel()
        if self._checkpoints is not None:
            self._checkpoints.cancel()
        self._disk_thread.shutdown()
        if self._queue:
            self._commit_group([queued.work for queued in self._queue])
        self._connection.close()
        self._connection.engine.dispose()
        self._lock.close()

    # ------------------------------------------------------------ the disk

    def _execute_in_thread(
        self, loop: asyncio.AbstractEventLoop, statement: str, then: Callable[[Exception | None], None]
    ) -> None:
        """Run one statement in the disk thread; until `then` nobody else uses the connection."""
        assert self._connection_free.is_set(), "two at once would end each other's transactions"
        self._connection_free.clear()

        def execute() -> None:
            error: Exception | None = None
            try:
                self._raw.execute(statement)
            except sqlite3.Error as failure:
                error = failure
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(finish, error)

        def finish(error: Exception | None) -> None:
            self._connection_free.set()
            try:
                then(error)
            finally:
                if self._queue:
                    self._schedule_commit(loop)

        self._disk_thread.submit(execute)

    async def _run_checkpoints(self) -> None:
        """Keep the log short, most of it with a separate connection: else every request would wait for it."""
        loop, checkpointed = asyncio.get_running_loop(), 0.0
        while True:
            await asyncio.sleep(CHECKPOINT_INTERVAL_S)
            if self._last_commit <= checkpointed:
                continue
            with suppress(sqlite3.Error):  # the next job that needs the file reports it
                await asyncio.to_thread(_checkpoint, self.file)
                checkpointed = self._last_commit
                while not self._connection_free.is_set():  # one commit may follow another at once
                    await self._connection_free.wait()
                # The log is overwritten from its start once it is empty: here the little that came meanwhile.
                self._execute_in_thread(loop, PASSIVE_CHECKPOINT, lambda error: None)

    # ------------------------------------------------------------ commits

    def _enqueue(self, work: Job[Any] | LedgerAppend) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        queued = QueuedWork(work, loop.create_future())
        self._queue.append(queued)
        if len(self._queue) == 1 and self._connection_free.is_set():
            self._schedule_commit(loop)
        return queued.future

    def _schedule_commit(self, loop: asyncio.AbstractEventLoop) -> None:
        delay = self._last_commit + COMMIT_GAP_S - time.monotonic()
        if delay > 0:
            loop.call_later(delay, self._commit, loop)
        else:
            loop.call_soon(self._commit, loop)

    def _commit(self, loop: asyncio.AbstractEventLoop) -> None:
        if not (self._queue and self._connection_free.is_set()):
            return
        queued, self._queue = self._queue, []
        group = [each.work for each in queued]
        start = time.perf_counter()

        def finish(error: Exception | None) -> None:
            outcomes = [WorkResult(value) for value in values] if error is None else self._recover_group(group, error)
            self._last_commit = time.monotonic()
            if self.commit_observer is not None:
                self.commit_observer(len(group), time.perf_counter() - start)
            resolve_futures(queued, outcomes)

        try:
            self._check_files()
            self._check_for_restore()
            values = self._run_group(group)
        except Exception as error:
            finish(error)
        else:
            self._execute_in_thread(loop, "COMMIT", finish)

    def _recover_group(self, group: list[Job[Any] | LedgerAppend], error: Exception) -> list[WorkResult]:
        outcomes = super()._recover_group(group, error)
        return [one if one.error is None else one._replace(error=_translate_raw_error(one.error)) for one in outcomes]

    def _read_data_version(self) -> int:
        """A number that changes when another connection has committed something."""
        data_version: int = self._raw.execute("PRAGMA data_version").fetchone()[0]
        return data_version

    def _execute(self, statement: str) -> None:
        self._raw.execute(statement)

    def _roll_back(self) -> None:
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def _append_all(self, additions: list[LedgerAppend]) -> list[int]:
        rows = [(each.game, each.at, *entry) for each in additions for entry in each.entries]
        self._raw.executemany(_INSERT, rows)
        number = self._raw.execute("SELECT last_insert_rowid()").fetchone()[0] - len(rows)
        updates = [
            (at, dump_json(summary), awaits_opponent, entries[-1].version, game, entries[0].version - 1)
            for game, entries, at, summary, awaits_opponent in additions
        ]
        if self._raw.executemany(_UPDATE, updates).rowcount != len(additions):
            raise WriteConflict
        numbers: list[int] = []
        for each in additions:
            number += len(each.entries)
            numbers.append(number)
        return numbers


def _checkpoint(file: Path) -> None:
    """Copy what was committed from the log into the file, without blocking readers or writers.

    More is committed meanwhile, so repeat: each round takes less time, until hardly anything is left.
    """
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as connection:
        _sync_fully(connection)
        before = 0
        for _ in range(MAX_CHECKPOINT_ROUNDS):
            _, pages, _ = connection.execute(PASSIVE_CHECKPOINT).fetchone()
            if pages - before < SMALL_WAL_PAGES:
                break
            before = pages


def _sync_fully(raw: sqlite3.Connection) -> None:
    """Have each commit on the disk before it returns."""
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("PRAGMA fullfsync = ON")  # macOS: a plain fsync leaves it to the disk when to write


def _translate_raw_error(error: Exception | None) -> Exception | None:
    if isinstance(error, sqlite3.IntegrityError):
        return WriteConflict(str(error))
    return StorageError(str(error), storage_problem(error)) if isinstance(error, sqlite3.Error) else error


def _check_presence(folder: Path, may_be_new: bool) -> None:
    """Refuse an empty file, and the place of one that is gone: a server without any game would be no help."""
    file = folder / DATABASE_FILE
    try:
        size = file.stat().st_size
    except OSError:
        if not may_be_new and (folder / LOCK_FILE).exists():
            raise SolaFideError("server.error.missing_file", file=str(file), lock=str(folder / LOCK_FILE)) from None
        return
    if size == 0 and (folder / LOCK_FILE).exists():  # else it is being created
        raise SolaFideError("server.error.empty_file", file=str(file))
    if 0 < size < SQLITE_HEADER_BYTES:  # SQLite would take it for an empty file
        raise SolaFideError("server.error.damaged", file=str(file))


def _acquire_lock(folder: Path) -> sqlite3.Connection:
    """Lock the folder for this process: two with games in memory would not see each other's changes.

    An empty database serves as the lock: it is released when its process ends, on every system.
    """
    for name in (DATABASE_FILE, LOCK_FILE):
        ensure_private_file(folder / name)
        _give_to_owner_of_folder(folder / name)
    lock = sqlite3.connect(folder / LOCK_FILE, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError:
        lock.close()
        raise SolaFideError("server.error.locked", file=str(folder / DATABASE_FILE)) from None
    return lock


def ensure_private_file(file: Path) -> None:
    """Create a file that only its owner can read, unless it exists."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        key = {errno.EROFS: "server.error.read_only", errno.ENOSPC: "server.error.disk_full"}.get(error.errno or 0)
        raise SolaFideError(key or "error.file.unwritable", file=str(file)) from None


def _give_to_owner_of_folder(file: Path) -> None:
    """Give a file that root has made to the user of its folder: root restores, and the server must be able to write."""
    if sys.platform == "win32" or os.geteuid() != ROOT_UID or file.stat().st_uid != ROOT_UID:
        return
    owner = file.parent.stat()
    if owner.st_uid != ROOT_UID:
        os.chown(file, owner.st_uid, owner.st_gid)


def _open_database(file: Path) -> Connection:
    raw = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        version = _prepare(raw, file)
        connection = wrap_connection(raw)
        if version != SCHEMA_VERSION:
            _upgrade(raw, connection, file, version)
    except UNREADABLE as error:
        raw.close()
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise SolaFideError(error_key(getattr(cause, "sqlite_errorname", ""), file), file=str(file)) from None
    except SolaFideError:
        raw.close()
        raise
    return connection


def error_key(name: str, file: Path) -> str:
    """Return the key of the sentence for an error of SQLite."""
    key = next((key for start, key in ERROR_KEYS.items() if name.startswith(start)), "server.error.damaged")
    if key == "error.file.unwritable" and shutil.disk_usage(file.parent).free < FULL_DISK_BYTES:
        return "server.error.disk_full"
    return key


def _upgrade(raw: sqlite3.Connection, connection: Connection, file: Path, version: int) -> None:
    """Create the tables of an empty file, or migrate an older one after copying it to `games.sqlite3.schema-N`."""
    if version:
        log.warning(MIGRATING, f"{version:04}", SCHEMA_HEAD)
        _copy_database(raw, file.with_name(f"{file.name}.schema-{version}"))
    raw.execute("BEGIN IMMEDIATE")
    if version == 0:
        create_tables(connection)
    else:
        if current_revision(connection) is None:  # the first release did not stamp its databases
            stamp_revision(connection, FIRST)
        try:
            migrate(connection)
        except (LookupError, TypeError, AttributeError):  # JSON without what a migration needs of it
            raise SolaFideError("server.error.damaged", file=str(file)) from None
    raw.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    raw.execute("COMMIT")


def _copy_database(raw: sqlite3.Connection, target: Path) -> None:
    try:
        target.unlink(missing_ok=True)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(target)) from None
    ensure_private_file(target)
    copy = sqlite3.connect(target)
    raw.backup(copy)
    copy.close()


def _prepare(raw: sqlite3.Connection, file: Path) -> int:
    """Check the file, set its pragmas and return the version of its schema."""
    version: int = raw.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise SolaFideError("server.error.newer", file=str(file))
    if version == 0 and raw.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise SolaFideError("server.error.foreign", file=str(file))
    raw.execute("PRAGMA journal_mode = WAL")
    _sync_fully(raw)
    raw.execute(f"PRAGMA cache_size = -{PAGE_CACHE_KB}")
    raw.execute("BEGIN EXCLUSIVE")
    raw.execute("COMMIT")
    raw.execute(f"PRAGMA busy_timeout = {round(1000 * RESTORE_WAIT_S)}")
    if raw.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise SolaFideError("server.error.damaged", file=str(file))
    return version


@contextmanager
def open_file(file: Path) -> Iterator[Connection]:
    """Open a database file without locking its folder; an empty file gets its tables."""
    raw = sqlite3.connect(file, isolation_level=None, timeout=RESTORE_WAIT_S)
    connection = wrap_connection(raw)
    try:
        if raw.execute("PRAGMA user_version").fetchone()[0] == 0:
            _upgrade(raw, connection, file, 0)
        yield connection
    finally:
        connection.close()
        connection.engine.dispose()


def wrap_connection(raw: sqlite3.Connection) -> Connection:
    """An SQLAlchemy connection that neither begins nor ends transactions: this module does."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: raw,
        hide_parameters=True,  # errors are logged, and parameters hold secrets
        poolclass=StaticPool,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
    )
    return engine.connect()
