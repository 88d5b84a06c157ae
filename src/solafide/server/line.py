"""A connection that does not wait for ever: the head of a request is short and comes soon."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from solafide.server.news import WRITE

HEAD = 32 * 1024  # bytes: its parser sets no limit
PATIENCE = 20.0  # seconds
WHOLE = "solafide.whole"  # in a scope: all of the request is there, nobody has to wait for it


class Line(HttpToolsProtocol):
    """What uvicorn does, for strangers too."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._head = 0
        self._within_head = True
        self._deadline: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(PATIENCE, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._within_head:
            self._head += len(data)
        super().data_received(data)
        if not self._within_head:
            self._in_time()
        elif self._head > HEAD:
            self._give_up()
        elif self._head and self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self._give_up)

    def on_headers_complete(self) -> None:
        self._within_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._within_head, self._head = True, 0
        self.scope[WHOLE] = True  # type: ignore[literal-required]
        if self.scope["http_version"] == "1.1":
            self.scope[WRITE] = self._write  # type: ignore[literal-required]
        self._in_time()
        super().on_message_complete()

    def _write(self, part: bytes) -> bool:
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(part), part))
        return True

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        self.transport.abort()
