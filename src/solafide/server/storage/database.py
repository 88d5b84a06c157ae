"""One transaction on the database of a server, from a command, also while servers run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from solafide.game import SolaFideError
from solafide.server.storage import postgres, sqlite
from solafide.server.storage.sqlite import DATABASE_FILE, RESTORE_WAIT_S, SCHEMA_VERSION


@contextmanager
def transaction(address: str | None, folder: Path) -> Iterator[Connection]:
    """Change an existing database: everything, or nothing if an error is raised."""
    change = _change_postgres(address) if address else _change_file(folder / DATABASE_FILE)
    with change as connection:
        yield connection


@contextmanager
def _change_postgres(address: str) -> Iterator[Connection]:
    postgres.PostgresStorage(address).close()  # creates or migrates the tables
    raw = postgres.connect(address)
    with closing(raw), closing(postgres.wrap_connection(raw)) as connection:
        try:
            raw.execute("BEGIN")
            raw.execute("SELECT pg_advisory_xact_lock(%s)", (postgres.ADVISORY_LOCK_CLASS,))  # one command at a time
            yield connection
            raw.execute("COMMIT")
        except (psycopg.Error, DBAPIError) as error:
            raise postgres.start_error(error, address) from None


@contextmanager
def _change_file(file: Path) -> Iterator[Connection]:
    if not file.exists():
        raise SolaFideError("error.file.missing", file=str(file))
    raw = sqlite3.connect(file, isolation_level=None, timeout=RESTORE_WAIT_S)
    with closing(raw), closing(sqlite.wrap_connection(raw)) as connection:
        try:
            if raw.execute("PRAGMA user_version").fetchone()[0] != SCHEMA_VERSION:
                raise SolaFideError("server.error.other_schema", file=str(file))
            raw.execute("BEGIN IMMEDIATE")
            yield connection
            raw.execute("COMMIT")
        except (sqlite3.Error, DBAPIError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            key = sqlite.error_key(getattr(cause, "sqlite_errorname", ""), file)
            raise SolaFideError(key, file=str(file)) from None
