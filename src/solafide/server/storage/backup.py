"""Back up a database into one SQLite file and restore it, from and into SQLite or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Table, func, insert, select, text

from solafide.game import SolaFideError
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK
from solafide.server.storage import postgres, sqlite
from solafide.server.storage.ledger import ALL_GAMES
from solafide.server.storage.schema import games, metadata, snapshots
from solafide.server.storage.server_keys import keep_public_keys, list_server_keys
from solafide.server.storage.sqlite import DATABASE_FILE, SCHEMA_VERSION, UNREADABLE, SqliteStorage

COPY_BATCH_ROWS = 1000
BackupCheck = Callable[[Connection], object]


def backup(address: str | None, folder: Path, target: Path) -> int:
    """Copy all games as they are at one moment, while servers go on; returns how many there are.

    The file appears when it is complete; until then an older one stays.
    """
    unfinished = target.with_name(f"{target.name}.unfinished")
    sqlite.ensure_private_file(unfinished)
    try:
        unfinished.unlink()
        sqlite.ensure_private_file(unfinished)
        if address:
            _copy_from_postgres(address, unfinished)
        else:
            _copy_from_file(folder / DATABASE_FILE, unfinished)
        count = _count_games(unfinished)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(unfinished, target)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(target)) from None
    except UNREADABLE:
        raise SolaFideError("backup.error.unwritten", file=str(target)) from None
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def _copy_from_file(source: Path, target: Path, mode: str = "rw") -> None:
    if not source.exists():
        raise SolaFideError("error.file.missing", file=str(source))
    address = f"{source.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(address, uri=True)) as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log next to it


def _copy_from_postgres(address: str, target: Path) -> None:
    raw = postgres.connect(address)
    with closing(raw), sqlite.open_file(target) as copy, closing(postgres.wrap_connection(raw)) as original:
        raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")  # everything as it was at one moment
        _copy_rows(original, copy)
        raw.execute("COMMIT")


def restore(source: Path, address: str | None, folder: Path, check: BackupCheck, force: bool = False) -> int:
    """Replace all games with those of a backup, or none on failure. Running servers go on with the restored games.

    check: raises an error if the backup must not be restored.
    """
    with open_backup(source) as backup_connection:
        check(backup_connection)
        if address:
            return _restore_into_postgres(backup_connection, address, force)
        return _restore_into_file(backup_connection, folder, force)


@contextmanager
def open_backup(source: Path) -> Iterator[Connection]:
    """Open a copy of a backup that is migrated to this version; the backup itself is not changed."""
    with tempfile.TemporaryDirectory() as scratch, sqlite.open_file(_upgrade_copy(source, Path(scratch))) as connection:
        yield connection


def _upgrade_copy(source: Path, scratch: Path) -> Path:
    """Copy a backup and migrate the copy to this version; refuse what is no backup."""
    copy = scratch / DATABASE_FILE
    try:
        _copy_from_file(source, copy, "ro")
        with closing(sqlite3.connect(copy)) as connection:
            empty = connection.execute("PRAGMA user_version").fetchone()[0] == 0
        if not empty:
            SqliteStorage(scratch).close()
    except UNREADABLE:
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


def _restore_into_file(backup_connection: Connection, folder: Path, force: bool) -> int:
    try:
        SqliteStorage(folder).close()
    except SolaFideError as error:
        if error.key == "server.error.empty_file" or (error.key == "server.error.damaged" and force):
            _set_aside(folder)
            SqliteStorage(folder).close()
        elif error.key != "server.error.locked":
            raise
    with sqlite.open_file(folder / DATABASE_FILE) as target:
        raw = cast(sqlite3.Connection, target.connection.dbapi_connection)
        if raw.execute("PRAGMA user_version").fetchone()[0] != SCHEMA_VERSION:
            raise SolaFideError("server.error.locked", file=str(folder / DATABASE_FILE))
        raw.execute("BEGIN IMMEDIATE")
        count = _replace_all(backup_connection, target, force)
        raw.execute("COMMIT")
    return count


def _set_aside(folder: Path) -> None:
    """Move a damaged database away, with its log: somebody may still find something in it."""
    number = 1 + len(list(folder.glob(f"{DATABASE_FILE}.damaged-*")))
    for end in ("", "-wal", "-shm"):
        file = folder / f"{DATABASE_FILE}{end}"
        if file.exists():
            file.rename(folder / f"{DATABASE_FILE}.damaged-{number}{end}")


def _restore_into_postgres(backup_connection: Connection, address: str, force: bool) -> int:
    postgres.PostgresStorage(address).close()  # creates or migrates the tables
    raw = postgres.connect(address)
    with closing(raw), closing(postgres.wrap_connection(raw)) as target:
        raw.execute("BEGIN")
        names = ", ".join(table.name for table in metadata.sorted_tables)
        raw.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE".encode())
        count = _replace_all(backup_connection, target, force)
        for table, column in _identity_columns():
            largest = f"SELECT max({column}) FROM {table}"
            raw.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), ({largest}))".encode())
        raw.execute("SELECT pg_notify(%s, %s)", (postgres.CHANGES_CHANNEL, f"{ALL_GAMES} 0"))
        raw.execute("COMMIT")
    return count


def _identity_columns() -> Iterator[tuple[str, str]]:
    """Columns whose values PostgreSQL counts up."""
    for table in metadata.sorted_tables:
        for column in table.c:
            if column.identity is not None:
                yield table.name, column.name


def _replace_all(backup_connection: Connection, target: Connection, force: bool) -> int:
    if not force and target.execute(select(games.c.id).limit(1)).first() is not None:
        raise SolaFideError("backup.error.games")
    known_keys = list_server_keys(target)
    for table in metadata.sorted_tables:
        target.execute(table.delete())
    _copy_rows(backup_connection, target)
    keep_public_keys(target, known_keys, SYSTEM_CLOCK.timestamp())
    return target.execute(select(func.count()).select_from(games)).scalar_one()


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in metadata.sorted_tables:
        if table is snapshots:  # they are made again from the ledger, which is checked before a restore
            continue
        for rows in _row_batches(source, table):
            target.execute(insert(table), rows)


def _row_batches(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    rows = source.execution_options(stream_results=True).execute(select(table).order_by(*table.primary_key))
    for batch in rows.mappings().partitions(COPY_BATCH_ROWS):
        yield [dict(row) for row in batch]


def _count_games(file: Path) -> int:
    """Return how many games a backup holds; an error if it is damaged."""
    with sqlite.open_file(file) as copy:
        if copy.execute(text("PRAGMA integrity_check")).scalar() != "ok":
            raise SolaFideError("server.error.damaged", file=str(file))
        return copy.execute(select(func.count()).select_from(games)).scalar_one()
