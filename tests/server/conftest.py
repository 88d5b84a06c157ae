"""A server in this process for each file of tests, guests who have the key, and servers that can be killed."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.http_client import TIMEOUT_S
from server.local_client import LocalClient
from server.notification_servers import WebhookServer
from server.play_process import PlayProcess
from server.remote_client import UnlimitedServerThread
from server.waiting import join
from solafide.server.matches import outages
from solafide.server.runtime.local_server import LOOPBACK, LocalServer


@pytest.fixture(scope="session", autouse=True)
def no_heartbeats() -> Iterator[None]:
    """Let no heartbeat of a server in this process take the advance of a test's clock for an outage."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outages, "HEARTBEAT_INTERVAL_S", 3600)
        yield


class LocalServerThread:
    """A server that runs in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        started = threading.Event()
        self.local = LocalServer(folder, 0, lambda address: started.set())
        self.base = f"http://{LOOPBACK}:{self.local.port}"
        self._thread = threading.Thread(target=self.local.run)
        self._thread.start()
        assert started.wait(TIMEOUT_S)

    def client(self) -> LocalClient:
        return LocalClient(self.base).enter(self.local.address())

    def close(self) -> None:
        self.local.server.should_exit = True
        join(self._thread)


class ServerStarter:
    """Start the command, and stop processes that still run at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[PlayProcess] = []

    def __call__(self, *options: str) -> PlayProcess:
        self._started.append(PlayProcess(self.folder, *options))
        return self._started[-1]

    def stop(self) -> None:
        for process in self._started:
            process.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[ServerStarter]:
    starter = ServerStarter(tmp_path)
    yield starter
    starter.stop()


@pytest.fixture(scope="module")
def local_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServerThread]:
    server = LocalServerThread(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UnlimitedServerThread]:
    """An online server for tests that look only at games of their own, or at what changes."""
    with UnlimitedServerThread(tmp_path_factory.mktemp("server")) as server_thread:
        yield server_thread


@pytest.fixture
def client(local_server: LocalServerThread) -> Iterator[LocalClient]:
    with local_server.client() as local_client:
        yield local_client


@pytest.fixture
def hook() -> Iterator[WebhookServer]:
    with WebhookServer() as webhook_server:
        yield webhook_server


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts a process or a database server: `./test quick` leaves it out."""
    for item in items:
        if {"start", "postgres", "database"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("process")
