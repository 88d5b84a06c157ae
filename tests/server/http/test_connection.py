"""Lines that are silent: closed when nothing has come for long, and not before."""

import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from server.online_server import OnlineServerThread
from solafide.server.http.connection import HttpConnection

REQUEST = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


def test_a_silent_line_is_closed(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path) as server:
        server.online.server.config.timeout_keep_alive = 1
        with socket.create_connection(("127.0.0.1", server.online.port)) as line:
            line.settimeout(60)
            line.sendall(REQUEST)
            with line.makefile("rb") as told:
                assert told.read().endswith(b'{"ok":true}')  # until it is closed


def test_one_timer_serves_all_requests_of_a_line() -> None:
    now, timers, closed = 100.0, list[tuple[float, Any]](), list[bool]()
    line: Any = object.__new__(HttpConnection)
    line.loop = SimpleNamespace(time=lambda: now, call_later=lambda wait, call: timers.append((wait, call)) or True)
    line.transport = SimpleNamespace(is_closing=lambda: bool(closed), close=lambda: closed.append(True))
    line.flow, line.pipeline = SimpleNamespace(resume_reading=lambda: None), []
    line.server_state, line.timeout_keep_alive = SimpleNamespace(total_requests=0), 75
    line.timeout_keep_alive_task = None
    line.on_response_complete()
    now = 130.0
    line._unset_keepalive_if_required()  # something comes
    line.on_response_complete()
    assert [wait for wait, _ in timers] == [75]
    now = 175.0
    timers[0][1]()
    assert [wait for wait, _ in timers] == [75, 30]
    assert not closed
    line._unset_keepalive_if_required()
    now = 205.0
    timers[1][1]()  # a request is under way
    assert len(timers) == 2
    line.on_response_complete()
    now = 280.0
    timers[2][1]()
    assert closed
    assert line.server_state.total_requests == 3
