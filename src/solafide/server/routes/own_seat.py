"""What a player sets for the own seat: the name shown there, and whether to read the other player's chat."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Connection, update

from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    moment_response,
    open_own_match,
)
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import SeatSettingsRequest
from solafide.server.storage.ledger import announce_change
from solafide.server.storage.schema import seats

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.put("/seat", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def update_seat(
    registry: Registry, lang: RequestLanguage, credentials: RequestCredentials, game: GameId, body: SeatSettingsRequest
) -> Response:
    """Change one's name in this game, and whether messages of the other player are hidden."""
    async with open_own_match(registry, game, credentials) as (match, person):
        online = match.require_online()
        changes: dict[str, Any] = {}
        if body.name is not None:
            changes["name"] = body.name.strip()
        if body.muted is not None:
            changes["muted"] = body.muted
        if changes:

            def job(connection: Connection) -> None:
                own = update(seats).where(seats.c.game == game, seats.c.person == person)
                connection.execute(own.values(**changes))
                announce_change(connection, game)

            await registry.store.do(job)
            online.names |= {person: changes["name"]} if "name" in changes else {}
            if "muted" in changes:
                online.muted = online.muted | {person} if changes["muted"] else online.muted - {person}
            registry.publish_change(game)
        return moment_response(match, match.current_seat(person), lang)
