"""The keys of a server: one in use, earlier ones known, in the database and in backups; on SQLite and PostgreSQL."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import select, text

from server.database import database, postgres  # noqa: F401
from server.storage.test_backup_check import keep_one_online_game, write_backup
from server.waiting import wait_until
from solafide.cli import main
from solafide.game import SolaFideError
from solafide.game.record.receipt import ServerKey
from solafide.server.matches.backup_check import DamagedBackup, check_backup
from solafide.server.storage.backup import backup, open_backup, restore
from solafide.server.storage.database import transaction
from solafide.server.storage.postgres import PostgresStorage, connect, wrap_connection
from solafide.server.storage.schema import deals, server_keys
from solafide.server.storage.server_keys import (
    ensure_server_key,
    list_server_keys,
    load_promises,
    rotate_server_key,
    sign_promise,
)
from solafide.server.storage.sqlite import DATABASE_FILE, SqliteStorage
from stored.fixtures import ONLINE

TIMES = [f"2026-01-{day:02}T00:00:00.000+00:00" for day in range(1, 10)]
Place = tuple[str | None, Path]  # the address of a database, and a folder


@pytest.fixture(params=["file", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "postgresql":
        return request.getfixturevalue("database"), tmp_path
    SqliteStorage(tmp_path).close()
    return None, tmp_path


def clock(time: str) -> Callable[[], str]:
    return lambda: time


def keys_at(place: Place) -> list[ServerKey]:
    with transaction(*place) as connection:
        return list_server_keys(connection)


def test_keys_are_made_rotated_and_restored(place: Place, tmp_path: Path) -> None:
    with transaction(*place) as connection:
        first = ensure_server_key(connection, TIMES[0])
        assert ensure_server_key(connection, TIMES[1]) == first
        sign_promise(connection, "game", "server", "0" * 64, TIMES[4])  # by a clock that is ahead
    before = backup(*place, tmp_path / "before.backup")
    assert before == 0
    with transaction(*place) as connection:
        rotate_server_key(connection, clock(TIMES[3]))
        rotate_server_key(connection, clock(TIMES[5]))
    keys = keys_at(place)
    assert [(key.created, key.retired) for key in keys] == [
        (TIMES[5], None),
        (TIMES[3], TIMES[5]),
        (TIMES[0], TIMES[4]),  # not before the last promise that it signed
    ]
    with transaction(*place) as connection:
        (promise,) = load_promises(connection, "game")
        assert promise.key == keys[2].key
        private = list(connection.execute(select(server_keys.c.private)).scalars())
        assert sorted(value is None for value in private) == [False, True, True]
    backup(*place, tmp_path / "after.backup")
    restore(tmp_path / "before.backup", *place, check_backup)
    restored = keys_at(place)
    assert restored[0] == ServerKey(keys[2].key, TIMES[0], None)  # the backup's key is in use again
    assert {key.key for key in restored} == {key.key for key in keys}  # and the others stay known
    assert all(key.retired for key in restored[1:])
    restore(tmp_path / "after.backup", *place, check_backup)
    assert keys_at(place) == keys
    with transaction(*place) as connection:
        assert ensure_server_key(connection, TIMES[8]) in private


def wait_until_blocked(address: str, finished: Callable[[], bool]) -> None:
    """Wait until a transaction waits for another one, or the second call has finished without waiting."""
    blocked = "SELECT 1 FROM pg_locks WHERE NOT granted"
    with psycopg.connect(address, autocommit=True) as connection:
        wait_until(lambda: connection.execute(blocked).fetchone() or finished())


@pytest.mark.parametrize("rotates", [False, True], ids=["first key", "rotation"])
def test_two_processes_make_a_key_at_once(database: str, rotates: bool) -> None:  # noqa: F811
    """Each transaction is one process: the key of the first counts, and the second signs with it."""
    PostgresStorage(database).close()
    if rotates:
        with transaction(database, Path()) as connection:
            ensure_server_key(connection, TIMES[0])
    with closing(connect(database)) as first, closing(connect(database)) as second, ThreadPoolExecutor(1) as pool:
        first_connection, second_connection = wrap_connection(first), wrap_connection(second)
        first.execute("BEGIN")
        second.execute("BEGIN")
        if rotates:
            rotate_server_key(first_connection, clock(TIMES[1]))
        own = ensure_server_key(first_connection, TIMES[1])
        other = pool.submit(ensure_server_key, second_connection, TIMES[2])
        wait_until_blocked(database, other.done)
        first.execute("COMMIT")
        assert other.result(timeout=300) == own
        second.execute("COMMIT")
    assert [key.created for key in keys_at((database, Path()))] == ([TIMES[1], TIMES[0]] if rotates else [TIMES[1]])


def test_a_backup_with_a_damaged_key_or_signature_is_refused(tmp_path: Path) -> None:
    file = write_backup(tmp_path, ONLINE)
    game = keep_one_online_game(file)
    with open_backup(file) as connection:
        deal: str = connection.execute(select(deals.c.id)).scalars().first() or ""
        sign_promise(connection, game, "server", "0" * 64, TIMES[0])
        sign_promise(connection, deal, "seed", "1" * 64, TIMES[0])
        assert check_backup(connection) == 1
        for expected, statement in (
            ("server_key", "UPDATE server_keys SET private = zeroblob(32)"),
            ("server_key", "UPDATE server_keys SET private = NULL"),
            ("promise", f"UPDATE promises SET at = '{TIMES[1]}' WHERE game = '{game}'"),
            ("deal_promise", f"UPDATE promises SET commitment = '{'2' * 64}' WHERE game = '{deal}'"),
            ("promise", f"UPDATE promises SET key = '{'3' * 64}' WHERE game = '{game}'"),
        ):
            connection.execute(text("SAVEPOINT damage"))
            connection.execute(text(statement))
            with pytest.raises(DamagedBackup) as error:
                check_backup(connection)
            assert [problem.key for problem in error.value.problems] == [f"backup.problem.{expected}"]
            connection.execute(text("ROLLBACK TO damage"))
        assert check_backup(connection) == 1


def test_a_failed_change_leaves_the_keys_as_they_were(place: Place) -> None:
    with transaction(*place) as connection:
        ensure_server_key(connection, TIMES[0])
    before = keys_at(place)
    with pytest.raises(KeyError), transaction(*place) as connection:  # noqa: PT012
        rotate_server_key(connection, clock(TIMES[1]))
        raise KeyError
    assert keys_at(place) == before


def test_the_files_with_the_key_are_private(tmp_path: Path) -> None:
    SqliteStorage(tmp_path).close()
    assert main(["server-key", "--data", str(tmp_path), "--lang", "en"]) == 0
    assert main(["backup", str(tmp_path / "games.backup"), "--data", str(tmp_path), "--lang", "en"]) == 0
    for name in (DATABASE_FILE, "games.backup"):
        assert os.stat(tmp_path / name).st_mode & 0o777 == 0o600


def test_another_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["server-key", "--rotate", "--data", str(tmp_path), "--lang", "en"]
    assert main(words) == 2
    assert "There is no such file" in capsys.readouterr().err
    SqliteStorage(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        connection.execute("PRAGMA user_version = 3")
    assert main(words) == 2
    assert "start the server once" in capsys.readouterr().err
    for content in (b"", b"no database" * 100):
        (tmp_path / DATABASE_FILE).write_bytes(content)
        assert main(words) == 2
        assert (tmp_path / DATABASE_FILE).read_bytes() == content
    assert "The database of games is damaged" in capsys.readouterr().err
    with pytest.raises(SolaFideError), transaction(None, tmp_path / "nowhere"):
        pass
