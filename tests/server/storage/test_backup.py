"""Backups of a running server, from either database into either."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.database import database, fresh, postgres  # noqa: F401
from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match, play
from server.storage.test_migrations import old_file
from server.waiting import join
from solafide.cli import main
from solafide.game import SolaFideError
from solafide.server.matches.backup_check import check_backup
from solafide.server.storage.backup import backup, restore
from solafide.server.storage.sqlite import DATABASE_FILE, SqliteStorage

KINDS = ["file", "postgresql"]


class DatabaseKind:
    """The database and folder of a server."""

    def __init__(self, kind: str, folder: Path, address: str | None) -> None:
        self.kind, self.folder, self.address = kind, folder, address

    def open(self) -> UnlimitedServerThread:
        return UnlimitedServerThread(self.folder, database=self.address or "")

    @property
    def options(self) -> list[str]:
        return ["--database", self.address] if self.address else ["--data", str(self.folder)]


@pytest.fixture(params=KINDS)
def database_kind(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseKind:
    address = request.getfixturevalue("database") if request.param == "postgresql" else None
    return DatabaseKind(request.param, tmp_path / "house", address)


@pytest.fixture
def server(database_kind: DatabaseKind) -> Iterator[UnlimitedServerThread]:
    server_thread = database_kind.open()
    yield server_thread
    server_thread.close()


def test_a_backup_during_play_is_consistent(
    database_kind: DatabaseKind, server: UnlimitedServerThread, tmp_path: Path
) -> None:
    """It holds each game up to some moment, and the game continues from there on another server."""
    pairs = [begin_match(server.base) for _ in range(3)]
    for number, players in enumerate(pairs):
        play(players, 10, number)
    before = {players[0].game: players[0].moment() for players in pairs}
    playing = [threading.Thread(target=play, args=(players, 60, n)) for n, players in enumerate(pairs)]
    for thread in playing:
        thread.start()
    file = tmp_path / "games.backup"
    assert main(["backup", str(file), *database_kind.options, "--lang", "en"]) == 0
    for thread in playing:
        join(thread)
    assert file.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in tmp_path.iterdir()} - {"house"} == {"games.backup"}
    elsewhere = tmp_path / "elsewhere"
    assert restore(file, None, elsewhere, check_backup) == 3
    other = UnlimitedServerThread(elsewhere)
    for players in pairs:
        moved = tuple(_at(player, other.base) for player in players)
        then, now = moved[0].moment(), players[0].moment()
        assert before[players[0].game]["last_step"] <= then["last_step"] <= now["last_step"]
        assert moved[0].moment(at=before[players[0].game]["last_step"])["view"] == before[players[0].game]["view"]
        play((moved[0], moved[1]), 5, 7)
    other.close()


def _at(player: RemoteClient, base: str) -> RemoteClient:
    moved = RemoteClient(base, player.name)
    fields = ("player", "contribution", "secret", "invite", "watch", "game")
    moved.__dict__.update({name: getattr(player, name) for name in fields})
    return moved


def test_restoring_a_backup_during_play(
    database_kind: DatabaseKind, server: UnlimitedServerThread, tmp_path: Path
) -> None:
    """Everything is as it was, in memory too; what came later never happened."""
    players = begin_match(server.base)
    play(players, 12, 1)
    then = players[0].moment()
    file = tmp_path / "games.backup"
    backup(database_kind.address, database_kind.folder, file)
    later = begin_match(server.base)
    play(players, 12, 2)
    now = players[0].moment()
    assert now["last_step"] > then["last_step"]
    with players[0].open_stream(now["last_step"]) as stream:
        assert main(["restore", str(file), *database_kind.options, "--lang", "en"]) == 2  # there are games
        assert players[0].moment()["view"] == now["view"]
        assert main(["restore", str(file), *database_kind.options, "--force", "--lang", "en"]) == 0
        assert stream.until("lobby")
        assert _without_presence(players[0].moment()) == _without_presence(then)
    later[0].expect_refusal("GET", f"games/{later[0].game}", None, 404, "server.error.no_game")
    again = play(players, 8, 3)
    assert again["last_step"] > then["last_step"]
    assert play(begin_match(server.base), 5, 4)["last_step"] > 0  # ids and numbers go on


def _without_presence(moment: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in moment.items() if name in ("version", "last", "view", "step")}


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_backups_move_between_sqlite_and_postgres(
    source: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """There and back again, every row is the same."""
    old_file(tmp_path / "old")
    SqliteStorage(tmp_path / "old").close()
    first, second, third = (tmp_path / f"{name}.backup" for name in ("first", "second", "third"))
    backup(None, tmp_path / "old", first)
    for kind, before, after in ((source, first, second), (target, second, third)):
        address = None
        if kind == "postgresql":
            address = fresh(request.getfixturevalue("postgres"))
        assert restore(before, address, tmp_path / f"{kind}-{after.name}", check_backup) == 5
        backup(address, tmp_path / f"{kind}-{after.name}", after)
    dumps = []
    for file in (first, third):
        connection = sqlite3.connect(file)
        dumps.append(sorted(line for line in connection.iterdump() if line.startswith("INSERT")))
        connection.close()
    assert len(dumps[0]) > 300
    assert dumps[0] == dumps[1]


def test_a_backup_of_the_first_release(tmp_path: Path) -> None:
    file = old_file(tmp_path / "old")
    content = file.read_bytes()
    assert restore(file, None, tmp_path / "new", check_backup) == 5
    assert file.read_bytes() == content


def test_invalid_backups_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, file = ["--data", str(tmp_path / "house"), "--lang", "en"], tmp_path / "games.backup"
    for words, expected in (
        (["backup", str(file), *here], "There is no such file"),
        (["backup", str(tmp_path), *here], "is a folder"),
        (["restore", str(file), *here], "There is no such file"),
        (["backup", str(file), "--database", "mysql://x", "--lang", "en"], "postgresql://user@host/name"),
        (["backup", str(file), "--database", "postgresql://x:y@127.0.0.1:1/z", "--lang", "en"], "doesn’t answer"),
    ):
        assert main(words) == 2
        err = capsys.readouterr().err
        assert expected in err
        assert "Traceback" not in err
    SqliteStorage(tmp_path / "house").close()
    assert main(["backup", str(file), *here]) == 0
    assert "0 games were copied" in capsys.readouterr().out
    original = file.read_bytes()
    assert main(["backup", str(file), *here]) == 2
    assert main(["backup", str(tmp_path / "file" / "x"), *here]) == 0
    file.write_bytes(original[:4096] + bytes(random.Random(1).randbytes(len(original) - 4096)))
    for content in (file.read_bytes(), b"no database at all" * 100, b""):
        file.write_bytes(content)
        assert main(["restore", str(file), *here, "--force"]) == 2
        assert "damaged, or it isn’t a backup" in capsys.readouterr().err
    file.write_bytes(original)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 1000")
    connection.close()
    assert main(["restore", str(file), *here, "--force"]) == 2
    assert f"newer version of this program wrote your games: {file}" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["restore"], ["backup", "--check"]])
def test_a_backup_that_is_no_utf_8_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """sqlite3 reads the names and the statements of a damaged file as UTF-8 in its own messages."""
    SqliteStorage(tmp_path / "old").close()
    file = tmp_path / "games.backup"
    backup(None, tmp_path / "old", file)
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE ledger", b"CREATE TABL\xe7 \xe7edger"))
    assert main([*command, str(file), "--data", str(tmp_path / "new"), "--lang", "en"]) == 2
    assert "damaged, or it isn’t a backup" in capsys.readouterr().err


def test_a_database_that_is_no_utf_8_does_not_start(tmp_path: Path) -> None:
    SqliteStorage(tmp_path).close()
    file = tmp_path / DATABASE_FILE
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE ledger", b"CREATE TABL\xe7 \xe7edger"))
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.damaged"
    with pytest.raises(SolaFideError) as error:
        backup(None, tmp_path, tmp_path / "games.backup")
    assert error.value.key == "backup.error.unwritten"
