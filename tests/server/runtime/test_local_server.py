"""The command that opens the table: where it is, how it ends, and what it says when it cannot."""

import json
import signal
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from server.conftest import ServerStarter
from server.play_process import ADDRESS
from solafide.cli import main
from solafide.server.runtime.local_server import LOOPBACK, open_loopback_socket
from solafide.server.runtime.network_server import NetworkServer


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_with_open_connections(start: ServerStarter, how: signal.Signals) -> None:
    server = start()
    with server.client() as client, client.open_stream() as one, client.open_stream() as two:
        client.new("person", "rector", first="P")
        finished = client.new("person", "scholar", turn_limit=4)["game"]
        client.play(finished, 100)
        assert client.get(f"games/{finished}/analysis", start=1)["state"] == "working"
        code, out, err = server.end(how)
        assert one.ended.wait(60)
        assert two.ended.wait(60)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "The table is closed. Your games are saved."


def test_a_second_start_opens_the_running_server(start: ServerStarter, tmp_path: Path) -> None:
    first = start()
    base = first.address().partition("/open")[0]
    second = start()
    with second.client() as client:
        assert client.base == base
        assert client.get("games") == []
    assert second.ended()[0] == 0
    server_file = tmp_path / "games" / "server.json"
    assert server_file.stat().st_mode & 0o777 == 0o600
    secret = json.loads(server_file.read_text())["secret"]
    for wrong in ({}, {"x-solafide-secret": "x"}, {"x-solafide-secret": secret, "Origin": "http://example.org"}):
        assert httpx.post(f"{base}/open", headers=wrong, trust_env=False).status_code in (401, 403)
    assert first.end()[0] == 0
    assert not server_file.exists()


def test_a_stale_server_file_is_ignored(start: ServerStarter, tmp_path: Path) -> None:
    first = start()
    first.address()
    first.kill()
    assert (tmp_path / "games" / "server.json").exists()
    with start().client() as client:
        assert client.get("games") == []


def test_a_port_in_use(start: ServerStarter) -> None:
    with open_loopback_socket(0) as occupied:
        port = occupied.getsockname()[1]
        code, out, err = start("--port", str(port)).ended()
    assert (code, out) == (2, "")
    assert f"Port {port} is in use" in err
    assert "Traceback" not in err


def test_the_server_listens_on_loopback_only() -> None:
    with open_loopback_socket(None) as listening:
        assert listening.getsockname()[0] == LOOPBACK == "127.0.0.1"


def test_the_listening_socket_is_a_tcp_socket() -> None:
    with open_loopback_socket(None) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_locked_database_is_reported(start: ServerStarter, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    holder = sqlite3.connect(folder / "games.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    code, _, err = start().ended()
    holder.close()
    assert code == 2
    assert "A table is already open" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("content", "expected"), [(b"no database at all" * 100, "damaged"), (None, "A newer version of this program wrote")]
)
def test_an_unusable_database_is_reported(
    start: ServerStarter, tmp_path: Path, content: bytes | None, expected: str
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    file = folder / "games.sqlite3"
    if content is None:
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA user_version = 1000")
        connection.close()
    else:
        file.write_bytes(content)
    code, _, err = start().ended()
    assert code == 2
    assert expected in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--opponent", "doctor"], "--opponent is only possible together with --terminal."),
        (["--load", "x"], "--load is only possible together with --terminal."),
        (["--terminal", "--port", "80"], "--terminal and --port can’t be used together."),
        (["--port", "65536"], "--port"),
    ],
)
def test_conflicting_options_are_refused(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *words, "--lang", "en"]) == 2
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("there", [True, False])
def test_the_browser_is_opened(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    addresses = []

    def open_(address: str) -> bool:
        addresses.append(address)
        return there

    def serve(folder: Path, port: int | None, ready: Callable[[str], None], network: NetworkServer) -> bool:
        assert (folder, port, network.link()) == (tmp_path, 1600, "")
        ready("http://127.0.0.1:1600/open?key=abc")
        return True

    monkeypatch.setattr("webbrowser.open", open_)
    monkeypatch.setattr("solafide.server.runtime.local_server.serve", serve)
    words = ["play", "--port", "1600", "--data", str(tmp_path), "--lang", "en"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert addresses == ["http://127.0.0.1:1600/open?key=abc"] == [match[0] for match in ADDRESS.finditer(out)]
    assert ("Open this address yourself" in out) is not there
    assert main([*words, "--no-browser"]) == 0
    assert len(addresses) == 1
