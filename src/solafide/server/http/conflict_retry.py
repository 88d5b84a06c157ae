"""A request that another process has overtaken is looked at once more, with what that process did."""

from __future__ import annotations

from contextlib import suppress

from fastapi import Request, Response
from fastapi.routing import APIRoute

from solafide.game import SolaFideError
from solafide.server.http.idempotency import Handler, once
from solafide.server.matches.registry import ConcurrentUpdate, MatchRegistry
from solafide.server.storage.ledger import WriteConflict

MAX_RETRIES = 5  # in the draft both may choose at any time, each at a process of its own


class ConflictRetryRoute(APIRoute):
    """Where several processes share a database, what is in memory may be behind: then nothing is refused by it."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            registry: MatchRegistry = request.app.state.registry
            game = request.path_params.get("game")
            if not registry.store.shared or game is None:
                return await handle(request)
            if request.method == "GET":  # somebody who has just chosen elsewhere wants to see it
                with suppress(SolaFideError):
                    await registry.follower.catch_up(game)
            for _ in range(MAX_RETRIES):
                try:
                    return await handle(request)
                except (ConcurrentUpdate, WriteConflict):
                    continue
                except SolaFideError:
                    if not await registry.follower.catch_up(game):
                        raise
            return await handle(request)

        return once(handled)
