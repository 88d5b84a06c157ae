"""What systemd is told: ready, alive, ending, and how the server is; over real datagram sockets."""

import queue
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Self

import httpx
import psycopg
import pytest

from needs import needs_linux
from server.database import database, postgres  # noqa: F401
from server.http_client import TIMEOUT_S
from server.online_server import OnlineServerThread, ServeProcess
from server.waiting import join, wait_until
from solafide.server.runtime import service_notify
from solafide.server.runtime.local_server import open_socket
from solafide.server.storage import postgres as postgres_storage
from solafide.server.storage.base import StorageError, StorageProblem

pytestmark = needs_linux("systemd, and sockets that name the sender")
WATCHDOG_USEC = "100000"
SILENCE_S = 0.5  # several times as long as the interval of the watchdog


class Message(NamedTuple):
    """One datagram: its lines, and the process that has sent it."""

    lines: list[str]
    pid: int

    @property
    def status(self) -> str:
        return next((line.partition("=")[2] for line in self.lines if line.startswith("STATUS=")), "")


class NotifySocket:
    """The socket of a service manager, by the name that NOTIFY_SOCKET has; @ begins an abstract name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.bind(name.replace("@", "\0", 1))
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)  # Linux holds ten unread datagrams
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
            last.sendto(b"", self._socket.getsockname())
        join(self._reader)
        self._socket.close()

    def _read(self) -> None:
        """Put aside what arrives, up to the empty datagram of `__exit__`."""
        ancillary_bytes = socket.CMSG_SPACE(struct.calcsize("3i"))
        while (received := self._socket.recvmsg(4096, ancillary_bytes))[0]:
            data, ancillary, _, _ = received
            self._messages.put(Message(data.decode().split("\n"), struct.unpack("3i", ancillary[0][2])[0]))

    def wait_for(self, is_last: Callable[[Message], bool]) -> list[Message]:
        """Return all messages up to the first for which `is_last` holds."""
        messages: list[Message] = []

        def has_come() -> bool:
            while not self._messages.empty():
                messages.append(self._messages.get())
                if is_last(messages[-1]):
                    return True
            return False

        wait_until(has_come)
        return messages

    def is_silent(self) -> bool:
        """Drop what has arrived, then return whether nothing comes for a while."""
        while not self._messages.empty():
            self._messages.get()
        try:
            self._messages.get(timeout=SILENCE_S)
        except queue.Empty:
            return True
        return False


def has(line: str) -> Callable[[Message], bool]:
    return lambda message: line in message.lines


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotifySocket]:
    """A service manager that servers in this process report to."""
    with NotifySocket(str(tmp_path / "notify")) as notify_socket:
        monkeypatch.setenv("NOTIFY_SOCKET", notify_socket.name)
        monkeypatch.setenv("WATCHDOG_USEC", WATCHDOG_USEC)
        yield notify_socket


@pytest.mark.process
@pytest.mark.parametrize("abstract", [False, True])
def test_a_process_reports_from_its_start_to_its_end(tmp_path: Path, abstract: bool) -> None:
    with open_socket("127.0.0.1", 0, 1) as free:
        port = free.getsockname()[1]
    with NotifySocket(f"@solafide-{port}" if abstract else str(tmp_path / "notify")) as manager:
        server = ServeProcess(
            tmp_path, SOLAFIDE_PORT=str(port), NOTIFY_SOCKET=manager.name, WATCHDOG_USEC=WATCHDOG_USEC
        )
        try:
            messages = manager.wait_for(has("READY=1"))
            assert httpx.get(f"http://127.0.0.1:{port}/healthz", trust_env=False).json() == {"ok": True}
            assert messages[0].status == "opens the database"
            for _ in range(5):
                messages += manager.wait_for(has("WATCHDOG=1"))
            assert messages[-1].status == "well; 0 games in memory, 0 open streams"
            code, _, errors = server.end()
            assert code == 0, errors
            messages += manager.wait_for(has("STOPPING=1"))
            assert {message.pid for message in messages} == {server.process.pid}
            assert sum("READY=1" in message.lines for message in messages) == 1
        finally:
            server.stop()


@pytest.mark.process
def test_each_of_several_processes_reports_for_itself(tmp_path: Path, database: str) -> None:  # noqa: F811
    servers: list[ServeProcess] = []
    with NotifySocket(str(tmp_path / "1")) as first, NotifySocket(str(tmp_path / "2")) as second:
        try:
            for manager in (first, second):
                variables = {"NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": WATCHDOG_USEC}
                servers.append(ServeProcess(tmp_path, SOLAFIDE_DATABASE=database, **variables))
                messages = manager.wait_for(has("READY=1"))
                assert {message.pid for message in messages} == {servers[-1].process.pid}
            assert servers[0].end()[0] == 0
            first.wait_for(has("STOPPING=1"))
            assert first.is_silent()
            messages = second.wait_for(has("WATCHDOG=1"))
            assert {message.pid for message in messages} == {servers[1].process.pid}
            assert not any("STOPPING=1" in message.lines for message in messages)
        finally:
            for server in servers:
                server.stop()


def test_a_blocked_event_loop_is_silent(tmp_path: Path, manager: NotifySocket) -> None:
    blocked, go_on = threading.Event(), threading.Event()
    with OnlineServerThread(tmp_path) as server:
        manager.wait_for(has("WATCHDOG=1"))
        loop = server.online.server.servers[0].get_loop()
        loop.call_soon_threadsafe(lambda: (blocked.set(), go_on.wait(TIMEOUT_S)))
        try:
            assert blocked.wait(TIMEOUT_S)
            assert manager.is_silent()
        finally:
            go_on.set()
        manager.wait_for(has("WATCHDOG=1"))


def test_a_storage_that_never_answers_is_silent(tmp_path: Path, manager: NotifySocket) -> None:
    go_on = threading.Event()
    with OnlineServerThread(tmp_path) as server:
        manager.wait_for(has("WATCHDOG=1"))
        server.online.store._disk_thread.submit(go_on.wait, TIMEOUT_S)  # type: ignore[attr-defined]
        try:
            wait_until(lambda: httpx.get(f"{server.base}/healthz", trust_env=False).status_code == 503)
            wait_until(manager.is_silent)  # a report that was under way may still come
        finally:
            go_on.set()
        manager.wait_for(lambda message: message.status.startswith("well"))


def test_a_full_disk_or_draining_is_no_reason_for_a_restart(
    tmp_path: Path, manager: NotifySocket, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise StorageError("no space", StorageProblem.DISK_FULL)

    with OnlineServerThread(tmp_path) as server:
        with monkeypatch.context() as patch:
            patch.setattr(server.online.store, "_check_files", refuse)
            last = manager.wait_for(lambda message: message.status.startswith("disk_full"))[-1]
            assert "WATCHDOG=1" in last.lines
        server.online.app.state.registry.health.draining = True
        last = manager.wait_for(lambda message: message.status.startswith("draining"))[-1]
        assert "WATCHDOG=1" in last.lines


def test_locked_tables_are_no_reason_for_a_restart(
    tmp_path: Path,
    manager: NotifySocket,
    monkeypatch: pytest.MonkeyPatch,
    database: str,  # noqa: F811
) -> None:
    """As during a restore into PostgreSQL: requests are refused, the server is alive, and goes on afterwards."""
    monkeypatch.setattr(postgres_storage, "LOCK_TIMEOUT_MS", 100)
    with OnlineServerThread(tmp_path, database=database) as server, psycopg.connect(database) as other:
        other.execute("LOCK TABLE uptime IN ACCESS EXCLUSIVE MODE")
        last = manager.wait_for(lambda message: message.status.startswith("storage"))[-1]
        assert "WATCHDOG=1" in last.lines
        assert httpx.get(f"{server.base}/healthz", trust_env=False).status_code == 503
        other.rollback()
        manager.wait_for(lambda message: message.status.startswith("well"))


def test_without_a_service_manager_nothing_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    service_notify.notify(service_notify.READY)  # nobody listens there
    monkeypatch.delenv("NOTIFY_SOCKET")
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("a socket was opened"))
    service_notify.notify(service_notify.READY)


@pytest.mark.parametrize(
    ("variables", "interval_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "60000000"}, 30.0),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
    ],
)
def test_the_watchdog_hears_twice_in_its_limit(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], interval_s: float | None
) -> None:
    for name in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert service_notify.watchdog_interval_s() == interval_s
