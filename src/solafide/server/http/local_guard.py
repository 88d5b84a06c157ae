"""Guard of the local server: only this machine, only its own pages, only a browser that was opened with a key."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from datetime import UTC, datetime, timedelta
from http.cookies import CookieError, SimpleCookie
from typing import Any

from fastapi import FastAPI
from sqlalchemy import Connection, delete, insert, select
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solafide.languages import DEFAULT_LANGUAGE
from solafide.server.http.body_encoding import is_utf8_json
from solafide.server.http.error_page import notice
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import sessions
from solafide.text import catalogue, supported_language

COOKIE = "solafide"
TOKEN_BYTES = 32
COOKIE_MAX_AGE_S = 400 * 24 * 3600  # browsers store a cookie no longer
MAX_BODY_BYTES, MAX_LONG_BODY_BYTES = 64 * 1024, 2 * 1024 * 1024
# Records and card sets are long.
LONG_BODY_PATHS = ("/api/records", "/api/games", "/api/card-set-form/file", "/api/card-set-form/check")
OPEN_PATHS = ("/open", "/service-worker.js")  # without a session, like the static files
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class LoginKeys:
    """One-time login keys and the sessions that they opened; only hashes of both are stored."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._keys: set[bytes] = set()
        self._sessions: set[bytes] = store.do_sync(_load_sessions)

    def new_key(self) -> str:
        """Create a login key."""
        key = secrets.token_urlsafe(TOKEN_BYTES)
        self._keys.add(_hash(key))
        return key

    async def open(self, key: str) -> str | None:
        """Exchange a login key for the token of a new session; None if the key is wrong or was used."""
        key_hash = _hash(key)
        if not _contains(self._keys, key_hash):
            return None
        self._keys.discard(key_hash)
        token = secrets.token_urlsafe(TOKEN_BYTES)

        def job(connection: Connection) -> None:
            connection.execute(insert(sessions).values(hash=_hash(token), created=SYSTEM_CLOCK.timestamp()))

        await self._store.do(job)
        self._sessions.add(_hash(token))
        return token

    def is_session(self, token: str) -> bool:
        """Whether a token belongs to a session."""
        return _contains(self._sessions, _hash(token))


def _contains(hashes: set[bytes], hash_value: bytes) -> bool:
    """Whether a hash is in a set; each comparison takes the same time."""
    return any(hmac.compare_digest(each, hash_value) for each in hashes)


def _load_sessions(connection: Connection) -> set[bytes]:
    """Load the sessions whose cookies have not expired; delete the others."""
    oldest = (datetime.now(UTC) - timedelta(seconds=COOKIE_MAX_AGE_S)).isoformat()
    connection.execute(delete(sessions).where(sessions.c.created < oldest))
    return set(connection.execute(select(sessions.c.hash)).scalars())


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


class LocalGuard:
    """ASGI middleware that checks every request before the application gets it."""

    def __init__(self, app: FastAPI, keys: LoginKeys, hosts: frozenset[str]) -> None:
        self.app, self.keys, self.hosts = app, keys, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_missing_headers(message["headers"], scope["path"])]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await _send_refusal(scope, send_with_headers, *refusal)
            return
        limit = MAX_LONG_BODY_BYTES if scope["path"] in LONG_BODY_PATHS else MAX_BODY_BYTES
        await _BodyLimit(self.app, limit)(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the error key with which a request is refused; None if it is allowed."""
        headers, path = Headers(scope=scope), scope["path"]
        if headers.get("host", "").lower() not in self.hosts:
            return 421, "server.error.host"
        if path == "/healthz":
            return None
        origin = headers.get("origin")
        if origin is not None and origin.lower().removeprefix("http://") not in self.hosts:
            return 403, "server.error.origin"
        if path.startswith("/api/") and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "server.error.origin"
        if path in OPEN_PATHS or path.startswith("/static/"):
            return None
        if not self.keys.is_session(_cookie(headers)):
            return 401, "server.error.closed"
        if scope["method"] not in SAFE_METHODS and _media_type(headers) != "application/json":
            return 415, "server.error.media"
        return None


class _BodyLimit:
    """ASGI middleware that reads a whole body and refuses one that is too long or not in UTF-8."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or int(declared) > self.limit:
            await _send_refusal(scope, send, 413, "server.error.too_large")
            return
        body, more = b"", scope["method"] not in SAFE_METHODS
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > self.limit:
                await _send_refusal(scope, send, 413, "server.error.too_large")
                return
        if not is_utf8_json(body):
            await _send_refusal(scope, send, 400, "server.error.encoding")
            return
        read = scope["method"] in SAFE_METHODS

        async def receive_body() -> Message:
            nonlocal read
            if read:
                return await receive()
            read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, receive_body, send)


def _cookie(headers: Headers) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie else ""


def _media_type(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _missing_headers(headers: Any, path: str) -> list[tuple[bytes, bytes]]:
    """Return the security headers that a response does not have yet."""
    present = {name.lower() for name, _ in headers}
    required = dict(SECURITY_HEADERS)
    if not path.startswith("/static/"):
        required["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in required.items() if name.encode() not in present]


def language_of(headers: Headers, requested: str | None = None) -> str:
    """Return the language of a request: the one it names, else the first supported one of the browser."""
    if requested and (language := supported_language(requested)):
        return language
    for tag in headers.get("accept-language", "").split(","):
        if language := supported_language(tag.partition(";")[0]):
            return language
    return DEFAULT_LANGUAGE


async def _send_refusal(scope: Scope, send: Send, status: int, key: str) -> None:
    """Send a refusal: as JSON for the API, else as a page."""
    lang = language_of(Headers(scope=scope))
    text = catalogue(lang).render(key)
    if scope["path"].startswith("/api/"):
        media, body = "application/json", json.dumps({"error": {"key": key, "text": text}}, ensure_ascii=False)
    else:
        media = "text/html; charset=utf-8"
        body = notice(text, lang)
    content = body.encode()
    headers = [(b"content-type", media.encode()), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})
