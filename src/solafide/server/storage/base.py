"""What keeps all games: work is committed in groups, and nobody is answered before the disk has it."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from solafide.server.storage.ledger import CHANGED_GAMES, LedgerAppend, WriteConflict

T = TypeVar("T")
# A job may be done twice, when another one of its group has failed: it changes nothing but the database.
Job = Callable[[Connection], T]
Heard = Callable[[str, int], None]
Lost = Callable[[], None]


class StorageError(Exception):
    """The database could not do it: a full disk, a line that is broken."""


class QueuedWork(NamedTuple):
    what: Job[Any] | LedgerAppend
    answer: asyncio.Future[Any]


class WorkResult(NamedTuple):
    result: Any
    error: Exception | None = None


class Storage(ABC):
    """Whoever waits for work hears of it when it is on the disk.

    Its futures fail with `Conflict` where something unique was there already, with `Unwritten` where the database
    failed, else with what the job raised; then nothing of that job has happened.
    """

    shared = False  # whether other processes write to the same database
    measure: Callable[[int, float], None] | None = None  # hears the size of each group and its seconds
    _connection: Connection
    _begin: str

    # ------------------------------------------------------------ for the house

    def do(self, job: Job[T]) -> asyncio.Future[T]:
        """Have a job done, from the event loop; it need not be awaited to happen."""
        return self._hand_in(job)

    def read(self, job: Job[T]) -> asyncio.Future[T]:
        """Have something looked up with one statement that changes nothing; it need not wait for commits of others."""
        return self._hand_in(job)

    def add(self, addition: LedgerAppend) -> asyncio.Future[int]:
        """A game goes on: the number of its last entry; quicker than a job that does the same."""
        return self._hand_in(addition)

    def now(self, job: Job[T]) -> T:
        """Have a job done at once, where no event loop runs."""
        outcome = self._settled([job])[0]
        if outcome.error is not None:
            raise outcome.error
        result: T = outcome.result
        return result

    def call(self, text: str) -> None:
        """Say something to the other processes that nobody keeps."""
        return

    def overhear(self, heard: Callable[[str], None]) -> None:
        """What others call is told in the event loop."""
        return

    def follow(self, heard: Heard, lost: Lost) -> None:
        """What other processes do is told in the event loop: a game and its version, or that something was missed."""
        return  # of a file there is only one

    @abstractmethod
    def close(self) -> None:
        """What was handed in is still done."""

    # ------------------------------------------------------------ for the two kinds of it

    @abstractmethod
    def _hand_in(self, what: Job[Any] | LedgerAppend) -> asyncio.Future[Any]: ...

    @abstractmethod
    def _execute(self, statement: str) -> None:
        """Without parameters or answer."""

    @abstractmethod
    def _add_all(self, additions: list[LedgerAppend]) -> list[int]:
        """Many games go on; the numbers of their last entries. `Conflict` if one of them does not."""

    @abstractmethod
    def _give_up(self) -> None:
        """End a transaction that has failed, however."""

    # ------------------------------------------------------------ groups

    def _timed(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        begun = time.perf_counter()
        outcomes = self._settled(group)
        if self.measure is not None:
            self.measure(len(group), time.perf_counter() - begun)
        return outcomes

    def _settled(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        """One transaction for all; a job that fails undoes only itself."""
        try:
            results = self._written(group)
            self._execute("COMMIT")
        except Exception as error:
            return self._apart(group, error)
        return [WorkResult(result) for result in results]

    def _apart(self, group: list[Job[Any] | LedgerAppend], error: Exception) -> list[WorkResult]:
        """A group that failed together, one by one: who failed hears of it, and the others do not suffer."""
        self._give_up()
        if len(group) == 1:
            return [WorkResult(None, plain(error))]
        try:
            return self._one_by_one(group)
        except Exception as error:
            self._give_up()
            return [WorkResult(None, plain(error))] * len(group)

    def _written(self, group: list[Job[Any] | LedgerAppend]) -> list[Any]:
        """All but the commit. Without savepoints: they cost more than the work between them."""
        results: list[Any] = []
        waiting: list[LedgerAppend] = []
        self._connection.info.pop(CHANGED_GAMES, None)
        self._execute(self._begin)
        for what in group:
            if isinstance(what, LedgerAppend):
                waiting.append(what)
                continue
            if waiting:
                results += self._add_all(waiting)
                waiting = []
            results.append(what(self._connection))
        if waiting:
            results += self._add_all(waiting)
        self._last_words()
        return results

    def _one_by_one(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        found: list[WorkResult] = []
        self._connection.info.pop(CHANGED_GAMES, None)
        self._execute(self._begin)
        for what in group:
            told = len(self._connection.info.get(CHANGED_GAMES, ()))
            self._execute("SAVEPOINT job")
            try:
                result = self._add_all([what])[0] if isinstance(what, LedgerAppend) else what(self._connection)
            except Exception as error:
                self._execute("ROLLBACK TO job")
                del self._connection.info.get(CHANGED_GAMES, [])[told:]
                found.append(WorkResult(None, plain(error)))
            else:
                found.append(WorkResult(result))
            self._execute("RELEASE job")
        self._last_words()
        self._execute("COMMIT")
        return found

    def _last_words(self) -> None:
        """What is said within the transaction, so that it is heard after it."""
        self._connection.info.pop(CHANGED_GAMES, None)


def answer(work: list[QueuedWork], outcomes: list[WorkResult]) -> None:
    for (_, future), (result, error) in zip(work, outcomes, strict=True):
        if future.cancelled():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def plain(error: Exception) -> Exception:
    """What a job raised; what the database said, in our own words."""
    if isinstance(error, IntegrityError):
        return WriteConflict(str(error.orig))
    if isinstance(error, DBAPIError):
        return StorageError(str(error.orig))
    return error


def make_store(address: str | None, folder: Path) -> Storage:
    """The store at an address (`postgresql://…`), else in a file of this folder."""
    if address:
        from solafide.server.storage.postgres import PostgresStorage

        return PostgresStorage(address)
    from solafide.server.storage.sqlite import SqliteStorage

    return SqliteStorage(folder)
