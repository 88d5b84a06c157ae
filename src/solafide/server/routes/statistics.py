"""The statistics of one's own games, and the tags under which one files them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import (
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    open_match,
    problem_responses,
)
from solafide.server.matches.access import Credentials, hash_secret
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.games import GameTagsRequest, GameTagsView
from solafide.server.schemas.identity import PERSONS
from solafide.server.schemas.statistics import CardId, StatisticsView, UtcOffset
from solafide.server.statistics.service import StatisticsService
from solafide.server.storage.tags import LOCAL_PERSON, replace_tags

router = APIRouter(prefix="/api", tags=["my record"], route_class=GameRoute)


async def statistics_service(request: Request) -> StatisticsService:
    service: StatisticsService = request.app.state.statistics
    return service


Statistics = Annotated[StatisticsService, Depends(statistics_service)]


def player_of(credentials: Credentials) -> bytes | None:
    """Return the hash of the player key that a request shows; None on a local server."""
    if credentials.is_local:
        return None
    if credentials.secret is None:
        raise RequestRefused(401, "server.error.no_secret")
    return hash_secret(credentials.secret)


@router.get("/me/statistics", response_model=StatisticsView, responses=problem_responses())
async def read_statistics(
    statistics: Statistics, credentials: RequestCredentials, utc_offset: UtcOffset = 0
) -> Response:
    """Return the statistics of one's finished games; online of the owner of the player key in the header.

    utc_offset: of the player's clock, in minutes, for days and months. Games that are not counted yet are counted a few
    at a time, so that no request takes long.
    """
    return JSONResponse(await statistics.read(player_of(credentials), utc_offset))


@router.get("/me/games-with-card", response_model=list[str], responses=problem_responses())
async def list_games_with_card(statistics: Statistics, credentials: RequestCredentials, card: CardId) -> Response:
    """List one's finished games in which either player has played a card."""
    return JSONResponse(await statistics.games_with_card(player_of(credentials), card))


@router.put("/games/{game}/tags", response_model=GameTagsView, responses=POST_PROBLEMS)
async def write_tags(
    registry: Registry, credentials: RequestCredentials, game: GameId, body: GameTagsRequest
) -> Response:
    """Replace the tags of a game, which only this player sees."""
    tags = sorted({tag.strip() for tag in body.tags} - {""})
    async with open_match(registry, game, credentials) as (_, access):
        if not access.is_local and access.person not in PERSONS:
            raise RequestRefused(403, "server.error.seat")
        person = access.person or LOCAL_PERSON
        await registry.store.do(lambda connection: replace_tags(connection, game, person, tags))
    return JSONResponse({"tags": tags})
