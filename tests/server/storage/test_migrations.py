"""Files of earlier versions are brought up to date and lose nothing; migrations and tables say the same."""

import gzip
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from server.conftest import LocalServerThread
from server.database import database, postgres  # noqa: F401
from solafide.game import SolaFideError
from solafide.server.storage import migrations
from solafide.server.storage.ledger import load_entries
from solafide.server.storage.schema import SCHEMA_HEAD, metadata
from solafide.server.storage.sqlite import DATABASE_FILE, SqliteStorage

OLD = Path(__file__).parent / "old" / "local-table.sql.gz"
# Each game of the old file: entries, steps and position, as stated by the version that wrote it.
GAMES = {
    "ke0uX_2dy4OmIibGWfFvLw": (27, 25, "play"),
    "eSElwuNFo9BccRAGO4i-DQ": (25, 18, "play"),
    "a7KVYllcZmPjiK95XSILzA": (0, 0, "draft"),
    "bgIMC3lalrFSppSYkiJ1VA": (193, 193, "over"),
    "gWSc9yWob3QgfbcxBGea5Q": (14, 14, "play"),
}


def old_file(folder: Path) -> Path:
    """What the first release wrote."""
    folder.mkdir(exist_ok=True)
    connection = sqlite3.connect(folder / DATABASE_FILE)
    connection.executescript(gzip.decompress(OLD.read_bytes()).decode())
    connection.close()
    return folder / DATABASE_FILE


def dump(file: Path) -> list[str]:
    connection = sqlite3.connect(file)
    statements = list(connection.iterdump())
    connection.close()
    return statements


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServerThread]:
    old_file(tmp_path)
    local_server = LocalServerThread(tmp_path)
    yield local_server
    local_server.close()


def test_games_of_the_first_release_continue(server: LocalServerThread) -> None:
    with server.client() as client:
        assert {line["game"] for line in client.get("games")} == set(GAMES)
        for game, (version, last, phase) in GAMES.items():
            moment = client.moment(game)
            assert (moment["version"], moment["last_step"], moment["view"]["phase"]) == (version, last, phase)
            if phase == "over":
                assert client.get(f"games/{game}/receipt")["verified"]
            else:
                assert client.play(game, 3)["version"] > version
        texts = [client.ask("GET", f"/api/games/{game}/record", params={"unfinished": 1}).text for game in GAMES]
        assert sum("back:" in each for each in texts) == 1
        assert client.play(client.new()["game"], 3)["version"] > 3


def test_the_old_file_is_copied_before_a_migration(tmp_path: Path) -> None:
    file = old_file(tmp_path)
    before = dump(file)
    SqliteStorage(tmp_path).close()
    copy = tmp_path / f"{DATABASE_FILE}.schema-1"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert dump(copy) == before
    SqliteStorage(tmp_path).close()  # once is enough
    assert sorted(path.name for path in tmp_path.glob(f"{DATABASE_FILE}*")) == [DATABASE_FILE, copy.name]


def test_a_failed_migration_changes_nothing(tmp_path: Path) -> None:
    file = old_file(tmp_path)
    before = dump(file)
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE deals (wrong TEXT)")  # the last table that the migration makes
    connection.close()
    with pytest.raises(SolaFideError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "server.error.damaged"
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE deals")
    connection.close()
    assert dump(file) == before


def test_every_entry_is_still_there(tmp_path: Path) -> None:
    file = old_file(tmp_path)
    connection = sqlite3.connect(file)
    names = "game, version, kind, who, choice, client, step, public"
    before = connection.execute(f"SELECT {names} FROM ledger ORDER BY game, version").fetchall()
    connection.execute(
        "UPDATE games SET summary = replace(summary, '[\"C\"]', '[\"P\"]') WHERE players LIKE '%scholar%'"
    )
    connection.commit()
    connection.close()
    store = SqliteStorage(tmp_path)
    entries = [
        (game, *entry)
        for game in sorted(GAMES)
        for entry in store.do_sync(lambda db, game=game: load_entries(db, game))
    ]
    rows = store.do_sync(lambda db: db.execute(text("SELECT id, length, asked, players FROM games")).all())
    store.close()
    assert entries == before
    assert {game: length for game, length, *_ in rows} == {row[0]: row[1] for row in before}  # the last one's
    assert all(is_waiting == ("scholar" in players) for *_, is_waiting, players in rows)


# ---------------------------------------------------------------- migrations and metadata


@pytest.fixture(params=["sqlite", "postgresql"])
def connection(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connection]:
    """An empty database."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    else:
        address = request.getfixturevalue("database").replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(address)
    with engine.begin() as database_connection:
        yield database_connection
    engine.dispose()


def shape(connection: Connection) -> dict[str, Any]:
    """Return the complete structure of the tables."""
    tables: dict[str, Any] = {}
    look = inspect(connection)
    for name in look.get_table_names():
        tables[name] = {
            "columns": [
                (column["name"], str(column["type"]), column["nullable"] and column["name"] != "seq", column["default"])
                for column in look.get_columns(name)
            ],
            "primary": look.get_pk_constraint(name)["constrained_columns"],
            "unique": sorted(tuple(each["column_names"]) for each in look.get_unique_constraints(name)),
            "indexes": sorted((each["name"], tuple(each["column_names"])) for each in look.get_indexes(name)),
        }
    if connection.dialect.name == "sqlite":
        strict = connection.execute(text("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")).all()
        tables["strict"] = {name for name, is_strict in strict if is_strict}
    return tables


def test_migrations_give_the_current_schema(connection: Connection) -> None:
    migrations.migrate(connection)
    assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []
    migrated = shape(connection)
    metadata.drop_all(connection)
    connection.execute(text("DROP TABLE alembic_version"))
    migrations.create_tables(connection)
    assert shape(connection) == migrated
    assert migrations.current_revision(connection) == SCHEMA_HEAD


def test_the_first_migration_equals_the_released_schema(tmp_path: Path) -> None:
    old_file(tmp_path)
    shapes = []
    for name in (DATABASE_FILE, "fresh.sqlite3"):
        engine = create_engine(f"sqlite:///{tmp_path / name}")
        with engine.begin() as connection:
            if name != DATABASE_FILE:
                migrations.migrate(connection, migrations.FIRST)
                connection.execute(text("DROP TABLE alembic_version"))
            shapes.append(shape(connection))
        engine.dispose()
    assert shapes[0] == shapes[1]


def test_the_schema_head_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [SCHEMA_HEAD]
