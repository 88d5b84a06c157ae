"""Stored databases with their manifests, and a test case for each game in them."""

import gzip
import json
import sqlite3
import subprocess
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from server.database import fresh
from solafide.server.storage.sqlite import DATABASE_FILE
from stored.seats import Connection, Json

Fixture = tuple[Path, str]  # the folder of a schema, and a database in it
FOLDERS = sorted(Path(__file__).parent.glob("schema-*"))
LOCAL, ONLINE, POSTGRES = "local.sqlite3", "online.sqlite3", "online.postgresql.sql"
CONTINUING_CHOICES = 5  # enough to show that a game continues
MAX_CHOICES_TO_THE_END = 400  # enough to end a game that is near its turn limit
# Times that a copy sets to the present, so that lobbies do not expire and stored responses are not deleted.
TIMES = (("answers", "at"), ("tables", "changed"), ("sessions", "created"))


@cache
def read(folder: Path, database: str) -> tuple[bytes, Json]:
    """Return a database and its manifest."""
    manifest = json.loads(gzip.decompress((folder / f"{database}.json.gz").read_bytes()))
    return gzip.decompress((folder / f"{database}.gz").read_bytes()), manifest


def cases(database: str, names: Callable[[Json], Iterable[str]]) -> list[Any]:
    """Return the parameters of a test for each name in the manifests of all schemas: which database, and the name."""
    return [
        pytest.param((folder, database), name, id=f"{folder.name}-{database}-{name}")
        for folder in FOLDERS
        for name in names(read(folder, database)[1])
    ]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def copy_file(folder: Path, data: bytes) -> None:
    """Write an SQLite file where a server looks for it."""
    (folder / DATABASE_FILE).write_bytes(data)
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as connection, connection:
        for table, column in TIMES:
            connection.execute(f"UPDATE {table} SET {column} = ?", (now(),))


def restore_dump(server: Any, data: bytes) -> str:
    """Restore a dump into an empty database and return its address."""
    address = fresh(server)
    command = [str(server.bin / "psql"), "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", address]
    result = subprocess.run(command, input=data, capture_output=True)
    assert result.returncode == 0, result.stderr.decode()
    with psycopg.connect(address, autocommit=True) as connection:
        for table, column in TIMES:
            connection.execute(f"UPDATE {table} SET {column} = %s".encode(), (now(),))
    return address


def check_repeated(connection: Connection, first: Json) -> None:
    """Check that a request that was answered before gets the same bytes again."""
    again = connection.exchange(first["method"], first["path"], first["body"], first["secret"])
    assert again._asdict() == first
