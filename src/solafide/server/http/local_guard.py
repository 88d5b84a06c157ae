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
from solafide.server.http.error_page import notice
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import sessions
from solafide.server.wall_clock import SYSTEM_CLOCK
from solafide.text import catalogue, supported_language

COOKIE = "solafide"
TOKEN_BYTES = 32
COOKIE_MAX_AGE_S = 400 * 24 * 3600  # seconds: browsers keep a cookie no longer
SMALL, LARGE = 64 * 1024, 2 * 1024 * 1024
LONG_BODY_PATHS = ("/api/records", "/api/games")  # records and card sets are long
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
    """One-time keys that open the table, and the sessions that were opened; neither is kept in the clear."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._keys: set[bytes] = set()
        self._sessions: set[bytes] = store.do_sync(_sessions)

    def new_key(self) -> str:
        key = secrets.token_urlsafe(TOKEN_BYTES)
        self._keys.add(_hash(key))
        return key

    async def open(self, key: str) -> str | None:
        """A session for a key; the key is spent."""
        wanted = _hash(key)
        found = next((known for known in self._keys if hmac.compare_digest(known, wanted)), None)
        if found is None:
            return None
        self._keys.discard(found)
        token = secrets.token_urlsafe(TOKEN_BYTES)

        def job(connection: Connection) -> None:
            connection.execute(insert(sessions).values(hash=_hash(token), created=SYSTEM_CLOCK.timestamp()))

        await self._store.do(job)
        self._sessions.add(_hash(token))
        return token

    def known(self, token: str) -> bool:
        wanted = _hash(token)
        return any(hmac.compare_digest(known, wanted) for known in self._sessions)


def _sessions(connection: Connection) -> set[bytes]:
    """Those whose cookie may still be kept somewhere."""
    oldest = (datetime.now(UTC) - timedelta(seconds=COOKIE_MAX_AGE_S)).isoformat()
    connection.execute(delete(sessions).where(sessions.c.created < oldest))
    return set(connection.execute(select(sessions.c.hash)).scalars())


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


class LocalGuard:
    """Stands before the application and looks at every request."""

    def __init__(self, app: FastAPI, keys: LoginKeys, hosts: frozenset[str]) -> None:
        self.app, self.keys, self.hosts = app, keys, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_added(message["headers"], scope["path"])]
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _answer(scope, guarded, *refused)
            return
        limit = LARGE if scope["path"] in LONG_BODY_PATHS else SMALL
        await _BodyLimit(self.app, limit)(scope, receive, guarded)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Why this request is not let in."""
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
        if path == "/open" or path.startswith("/static/"):
            return None
        if not self.keys.known(_cookie(headers)):
            return 401, "server.error.closed"
        if scope["method"] not in SAFE_METHODS and _media(headers) != "application/json":
            return 415, "server.error.media"
        return None


class _BodyLimit:
    """Reads no more of a body than is allowed."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or int(declared) > self.limit:
            await _answer(scope, send, 413, "server.error.too_large")
            return
        body, more = b"", scope["method"] not in SAFE_METHODS
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > self.limit:
                await _answer(scope, send, 413, "server.error.too_large")
                return
        read = scope["method"] in SAFE_METHODS

        async def received() -> Message:
            nonlocal read
            if read:
                return await receive()
            read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, received, send)


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _media(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _added(there: Any, path: str) -> list[tuple[bytes, bytes]]:
    names = {name.lower() for name, _ in there}
    wanted = dict(SECURITY_HEADERS)
    if not path.startswith("/static/"):
        wanted["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in wanted.items() if name.encode() not in names]


def language_of(headers: Headers, wished: str | None = None) -> str:
    """The language that a reader wishes: by the address, else by what the browser says."""
    if wished and (known := supported_language(wished)):
        return known
    for tag in headers.get("accept-language", "").split(","):
        if known := supported_language(tag.partition(";")[0]):
            return known
    return DEFAULT_LANGUAGE


async def _answer(scope: Scope, send: Send, status: int, key: str) -> None:
    """A refusal, as a page for people and as JSON for programs."""
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
