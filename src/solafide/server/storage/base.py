"""Run work in the database: jobs are committed in groups, and a future resolves only after its job is on disk."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from solafide.server.storage.ledger import CHANGED_GAMES, LedgerAppend, WriteConflict

T = TypeVar("T")
# A job may run twice, when another job of its group has failed: it must change nothing but the database.
Job = Callable[[Connection], T]
OnChange = Callable[[str, int], None]  # a game and its version
OnGap = Callable[[], None]


class StorageProblem(StrEnum):
    """Why the database failed, as far as an operator can do something about it."""

    DISK_FULL = "disk_full"
    READ_ONLY = "read_only"
    UNREACHABLE = "unreachable"
    DAMAGED = "damaged"
    MISSING_FILE = "missing_file"
    OTHER = "storage"


# By the beginning of SQLite's name of an error, or of PostgreSQL's SQLSTATE.
PROBLEM_CODES = {
    "SQLITE_FULL": StorageProblem.DISK_FULL,
    "SQLITE_READONLY": StorageProblem.READ_ONLY,
    "SQLITE_CORRUPT": StorageProblem.DAMAGED,
    "SQLITE_NOTADB": StorageProblem.DAMAGED,
    "53100": StorageProblem.DISK_FULL,
    "25006": StorageProblem.READ_ONLY,
    "08": StorageProblem.UNREACHABLE,
    "57P": StorageProblem.UNREACHABLE,
    "XX001": StorageProblem.DAMAGED,
    "XX002": StorageProblem.DAMAGED,
}


class StorageError(Exception):
    """The database failed: a full disk, a lost connection."""

    def __init__(self, text: str, problem: StorageProblem = StorageProblem.OTHER) -> None:
        super().__init__(text)
        self.problem = problem


class QueuedWork(NamedTuple):
    """A job or a ledger append with the future that waits for it."""

    work: Job[Any] | LedgerAppend
    future: asyncio.Future[Any]


class WorkResult(NamedTuple):
    """What a job returned, or why it failed."""

    value: Any
    error: Exception | None = None


class Storage(ABC):
    """Runs jobs in group commits.

    A future fails with `WriteConflict` where a unique value was taken, with `StorageError` where the database failed,
    else with what the job raised. In each case the job has changed nothing.
    """

    shared = False  # whether other processes write to the same database
    commit_observer: Callable[[int, float], None] | None = None  # gets the size of each group and its seconds
    _connection: Connection
    _begin: str

    # ------------------------------------------------------------ for the server

    def do(self, job: Job[T]) -> asyncio.Future[T]:
        """Run a job, from the event loop; it runs whether or not the future is awaited."""
        return self._enqueue(job)

    def read(self, job: Job[T]) -> asyncio.Future[T]:
        """Run one statement that changes nothing; it need not wait for the commits of others."""
        return self._enqueue(job)

    def append(self, addition: LedgerAppend) -> asyncio.Future[int]:
        """Append entries to a game's ledger; returns the last one's number. Faster than a job that does the same."""
        return self._enqueue(addition)

    def do_sync(self, job: Job[T]) -> T:
        """Run a job at once, where no event loop runs."""
        outcome = self._commit_group([job])[0]
        if outcome.error is not None:
            raise outcome.error
        value: T = outcome.value
        return value

    def broadcast(self, text: str) -> None:
        """Send a message to the other processes; it is not stored."""
        return

    def on_broadcast(self, receive: Callable[[str], None]) -> None:
        """Have the broadcasts of other processes delivered in the event loop."""
        return

    def subscribe(self, on_change: OnChange, on_gap: OnGap) -> None:
        """Have the changes of other processes reported in the event loop.

        on_change: a game and its version; on_gap: the connection was lost, and changes may have been missed.
        """
        return  # an SQLite file has one process

    @property
    @abstractmethod
    def queue_length(self) -> int:
        """How many jobs wait for the next commit."""

    @abstractmethod
    def close(self) -> None:
        """Finish the queued work, then disconnect."""

    # ------------------------------------------------------------ for the two databases

    @abstractmethod
    def _enqueue(self, work: Job[Any] | LedgerAppend) -> asyncio.Future[Any]: ...

    @abstractmethod
    def _execute(self, statement: str) -> None:
        """Run a statement without parameters or result."""

    @abstractmethod
    def _append_all(self, additions: list[LedgerAppend]) -> list[int]:
        """Append to many games; the numbers of their last entries. `WriteConflict` if one of them is out of date."""

    @abstractmethod
    def _roll_back(self) -> None:
        """End a transaction that has failed, if there is one."""

    # ------------------------------------------------------------ groups

    def _commit_group_timed(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        start = time.perf_counter()
        outcomes = self._commit_group(group)
        if self.commit_observer is not None:
            self.commit_observer(len(group), time.perf_counter() - start)
        return outcomes

    def _commit_group(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        """Commit all in one transaction; a job that fails undoes only itself."""
        try:
            values = self._run_group(group)
            self._execute("COMMIT")
        except Exception as error:
            return self._recover_group(group, error)
        return [WorkResult(value) for value in values]

    def _recover_group(self, group: list[Job[Any] | LedgerAppend], error: Exception) -> list[WorkResult]:
        """Run a group that failed together one by one, so that only the failing jobs fail."""
        try:
            self._roll_back()
            if len(group) == 1:
                return [WorkResult(None, translate_error(error))]
            return self._commit_with_savepoints(group)
        except Exception as failure:
            with suppress(Exception):  # the next group cannot begin then, and comes here too
                self._roll_back()
            return [WorkResult(None, translate_error(failure))] * len(group)

    def _run_group(self, group: list[Job[Any] | LedgerAppend]) -> list[Any]:
        """Do all but the commit. Without savepoints: they cost more than the work between them."""
        values: list[Any] = []
        appends: list[LedgerAppend] = []
        self._connection.info.pop(CHANGED_GAMES, None)
        self._execute(self._begin)
        for work in group:
            if isinstance(work, LedgerAppend):
                appends.append(work)
                continue
            if appends:
                values += self._append_all(appends)
                appends = []
            values.append(work(self._connection))
        if appends:
            values += self._append_all(appends)
        self._notify_changes()
        return values

    def _commit_with_savepoints(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        outcomes: list[WorkResult] = []
        self._connection.info.pop(CHANGED_GAMES, None)
        self._execute(self._begin)
        for work in group:
            changes_before = len(self._connection.info.get(CHANGED_GAMES, ()))
            self._execute("SAVEPOINT job")
            try:
                value = self._append_all([work])[0] if isinstance(work, LedgerAppend) else work(self._connection)
            except Exception as error:
                self._execute("ROLLBACK TO job")
                del self._connection.info.get(CHANGED_GAMES, [])[changes_before:]
                outcomes.append(WorkResult(None, translate_error(error)))
            else:
                outcomes.append(WorkResult(value))
            self._execute("RELEASE job")
        self._notify_changes()
        self._execute("COMMIT")
        return outcomes

    def _notify_changes(self) -> None:
        """Notify other processes within the transaction, so that they get it after the commit."""
        self._connection.info.pop(CHANGED_GAMES, None)


def resolve_futures(group: list[QueuedWork], outcomes: list[WorkResult]) -> None:
    """Give each waiting future its result."""
    for (_, future), (value, error) in zip(group, outcomes, strict=True):
        if future.cancelled():
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)


def translate_error(error: Exception) -> Exception:
    """Turn an error of the database into one of this module; what a job raised stays as it is."""
    if isinstance(error, IntegrityError):
        return WriteConflict(str(error.orig))
    if isinstance(error, DBAPIError):
        return StorageError(str(error.orig), storage_problem(error.orig))
    return error


def storage_problem(error: BaseException | None) -> StorageProblem:
    """Return why a database failed, by the error of its driver."""
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or ""
    return next((problem for start, problem in PROBLEM_CODES.items() if code.startswith(start)), StorageProblem.OTHER)


def open_storage(address: str | None, folder: Path) -> Storage:
    """Open the database of a server at an address (`postgresql://…`), else the SQLite file of this folder."""
    if address:
        from solafide.server.storage.postgres import PostgresStorage

        return PostgresStorage(address)
    from solafide.server.storage.sqlite import SqliteStorage

    return SqliteStorage(folder, may_be_new=False)
