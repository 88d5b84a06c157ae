"""Scheduled backups: each is restored elsewhere before an old one is deleted."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.database import database, postgres  # noqa: F401
from server.storage.test_backup_check import ONLINE_GAME, change, keep_one_online_game
from solafide.cli import main
from solafide.server.admin.health_report import last_backup
from solafide.server.matches.backup_check import check_backup
from solafide.server.storage.backup import restore
from solafide.server.storage.backup_rotation import NAME_FORMAT, Retention, list_times, rotate_backups, superseded
from solafide.server.storage.sqlite import DATABASE_FILE, SqliteStorage
from stored.fixtures import FOLDERS, ONLINE, read

FIRST_NIGHT = datetime(2026, 9, 1, 3, 30, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a server with one game."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / DATABASE_FILE).write_bytes(read(FOLDERS[-1], ONLINE)[0])
    keep_one_online_game(folder / DATABASE_FILE)
    SqliteStorage(folder).close()
    return folder


def put_old_backups(backups: Path, nights: int) -> list[datetime]:
    """Write empty files with the names of scheduled backups, one a night."""
    backups.mkdir(mode=0o700)
    times = [FIRST_NIGHT + timedelta(days=day) for day in range(nights)]
    for time in times:
        (backups / time.strftime(NAME_FORMAT)).touch()
    return times


def test_retention_by_days_and_weeks() -> None:
    nights = [FIRST_NIGHT + timedelta(days=day) for day in range(40)]  # the last is a Saturday
    deleted = set(superseded(nights, Retention(daily=3, weekly=4)))
    assert [f"{time:%m-%d}" for time in nights if time not in deleted] == [
        *("09-20", "09-27", "10-04"),  # Sundays
        *("10-08", "10-09", "10-10"),
    ]
    assert superseded(nights, Retention(daily=100, weekly=0)) == []
    assert len(superseded(nights, Retention(daily=1, weekly=0))) == 39


def test_a_pause_deletes_nothing_by_age() -> None:
    nights = [FIRST_NIGHT + timedelta(days=day) for day in (0, 1, 2, 300)]
    assert superseded(nights, Retention(daily=4, weekly=0)) == []


def test_a_scheduled_backup_is_written_restored_and_makes_room(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLAFIDE_BACKUP_DAILY", "3")
    monkeypatch.setenv("SOLAFIDE_BACKUP_WEEKLY", "0")
    backups = data / "backups"
    old = put_old_backups(backups, 5)
    (backups / "notes.txt").touch()
    assert main(["backup", "--scheduled", "--data", str(data), "--lang", "en"]) == 0
    assert "every game replayed. 3 old backups were deleted" in capsys.readouterr().out
    newest, *others = list_times(backups)
    assert others == [old[4], old[3]]
    file = backups / newest.strftime(NAME_FORMAT)
    assert file.stat().st_mode & 0o777 == 0o600
    assert restore(file, None, tmp_path / "elsewhere", check_backup) == 1
    assert {path.suffix for path in backups.iterdir()} == {".sqlite3", ".txt"}
    assert last_backup(backups) == {"at": newest.isoformat(), "bytes": file.stat().st_size, "file": str(file)}


def test_a_backup_that_cannot_be_restored_deletes_none(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backups = data / "backups"
    old = put_old_backups(backups, 20)
    change(data / DATABASE_FILE, f"DELETE FROM ledger WHERE game = ({ONLINE_GAME}) AND version = 3")
    assert main(["backup", "--scheduled", "--data", str(data), "--lang", "en"]) == 1
    assert "The backup has a problem" in capsys.readouterr().err
    assert list_times(backups) == sorted(old, reverse=True)
    assert len(list(backups.glob("*.failed"))) == 1


def test_a_backup_of_postgresql_is_restored_into_a_file(database: str, tmp_path: Path) -> None:  # noqa: F811
    from solafide.server.storage.postgres import PostgresStorage

    PostgresStorage(database).close()
    retention = Retention(daily=1, weekly=1)
    done = rotate_backups(database, tmp_path, tmp_path / "backups", FIRST_NIGHT, retention, check_backup)
    assert (done.file.name, done.game_count, done.deleted) == ("solafide-20260901T033000Z.sqlite3", 0, [])


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--scheduled", "games.backup"], "--scheduled and FILE can’t be used together"),
        (["--scheduled", "--check"], "--scheduled and --check can’t be used together"),
        ([], "missing: FILE"),
    ],
)
def test_wrong_use(words: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", *words, "--data", str(tmp_path), "--lang", "en"]) == 2
    assert text in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
