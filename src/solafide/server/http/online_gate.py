"""Who gets into the online house: only by its public names, only our own pages, and not too often."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterable
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from solafide.server.http.choice_fast_path import ROUTE, ChoiceFastPath
from solafide.server.http.connection import BODY_COMPLETE
from solafide.server.http.error_page import notice
from solafide.server.http.local_guard import LONG_BODY_PATHS, SAFE_METHODS, SECURITY_HEADERS, language_of
from solafide.server.http.rate_limits import RateLimits, caller
from solafide.server.matches.access import Credentials
from solafide.server.runtime import access_log
from solafide.server.runtime.metrics import Metrics
from solafide.server.runtime.settings import ServerSettings
from solafide.text import catalogue

STREAM_PATHS = ("/api/news", "/api/stream")
CREATE_PATHS = ("/api/tables", "/api/deals")
LONG_BODY_PATHS_ONLINE = (*LONG_BODY_PATHS, *CREATE_PATHS)
HEALTH_PATH = "/healthz"
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))
STATIC, API = "/static/", "/api/"
STATIC_FILE_WEIGHT = 0.1  # a file of the page beside a request of it: a first visit asks for many
BYTES_PER_REQUEST_UNIT = 64 * 1024  # a longer body counts as several requests
BODY_TIMEOUT_S = 20.0
READ_HEADERS = frozenset(
    name.encode()
    for name in (
        "host",
        "origin",
        "sec-fetch-site",
        "content-type",
        "content-length",
        "transfer-encoding",
        "authorization",
        "x-forwarded-for",
    )
)
STATIC_HEADERS = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
SECRET_HEADERS = [*STATIC_HEADERS, (b"cache-control", b"no-store")]

FAST_RESPONSE_HEAD = b"content-type: application/json\r\ncontent-length: %d\r\n"
FAST_RESPONSE_HEAD += b"".join(b"%b: %b\r\n" % header for header in SECRET_HEADERS) + b"\r\n"


class GateRefusal(NamedTuple):
    """A refusal: its status, its sentence, and after how many seconds one may try again."""

    status: int
    key: str
    wait: float = 0.0


class FastChoice(NamedTuple):
    """A choice, as far as the head of its request tells: the same head is the same errand."""

    game: str
    guest: Credentials
    address: str
    weight: float


class RequestLogEntry:
    """What is written down of one request."""

    __slots__ = ("begun", "status")

    def __init__(self) -> None:
        self.begun, self.status = time.perf_counter(), 0


class OnlineGate:
    """Stands before the application and looks at every request; there are no cookies, so no page can lend them."""

    def __init__(self, app: ChoiceFastPath, settings: ServerSettings, port: int) -> None:
        self.app, self.limits, self.metrics = app, RateLimits(settings), Metrics()
        self._origins = settings.public_origins(port)
        self._hosts = frozenset(origin.partition("//")[2] for origin in self._origins)
        self._proxies, self._body, self._long = settings.proxies, settings.limits.body, settings.limits.long

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # websockets: nothing here speaks them
        told = _told(scope["headers"])
        address = self._address(scope, told)
        scope["client"] = (address, 0)
        path: str = scope["path"]
        added = STATIC_HEADERS if path.startswith(STATIC) else SECRET_HEADERS
        shown, heard = b"authorization" in told, RequestLogEntry()

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                heard.status = message["status"]
                there = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in there)]
                if shown and message["status"] in (401, 403):
                    self.limits.wrong.take(address)
            await send(message)

        try:
            no = self._refused(scope, told, address, path)
            if no is not None:
                await _answer(scope, guarded, no)
            elif path in STREAM_PATHS:
                await self._stream(scope, receive, guarded, address, told)
            else:
                await self._pass(scope, receive, guarded, told)
        finally:
            self._write_down(scope, heard)

    def errand(self, scope: Scope) -> FastChoice | None:
        """What the head of a request asks for, if it may be answered with as little around it as can be."""
        told, path = _told(scope["headers"]), scope["path"]
        if scope["method"] != "POST" or self._foreign(told, path) or not _json(told):
            return None
        about = self.app.about(path, told.get(b"authorization", ""))
        return FastChoice(*about, self._address(scope, told), _weight(told)) if about else None

    async def hurry(self, errand: FastChoice, body: bytes) -> bytes | None:
        """Headers and body of the answer to a choice.

        None: it is refused. Then nothing has happened, and it comes in by `__call__`.
        """
        begun = time.perf_counter()
        if len(body) > self._body or self._too_often(errand.address, errand.weight, True):
            return None
        answer = await self.app.choose(errand.game, errand.guest, body)
        if answer is None:
            return None
        seconds = time.perf_counter() - begun
        access_log.log_request("POST", ROUTE, 200, seconds)
        self.metrics.count_request("POST", ROUTE, 200, seconds, False)
        return FAST_RESPONSE_HEAD % len(answer) + answer

    def _address(self, scope: Scope, told: dict[bytes, str]) -> str:
        peer = scope.get("client") or ("", 0)
        return caller(peer[0], told.get(b"x-forwarded-for", ""), self._proxies)

    def _write_down(self, scope: Scope, heard: RequestLogEntry) -> None:
        seconds = time.perf_counter() - heard.begun
        method = scope["method"] if scope["method"] in METHODS else "OTHER"
        route = _route(scope)
        access_log.log_request(method, route, heard.status, seconds)
        self.metrics.count_request(method, route, heard.status, seconds, scope["path"] in STREAM_PATHS)

    def _refused(self, scope: Scope, told: dict[bytes, str], address: str, path: str) -> GateRefusal | None:
        """Why this request is not let in."""
        weight = STATIC_FILE_WEIGHT if path.startswith(STATIC) else _weight(told)
        if no := self._foreign(told, path) or self._too_often(address, weight, b"authorization" in told):
            return no
        if scope["method"] not in SAFE_METHODS:
            if not _json(told):
                return GateRefusal(415, "server.error.media")
            if path in CREATE_PATHS and (wait := self.limits.tables.take(address)):
                return GateRefusal(429, "server.error.tables", wait)
        return None

    def _foreign(self, told: dict[bytes, str], path: str) -> GateRefusal | None:
        """Whether it was meant for somebody else, or another page has sent it."""
        if path != HEALTH_PATH and told.get(b"host", "").lower() not in self._hosts:
            return GateRefusal(421, "server.error.name")
        origin = told.get(b"origin")
        if origin is not None and origin.lower() not in self._origins:
            return GateRefusal(403, "server.error.origin")
        if path.startswith(API) and told.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return GateRefusal(403, "server.error.origin")
        return None

    def _too_often(self, address: str, weight: float, secret: bool) -> GateRefusal | None:
        if wait := self.limits.wait(address, weight):
            return GateRefusal(429, "server.error.rate", wait)
        if secret and (wait := self.limits.wrong.wait(address)):
            return GateRefusal(429, "server.error.wrong", wait)
        return None

    async def _stream(self, scope: Scope, receive: Receive, send: Send, address: str, told: dict[bytes, str]) -> None:
        if not self.limits.streams.enter(address):
            await _answer(scope, send, GateRefusal(429, "server.error.streams", BODY_TIMEOUT_S))
            return
        try:
            await self._pass(scope, receive, send, told)
        finally:
            self.limits.streams.leave(address)

    async def _pass(self, scope: Scope, receive: Receive, send: Send, told: dict[bytes, str]) -> None:
        """On to the application, with a body that is all there and not too long."""
        if scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        # A long body says beforehand how long it is, and has paid for that.
        limit = self._long if scope["path"] in LONG_BODY_PATHS_ONLINE and b"content-length" in told else self._body
        declared = told.get(b"content-length", "0")
        if not declared.isdecimal() or int(declared) > limit:
            await _answer(scope, send, GateRefusal(413, "server.error.too_large"))
            return
        try:
            if scope.get(BODY_COMPLETE):
                body = await _body(receive, limit)
            else:
                async with asyncio.timeout(BODY_TIMEOUT_S):
                    body = await _body(receive, limit)
        except TimeoutError:
            await _answer(scope, send, GateRefusal(408, "server.error.slow"))
            return
        if body is None:
            await _answer(scope, send, GateRefusal(413, "server.error.too_large"))
            return
        read = False

        async def received() -> Message:
            nonlocal read
            if read:
                return await receive()
            read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, received, send)


def _route(scope: Scope) -> str:
    """Return the route without ids of games; an unknown path may hold anything, so it is not logged."""
    route = getattr(scope.get("route"), "path", None)
    return STATIC if route is None and scope["path"].startswith(STATIC) else route or "-"


def _weight(told: dict[bytes, str]) -> float:
    """As how many requests it counts: long ones fill the memory.

    >>> _weight({}), _weight({b"content-length": "1000"}), _weight({b"content-length": "2097152"})
    (1.0, 1.0, 32.0)
    """
    length = told.get(b"content-length", "")
    return max(1.0, int(length) / BYTES_PER_REQUEST_UNIT) if length.isdecimal() and len(length) < 12 else 1.0


def _json(told: dict[bytes, str]) -> bool:
    """Whether it says that it brings JSON, which no form of another page can."""
    return told.get(b"content-type", "").partition(";")[0].strip().lower() == "application/json"


def _told(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    """The headers that the gate looks at; of one that is there twice both are seen."""
    found: dict[bytes, str] = {}
    for name, value in headers:
        if name in READ_HEADERS:
            text = value.decode("latin-1")
            found[name] = f"{found[name]},{text}" if name in found else text
    return found


async def _body(receive: Receive, limit: int) -> bytes | None:
    """Read a whole body; None if it is too long. A client that disconnects early gives what it has sent."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return body
        body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > limit:
            return None
    return body


async def _answer(scope: Scope, send: Send, no: GateRefusal) -> None:
    """A refusal, as a page for people and as JSON for programs."""
    lang = language_of(Headers(scope=scope))
    wait = math.ceil(no.wait)
    text = catalogue(lang).render(no.key, n=wait) if no.wait else catalogue(lang).render(no.key)
    if scope["path"].startswith(API):
        media, body = "application/json", json.dumps({"error": {"key": no.key, "text": text}}, ensure_ascii=False)
    else:
        media, body = "text/html; charset=utf-8", notice(text, lang)
    content = body.encode()
    headers = [(b"content-type", media.encode()), (b"content-length", str(len(content)).encode())]
    if no.wait:
        headers.append((b"retry-after", str(wait).encode()))
    if no.status in (408, 413):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": no.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})
