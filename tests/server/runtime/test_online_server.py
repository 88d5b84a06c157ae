"""The command that runs the online server: its start, its error messages, and its shutdown."""

import json
import os
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

import solafide
from needs import needs_ipv6, needs_linux
from server.http_client import http_client
from server.online_server import OnlinePlayer, OnlineServerThread, ServeProcess, begin_match, play
from server.waiting import wait_until
from solafide.server.app import shared_routes
from solafide.server.runtime.local_server import open_socket
from solafide.server.storage.sqlite import DATABASE_FILE, SqliteStorage

ROOT = Path(__file__).parents[3]
Start = Callable[..., ServeProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[ServeProcess] = []

    def begin(**variables: str) -> ServeProcess:
        started.append(ServeProcess(tmp_path, **variables))
        return started[-1]

    yield begin
    for command in started:
        command.stop()


def test_open_streams_end_before_the_shutdown() -> None:
    """300 streams that follow games are ended and not cut off; `tools/shutdown_bench.py` measures how long it takes."""
    environ = os.environ | {"PYTHONPATH": str(Path(solafide.__file__).parent.parent)}
    command = [sys.executable, str(ROOT / "tools" / "shutdown_bench.py"), "300"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.match(r"300 open streams: 300 ended properly, .* exit code 0$", done.stdout), done.stdout


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_with_open_connections(start: Start, how: signal.Signals) -> None:
    """With a running search, a stream that no client reads, and a request that is never complete."""
    server = start(SOLAFIDE_LIMITS_RATE="0")  # a client that waits for an opponent polls often
    base = server.base()
    port = int(base.rpartition(":")[2])
    with OnlinePlayer(base) as one, OnlinePlayer(base) as two:
        one.create("rector")
        one.open()
        two.create()
        play((one,), 2)
        with (
            http_client(base) as http,
            http.stream("POST", "/api/stream", json={"seats": [{"game": one.game, "secret": one.secret, "step": 0}]}),
            socket.create_connection(("127.0.0.1", port)) as slow,
        ):
            slow.sendall(f"POST /api/lobbies HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9\r\n\r\n".encode())
            code, out, err = server.end(how)
    assert code == 0, err
    assert out.splitlines()[-1] == "The server has stopped. All games are saved."
    assert "Traceback" not in err


def test_games_continue_after_a_restart(start: Start) -> None:
    server = start()
    one, two = begin_match(server.base())
    with one, two:
        play((one, two), 6)
        before = one.moment()
        assert server.end()[0] == 0
        one.http.base_url = two.http.base_url = start().base()
        assert one.moment() == before
        assert play((one, two), 4) == 4


def test_routes_are_prepared_before_the_first_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Routes are made ready before the door opens."""
    adapters: list[object] = []
    make = TypeAdapter.__init__

    def tracked(self: TypeAdapter[object], *args: Any, **more: Any) -> None:
        adapters.append(self)
        make(self, *args, **more)

    monkeypatch.setattr(TypeAdapter, "__init__", tracked)
    shared_routes.cache_clear()  # another test of this process may have prepared them
    with OnlineServerThread(tmp_path) as server:
        ready = len(adapters)
        assert ready > 100  # each parameter and each answer has one
        with server.http() as http:
            assert http.get("/api/lobbies").json() == []
        assert len(adapters) == ready


def test_a_port_in_use(start: Start) -> None:
    with open_socket("127.0.0.1", 0, 1) as occupied:
        port = str(occupied.getsockname()[1])
        code, out, err = start(SOLAFIDE_PORT=port).ended()
    assert (code, out) == (2, "")
    assert f"Port {port} is in use" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"SOLAFIDE_LIMITS_RATE": "fast"}, "The setting limits.rate can’t be “fast” (SOLAFIDE_LIMITS_RATE)"),
        ({"SOLAFIDE_LIMIT_RATE": "1"}, "There is no setting SOLAFIDE_LIMIT_RATE"),
        ({"SOLAFIDE_ADDRESS": "0.0.0.0"}, "The setting origins is missing"),
        ({"SOLAFIDE_SETTINGS": "/nowhere.toml"}, "There is no such file: /nowhere.toml."),
        ({"SOLAFIDE_DATA": "/proc/nothing"}, "/proc/nothing"),
    ],
)
def test_a_failed_start_reports_the_reason(start: Start, variables: dict[str, str], expected: str) -> None:
    code, out, err = start(**variables).ended()
    assert (code, out) == (2, "")
    assert expected in err
    assert "Traceback" not in err


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "httptools.py").write_text("raise ModuleNotFoundError(name='httptools')")
    path = f"{tmp_path}{os.pathsep}{Path(solafide.__file__).parent.parent}"
    command = [sys.executable, "-m", "solafide", "serve", "--port", "0", "--data", str(tmp_path), "--lang", "en"]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert 'but httptools is missing. To install them: pip install "solafide[server]"' in done.stderr


@needs_ipv6
def test_the_server_listens_on_ipv6(start: Start) -> None:
    server = start(SOLAFIDE_ADDRESS="::1", SOLAFIDE_ORIGINS="https://solafide.example")
    base = server.base()
    assert httpx.get(f"{base}/healthz", trust_env=False).json() == {"ok": True}
    answer = httpx.get(f"{base}/api/setup", headers={"host": "solafide.example"}, trust_env=False)
    assert answer.status_code == 200


def test_data_files_are_private(start: Start, tmp_path: Path) -> None:
    start().base()
    for file in (tmp_path / "online").iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


def test_metrics_have_a_separate_port(tmp_path: Path) -> None:
    with open_socket("127.0.0.1", 0, 1) as free:
        port = free.getsockname()[1]
    with OnlineServerThread(tmp_path, metrics_port=port) as server, server.http() as http:
        one, two = begin_match(server.base)
        with one, two:
            play((one, two), 5)
            with http.stream("POST", "/api/stream", json={"seats": []}) as stream:
                assert stream.status_code == 200
                text = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        assert http.get("/metrics").status_code == 404
        figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert figures["solafide_choices_total"] == "5.0"
        assert figures["solafide_streams"] == "1.0"
        assert figures["solafide_tables"] == "1.0"
        assert figures["solafide_thinking"] == "0.0"
        assert float(figures["solafide_commit_group_count"]) >= 5
        assert float(figures["solafide_commit_seconds_count"]) >= 5
        route = 'solafide_requests_total{method="POST",route="/api/games/{game}/choices",status="200"}'
        assert figures[route] == "5.0"
        for hidden in (one.game, one.secret):
            assert hidden not in text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)


def test_log_lines_are_json(start: Start) -> None:
    server = start(SOLAFIDE_LOG_LEVEL="info")
    assert httpx.get(f"{server.base()}/healthz", trust_env=False).status_code == 200
    _, _, err = server.end()
    lines = [json.loads(line) for line in err.splitlines()]
    assert [line["route"] for line in lines if line["from"] == "solafide.access"] == ["/healthz"]


@pytest.mark.process
@needs_linux("limits that can be set for a running process")
def test_a_full_disk_is_reported_and_nothing_is_lost(start: Start) -> None:
    """The process may write to no file: not even over what is in them, as after a checkpoint of the database."""
    import resource

    server = start(SOLAFIDE_LIMITS_RATE="0")
    base = server.base()
    one, two = begin_match(base)
    player = one if one.moment()["view"]["decision"] else two
    before = player.moment()
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    wait_until(lambda: httpx.get(f"{base}/healthz", trust_env=False).status_code == 503)
    choice = before["view"]["decision"]["options"][0]
    body = {"version": before["version"], "choice": choice, "idempotency_key": secrets.token_hex(8)}
    assert player.ask("POST", f"games/{player.game}/choices", body).status_code == 503
    assert player.moment()["version"] == before["version"]
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    wait_until(lambda: httpx.get(f"{base}/healthz", trust_env=False).status_code == 200)
    assert player.post(f"games/{player.game}/choices", body)["version"] > before["version"]
    for each in (one, two):
        each.http.close()


@pytest.mark.process
@pytest.mark.parametrize("damage", ["empty", "truncated", "deleted", "foreign", "newer"])
def test_a_start_on_an_unusable_database_is_one_sentence(start: Start, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "online"
    SqliteStorage(folder).close()
    file = folder / DATABASE_FILE
    if damage == "newer":
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA user_version = 99")
    elif damage == "truncated":
        file.write_bytes(file.read_bytes()[:5000])
    else:
        file.unlink()
        if damage == "empty":
            file.touch()
        elif damage == "foreign":
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("CREATE TABLE recipes (name TEXT)")
    code, output, errors = start().ended()
    assert code not in (0, None)
    assert "Traceback" not in output + errors
    lines = [line for line in (output + errors).splitlines() if line.strip()]
    assert len(lines) == 1, lines
    assert file.name in lines[0]
    assert ("solafide restore" in lines[0]) == (damage in ("empty", "truncated", "deleted"))
