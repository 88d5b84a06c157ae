"""The short way for what is asked most: a choice of a program, from the bytes of its request to those of its answer."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import cast

from fastapi import FastAPI, Request, Response
from pydantic import ValidationError
from starlette.types import Message, Receive, Scope, Send

from solafide.game import SolaFideError
from solafide.server.choosing import choose
from solafide.server.hall import Hall
from solafide.server.packing import LEAST, Packing
from solafide.server.protocol import Chosen
from solafide.server.reader import short
from solafide.server.visitor import Guest

PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{1,64})/choices")
BEARER = re.compile(rb"[Bb]earer ([A-Za-z0-9_-]{43})")
JSON = (b"content-type", b"application/json")

Handler = Callable[[Request, Exception], Awaitable[Response]]


class Route:
    """What the log and the figures call it."""

    path = "/api/games/{game}/choices"


class Express:
    """Stands before the application of the online house; all but the choices of programs goes on to it.

    A route with its dependencies and the middleware around it takes longer than the choice itself. What is done is the
    same function, what is refused is answered by the same handlers, and whatever is not as usual goes the usual way.
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["query_string"] == b"answer=short" and scope["method"] == "POST":
            found = PATH.fullmatch(scope["path"])
            if found and self.app.state.online:
                await self._choose(found[1], scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _choose(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        try:
            wish = Chosen.model_validate_json(first.get("body", b""))
        except ValidationError:
            await self.app(scope, _again(first, receive), send)
            return
        house: Hall = self.app.state.hall
        known: list[str] = []
        try:
            body = await choose(house, game, _guest(scope), wish, known.append, short, "short")
        except Exception as error:
            if house.store.shared and isinstance(error, SolaFideError):  # another process may know better
                await self.app(scope, _again(first, receive), send)
            else:
                await self._refuse(error, game, known, scope, receive, send)
            return
        scope["route"] = Route
        if len(body) >= LEAST:
            await Packing(Response(body, media_type="application/json"))(scope, receive, send)
            return
        headers = [JSON, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _refuse(
        self, error: Exception, game: str, known: list[str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        scope["app"], scope["route"] = self.app, Route
        request = Request(scope)
        if known:
            request.state.shown = (game, known[0])
        kinds = [kind for kind in type(error).__mro__ if kind in self.app.exception_handlers]
        handler = cast(Handler, self.app.exception_handlers[kinds[0]])
        answer = await handler(request, error)
        await Packing(answer)(scope, receive, send)


def _guest(scope: Scope) -> Guest:
    for name, value in scope["headers"]:
        if name == b"authorization":
            shown = BEARER.fullmatch(value)
            return Guest(shown[1].decode() if shown else None)
    return Guest()


def _again(first: Message, receive: Receive) -> Receive:
    """What was read already comes once more."""
    waiting = [first]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received
