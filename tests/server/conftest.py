"""A server in this process for each file of tests, guests who have the key, and servers that can be killed."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.guest import Guest
from server.post import HookServer
from server.process import Process
from solafide.server.runtime.local_server import LOOPBACK, LocalServer


class Served:
    """A server that runs in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        started = threading.Event()
        self.local = LocalServer(folder, 0, lambda address: started.set())
        self.base = f"http://{LOOPBACK}:{self.local.port}"
        self._thread = threading.Thread(target=self.local.run)
        self._thread.start()
        assert started.wait(60)

    def guest(self) -> Guest:
        return Guest(self.base).enter(self.local.address())

    def close(self) -> None:
        self.local.server.should_exit = True
        self._thread.join()


class Starter:
    """Starts the command, and puts away at the end whatever still runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[Process] = []

    def __call__(self, *options: str) -> Process:
        self._started.append(Process(self.folder, *options))
        return self._started[-1]

    def put_away(self) -> None:
        for process in self._started:
            process.put_away()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    starter = Starter(tmp_path)
    yield starter
    starter.put_away()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture
def guest(served: Served) -> Iterator[Guest]:
    with served.guest() as found:
        yield found


@pytest.fixture
def hook() -> Iterator[HookServer]:
    with HookServer() as found:
        yield found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts a process or a database server: `./test quick` leaves it out."""
    for item in items:
        if {"start", "postgres", "database"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("process")
