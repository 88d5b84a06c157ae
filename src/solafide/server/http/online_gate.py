"""Gate of the online server: check host, origin, rate and size of every request before the application sees it."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solafide.server.http.body_encoding import is_utf8_json
from solafide.server.http.error_page import notice
from solafide.server.http.json_shape import has_many_values
from solafide.server.http.local_guard import LONG_BODY_PATHS, SAFE_METHODS, SECURITY_HEADERS, language_of
from solafide.server.http.rate_limits import RateLimits, caller
from solafide.server.http.request_turns import RequestTurns
from solafide.server.runtime import access_log
from solafide.server.runtime.metrics import Metrics
from solafide.server.runtime.settings import ServerSettings
from solafide.text import catalogue

STREAM_PATHS = ("/api/stream",)
CREATE_PATHS = ("/api/lobbies", "/api/deals")
LONG_BODY_PATHS_ONLINE = (*LONG_BODY_PATHS, *CREATE_PATHS)
HEALTH_PATH = "/healthz"
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))
STATIC, API = "/static/", "/api/"
STATIC_FILE_REQUEST_UNITS = 0.1  # a first visit asks for many files
BYTES_PER_REQUEST_UNIT = 64 * 1024  # a longer body counts as several requests
BODY_TIMEOUT_S = 20.0
CHECKED_HEADERS = frozenset(
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
ROUTE_PATH = "solafide.route"  # in a scope: the route that answered without FastAPI's router


class GateRefusal(NamedTuple):
    """A refusal: its status, the catalogue key of its text, and the seconds after which a new attempt may succeed."""

    status: int
    key: str
    retry_after_s: float = 0.0


class RequestLogEntry:
    """Start time and status of one request."""

    __slots__ = ("start", "status")

    def __init__(self) -> None:
        self.start, self.status = time.perf_counter(), 0


class OnlineGate:
    """ASGI middleware around the application of the online server.

    It uses no cookies, so another site's page cannot act for a player.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings, port: int) -> None:
        self.app, self.limits, self.metrics = app, RateLimits(settings), Metrics()
        self._turns = RequestTurns()
        self._origins = settings.public_origins(port)
        self._hosts = frozenset(origin.partition("//")[2] for origin in self._origins)
        self._proxies = settings.proxies
        self._max_body_bytes, self._max_long_body_bytes = settings.limits.body, settings.limits.long
        self.is_banned: Callable[[str], bool] = lambda address: False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # there are no websockets
        headers = _checked_headers(scope["headers"])
        address = self._client_address(scope, headers)
        scope["client"] = (address, 0)
        path: str = scope["path"]
        added = STATIC_HEADERS if path.startswith(STATIC) else SECRET_HEADERS
        has_secret, log_entry = b"authorization" in headers, RequestLogEntry()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                log_entry.status = message["status"]
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in present)]
                if has_secret and message["status"] in (401, 403):
                    self.limits.wrong.take(address)
            await send(message)

        try:
            refusal = self._refusal(scope, headers, address, path)
            if refusal is not None:
                await _send_refusal(scope, send_with_headers, refusal)
                return
            await self._turns.wait(address)
            if path in STREAM_PATHS:
                await self._pass_stream(scope, receive, send_with_headers, address, headers)
            else:
                await self._pass(scope, receive, send_with_headers, headers)
        finally:
            self._log(scope, log_entry)

    def _client_address(self, scope: Scope, headers: dict[bytes, str]) -> str:
        peer = scope.get("client") or ("", 0)
        return caller(peer[0], headers.get(b"x-forwarded-for", ""), self._proxies)

    def _log(self, scope: Scope, entry: RequestLogEntry) -> None:
        seconds = time.perf_counter() - entry.start
        method = scope["method"] if scope["method"] in METHODS else "OTHER"
        route = _route(scope)
        access_log.log_request(method, route, entry.status, seconds)
        self.metrics.count_request(method, route, entry.status, seconds, scope["path"] in STREAM_PATHS)

    def _refusal(self, scope: Scope, headers: dict[bytes, str], address: str, path: str) -> GateRefusal | None:
        """Return why a request is refused; None: it may pass."""
        if path != HEALTH_PATH and self.is_banned(address):
            return GateRefusal(403, "server.error.banned")
        if "," in headers.get(b"authorization", ""):  # which of two secrets counts would be a guess
            return GateRefusal(400, "server.error.two_secrets")
        weight = STATIC_FILE_REQUEST_UNITS if path.startswith(STATIC) else _weight(headers)
        refusal = self._origin_refusal(headers, path) or self._rate_refusal(
            address, weight, b"authorization" in headers
        )
        if refusal is not None:
            return refusal
        if scope["method"] not in SAFE_METHODS:
            if not _is_json(headers):
                return GateRefusal(415, "server.error.media")
            if path in CREATE_PATHS and (wait := self.limits.tables.take(address)):
                return GateRefusal(429, "server.error.rate_new_games", wait)
        return None

    def _origin_refusal(self, headers: dict[bytes, str], path: str) -> GateRefusal | None:
        """Refuse a request for another host, or sent by a page of another site."""
        if path != HEALTH_PATH and headers.get(b"host", "").lower() not in self._hosts:
            return GateRefusal(421, "server.error.name")
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() not in self._origins:
            return GateRefusal(403, "server.error.origin")
        if path.startswith(API) and headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return GateRefusal(403, "server.error.origin")
        return None

    def _rate_refusal(self, address: str, weight: float, has_secret: bool) -> GateRefusal | None:
        if wait := self.limits.wait(address, weight):
            return GateRefusal(429, "server.error.rate", wait)
        if has_secret and (wait := self.limits.wrong.wait(address)):
            return GateRefusal(429, "server.error.rate_wrong_secrets", wait)
        return None

    async def _pass_stream(
        self, scope: Scope, receive: Receive, send: Send, address: str, headers: dict[bytes, str]
    ) -> None:
        if not self.limits.streams.enter(address):
            await _send_refusal(scope, send, GateRefusal(429, "server.error.rate_streams", BODY_TIMEOUT_S))
            return
        try:
            await self._pass(scope, receive, send, headers)
        finally:
            self.limits.streams.leave(address)

    async def _pass(self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str]) -> None:
        """Call the application with a complete body that is neither too long nor made of very many values."""
        if scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        # A long body must declare its length, which counts against the rate limit.
        may_be_long = scope["path"] in LONG_BODY_PATHS_ONLINE and b"content-length" in headers
        max_bytes = self._max_long_body_bytes if may_be_long else self._max_body_bytes
        declared = headers.get(b"content-length", "0")
        if not declared.isdecimal() or int(declared) > max_bytes:
            await _send_refusal(scope, send, GateRefusal(413, "server.error.too_large"))
            return
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                body = await _read_body(receive, max_bytes)
        except TimeoutError:
            await _send_refusal(scope, send, GateRefusal(408, "server.error.slow"))
            return
        if body is None or has_many_values(body):
            await _send_refusal(scope, send, GateRefusal(413, "server.error.too_large"))
            return
        if not is_utf8_json(body):
            await _send_refusal(scope, send, GateRefusal(400, "server.error.encoding"))
            return
        await self.app(scope, replay({"type": "http.request", "body": body, "more_body": False}, receive), send)


def replay(first: Message, receive: Receive) -> Receive:
    """Return a `receive` that gives a message which was read already, then what follows."""
    messages = [first]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


def _route(scope: Scope) -> str:
    """Return the route without ids of games; an unknown path may hold anything, so it is not logged."""
    route = scope.get(ROUTE_PATH) or getattr(scope.get("route"), "path", None)
    return STATIC if route is None and scope["path"].startswith(STATIC) else route or "-"


def _weight(headers: dict[bytes, str]) -> float:
    """Return as how many requests a request counts: long ones fill the memory.

    >>> _weight({}), _weight({b"content-length": "1000"}), _weight({b"content-length": "2097152"})
    (1.0, 1.0, 32.0)
    """
    length = headers.get(b"content-length", "")
    return max(1.0, int(length) / BYTES_PER_REQUEST_UNIT) if length.isdecimal() and len(length) < 12 else 1.0


def _is_json(headers: dict[bytes, str]) -> bool:
    """Whether the body is declared as JSON, which a form of another site's page cannot do."""
    return headers.get(b"content-type", "").partition(";")[0].strip().lower() == "application/json"


def _checked_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    """Return the headers that the gate checks; the values of a repeated header are joined."""
    checked: dict[bytes, str] = {}
    for name, value in headers:
        if name in CHECKED_HEADERS:
            text = value.decode("latin-1")
            checked[name] = f"{checked[name]},{text}" if name in checked else text
    return checked


async def _read_body(receive: Receive, max_bytes: int) -> bytes | None:
    """Read a whole body; None if it is too long. A client that disconnects early gives what it has sent."""
    body, more = bytearray(), True  # which grows without a copy for each of the pieces that a client may send
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > max_bytes:
            return None
    return bytes(body)


async def _send_refusal(scope: Scope, send: Send, refusal: GateRefusal) -> None:
    """Answer with a page for people and with JSON for programs."""
    lang = language_of(Headers(scope=scope))
    retry_after_s = math.ceil(refusal.retry_after_s)
    number = {"n": retry_after_s} if retry_after_s else {}
    text = catalogue(lang).render(refusal.key, **number)
    if scope["path"].startswith(API):
        media = "application/json"
        body = json.dumps({"error": {"key": refusal.key, "text": text}}, ensure_ascii=False)
    else:
        media, body = "text/html; charset=utf-8", notice(text, lang)
    content = body.encode()
    headers = [(b"content-type", media.encode()), (b"content-length", str(len(content)).encode())]
    if retry_after_s:
        headers.append((b"retry-after", str(retry_after_s).encode()))
    if refusal.status in (408, 413):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})
