"""First answers: a request that comes again with the same id is told what it was told the first time."""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.routing import APIRoute
from sqlalchemy import Connection, bindparam, delete, insert, select

from solafide.server.http.local_guard import language_of
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.ledger import WriteConflict
from solafide.server.storage.schema import responses
from solafide.server.storage.timestamps import now

ANSWER_TTL = timedelta(days=7)  # whoever asks again later is told what is so then
SWEEP_INTERVAL_S = 3600.0  # seconds between two looks for what is older
SWEEP_BATCH_ROWS = 200  # answers that go in one transaction
ZLIB_LEVEL = 1
_DOMAIN = b"solafide request 1\n"
_FIRST = select(responses.c.status, responses.c.body).where(responses.c.request == bindparam("request"))
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class IdempotencyStore:
    """They are on the disk before anybody gets them: what was never kept was never said."""

    def __init__(self, store: Storage) -> None:
        self._store = store

    async def find(self, request: bytes) -> Response | None:
        """What a request with this fingerprint was answered, if it was there before."""
        return await self._store.read(lambda connection: _found(connection, request))

    async def keep(self, request: bytes, game: str, answer: Response) -> Response:
        """The answer to give: this one, unless the same request has got another one meanwhile."""
        row = {
            "request": request,
            "game": game,
            "at": now(),
            "status": answer.status_code,
            "body": zlib.compress(answer.body, ZLIB_LEVEL),
        }

        def job(connection: Connection) -> Response:
            found = _found(connection, request)
            if found is None:
                connection.execute(insert(responses), row)
            return found or answer

        with suppress(WriteConflict):  # another process has answered it just now
            return await self._store.do(job)
        return await self.find(request) or answer

    async def sweep(self) -> None:
        """What is too old goes, a little at a time: meanwhile nobody else has a turn."""
        oldest = (datetime.now(UTC) - ANSWER_TTL).isoformat(timespec="milliseconds")
        some = select(responses.c.request).where(responses.c.at < oldest).limit(SWEEP_BATCH_ROWS)
        old = delete(responses).where(responses.c.request.in_(some))
        while await self._store.do(lambda connection: connection.execute(old).rowcount):
            pass

    async def keep_order(self) -> None:
        """As long as the server is up."""
        while True:
            with suppress(StorageError):  # next time, then
                await self.sweep()
            await asyncio.sleep(SWEEP_INTERVAL_S)


def _found(connection: Connection, request: bytes) -> Response | None:
    row = connection.execute(_FIRST, {"request": request}).first()
    return None if row is None else Response(zlib.decompress(row.body), row.status, media_type="application/json")


def once(handle: Handler) -> Handler:
    """Requests that carry an id are answered once; refusals are not kept, for they have changed nothing."""

    async def handled(request: Request) -> Response:
        asked = await fingerprint(request)
        if asked is None:
            return await handle(request)
        kept: IdempotencyStore = request.app.state.registry.answers
        if (first := await kept.find(asked)) is not None:
            return first
        answer = await handle(request)
        return await kept.keep(asked, _about(request, answer), answer)

    return handled


class IdempotentRoute(APIRoute):
    """The way of a request where nothing but that is to be seen to."""

    def get_route_handler(self) -> Handler:
        return once(super().get_route_handler())


async def fingerprint(request: Request) -> bytes | None:
    """What makes a request the same as another one: who asks, for what, with which words; None if it has no id.

    A short answer is made again from the ledger instead, see `choosing`.
    """
    if request.method != "POST" or request.query_params.get("answer") == "short":
        return None
    body = await request.body()
    if b'"client"' not in body:
        return None
    lang = language_of(request.headers, request.query_params.get("lang"))
    head = (request.headers.get("authorization", ""), request.url.path, request.url.query, lang)
    return hashlib.sha256(_DOMAIN + orjson.dumps(head) + b"\n" + body).digest()


def _about(request: Request, answer: Response) -> str:
    """The game or the deal with which an answer goes when it is deleted."""
    told: dict[str, str] = orjson.loads(answer.body)
    return told.get("deal") or told.get("game") or request.path_params["game"]
