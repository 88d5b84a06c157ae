"""The health of a server on one page: what an operator looks at first."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select, text

from solafide import __version__
from solafide.kernel.build_mode import MODE
from solafide.server.admin.game_facts import count_games
from solafide.server.matches.registry import MatchRegistry
from solafide.server.storage.backup_rotation import latest_backup
from solafide.server.storage.base import StorageError
from solafide.server.storage.reports import count_reports
from solafide.server.storage.schema import SCHEMA_HEAD, notifications

MAX_REPORTED_ERRORS = 10
STATUS_FILE = Path("/proc/self/statm")  # of Linux


def pending_work(registry: MatchRegistry) -> dict[str, int]:
    """Return what is being worked on or waits for it, by kind."""
    return {
        "commits": registry.store.queue_length,
        "opponents": registry.opponents.pending,
        "hints": len(registry.hints.turns),
        "analyses": len(registry.analyses.turns),
        "uploads": len(registry.compute.turns),
    }


async def storage_facts(registry: MatchRegistry) -> dict[str, Any]:
    """Return what only the database knows; empty while it does not answer."""

    def job(connection: Connection) -> dict[str, Any]:
        due = select(func.count()).select_from(notifications).where(notifications.c.due.is_not(None))
        return {
            "kind": connection.dialect.name,
            "bytes": _database_bytes(connection),
            "games": count_games(connection),
            "notifications": connection.execute(due).scalar_one(),
            "reports": count_reports(connection),
        }

    try:
        return await registry.store.do(job)
    except StorageError:
        return {}


def _database_bytes(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    pages, page_bytes = (
        int(connection.execute(text(f"PRAGMA {name}")).scalar_one()) for name in ("page_count", "page_size")
    )
    return pages * page_bytes


def process_facts() -> dict[str, Any]:
    """Return the version, the process and its memory; None where the system does not tell."""
    memory_bytes = None
    if sys.platform == "linux" and STATUS_FILE.exists():
        memory_bytes = int(STATUS_FILE.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return {
        "version": __version__,
        "kernel": MODE,
        "schema": SCHEMA_HEAD,
        "process": os.getpid(),
        "memory_bytes": memory_bytes,
    }


def disk_facts(folder: Path) -> dict[str, Any] | None:
    """Return the space of the disk with the data folder; None without such a folder."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return {"folder": str(folder), "free_bytes": usage.free, "total_bytes": usage.total}


def last_backup(backups: Path) -> dict[str, Any] | None:
    """Return the newest scheduled backup; None without any."""
    newest = latest_backup(backups)
    if newest is None:
        return None
    at, file = newest
    try:
        return {"at": at.isoformat(), "bytes": file.stat().st_size, "file": str(file)}
    except OSError:  # deleted in the meantime
        return None
