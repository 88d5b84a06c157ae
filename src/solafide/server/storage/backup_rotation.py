"""Scheduled backups: write one, check it by restoring it elsewhere, delete those that are no longer needed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from solafide.game import SolaFideError
from solafide.server.storage.backup import BackupCheck, backup, restore

NAME_FORMAT = "solafide-%Y%m%dT%H%M%SZ.sqlite3"
FAILED_SUFFIX = ".failed"


class Retention(NamedTuple):
    """How many days and weeks keep one backup each, the newest of the day or week."""

    daily: int
    weekly: int


class Rotation(NamedTuple):
    """What a scheduled backup has done."""

    file: Path
    game_count: int
    deleted: list[Path]


def rotate_backups(
    address: str | None, folder: Path, backups: Path, now: datetime, retention: Retention, check: BackupCheck
) -> Rotation:
    """Write a backup, restore it into an empty folder, then delete old ones.

    A backup that cannot be restored gets another name and the error is raised: no older one is deleted for it.
    """
    file = backups / now.astimezone(UTC).strftime(NAME_FORMAT)
    game_count = backup(address, folder, file)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            restored_count = restore(file, None, Path(scratch), check)
        if restored_count != game_count:
            raise SolaFideError("backup.error.damaged", file=str(file))
    except SolaFideError:
        file.rename(file.with_name(file.name + FAILED_SUFFIX))
        raise
    deleted = [backups / old.strftime(NAME_FORMAT) for old in superseded(list_times(backups), retention)]
    for old_file in deleted:
        old_file.unlink(missing_ok=True)
    return Rotation(file, game_count, deleted)


def list_times(backups: Path) -> list[datetime]:
    """Return when the scheduled backups in a folder were made, the newest first; other files do not count."""
    times = []
    with suppress(OSError):
        for file in backups.iterdir():
            with suppress(ValueError):
                times.append(datetime.strptime(file.name, NAME_FORMAT).replace(tzinfo=UTC))
    return sorted(times, reverse=True)


def latest_backup(backups: Path) -> tuple[datetime, Path] | None:
    """Return the newest scheduled backup and when it was made; None without any."""
    times = list_times(backups)
    return (times[0], backups / times[0].strftime(NAME_FORMAT)) if times else None


def superseded(times: Iterable[datetime], retention: Retention) -> list[datetime]:
    """Return the backups to delete. Only days and weeks with a backup count, and the newest one always stays.

    >>> days = [datetime(2026, 11, day, hour, tzinfo=UTC) for day in (16, 17, 18) for hour in (3, 15)]
    >>> [f"{time:%d. %H}" for time in superseded(days, Retention(daily=2, weekly=1))]
    ['18. 03', '17. 03', '16. 15', '16. 03']
    """
    newest_first = sorted(times, reverse=True)
    days = _newest_of_each(newest_first, "%Y-%m-%d")
    weeks = _newest_of_each(newest_first, "%G-%V")
    retained = {*newest_first[:1], *list(days)[: retention.daily], *list(weeks)[: retention.weekly]}
    return [time for time in newest_first if time not in retained]


def _newest_of_each(newest_first: list[datetime], period_format: str) -> Iterator[datetime]:
    periods = set()
    for time in newest_first:
        period = time.strftime(period_format)
        if period not in periods:
            periods.add(period)
            yield time
