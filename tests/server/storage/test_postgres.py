"""All games in PostgreSQL: durable, exactly once, settled by the database, and heard by every process."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, insert, select

from server.database import database, postgres  # noqa: F401
from solafide.game import SolaFideError
from solafide.server.storage import schema
from solafide.server.storage.base import StorageError
from solafide.server.storage.ledger import (
    LedgerAppend,
    LedgerEntry,
    WriteConflict,
    announce_change,
    append,
    load_entries,
)
from solafide.server.storage.postgres import (
    MAX_NOTIFY_BYTES,
    PostgresStorage,
    decode_changes,
    encode_changes,
    redact_address,
)

ROW = {
    "created": "",
    "changed": "",
    "rules": 1,
    "options": {},
    "cards": "",
    "players": {},
    "summary": {},
}


@pytest.fixture
def store(database: str) -> Iterator[PostgresStorage]:  # noqa: F811
    storage = PostgresStorage(database)
    yield storage
    storage.close()


@pytest.fixture
def other(database: str, store: PostgresStorage) -> Iterator[PostgresStorage]:  # noqa: F811
    """As another process has it."""
    storage = PostgresStorage(database)
    yield storage
    storage.close()


def begin(store: PostgresStorage, *games: str) -> None:
    def job(connection: Connection) -> None:
        for game in games:
            connection.execute(insert(schema.games), {"id": game, **ROW})
            append(connection, game, [LedgerEntry(0, "created", "", "", None, 0, 0)], "")

    store.do_sync(job)


def choice(game: str, version: int, client: str | None = None, more: int = 1) -> LedgerAppend:
    new = [
        LedgerEntry(version + n, "choice", "C", "draw", client if n == 0 else None, version + n, 0) for n in range(more)
    ]
    return LedgerAppend(game, new, "now", {"steps": version}, awaits_opponent=version % 2 == 1)


def addition(game: str, version: int) -> tuple[str, Sequence[LedgerEntry], str]:
    """Return the arguments with which a job appends a choice."""
    append_of_choice = choice(game, version)
    return game, append_of_choice.entries, append_of_choice.at


def play(store: PostgresStorage, *handed_in: LedgerAppend | Callable[[Connection], Any]) -> list[Any]:
    async def work() -> list[Any]:
        waiting = [store.append(each) if isinstance(each, LedgerAppend) else store.do(each) for each in handed_in]
        return await asyncio.gather(*waiting, return_exceptions=True)

    return asyncio.run(work())


def test_each_caller_gets_its_own_value_from_a_mixed_group(store: PostgresStorage) -> None:
    begin(store, "a")
    mixed: list[LedgerAppend | Callable[[Connection], Any]]
    mixed = [lambda _: "first", choice("a", 1), choice("a", 2), lambda _: "between", choice("a", 3), lambda _: "last"]
    first, one, two, between, three, last = play(store, *mixed)
    assert (first, between, last) == ("first", "between", "last")
    assert (two - one, three - two) == (1, 1)


def test_an_entry_with_an_empty_choice_is_written_alone(store: PostgresStorage) -> None:
    """Undo, pause and return have none; they come without other entries, and often alone in a commit."""
    begin(store, "a")
    undo = LedgerEntry(1, "undo", "C", "", "client", 0, 0)
    assert not isinstance(play(store, LedgerAppend("a", [undo], "now", {}, awaits_opponent=False))[0], Exception)
    rematch = LedgerEntry(2, "rematch", "", "b", None, 0, 0)
    assert not isinstance(play(store, LedgerAppend("a", [rematch], "now", {}, awaits_opponent=False))[0], Exception)
    assert store.do_sync(lambda db: load_entries(db, "a"))[1:] == [undo, rematch]


def versions(store: PostgresStorage, game: str) -> list[int]:
    return [entry.version for entry in store.do_sync(lambda db: load_entries(db, game))]


def test_a_commit_is_on_the_disk_before_it_is_answered(store: PostgresStorage) -> None:
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        assert store.do_sync(lambda db, name=setting: db.exec_driver_sql(f"SHOW {name}").scalar()) == "on"


def test_asynchronous_commit_of_the_database_is_overridden(database: str) -> None:  # noqa: F811
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute(f"ALTER DATABASE {database.rpartition('/')[2]} SET synchronous_commit = off")
    storage = PostgresStorage(database)
    assert storage.do_sync(lambda db: db.exec_driver_sql("SHOW synchronous_commit").scalar()) == "on"
    storage.close()


def test_many_games_are_written_at_once(store: PostgresStorage) -> None:
    names = [f"g{n}" for n in range(450)]
    begin(store, *names)
    numbers = play(store, *(choice(name, 1, "id", more=3) for name in names))
    assert len(set(numbers)) == len(names)
    assert all(versions(store, name) == [0, 1, 2, 3] for name in names[::50])
    row = store.do_sync(lambda db: db.execute(select(schema.games).where(schema.games.c.id == "g7")).one())
    assert (row.length, row.summary, row.asked, row.changed) == (3, {"steps": 1}, True, "now")


def test_the_second_of_two_conflicting_writes_is_refused(store: PostgresStorage, other: PostgresStorage) -> None:
    begin(store, "g", "h")
    assert play(store, choice("g", 1, "one"))[0] > 0
    conflict, done = play(other, choice("g", 1, "two", more=2), choice("h", 1))
    assert isinstance(conflict, WriteConflict)
    assert done > 0
    assert versions(store, "g") == [0, 1]
    assert versions(store, "h") == [0, 1]
    assert isinstance(play(other, choice("g", 3))[0], WriteConflict)  # a gap comes from another process
    assert isinstance(play(other, choice("nothing", 1))[0], WriteConflict)
    assert play(other, choice("g", 2))[0] > 0


def test_an_idempotency_key_counts_once(store: PostgresStorage) -> None:
    begin(store, "g", "h")
    play(store, choice("g", 1, "id"))
    twice, done = play(store, choice("g", 2, "id"), choice("h", 1, "id"))
    assert isinstance(twice, WriteConflict)
    assert done > 0
    assert versions(store, "g") == [0, 1]


def test_jobs_fail_alone(store: PostgresStorage) -> None:
    begin(store, "g", "h", "i")

    def refuse(connection: Connection) -> None:
        append(connection, *addition("h", 1))
        raise SolaFideError("error.game_over")

    done, refusal, conflict, wrong, added = play(
        store,
        lambda db: append(db, *addition("g", 1)),
        refuse,
        lambda db: append(db, *addition("g", 1)),
        lambda db: db.exec_driver_sql("SELECT nothing"),
        choice("i", 1),
    )
    assert (done > 0, added > 0) == (True, True)
    assert isinstance(refusal, SolaFideError)
    assert isinstance(conflict, WriteConflict)
    assert isinstance(wrong, StorageError)
    assert [versions(store, game) for game in "ghi"] == [[0, 1], [0], [0, 1]]


# ---------------------------------------------------------------- what the others hear


class Ear:
    """Collects changes announced by the database, and waits for given ones."""

    def __init__(self, store: PostgresStorage) -> None:
        self.changes: set[tuple[str, int]] = set()
        self.gap = asyncio.Event()
        self._new = asyncio.Event()
        store.subscribe(self._hear, self.gap.set)

    def _hear(self, game: str, version: int) -> None:
        self.changes.add((game, version))
        self._new.set()

    async def wait(self, expected: set[tuple[str, int]]) -> None:
        while not expected <= self.changes:
            self._new.clear()
            await asyncio.wait_for(self._new.wait(), 30)


def test_every_process_is_notified_of_writes(store: PostgresStorage, other: PostgresStorage) -> None:
    names = [f"a-game-with-a-long-id-{n:04}" for n in range(450)]
    begin(store, *names)

    async def work() -> tuple[set[Any], set[Any]]:
        own, ear = Ear(store), Ear(other)
        await asyncio.gather(*(store.append(choice(name, 1)) for name in names))
        await store.do(lambda db: announce_change(db, "lobby"))
        await store.do(lambda db: append(db, *addition(names[0], 2)))
        await ear.wait({(name, 1) for name in names} | {("lobby", 0), (names[0], 2)})
        with pytest.raises(WriteConflict):
            await store.append(choice(names[0], 1))
        await store.do(lambda db: announce_change(db, "last"))
        await ear.wait({("last", 0)})
        return own.changes, ear.changes

    own, changes = asyncio.run(work())
    assert own == set()
    assert changes == {(name, 1) for name in names} | {("lobby", 0), (names[0], 2), ("last", 0)}


def test_one_notification_for_each_group_commit(store: PostgresStorage, database: str) -> None:  # noqa: F811
    names = [f"g{n}" for n in range(40)]
    begin(store, *names)
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute("LISTEN solafide")
        store._commit_group([choice(name, 1) for name in names])
        store.do_sync(lambda db: announce_change(db, "end"))
        notes = [note.payload for note in raw.notifies(timeout=300, stop_after=2)]
    assert sorted(decode_changes(notes[0])) == sorted((name, 1) for name in names)
    assert notes[1] == "end 0"


def test_notifications_are_short_enough() -> None:
    changed = [(f"{n:022}", n) for n in range(2000)]
    payloads = encode_changes(changed)
    assert all(len(payload) <= MAX_NOTIFY_BYTES for payload in payloads)
    assert [pair for payload in payloads for pair in decode_changes(payload)] == changed
    assert len(payloads) < 10


def test_an_incomplete_notification_is_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        decode_changes("abc 1 def")


def test_a_broken_connection_is_replaced(store: PostgresStorage, other: PostgresStorage, database: str) -> None:  # noqa: F811
    """The listener reports a gap; an interrupted write is either complete or absent."""
    begin(store, "g")

    async def work() -> None:
        ear = Ear(other)
        with psycopg.connect(database, autocommit=True) as raw:
            raw.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        await asyncio.wait_for(ear.gap.wait(), 30)
        answers = [await asyncio.gather(store.append(choice("g", 1, "id")), return_exceptions=True) for _ in range(3)]
        assert [type(answer) for (answer,) in answers][-1] is WriteConflict  # it is there, once
        await store.do(lambda db: announce_change(db, "again"))
        await ear.wait({("again", 0)})

    asyncio.run(work())
    assert versions(store, "g") == [0, 1]


# ---------------------------------------------------------------- what cannot be used


def test_an_unresponsive_database_is_reported() -> None:
    with pytest.raises(SolaFideError) as error:
        PostgresStorage("postgresql://somebody:secret@127.0.0.1:1/games")
    assert error.value.key == "server.error.database"
    assert "127.0.0.1:1/games" in error.value.facts["address"]
    assert "secret" not in error.value.facts["address"]
    assert "secret" not in str(error.value.facts)


def test_a_database_of_a_newer_version_is_refused(database: str) -> None:  # noqa: F811
    PostgresStorage(database).close()
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SolaFideError) as error:
        PostgresStorage(database)
    assert error.value.key == "server.error.newer_database"


@pytest.mark.parametrize(
    "statements",
    [
        "CREATE TABLE recipes (name text)",
        "CREATE TABLE games (id text)",
        "CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('0007')",
        "CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('1975ea83b712')",
    ],
)
def test_the_database_of_another_program_is_left_alone(database: str, statements: str) -> None:  # noqa: F811
    count = "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public'"
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute(statements.encode())
        before = raw.execute(count.encode()).fetchone()
        with pytest.raises(SolaFideError) as error:
            PostgresStorage(database)
        assert error.value.key == "server.error.foreign_database"
        assert raw.execute(count.encode()).fetchone() == before


def test_an_address_is_shown_without_its_password() -> None:
    assert (
        redact_address("postgresql://somebody:secret@example.org:5433/games") == "postgresql://example.org:5433/games"
    )
