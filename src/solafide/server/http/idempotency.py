"""Idempotency of requests that carry a key: a repeated request does nothing twice and gets its first answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.routing import APIRoute

from solafide.server.http.local_guard import language_of
from solafide.server.storage.idempotency import IdempotencyStore, StoredAnswer

KEY_FIELDS = (b'"idempotency_key"', b'"client"')  # the second: answers were stored under it before version 1 of the API
_DOMAIN = b"solafide request 1\n"
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


async def request_fingerprint(request: Request) -> bytes | None:
    """Hash what makes a request the same as another: who asks, for what, in which language; None: no key.

    A short answer is made again from the ledger instead, see `matches.perform`.
    """
    if request.method != "POST" or request.query_params.get("answer") == "short":
        return None
    body = await request.body()
    if not any(field in body for field in KEY_FIELDS):
        return None
    lang = language_of(request.headers, request.query_params.get("lang"))
    head = (request.headers.get("authorization", ""), request.url.path, request.url.query, lang)
    return hashlib.sha256(_DOMAIN + orjson.dumps(head) + b"\n" + body).digest()


def answer_once(handle: Handler) -> Handler:
    """Answer a request from the store if it was answered before; refusals are not stored: they have changed nothing."""

    async def handle_once(request: Request) -> Response:
        fingerprint = await request_fingerprint(request)
        if fingerprint is None:
            return await handle(request)
        store: IdempotencyStore = request.app.state.registry.idempotency
        if (first := await store.find(fingerprint)) is None:
            answer = await handle(request)
            stored = StoredAnswer(answer.status_code, bytes(answer.body))
            first = await store.keep(fingerprint, _subject(request, answer), stored)
            if first is stored:
                return answer
        return Response(first.body, first.status, media_type="application/json")

    return handle_once


class IdempotentRoute(APIRoute):
    """A route whose first answer is stored and sent again."""

    def get_route_handler(self) -> Handler:
        return answer_once(super().get_route_handler())


def _subject(request: Request, answer: Response) -> str:
    """Return the id of the game or deal; its stored answers are deleted with it."""
    body: dict[str, str] = orjson.loads(answer.body)
    return body.get("deal") or body.get("game") or request.path_params["game"]
