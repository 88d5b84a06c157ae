"""Retry of requests that another process has overtaken: they run again with what that process wrote."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute

from solafide.game import SolaFideError
from solafide.server.http.idempotency import Handler, answer_once
from solafide.server.matches.registry import ConcurrentUpdate, MatchRegistry
from solafide.server.storage.ledger import WriteConflict

MAX_RETRIES = 5  # in the draft both players may choose at any time, each at a process of their own
T = TypeVar("T")


async def retry_on_conflict(registry: MatchRegistry, game: str, attempt: Callable[[], Awaitable[T]]) -> T:
    """Run an attempt until no other process has overtaken it.

    Where several processes share a database, a match in memory may be out of date, so a refusal is checked again
    after catching up.
    """
    if not registry.store.shared:
        return await attempt()
    for _ in range(MAX_RETRIES):
        try:
            return await attempt()
        except (ConcurrentUpdate, WriteConflict):
            continue
        except SolaFideError:
            if not await registry.replicator.catch_up(game):
                raise
    return await attempt()


class GameRoute(APIRoute):
    """A route that retries conflicts with other processes, if it names a game."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def retried(request: Request) -> Response:
            registry: MatchRegistry = request.app.state.registry
            game = request.path_params.get("game")
            if game is None:
                return await handle(request)
            # Read your own writes: the choice may have been made in another process.
            if request.method == "GET" and registry.store.shared:
                with suppress(SolaFideError):
                    await registry.replicator.catch_up(game)
            return await retry_on_conflict(registry, game, lambda: handle(request))

        return retried


class IdempotentGameRoute(GameRoute):
    """A route about one game whose first answer is stored; actions in a match do that themselves, in `perform`."""

    def get_route_handler(self) -> Handler:
        return answer_once(super().get_route_handler())
