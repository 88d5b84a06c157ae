"""Databases of earlier schemas with online games: everything is still there, and games continue."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from server.database import database, postgres  # noqa: F401
from server.online_server import Json, OnlinePlayer, OnlineServerThread, begin_match, play, secret
from solafide.server.schemas.standing_orders import StandingOrders
from solafide.server.storage import migrations
from solafide.server.storage.schema import SCHEMA_HEAD, metadata
from solafide.server.storage.sqlite import DATABASE_FILE, SqliteStorage

VERSIONS = ("0002", "0003", "0004", "0005", "0006", "0014")
NUMBERED = {"ledger": "seq", "uptime": "id"}  # columns numbered by the database
Rows = dict[str, list[Json]]


class OldServer(NamedTuple):
    """All rows of a server, the seats, and what each seat could read."""

    rows: Rows
    seats: list[tuple[str, str]]
    waiting: tuple[str, str]
    seen_by_seats: list[Json]


def everything(person: OnlinePlayer) -> Json:
    """Return everything that a seat can read."""
    paths = ("", "/standing-orders", "/chat", "/notes", "/notifications", "/record?unfinished=0")
    answers = {path: person.ask("GET", f"games/{person.game}{path}") for path in paths}
    assert all(answer.status_code in (200, 403, 409) for answer in answers.values()), answers
    return {path: answer.json() for path, answer in answers.items() if answer.status_code == 200}


def seat(server: OnlineServerThread, secret: str, game: str) -> OnlinePlayer:
    """Return a player who comes back with the secret stored in the browser."""
    player = OnlinePlayer(server.base)
    player.secret, player.game = secret, game
    return player


def do(person: OnlinePlayer, method: str, action: str, **body: Any) -> None:
    answer = person.ask(method, f"games/{person.game}/{action}", body)
    assert answer.status_code in (200, 201), answer.text


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> OldServer:
    folder = tmp_path_factory.mktemp("written")
    with OnlineServerThread(folder) as server:
        people, waiting = begin_match(server.base, player_key=secret(), first="C"), OnlinePlayer(server.base)
        play(people, 12)
        for number, person in enumerate(people, 1):
            do(person, "PUT", "standing-orders", **StandingOrders(claims=[number, 3]).model_dump())
            do(person, "POST", "chat", text=f"Word {number}", idempotency_key=secret()[:16])
            do(person, "PUT", "notes", text=f"Thought {number}")
            do(person, "PUT", "notifications", webhook="https://hooks.example/turn")
        waiting.create()
        everything_seen = [everything(person) for person in people]
        seats = [(person.secret, person.game) for person in people]
        for person in (*people, waiting):
            person.http.close()
    store = SqliteStorage(folder)
    rows = store.do_sync(lambda db: {table.name: rows_of(db, table.name) for table in metadata.sorted_tables})
    store.close()
    return OldServer(rows, seats, (waiting.secret, waiting.game), everything_seen)


def rows_of(connection: sa.Connection, name: str, columns: set[str] | None = None) -> list[Json]:
    """In one order, without numbers of the database's own; columns: only these."""
    table = metadata.tables[name]
    selected = [
        each for each in table.c if each.name != NUMBERED.get(name) and (columns is None or each.name in columns)
    ]
    query = sa.select(*selected).order_by(
        *(table.c[NUMBERED[name]],) if name in NUMBERED else table.primary_key.columns
    )
    return [dict(row) for row in connection.execute(query).mappings()]


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, for SQLAlchemy."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / DATABASE_FILE}"
    address: str = request.getfixturevalue("database")
    return address.replace("postgresql://", "postgresql+psycopg://")


def put_in(address: str, version: str, rows: Rows) -> Rows:
    """A database as it was at a version, with all of this that it had room for."""
    engine, inserted = sa.create_engine(address), Rows()
    with engine.begin() as connection:
        migrations.migrate(connection, version)
        if connection.dialect.name == "sqlite":
            connection.execute(sa.text(f"PRAGMA user_version = {int(version)}"))
        look = sa.inspect(connection)
        for name in sorted(set(look.get_table_names()) & set(rows)):
            columns = {column["name"] for column in look.get_columns(name)}
            inserted[name] = [{key: row[key] for key in row if key in columns} for row in rows[name]]
            if inserted[name]:
                connection.execute(sa.insert(metadata.tables[name]), inserted[name])
    engine.dispose()
    return inserted


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, where: str, old_server: OldServer) -> Rows:
    return put_in(where, request.param, old_server.rows)


@pytest.fixture
def server(old: Rows, where: str, tmp_path: Path) -> Iterator[OnlineServerThread]:
    address = where.replace("postgresql+psycopg://", "postgresql://") if where.startswith("postgresql") else ""
    with OnlineServerThread(tmp_path, database=address) as server_thread:
        yield server_thread


def test_rows_of_earlier_schemas_are_complete(
    server: OnlineServerThread, old: Rows, where: str, old_server: OldServer
) -> None:
    assert {name for name, rows in old.items() if rows} >= {"games", "ledger", "tables", "seats", "orders", "chat"}
    engine = sa.create_engine(where)
    with engine.begin() as connection:
        assert migrations.current_revision(connection) == SCHEMA_HEAD
        for name, rows in old.items():
            assert not rows or rows_of(connection, name, set(rows[0]))[: len(rows)] == rows, name
    engine.dispose()
    people = [seat(server, *each) for each in old_server.seats]
    waiting = seat(server, *old_server.waiting)
    try:
        assert [everything(person) for person in people] == old_server.seen_by_seats
        assert play((people[0], people[1]), 5) == 5
        assert waiting.ask("GET", f"lobbies/{waiting.game}").json()["state"] == "waiting"
    finally:
        for person in (*people, waiting):
            person.http.close()


def test_every_migrated_subscription_has_an_unsubscribe_token(
    old: Rows, server: OnlineServerThread, where: str
) -> None:
    """Letters have a link for that; the first schema of signs had nothing to put into it."""
    engine = sa.create_engine(where)
    with engine.begin() as connection:
        signs = rows_of(connection, "signs")
    engine.dispose()
    assert len({row["leave"] for row in signs} - {None, ""}) == len(old["signs"]) > 0
