"""A connection that does not wait for ever: the head of a request is short, comes soon, and is read once."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from collections.abc import Coroutine
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from solafide.server.realtime.online_stream import DIRECT_WRITE

MAX_HEAD_BYTES = 32 * 1024  # the parser sets no limit
HEAD_TIMEOUT_S = 20.0
SHORT_ANSWER_QUERY = b"answer=short"  # the query of requests that may be answered in one piece
HEAD_END = b"\r\n\r\n"  # of a head
KNOWN, LONGEST = 16, 2048  # heads that a line remembers, and the bytes of one: each length of a body has its own
BODY_COMPLETE = "solafide.whole"  # in a scope: all of the request is there, nobody has to wait for it


@lru_cache(maxsize=4)
def _dated(headers: tuple[tuple[bytes, bytes], ...]) -> bytes:
    """What every answer begins with: the date, which changes once a second."""
    return b"".join(b"%b: %b\r\n" % header for header in headers)


class HttpConnection(HttpToolsProtocol):
    """What uvicorn does, for strangers too."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._head = 0
        self._within_head = True
        self._deadline: TimerHandle | None = None
        self._silent_since: float | None = None
        self._whole = b""  # what has come while nothing was under way: perhaps a whole request
        self._heads: dict[bytes, tuple[int, Any]] = {}  # the length of the body that follows, and what is asked
        self._under_way = False  # a request whose head is one of these
        self._later: list[bytes] = []  # what came before it was answered
        self._refused = False  # it goes the usual way
        self._last = False  # nothing is answered after it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_TIMEOUT_S, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
        # They hold each other; without this they would stay until all garbage is swept.
        self.cycle = None  # type: ignore[assignment]
        if self.scope is not None:
            self.scope.pop(DIRECT_WRITE, None)  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        if self._under_way:
            self._later.append(data)
            self.flow.pause_reading()
        elif self._silent and self._known(data):
            return
        else:
            self._read(data)

    @property
    def _silent(self) -> bool:
        """Between two requests."""
        return self._within_head and not self._head and (self.cycle is None or self.cycle.response_complete)

    def _read(self, data: bytes) -> None:
        self._whole = data if self._silent and len(data) <= 2 * LONGEST else b""
        if self._within_head:
            self._head += len(data)
        super().data_received(data)
        if not self._within_head:
            self._in_time()
        elif self._head > MAX_HEAD_BYTES:
            self._give_up()
        elif self._head and self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_TIMEOUT_S, self._give_up)

    def on_headers_complete(self) -> None:
        self._within_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._within_head, self._head = True, 0
        self.scope[BODY_COMPLETE] = True  # type: ignore[literal-required]
        if self.scope["http_version"] == "1.1":
            self.scope[DIRECT_WRITE] = self._write  # type: ignore[literal-required]
        self._in_time()
        super().on_message_complete()

    # ------------------------------------------------------------ silence

    def on_response_complete(self) -> None:
        """As uvicorn has it, but for the timer: one that looks at the clock is enough for all requests of a line."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
            return
        self._silent_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._listen(self.timeout_keep_alive)

    def _listen(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def _unset_keepalive_if_required(self) -> None:
        self._silent_since = None

    def timeout_keep_alive_handler(self) -> None:
        self.timeout_keep_alive_task = None
        if self._silent_since is None:  # a request is under way: its end starts the timer again
            return
        left = self._silent_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._listen(left)
        else:
            super().timeout_keep_alive_handler()

    # ------------------------------------------------------------ the short way

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        if self._refused or cycle.scope["query_string"] != SHORT_ANSWER_QUERY or not hasattr(app, "hurry"):
            super()._start_asgi_task(cycle, app)
        else:
            self._begin(self._hurry(cycle, app))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    async def _hurry(self, cycle: RequestResponseCycle, app: Any) -> None:
        """A request that is all there may be answered in one piece; whatever else it is goes the usual way."""
        errand = None if cycle.more_body else app.errand(cycle.scope)
        body = bytes(cycle.body)
        answer: bytes | None = await app.hurry(errand, body) if errand is not None else None
        if answer is None:
            await cycle.run_asgi(app)
            return
        cycle.response_started = cycle.response_complete = True
        if not cycle.disconnected:
            self._remember(cycle, errand, body)
            self._answer(answer, cycle.keep_alive)
        cycle.on_response()

    def _answer(self, answer: bytes, keep_alive: bool) -> None:
        dated = _dated(tuple(self.server_state.default_headers))
        last = b"" if keep_alive else b"connection: close\r\n"
        self.transport.write(b"HTTP/1.1 200 OK\r\n" + dated + last + answer)
        if not keep_alive:
            self.transport.close()

    # ------------------------------------------------------------ the shortest

    def _remember(self, cycle: RequestResponseCycle, errand: Any, body: bytes) -> None:
        """A head that comes again, to the last byte, means the same again: it need not be read a second time."""
        head, end, rest = self._whole.partition(HEAD_END)
        plain = cycle.keep_alive and cycle.scope["http_version"] == "1.1" and not self.expect_100_continue
        if plain and rest == body and len(head) <= LONGEST:
            if len(self._heads) >= KNOWN:
                self._heads.clear()
            self._heads[head + end] = len(body), errand

    def _known(self, data: bytes) -> bool:
        """Whether this is a request whose head was read before; then it is under way."""
        end = data.find(HEAD_END) + len(HEAD_END)
        length, errand = self._heads.get(data[:end], (-1, None))
        if len(data) - end != length:
            return False
        self._under_way, self._silent_since = True, None
        self._begin(self._hurry_again(errand, data, end))
        return True

    async def _hurry_again(self, errand: Any, data: bytes, end: int) -> None:
        answer: bytes | None = await self.app.hurry(errand, data[end:])
        self._under_way = False
        if self.transport.is_closing():
            return
        if answer is None:
            self._refused = True
            self._read(data)
            self._refused = False
        else:
            self._answer(answer, not self._last)
            self.on_response_complete()
        later, self._later = self._later, []
        for part in later:
            self.data_received(part)

    def shutdown(self) -> None:
        """What is under way is answered before the line ends."""
        if self._under_way:
            self._last = True
        else:
            super().shutdown()

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
