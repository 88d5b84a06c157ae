"""`solafide backup`: write all games of a server to one file, also while it runs; check one; make scheduled ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from solafide.commands.context import DONE, NEGATIVE, Context
from solafide.commands.paths import existing_file
from solafide.commands.progress import progress_bar
from solafide.commands.server_extra import server_extra
from solafide.game import SolaFideError
from solafide.terminal.store import ONLINE_FOLDER, data_folder

if TYPE_CHECKING:
    from solafide.server.matches.backup_check import DamagedBackup
    from solafide.server.runtime.settings import ServerSettings
    from solafide.server.storage.backup import BackupCheck
    from solafide.text import Catalogue

STORAGE_OPTIONS = ("data", "database")


def run(context: Context) -> int:
    with server_extra():
        from solafide.server.storage.backup import backup

    if context.values["scheduled"]:
        return _rotate(context)
    if context.values["file"] is None:
        raise context.usage_error("cli.error.argument_missing", name="FILE")
    if context.values["check"]:
        return _check(context)

    file = Path(context.values["file"])
    if file.is_dir():
        raise SolaFideError("error.file.folder", file=str(file))
    if file.exists() and not context.values["force"]:
        raise SolaFideError("error.file.exists", file=str(file))
    address, folder = storage_location(context)
    game_count = backup(address, folder, file)
    context.print_text("backup.done", n=game_count, file=file)
    return DONE


def _check(context: Context) -> int:
    """Check a backup: nothing is written."""
    from solafide.server.matches.backup_check import DamagedBackup
    from solafide.server.storage.backup import open_backup

    file = Path(existing_file(context.values["file"]))
    with checking(context) as check, open_backup(file) as connection:
        try:
            game_count = check(connection)
        except DamagedBackup as error:
            print_problems(context, error, file)
            return NEGATIVE
    context.print_text("backup.checked", n=game_count, file=file)
    return DONE


def _rotate(context: Context) -> int:
    """Make a scheduled backup: write it, restore it elsewhere, delete old ones."""
    from solafide.server.matches.backup_check import DamagedBackup
    from solafide.server.runtime.wall_clock import SYSTEM_CLOCK
    from solafide.server.storage.backup_rotation import Retention, rotate_backups

    if context.values["file"] is not None or context.values["check"]:
        other = "--check" if context.values["check"] else "FILE"
        raise context.usage_error("cli.error.together", first="--scheduled", second=other)
    server_settings, (address, folder) = _settings(context), storage_location(context)
    backups = server_settings.backup_folder(folder)
    retention = Retention(server_settings.backup.daily, server_settings.backup.weekly)
    now = datetime.fromtimestamp(SYSTEM_CLOCK.milliseconds() / 1000, UTC)
    try:
        with checking(context) as check:
            done = rotate_backups(address, folder, backups, now, retention, check)
    except DamagedBackup as error:
        print_problems(context, error, backups)
        return NEGATIVE
    context.print_text("backup.done", n=done.game_count, file=done.file)
    context.print_text("backup.rotated", n=len(done.deleted))
    return DONE


@contextmanager
def checking(context: Context) -> Iterator[BackupCheck]:
    """Return the check of a backup, with a progress bar on a terminal."""
    from solafide.server.matches.backup_check import check_backup

    with progress_bar(context, "backup.checking") as on_progress:
        yield lambda connection: check_backup(connection, on_progress)


def print_problems(context: Context, error: DamagedBackup, file: Path) -> None:
    """Print what is wrong with a backup, one sentence for each problem."""
    print(*problem_lines(context.texts, error, file), sep="\n", file=sys.stderr)


def problem_lines(texts: Catalogue, error: DamagedBackup, file: Path) -> list[str]:
    lines = [texts.render(problem.key, **problem.facts) for problem in error.problems]
    if error.total > len(lines):
        lines.append(texts.render("backup.problem.more", n=error.total - len(lines)))
    return [*lines, texts.render(error.key, file=file, **error.facts)]


def storage_location(context: Context) -> tuple[str | None, Path]:
    """The database address and the data folder that `solafide serve` would use with the same settings."""
    values, server_settings = context.values, _settings(context)
    database = (
        None
        if values["data"] is not None and values["database"] is None
        else server_settings.database.get_secret_value() or None
    )
    return database, Path(server_settings.data) if server_settings.data else data_folder() / ONLINE_FOLDER


def _settings(context: Context) -> ServerSettings:
    from solafide.server.runtime import settings

    file = Path(context.values["settings"]) if context.values["settings"] is not None else None
    return settings.read_settings({name: context.values[name] for name in STORAGE_OPTIONS}, file)
