"""The file in which all games are kept: one thread writes, and nobody is answered before the disk has it."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from solafide.game import SolaFideError

FILE = "games.sqlite3"
SCHEMA = 1
TOGETHER = 500  # requests in one commit at most

KEYS = {
    "SQLITE_BUSY": "server.error.locked",
    "SQLITE_CANTOPEN": "error.file.unwritable",
    "SQLITE_READONLY": "error.file.unwritable",
    "SQLITE_FULL": "error.file.unwritable",
}

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]

# An entry of the ledger that begins what one request has brought about; others only follow from it.
HEADS = ("created", "choice", "undo", "back", "deleted")

_TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    client TEXT UNIQUE,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,
    cards TEXT NOT NULL,
    players TEXT NOT NULL,
    recorded TEXT,
    seed BLOB,
    start TEXT,
    summary TEXT NOT NULL
) STRICT;
CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    choice TEXT NOT NULL,
    client TEXT,
    step INTEGER NOT NULL,
    public INTEGER NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (game, version),
    UNIQUE (game, client)
) STRICT;
CREATE TABLE sets (hash TEXT PRIMARY KEY, canonical TEXT NOT NULL) STRICT;
CREATE TABLE sessions (hash BLOB PRIMARY KEY, created TEXT NOT NULL) STRICT;
CREATE TABLE analyses (game TEXT PRIMARY KEY, found TEXT NOT NULL) STRICT;
"""


class Entry(NamedTuple):
    """A line of the ledger: a step, or that something was taken back.

    version: its number within the game; step: how many steps the game has afterwards, as `who` counts them; public: how
    many it has for everybody when all is done that came of the same request.
    """

    version: int
    kind: str
    who: str
    choice: str
    client: str | None
    step: int
    public: int


class Store:
    """Work for the file is handed to its thread; whoever waits for it hears of it when it is on the disk."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._connection = _opened(folder, self.file)
        self._jobs: queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def do(self, job: Job[T]) -> T:
        return await asyncio.wrap_future(self.submit(job))

    def submit(self, job: Job[T]) -> Future[T]:
        answer: Future[T] = Future()
        self._jobs.put((job, answer))
        return answer

    def close(self) -> None:
        """What was handed in is still done."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        ended = False
        while not ended:
            group = [self._jobs.get()]
            while group[-1] is not None and len(group) < TOGETHER:
                try:
                    group.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            ended = group[-1] is None
            self._commit([job for job in group if job is not None])

    def _commit(self, group: list[tuple[Job[Any], Future[Any]]]) -> None:
        """One transaction for all; a job that fails undoes only itself."""
        connection, done = self._connection, list[Callable[[], None]]()
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job, answer in group:
                connection.execute("SAVEPOINT job")
                try:
                    result = job(connection)
                except Exception as error:
                    connection.execute("ROLLBACK TO job")
                    done.append(_refused(answer, error))
                else:
                    done.append(_given(answer, result))
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            done = [_refused(answer, error) for _, answer in group]
        for tell in done:
            tell()


def _given(answer: Future[T], result: T) -> Callable[[], None]:
    return lambda: None if answer.cancelled() else answer.set_result(result)


def _refused(answer: Future[Any], error: Exception) -> Callable[[], None]:
    return lambda: None if answer.cancelled() else answer.set_exception(error)


def _opened(folder: Path, file: Path) -> sqlite3.Connection:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(file)) from None
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        _prepare(connection, file)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise SolaFideError(KEYS.get(error.sqlite_errorname, "server.error.damaged"), file=str(file)) from None
    except SolaFideError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, file: Path) -> None:
    # Nobody else may write while games are held in memory: whoever comes second is told so.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        raise SolaFideError("server.error.newer", file=str(file))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN EXCLUSIVE")
    if version == 0:
        for statement in _TABLES.split(";")[:-1]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise SolaFideError("server.error.damaged", file=str(file))


def append(connection: sqlite3.Connection, game: str, entries: Iterable[Entry], at: str) -> list[int]:
    """Entries at the end of a game's ledger; their numbers in the whole ledger."""
    return [
        connection.execute(
            "INSERT INTO ledger (game, version, kind, who, choice, client, step, public, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game, *entry, at),
        ).lastrowid
        or 0
        for entry in entries
    ]


def entries(connection: sqlite3.Connection, game: str) -> list[Entry]:
    found = connection.execute(
        "SELECT version, kind, who, choice, client, step, public FROM ledger WHERE game = ? ORDER BY version", (game,)
    )
    return [Entry(*row) for row in found]


class Batch(NamedTuple):
    """All entries that one request brought about; `number` is the last one's.

    step: how many steps there were afterwards; of those, `since` to `upto` came with it and were not taken back later.
    """

    number: int
    game: str
    kind: str
    step: int
    since: int
    upto: int


def batches(connection: sqlite3.Connection, last: int, most: int) -> list[Batch]:
    """What came into the ledger after an entry."""
    rows = connection.execute(
        "SELECT seq, game, version, kind, public FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?", (last, most)
    ).fetchall()
    found: list[Batch] = []
    before: dict[str, int] = {}
    for number, game, version, kind, public in rows:
        if kind not in HEADS and found and found[-1].game == game:
            found[-1] = found[-1]._replace(number=number, step=public, upto=public)
        else:
            since = before.get(game, _public_before(connection, game, version))
            found.append(Batch(number, game, kind, public, since, public))
        before[game] = public
    return _kept(found)


def _public_before(connection: sqlite3.Connection, game: str, version: int) -> int:
    row = connection.execute(
        "SELECT public FROM ledger WHERE game = ? AND version < ? ORDER BY version DESC LIMIT 1", (game, version)
    ).fetchone()
    return row[0] if row else 0


def _kept(found: list[Batch]) -> list[Batch]:
    """Without the steps that were taken back."""
    lowest: dict[str, int] = {}
    kept: list[Batch] = []
    for batch in reversed(found):
        kept.append(batch._replace(upto=min(batch.upto, lowest.get(batch.game, batch.upto))))
        if batch.kind in ("undo", "back"):
            lowest[batch.game] = min(batch.step, lowest.get(batch.game, batch.step))
    return kept[::-1]
