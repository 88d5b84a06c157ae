"""`solafide backup --check` and `solafide restore` find damaged backups, say what is wrong, and replace nothing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from solafide.cli import main
from solafide.server.matches.backup_check import MAX_LISTED_PROBLEMS, DamagedBackup, check_backup
from solafide.server.storage.backup import open_backup
from solafide.server.storage.schema import GAME_COLUMNS
from solafide.server.storage.sqlite import DATABASE_FILE
from stored.fixtures import FOLDERS, LOCAL, ONLINE, read

Damage = Callable[[sqlite3.Connection], object]
ONLINE_GAME = "SELECT id FROM games WHERE online IS NOT NULL ORDER BY id LIMIT 1"
LOCAL_GAME = "SELECT game FROM ledger WHERE kind = 'choice' AND version < 40 ORDER BY game LIMIT 1"


def write_backup(folder: Path, database: str) -> Path:
    """Write the last stored database as a backup."""
    file = folder / "games.backup"
    file.write_bytes(read(FOLDERS[-1], database)[0])
    return file


def keep_one_online_game(file: Path) -> str:
    """Delete all other games of a backup, so that a check takes less time; return the id of the one that stays."""
    with closing(sqlite3.connect(file)) as connection, connection:
        game: str = connection.execute(ONLINE_GAME).fetchone()[0]
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for column in (each for each in GAME_COLUMNS if each.table.name in tables):  # an older schema has fewer
            connection.execute(f"DELETE FROM {column.table.name} WHERE {column.name} != ?", (game,))
    return game


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def problems(file: Path) -> dict[str, dict[str, object]]:
    with open_backup(file) as connection, pytest.raises(DamagedBackup) as error:
        check_backup(connection)
    return {problem.key.removeprefix("backup.problem."): problem.facts for problem in error.value.problems}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("database", [LOCAL, ONLINE])
def test_stored_databases_pass(folder: Path, database: str, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    file.write_bytes(read(folder, database)[0])
    before = file.read_bytes()
    progress: list[tuple[int, int]] = []
    with open_backup(file) as connection:
        count = check_backup(connection, lambda done, total: progress.append((done, total)))
    assert count > 10
    assert progress == [(done, count) for done in range(1, count + 1)]
    assert file.read_bytes() == before


ONLINE_DAMAGE: list[tuple[str, list[str]]] = [
    ("no_ledger", [f"DELETE FROM ledger WHERE game = ({ONLINE_GAME})"]),
    ("gap", [f"DELETE FROM ledger WHERE game = ({ONLINE_GAME}) AND version = 3"]),
    ("gap", [f"UPDATE ledger SET kind = 'follow' WHERE game = ({ONLINE_GAME}) AND version = 0"]),
    ("length", [f"UPDATE games SET length = length + 1 WHERE id = ({ONLINE_GAME})"]),
    ("rules", [f"UPDATE games SET rules = 99 WHERE id = ({ONLINE_GAME})"]),
    ("seed", [f"UPDATE games SET seed = NULL WHERE id = ({ONLINE_GAME})"]),
    ("joint_seed", [f"UPDATE games SET seed = zeroblob(32) WHERE id = ({ONLINE_GAME})"]),
    ("lobby", [f"DELETE FROM tables WHERE id = ({ONLINE_GAME})"]),
    ("seat", [f"DELETE FROM seats WHERE game = ({ONLINE_GAME})"]),
    ("cards", [f"UPDATE games SET cards = 'sha256:{'0' * 64}' WHERE id = ({ONLINE_GAME})"]),
    ("state", [f"UPDATE tables SET state = 'waiting' WHERE id = ({ONLINE_GAME})"]),
    ("no_game", [f"DELETE FROM games WHERE id = ({ONLINE_GAME})"]),
    ("unreadable_game", [f"UPDATE games SET options = '[1' WHERE id = ({ONLINE_GAME})"]),
    ("unreadable_game", [f"UPDATE ledger SET kind = 'dance' WHERE game = ({ONLINE_GAME}) AND version = 2"]),
    ("unreadable_table", [f"UPDATE ledger SET choice = CAST(x'ff' AS TEXT) WHERE game = ({ONLINE_GAME})"]),
    ("unreadable_table", [f"UPDATE tables SET id = CAST(x'ff' AS TEXT) WHERE id = ({ONLINE_GAME})"]),
    ("unreadable_table", [f"INSERT INTO analyses (game, found) SELECT ({ONLINE_GAME}), '[1'"]),
    ("deal_seed", ["UPDATE deals SET seed = NULL"]),
    ("deal_seed", ["UPDATE deals SET part = zeroblob(32)"]),
    ("deal_cards", ["UPDATE deals SET data = json_set(data, '$.terms.cards', 'x')"]),
    ("unreadable_deal", ["UPDATE deals SET data = '{}'"]),
    ("table", ["DROP TABLE seats", "DROP TABLE chat"]),
    ("column", ["ALTER TABLE seats DROP COLUMN muted"]),
]


@pytest.mark.parametrize(("expected", "statements"), ONLINE_DAMAGE, ids=[" ".join(s)[:60] for _, s in ONLINE_DAMAGE])
def test_damage_is_named(expected: str, statements: list[str], tmp_path: Path) -> None:
    file = write_backup(tmp_path, ONLINE)
    game = keep_one_online_game(file)
    change(file, *statements)
    facts = problems(file)[expected]
    assert facts.get("game", game[:6]) == game[:6]


LOCAL_DAMAGE: list[tuple[str, str]] = [
    ("seed", f"UPDATE games SET seed = NULL WHERE id = ({LOCAL_GAME})"),
    ("replay", f"UPDATE games SET seed = zeroblob(32) WHERE id = ({LOCAL_GAME})"),
    ("replay", f"UPDATE ledger SET choice = 'resign:me' WHERE game = ({LOCAL_GAME}) AND kind = 'choice'"),
    ("summary", "UPDATE games SET summary = json_set(summary, '$.outcome', NULL)"),
    ("cards", "DELETE FROM sets"),
    ("cards", 'UPDATE sets SET canonical = replace(canonical, \'"name":"\', \'"name":"A \')'),
    ("cards", "UPDATE sets SET canonical = substr(canonical, 10)"),
]


@pytest.mark.parametrize(("expected", "statement"), LOCAL_DAMAGE, ids=[statement[:60] for _, statement in LOCAL_DAMAGE])
def test_damage_of_local_games_is_named(expected: str, statement: str, tmp_path: Path) -> None:
    file = write_backup(tmp_path, LOCAL)
    change(file, statement)
    assert expected in problems(file)


def test_a_damaged_backup_replaces_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The games that are there stay, with `--force` too; each problem is one sentence."""
    here = tmp_path / "house"
    file = write_backup(tmp_path, ONLINE)
    game = keep_one_online_game(file)
    assert main(["restore", str(file), "--data", str(here), "--lang", "en"]) == 0
    with closing(sqlite3.connect(here / DATABASE_FILE)) as connection:
        before = list(connection.iterdump())
    change(file, f"UPDATE games SET seed = NULL WHERE id = ({ONLINE_GAME})", "DELETE FROM chat")
    capsys.readouterr()
    for words in (["backup", "--check", str(file)], ["restore", str(file), "--data", str(here), "--force"]):
        assert main([*words, "--lang", "en"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"Game {game[:6]}: its seed is missing.\nThe backup has a problem, so it isn’t restored: {file}.\n"
        )
    with closing(sqlite3.connect(here / DATABASE_FILE)) as connection:
        assert list(connection.iterdump()) == before


def test_many_problems_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_backup(tmp_path, ONLINE)
    change(file, "DELETE FROM ledger")
    with closing(sqlite3.connect(file)) as connection:
        count = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    assert count > MAX_LISTED_PROBLEMS
    for lang in ("en", "de", "nl", "hu"):
        assert main(["backup", "--check", str(file), "--lang", lang]) == 1
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == MAX_LISTED_PROBLEMS + 2
        assert str(count - MAX_LISTED_PROBLEMS) in lines[-2]
        assert str(count) in lines[-1]
