"""An HTTP connection with limits that uvicorn does not have: for the head of a request, and for slow readers."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from solafide.server.realtime.online_stream import DIRECT_WRITE

MAX_HEAD_BYTES = 32 * 1024
HEAD_TIMEOUT_S = 20.0  # from the connection's start, or from the first byte of a later head
# A client that has not read so long while its write buffer is full (64 KB) is disconnected; a stream catches up later.
WRITE_TIMEOUT_S = 60.0


class HttpConnection(HttpToolsProtocol):
    """Uvicorn's connection, aborted when the head of a request is too long or slow, or the client does not read.

    It extends callbacks of asyncio (`connection_made`, `data_received`, `connection_lost`) and of httptools
    (`on_url`, `on_header`, `on_headers_complete`, `on_message_complete`), and uses nothing private of uvicorn.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head_bytes = 0  # that have arrived, perhaps with the beginning of the body
        self._parsed_head_bytes = 0
        self._within_head = True
        self._head_deadline: TimerHandle | None = None
        self._write_deadline: TimerHandle | None = None  # while the client reads too slowly
        self._unanswered: list[RequestResponseCycle] = []  # a client may send many requests before it reads an answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self.pipeline.clear()  # else requests that were not begun, and this connection, hold each other
        self._cancel_deadline()
        self._cancel_write_deadline()
        for cycle in self._unanswered:
            # Uvicorn tells only the request that came last, and the others would write to a closed connection.
            cycle.disconnected = True
            cycle.message_event.set()
            cycle.scope.pop(DIRECT_WRITE, None)  # type: ignore[misc]  # else connection and scope hold each other
        self._unanswered.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._within_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if not self._within_head:
            return
        if self._head_bytes > MAX_HEAD_BYTES:
            self._abort()
        elif self._head_bytes and self._head_deadline is None:
            self._start_deadline()

    def on_url(self, url: bytes) -> None:
        self._count_parsed(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count_parsed(len(name) + len(value))
        super().on_header(name, value)

    def _count_parsed(self, size: int) -> None:
        """Refuse a head that is too long and came in one piece; the error makes uvicorn answer 400 and close."""
        self._parsed_head_bytes += size
        if self._parsed_head_bytes > MAX_HEAD_BYTES:
            raise ValueError("the head of a request is too long")

    def on_headers_complete(self) -> None:
        self._within_head = False
        self._cancel_deadline()
        super().on_headers_complete()
        self._unanswered = [cycle for cycle in self._unanswered if not cycle.response_complete]
        self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        self._within_head, self._head_bytes, self._parsed_head_bytes = True, 0, 0
        if self.scope["http_version"] == "1.1":
            self.scope[DIRECT_WRITE] = self._write_chunk  # type: ignore[literal-required]
        super().on_message_complete()

    def pause_writing(self) -> None:
        self._write_deadline = self.loop.call_later(WRITE_TIMEOUT_S, self._abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._cancel_write_deadline()
        super().resume_writing()

    def _write_chunk(self, chunk: bytes) -> bool:
        """Send a part of a chunked response at once; False: the client reads too slowly, or is gone."""
        if self._write_deadline is not None or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
        return True

    def _start_deadline(self) -> None:
        self._head_deadline = self.loop.call_later(HEAD_TIMEOUT_S, self._abort)

    def _cancel_deadline(self) -> None:
        if self._head_deadline is not None:
            self._head_deadline.cancel()
            self._head_deadline = None

    def _cancel_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None

    def _abort(self) -> None:
        self._cancel_deadline()
        self.transport.abort()
