"""All games in one file of SQLite: what is handed in during one turn of the event loop is one commit."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from solafide.game import SolaFideError
from solafide.server.ledger import Addition, Conflict, Entry
from solafide.server.migrations import FIRST, lay_out, migrate, present, stamp
from solafide.server.schema import HEAD, written
from solafide.server.store import Job, Outcome, Store, Unwritten, Work, answer

FILE = "games.sqlite3"
SCHEMA = int(HEAD)

KEYS = {
    "SQLITE_BUSY": "server.error.locked",
    "SQLITE_CANTOPEN": "error.file.unwritable",
    "SQLITE_READONLY": "error.file.unwritable",
    "SQLITE_FULL": "error.file.unwritable",
}
_INSERT = f"INSERT INTO ledger (game, at, {', '.join(Entry._fields)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_UPDATE = "UPDATE games SET changed = ?, summary = ?, asked = ?, length = ? WHERE id = ? AND length = ?"


class FileStore(Store):
    """No thread: sqlite3 lets go of the interpreter's lock at every step, and a busy loop gives it back late."""

    _begin = "BEGIN IMMEDIATE"

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._connection = _opened(folder, self.file)
        self._raw: sqlite3.Connection = cast(Any, self._connection.connection.dbapi_connection)
        self._waiting: list[Work] = []

    def close(self) -> None:
        self._commit()
        self._connection.close()
        self._connection.engine.dispose()

    def _hand_in(self, what: Job[Any] | Addition) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        work = Work(what, loop.create_future())
        self._waiting.append(work)
        if len(self._waiting) == 1:
            loop.call_soon(self._commit)
        return work.answer

    def _commit(self) -> None:
        work, self._waiting = self._waiting, []
        if work:
            answer(work, self._timed([each.what for each in work]))

    def _settled(self, group: list[Job[Any] | Addition]) -> list[Outcome]:
        return [outcome._replace(error=_said(outcome.error)) for outcome in super()._settled(group)]

    def _execute(self, statement: str) -> None:
        self._raw.execute(statement)

    def _give_up(self) -> None:
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def _add_all(self, additions: list[Addition]) -> list[int]:
        rows = [(each.game, each.at, *entry) for each in additions for entry in each.entries]
        self._raw.executemany(_INSERT, rows)
        number = self._raw.execute("SELECT last_insert_rowid()").fetchone()[0] - len(rows)
        changed = [
            (at, written(summary), asked, new[-1].version, game, new[0].version - 1)
            for game, new, at, summary, asked in additions
        ]
        if self._raw.executemany(_UPDATE, changed).rowcount != len(additions):
            raise Conflict
        numbers: list[int] = []
        for each in additions:
            number += len(each.entries)
            numbers.append(number)
        return numbers


def _said(error: Exception | None) -> Exception | None:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return Unwritten(str(error)) if isinstance(error, sqlite3.Error) else error


def _opened(folder: Path, file: Path) -> Connection:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(file)) from None
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
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(target)) from None
    copy = sqlite3.connect(target)
    raw.backup(copy)
    copy.close()


def _prepare(raw: sqlite3.Connection, file: Path) -> int:
    """The file is ours and whole; which schema it has."""
    # Nobody else may write while games are held in memory: whoever comes second is told so.
    raw.execute("PRAGMA locking_mode = EXCLUSIVE")
    version: int = raw.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        raise SolaFideError("server.error.newer", file=str(file))
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("BEGIN EXCLUSIVE")
    raw.execute("COMMIT")
    if raw.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise SolaFideError("server.error.damaged", file=str(file))
    return version


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
