"""A process whose lines to PostgreSQL are cut: its streams still tell every step that is made elsewhere."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from server.database import database, postgres  # noqa: F401
from server.http_client import TIMEOUT_S
from server.remote_client import OnlineStreamReader, RemoteClient, UnlimitedServerThread, begin_match, play
from solafide.server.notifications import outbox
from solafide.server.realtime import replication
from solafide.server.storage.base import StorageError
from solafide.server.storage.postgres import PostgresStorage

WRITER, LISTENER = "writer", "listener"
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop periodic jobs, so that replication is the first to use a connection that was cut."""
    monkeypatch.setattr(replication, "ABANDONED_SEARCH_SWEEP_S", 3600.0)
    monkeypatch.setattr(outbox, "POLL_INTERVAL_S", 3600.0)


@pytest.fixture
def servers(tmp_path: Path, database: str) -> Iterator[tuple[UnlimitedServerThread, UnlimitedServerThread]]:  # noqa: F811
    here, there = (
        UnlimitedServerThread(tmp_path / "here", database=database),
        UnlimitedServerThread(tmp_path / "there", database=database),
    )
    yield here, there
    here.close()
    there.close()


def store_of(server: UnlimitedServerThread) -> PostgresStorage:
    store = server.online.store
    assert isinstance(store, PostgresStorage)
    return store


def cut(server: UnlimitedServerThread, address: str, *lines: str) -> None:
    """End what PostgreSQL has for these lines, as a restart of it or a broken network would."""
    store = store_of(server)
    assert store._listener is not None
    backends = {WRITER: store._backend_pid, LISTENER: store._listener._raw.info.backend_pid}
    with psycopg.connect(address, autocommit=True) as raw:
        for line in lines:
            assert raw.execute("SELECT pg_terminate_backend(%s, 60000)", (backends[line],)).fetchone() == (True,)


@contextmanager
def deaf(server: UnlimitedServerThread) -> Iterator[None]:
    """Keep the listener from reconnecting meanwhile."""
    listener, over = store_of(server)._listener, threading.Event()
    assert listener is not None
    listening = listener._connect

    def later() -> psycopg.Connection[Any]:
        assert over.wait(TIMEOUT_S)
        return listening()

    listener.__dict__["_connect"] = later
    yield
    del listener.__dict__["_connect"]
    over.set()


def watching(
    players: tuple[RemoteClient, RemoteClient], server: UnlimitedServerThread, step: int
) -> OnlineStreamReader:
    """A spectator at this process."""
    return OnlineStreamReader(
        RemoteClient(server.base), {"game": players[0].game, "secret": players[0].watch, "step": step}
    )


def make_choices(players: tuple[RemoteClient, RemoteClient], since: int) -> tuple[int, list[int]]:
    """Make choices and return the version of the game and the steps with events."""
    moment = players[0].moment(credential=players[0].watch, since=since)
    return moment["last_step"], [event["version"] for event in moment["events"]]


def versions_until(stream: OnlineStreamReader, last: int) -> list[int]:
    """Return the versions of the events of a stream, up to a version."""
    versions: list[int] = []
    while True:
        message = stream.until("step")
        versions += [event["version"] for event in message["events"]]
        if message["step"] == last:
            return versions


@pytest.mark.parametrize("lines", [(WRITER,), (LISTENER,), (WRITER, LISTENER)], ids="-".join)
def test_a_stream_gets_every_step_after_database_connections_were_cut(
    servers: tuple[UnlimitedServerThread, UnlimitedServerThread],
    database: str,  # noqa: F811
    lines: tuple[str, ...],
) -> None:
    here, there = servers
    players = begin_match(there.base)
    before, _ = make_choices(players, 0)
    with watching(players, here, before) as stream:
        for number in range(4):
            with deaf(here):
                cut(here, database, *lines)
                play(players, 1, seed=number)
            last, steps = make_choices(players, before)
            assert last > before
            assert versions_until(stream, last) == steps
            before = last


def test_announced_steps_wait_until_the_database_responds(
    servers: tuple[UnlimitedServerThread, UnlimitedServerThread],
    postgres: Any,  # noqa: F811
    database: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The listener hears of a step while the database accepts no connection to read it."""
    here, there = servers
    monkeypatch.setattr(replication, "RETRY_DELAY_S", 0.05)
    store, name, failed = store_of(here), database.rpartition("/")[2], threading.Event()
    read = store.read

    def watched(job: Any) -> Any:
        answer = read(job)
        answer.add_done_callback(lambda done: failed.set() if isinstance(done.exception(), StorageError) else None)
        return answer

    monkeypatch.setattr(store, "read", watched)
    players = begin_match(there.base)
    before, _ = make_choices(players, 0)
    with watching(players, here, before) as stream, psycopg.connect(postgres.address(), autocommit=True) as raw:
        raw.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        cut(here, postgres.address(), WRITER)
        play(players, 1)
        assert failed.wait(TIMEOUT_S)
        last, steps = make_choices(players, before)
        raw.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert versions_until(stream, last) == steps
