"""A minimal HTTP/1.1 client for the load generator: keep-alive requests and event streams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import orjson

HOST = "127.0.0.1"
END = b"\r\n\r\n"
MAX_RESENDS = 20  # of a request whose connection was cut

AnswerCallback = Callable[[int, bytes], None]
MessageCallback = Callable[[bytes], None]


def request(port: int, path: str, secret: str, body: Any) -> bytes:
    """Return a whole POST request."""
    return head(port, path, secret) + content(body)


def head(port: int, path: str, secret: str) -> bytes:
    """Return a request without its length and body; it is the same for all choices of a seat."""
    authorization = f"Authorization: Bearer {secret}\r\n" if secret else ""
    other_headers = "Accept-Language: en\r\nContent-Type: application/json\r\n"
    return f"POST {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{authorization}{other_headers}".encode()


def content(body: Any) -> bytes:
    data = orjson.dumps(body)
    return b"Content-Length: %d\r\n\r\n%b" % (len(data), data)


class ClientConnection(asyncio.Protocol):
    """A keep-alive connection with one request at a time, which is sent again if the connection is cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._request = b""
        self._on_answer: AnswerCallback | None = None
        self._tries = 0
        self.repeated = 0

    def send(self, request: bytes, on_answer: AnswerCallback) -> None:
        assert self._on_answer is None
        self._request, self._on_answer, self._tries = request, on_answer, 0
        if self._transport is None:
            self._connect()
        else:
            self._transport.write(request)

    async def post(self, request: bytes) -> tuple[int, Any]:
        """Send a request, and return the status and the decoded body of the answer."""
        answer: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self.send(request, lambda status, body: answer.set_result((status, body)))
        status, body = await answer
        return status, orjson.loads(body) if body else None

    def close(self) -> None:
        self._on_answer = None
        if self._transport is not None:
            self._transport.abort()

    def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.create_connection(lambda: self, HOST, self._port))
        task.add_done_callback(self._connected)

    def _connected(self, task: asyncio.Task[Any]) -> None:
        if task.exception() is not None:
            self._retry()

    def _retry(self) -> None:
        self._tries += 1
        if self._on_answer is None:
            return
        if self._tries > MAX_RESENDS:
            on_answer, self._on_answer = self._on_answer, None
            on_answer(0, b"")
        else:
            self.repeated += 1
            asyncio.get_running_loop().call_later(0.05 * self._tries, self._connect)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self._buffer = cast(asyncio.Transport, transport), b""
        if self._on_answer is not None:
            self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._retry()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer = self._buffer + data if self._buffer else data
        at = buffer.find(END)
        if at < 0:
            return
        begin = at + len(END)
        end = begin + _length(buffer[:at])
        if len(buffer) < end:
            return
        self._buffer = b""
        on_answer, self._on_answer = self._on_answer, None
        if on_answer is not None:
            on_answer(int(buffer[9:12]), buffer[begin:end])


def _length(head: bytes) -> int:
    """
    >>> _length(b"HTTP/1.1 200 OK\\r\\nContent-Length: 17\\r\\nx: y")
    17
    """
    value = head.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
    return int(value) if value else 0


class EventStream(asyncio.Protocol):
    """An open event stream. `on_message` gets the data of each message, and b"" if the server cuts the stream."""

    def __init__(self, port: int, request: bytes, on_message: MessageCallback) -> None:
        self._port, self._request, self._on_message = port, request, on_message
        self._transport: asyncio.Transport | None = None
        self._raw, self._text = b"", b""
        self._has_head = False
        self._closed = False
        self.status = 0
        self.head_received: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def open(self) -> int:
        """Connect, and return the status of the answer."""
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, self._port)
        return await self.head_received

    def close(self) -> None:
        self._closed = True
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.head_received.done():
            self.head_received.set_result(self.status)
        if not self._closed:
            self._on_message(b"")  # cut by the server

    def data_received(self, data: bytes) -> None:
        raw = self._raw + data if self._raw else data
        if not self._has_head:
            at = raw.find(END)
            if at < 0:
                self._raw = raw
                return
            self.status, self._has_head, raw = int(raw[9:12]), True, raw[at + len(END) :]
            if not self.head_received.done():
                self.head_received.set_result(self.status)
        self._raw = self._unwrap(raw)

    def _unwrap(self, raw: bytes) -> bytes:
        """Read the complete HTTP chunks, and return the rest."""
        at = 0
        while (line := raw.find(b"\r\n", at)) > 0:
            size = int(raw[at:line], 16)
            end = line + 2 + size
            if len(raw) < end + 2:
                break
            self._hear(raw[line + 2 : end])
            at = end + 2
        return raw[at:]

    def _hear(self, chunk: bytes) -> None:
        text = self._text + chunk if self._text else chunk
        *messages, self._text = text.split(b"\n\n")
        for message in messages:
            if (at := message.find(b"data: ")) >= 0 and not self._closed:
                self._on_message(message[at + 6 :])
