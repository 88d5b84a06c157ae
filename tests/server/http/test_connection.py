"""Connections of the online server: limits of a request head, and direct writes to streams."""

import asyncio
import gc
import inspect
import logging
import socket
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from server.http_client import TIMEOUT_S
from server.online_server import OnlineServerThread
from server.waiting import wait_until
from solafide.server.http import connection
from solafide.server.http.connection import HttpConnection
from solafide.server.realtime import online_stream
from solafide.server.realtime.online_stream import MAX_QUEUED_MESSAGES

HEALTHY = b'{"ok":true}'
JOIN_HEAD = b"POST /api/lobbies/none/join HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-type: application/json\r\n"
REQUEST = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("server")) as server_thread:
        yield server_thread


def connect(server: OnlineServerThread) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.online.port), 60)


def read_answer(talk: socket.socket) -> bytes:
    """Read one answer of the health check; it may come in several packets."""
    with talk.makefile("rb") as answer:
        head = b"".join(iter(answer.readline, b"\r\n"))
        assert answer.read(len(HEALTHY)) == HEALTHY
    return head


def test_a_silent_connection_is_closed(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path) as server:
        server.online.server.config.timeout_keep_alive = 1
        with connect(server) as talk:
            talk.sendall(REQUEST)
            with talk.makefile("rb") as answer:
                assert answer.read().endswith(b'{"ok":true}')  # until it is closed


@pytest.mark.parametrize("start", [b"G", b"GET /healthz HTTP/1.1\r\n", REQUEST[:-2]])
def test_a_slow_later_request_head_closes_the_connection(
    server: OnlineServerThread, monkeypatch: pytest.MonkeyPatch, start: bytes
) -> None:
    with connect(server) as talk:
        talk.sendall(REQUEST)
        assert read_answer(talk).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(connection, "HEAD_TIMEOUT_S", 0.2)
        talk.sendall(start)
        with suppress(ConnectionResetError):
            assert talk.recv(1) == b""


def test_a_head_in_pieces_is_answered(server: OnlineServerThread) -> None:
    with connect(server) as talk:
        for _ in range(2):
            for byte in REQUEST:
                talk.sendall(bytes([byte]))
            assert read_answer(talk).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("body", [b"", b"x" * 100_000])
@pytest.mark.parametrize("part", ["url", "header", "many headers"])
def test_a_head_that_is_too_long_in_one_piece_is_refused(server: OnlineServerThread, part: str, body: bytes) -> None:
    size = connection.MAX_HEAD_BYTES + 1
    path = b"/healthz" + (b"?" + b"x" * size if part == "url" else b"")
    headers = {"url": b"", "header": b"x-long: " + b"x" * size + b"\r\n", "many headers": b"x-a: bcd\r\n" * (size // 6)}
    head = b"POST %b HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: %d\r\n" % (path, len(body))
    with connect(server) as talk:
        talk.sendall(head + headers[part] + b"\r\n" + body)
        with suppress(ConnectionResetError), talk.makefile("rb") as answer:
            assert answer.read()[:12] in (b"", b"HTTP/1.1 400")


def test_the_head_size_limit_applies_to_each_request(server: OnlineServerThread) -> None:
    long = REQUEST[:-2] + b"x-long: " + b"x" * (connection.MAX_HEAD_BYTES // 2) + b"\r\n\r\n"
    with connect(server) as talk:
        for _ in range(4):
            talk.sendall(long)
            assert read_answer(talk).startswith(b"HTTP/1.1 200")


def test_a_client_that_does_not_read_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two streams that are sent too much, the one that reads stays."""
    monkeypatch.setattr(connection, "WRITE_TIMEOUT_S", 0.5)
    with OnlineServerThread(tmp_path) as server, open_stream(server) as stalled, open_stream(server) as reading:
        loop, subscriptions = server.online.server.servers[0].get_loop(), server.online.app.state.registry.subscriptions
        wait_until(lambda: len(subscriptions) == 2)
        message = b": " + b"x" * 100_000 + b"\n\n"
        read_bytes, sent_messages = 0, 0

        def publish() -> None:
            for subscriber in list(subscriptions._all):
                subscriber.put(message)

        while len(subscriptions) == 2 and sent_messages < MAX_QUEUED_MESSAGES // 2:
            loop.call_soon_threadsafe(publish)
            sent_messages += 1
            while read_bytes < sent_messages * len(message):
                read_bytes += len(reading.recv(1 << 20))
        wait_until(lambda: len(subscriptions) == 1)
        loop.call_soon_threadsafe(publish)
        assert reading.recv(1)
        with suppress(ConnectionResetError):
            while stalled.recv(1 << 20):
                pass


PIPELINED_REQUESTS = 30
JOIN_HEAD = b"POST /api/lobbies/none/join HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-type: application/json\r\n"


def test_a_client_that_leaves_while_its_requests_wait_is_not_an_error(
    server: OnlineServerThread, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A client has sent many requests on one connection, and goes away while the first one is worked on."""
    state, app, has_left, begun = server.online.server.server_state, server.online.gate.app, asyncio.Event(), Event()

    async def answer_later(scope: Scope, receive: Receive, send: Send) -> None:
        begun.set()
        await asyncio.wait_for(has_left.wait(), TIMEOUT_S)
        await app(scope, receive, send)

    monkeypatch.setattr(server.online.gate, "app", answer_later)
    request = JOIN_HEAD % server.online.port + b"content-length: 2\r\n\r\n{}"
    with connect(server) as talk:
        talk.sendall(request * PIPELINED_REQUESTS)
        assert begun.wait(TIMEOUT_S)
    wait_until(lambda: not state.connections)
    server.online.server.servers[0].get_loop().call_soon_threadsafe(has_left.set)
    wait_until(lambda: not state.tasks)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_stream_ends_with_its_connection_when_another_request_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is read from a connection on which a request waits: that the client is gone shows when it is sent to."""
    monkeypatch.setattr(online_stream, "KEEPALIVE_INTERVAL_S", 0.1)
    with OnlineServerThread(tmp_path) as server:
        streams = server.online.gate.limits.streams
        with open_stream(server) as talk:
            wait_until(lambda: streams.count == 1)
            talk.sendall(REQUEST * 2)
        wait_until(lambda: streams.count == 0)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def open_stream(server: OnlineServerThread) -> socket.socket:
    talk = connect(server)
    body = b'{"seats": []}'
    head = b"POST /api/stream HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-type: application/json\r\ncontent-length: %d"
    talk.sendall(head % (server.online.port, len(body)) + b"\r\n\r\n" + body)
    return talk


def test_requests_that_were_not_begun_leave_memory_with_their_connection() -> None:
    """Without the garbage collector, which would hold everybody up."""
    state, app_loop = ServerState(), asyncio.new_event_loop()
    config = Config(stalled_app, http=HttpConnection, ws="none", log_config=None)
    config.load()

    async def ask() -> list[weakref.ref[RequestResponseCycle]]:
        protocol = HttpConnection(config=config, server_state=state, app_state={})
        protocol.connection_made(UnreadTransport())
        protocol.data_received(REQUEST * 50)
        waiting = [weakref.ref(cycle) for cycle, _ in protocol.pipeline]
        protocol.connection_lost(None)
        await asyncio.sleep(0)
        return waiting

    gc.disable()
    try:
        waiting = app_loop.run_until_complete(ask())
        assert len(waiting) == 49
        assert [cycle() for cycle in waiting[1:-1]] == [None] * 47
    finally:
        gc.enable()
        for task in state.tasks:
            task.cancel()
        app_loop.run_until_complete(asyncio.gather(*state.tasks, return_exceptions=True))
        app_loop.close()


class UnreadTransport(asyncio.Transport):
    """A connection to a client that reads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = False

    def write(self, data: Any) -> None:
        return

    def pause_reading(self) -> None:
        return

    def resume_reading(self) -> None:
        return

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close


async def stalled_app(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(TIMEOUT_S)


def test_overridden_uvicorn_callbacks_still_exist() -> None:
    """Uvicorn does not document its connection: a release that renames a callback must be noticed here."""
    callbacks = [name for name in vars(HttpConnection) if not name.startswith("_")]
    assert sorted(callbacks) == [
        "connection_lost",
        "connection_made",
        "data_received",
        "on_header",
        "on_headers_complete",
        "on_message_complete",
        "on_url",
        "pause_writing",
        "resume_writing",
    ]
    for name in callbacks:
        ours, theirs = (
            list(inspect.signature(getattr(each, name)).parameters) for each in (HttpConnection, HttpToolsProtocol)
        )
        assert ours == theirs
    overridden = [name for name in vars(HttpConnection) if name.startswith("_") and not name.startswith("__")]
    assert not [name for name in overridden if hasattr(HttpToolsProtocol, name)]
