"""Measure the disk alone: syncs a second, and SQLite commits a second."""

import os
import sqlite3
import tempfile
from pathlib import Path
from time import perf_counter

ROW = ("x" * 22, 1, "choice", "C", "play:C07", "x" * 12, 1, 1, "2026-01-01T00:00:00.000+00:00")


def disk(folder: Path, seconds: float) -> dict[str, float]:
    """Measure in a folder of the disk on which the games will be stored."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        return {
            "syncs_per_second": syncs(Path(place), seconds),
            "commits_per_second": commits(Path(place), seconds, 1)[0],
            "rows_per_second_in_groups_of_100": commits(Path(place), seconds, 100)[1],
        }


def syncs(place: Path, seconds: float) -> float:
    """Return how many times a second 4 KB can be appended to a file and synced."""
    page, count = bytes(4096), 0
    file = os.open(place / "syncs", os.O_CREAT | os.O_WRONLY)
    started = perf_counter()
    while perf_counter() - started < seconds:
        os.write(file, page)
        os.fdatasync(file)
        count += 1
    took = perf_counter() - started
    os.close(file)
    return round(count / took)


def commits(place: Path, seconds: float, rows: int) -> tuple[float, float]:
    """Return commits and rows a second, with the SQLite settings of the server."""
    with sqlite3.connect(place / f"rows{rows}", isolation_level=None) as connection:
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("CREATE TABLE ledger (seq INTEGER PRIMARY KEY, a, b, c, d, e, f, g, h, i)")
        count, started = 0, perf_counter()
        while perf_counter() - started < seconds:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO ledger VALUES (NULL,?,?,?,?,?,?,?,?,?)", [ROW] * rows)
            connection.execute("COMMIT")
            count += 1
        took = perf_counter() - started
    connection.close()
    return round(count / took), round(count * rows / took)
