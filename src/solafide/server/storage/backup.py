"""Backups: all that is in a database as one file of SQLite, whichever database it was and whichever it goes into."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Table, func, insert, select, text

from solafide.game import SolaFideError
from solafide.server.storage import postgres
from solafide.server.storage import sqlite as files
from solafide.server.storage.ledger import ALL_GAMES
from solafide.server.storage.schema import games, metadata
from solafide.server.storage.sqlite import DATABASE_FILE, SCHEMA, SqliteStorage

COPY_BATCH_ROWS = 1000  # that are copied at a time


def backup(address: str | None, folder: Path, target: Path) -> int:
    """All games as they are at one moment, while servers play on; how many there are.

    The file appears when it is whole; until then one that was there before stays.
    """
    unfinished = target.with_name(f"{target.name}.unfinished")
    files.private(unfinished)
    try:
        unfinished.unlink()
        files.private(unfinished)
        if address:
            _from_postgres(address, unfinished)
        else:
            _from_file(folder / DATABASE_FILE, unfinished)
        found = _games(unfinished)
        with unfinished.open("rb") as whole:
            os.fsync(whole.fileno())
        os.replace(unfinished, target)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(target)) from None
    except sqlite3.DatabaseError:
        raise SolaFideError("backup.error.unwritten", file=str(target)) from None
    finally:
        unfinished.unlink(missing_ok=True)
    return found


def _from_file(source: Path, target: Path, mode: str = "rw") -> None:
    if not source.exists():
        raise SolaFideError("error.file.missing", file=str(source))
    address = f"{source.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(address, uri=True)) as there, closing(sqlite3.connect(target)) as copy:
        there.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without companions


def _from_postgres(address: str, target: Path) -> None:
    raw = postgres.connected(address)
    with closing(raw), files.tables(target) as copy, closing(postgres.bound(raw)) as there:
        raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")  # everything as it was at one moment
        _copy(there, copy)
        raw.execute("COMMIT")


def restore(source: Path, address: str | None, folder: Path, force: bool = False) -> int:
    """What a backup holds instead of what there is: all of it or nothing. Servers that run go on with it."""
    with tempfile.TemporaryDirectory() as aside:
        copy = _brought_up(source, Path(aside))
        with files.tables(copy) as there:
            if address:
                return _into_postgres(there, address, force)
            return _into_file(there, folder, force)


def _brought_up(source: Path, aside: Path) -> Path:
    """A copy of a backup with the tables of this version; what is no backup is refused."""
    copy = aside / DATABASE_FILE
    try:
        _from_file(source, copy, "ro")
        with closing(sqlite3.connect(copy)) as found:
            empty = found.execute("PRAGMA user_version").fetchone()[0] == 0
        if not empty:
            SqliteStorage(aside).close()
    except sqlite3.DatabaseError:
        empty = True
    except SolaFideError as error:
        if error.key == "server.error.newer":
            raise SolaFideError(error.key, file=str(source)) from None
        empty = error.key == "server.error.damaged"
        if not empty:
            raise
    if empty:
        raise SolaFideError("backup.error.damaged", file=str(source))
    return copy


def _into_file(there: Connection, folder: Path, force: bool) -> int:
    try:
        SqliteStorage(folder).close()
    except SolaFideError as error:
        if error.key != "server.error.locked":
            raise
    with files.tables(folder / DATABASE_FILE) as target:
        raw = cast(sqlite3.Connection, target.connection.dbapi_connection)
        if raw.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
            raise SolaFideError("server.error.locked", file=str(folder / DATABASE_FILE))
        raw.execute("BEGIN IMMEDIATE")
        found = _instead(there, target, force)
        raw.execute("COMMIT")
    return found


def _into_postgres(there: Connection, address: str, force: bool) -> int:
    postgres.PostgresStorage(address).close()  # the tables are there
    raw = postgres.connected(address)
    with closing(raw), closing(postgres.bound(raw)) as target:
        raw.execute("BEGIN")
        names = ", ".join(table.name for table in metadata.sorted_tables)
        raw.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE".encode())
        found = _instead(there, target, force)
        for table, column in _counted():
            largest = f"SELECT max({column}) FROM {table}"
            raw.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), ({largest}))".encode())
        raw.execute("SELECT pg_notify(%s, %s)", (postgres.CHANNEL, f"{ALL_GAMES} 0"))
        raw.execute("COMMIT")
    return found


def _counted() -> Iterator[tuple[str, str]]:
    """Columns that PostgreSQL counts for itself."""
    for table in metadata.sorted_tables:
        for column in table.c:
            if column.identity is not None:
                yield table.name, column.name


def _instead(there: Connection, target: Connection, force: bool) -> int:
    if not force and target.execute(select(games.c.id).limit(1)).first() is not None:
        raise SolaFideError("backup.error.games")
    for table in metadata.sorted_tables:
        target.execute(table.delete())
    _copy(there, target)
    return target.execute(select(func.count()).select_from(games)).scalar_one()


def _copy(source: Connection, target: Connection) -> None:
    for table in metadata.sorted_tables:
        for rows in _rows(source, table):
            target.execute(insert(table), rows)


def _rows(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    found = source.execution_options(stream_results=True).execute(select(table).order_by(*table.primary_key))
    for part in found.mappings().partitions(COPY_BATCH_ROWS):
        yield [dict(row) for row in part]


def _games(file: Path) -> int:
    """How many games a backup holds, if it is whole."""
    with files.tables(file) as copy:
        if copy.execute(text("PRAGMA integrity_check")).scalar() != "ok":
            raise SolaFideError("server.error.damaged", file=str(file))
        return copy.execute(select(func.count()).select_from(games)).scalar_one()
