"""Write databases with games in every phase, as the present code stores them, into a folder named by the schema.

    python tests/stored/make.py

Fixtures that exist are never written again: they show that each later version opens what an earlier one has stored and
plays on. Run this once after a migration was added, so that the new schema has fixtures too. Each database has a
manifest with the secrets of all seats and with facts about each game (see `seats.facts`). Needs PostgreSQL with
`pg_dump`, see tools/postgres.py.
"""

import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import postgres
import psycopg

from server.database import fresh
from solafide.cards import builtin
from solafide.game import RULES_VERSION
from solafide.server.storage.schema import SCHEMA_HEAD
from solafide.server.storage.sqlite import DATABASE_FILE
from stored.local_games import make_local
from stored.online_games import make_online
from stored.seats import Json

REPEATED = ("repeated", "repeated-table")  # games with requests that are repeated later


def head() -> Json:
    """Return what wrote the database, and when."""
    versions = {"schema": SCHEMA_HEAD, "rules": RULES_VERSION, "cards_hash": builtin().hash}
    return versions | {"at": datetime.now(UTC).isoformat(timespec="seconds")}


def write(folder: Path, name: str, data: bytes, manifest: Json) -> None:
    """Write a database and its manifest, compressed."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    text = json.dumps(manifest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    (folder / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    for file in sorted(folder.glob(f"{name}*")):
        print(file.name, file.stat().st_size)


def sweep_statement(manifest: Json) -> str:
    """Return SQL that deletes the stored answers of most games, as a server does after a week: they need much room."""
    games = ", ".join(f"'{manifest['games'][name]['game']}'" for name in REPEATED if name in manifest["games"])
    return f"DELETE FROM answers WHERE game NOT IN ({games})"


def packed_file(file: Path, manifest: Json) -> bytes:
    """Return an SQLite file without answers that nobody repeats and without free pages."""
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute(sweep_statement(manifest))
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("VACUUM")
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


def dump(server: Any, address: str) -> bytes:
    """Return the database as plain SQL."""
    command = [str(server.bin / "pg_dump"), "--no-owner", "--no-privileges", address]
    return subprocess.run(command, check=True, capture_output=True).stdout


def main() -> None:
    folder = Path(__file__).parent / f"schema-{SCHEMA_HEAD}"
    if folder.exists():
        sys.exit(f"{folder} exists: fixtures are never written again.")
    rough = Path(tempfile.mkdtemp())
    try:
        local = head() | make_local(rough / "local")
        online = head() | make_online(rough / "online")
        with postgres.Server() as server:
            address = fresh(server)
            shared = head() | make_online(rough / "shared", address)
            with psycopg.connect(address, autocommit=True) as raw:
                raw.execute(sweep_statement(shared).encode())
            text = dump(server, address)
        write(folder, "local.sqlite3", packed_file(rough / "local" / DATABASE_FILE, local), local)
        write(folder, "online.sqlite3", packed_file(rough / "online" / DATABASE_FILE, online), online)
        write(folder, "online.postgresql.sql", text, shared)
    finally:
        shutil.rmtree(rough)


if __name__ == "__main__":
    main()
