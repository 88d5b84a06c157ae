"""The daily deal: see the one of today, play it once, read the results of days that are over."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from solafide.game import commitment
from solafide.server.duplicate.daily import daily_options, end_of, lead, ranked
from solafide.server.duplicate.daily_service import DailyDealService
from solafide.server.duplicate.service import DealSeatRequest
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import POST_PROBLEMS, RequestCredentials, guest_address, problem_responses
from solafide.server.matches.access import Credentials, hash_secret
from solafide.server.routes.duplicate_deals import ROOM
from solafide.server.schemas.daily import DailyDealView, DailyPlayRequest, DailyResults, Day
from solafide.server.schemas.errors import RequestRefused

router = APIRouter(prefix="/api/daily", tags=["daily deal"], route_class=GameRoute)


async def daily_service(request: Request) -> DailyDealService:
    service: DailyDealService = request.app.state.daily
    return service


Daily = Annotated[DailyDealService, Depends(daily_service)]


def _player(credentials: Credentials) -> bytes | None:
    """Return the hash of the player key, if the request shows one."""
    return hash_secret(credentials.secret) if credentials.secret else None


@router.get("", response_model=DailyDealView, responses=problem_responses())
async def read_daily_deal(daily: Daily, credentials: RequestCredentials) -> Response:
    """Return the deal of today; online with the player key in the header, so that one's own game is known."""
    return await _present(daily, _player(credentials), credentials.is_local)


@router.post("/play", response_model=DailyDealView, responses=POST_PROBLEMS, dependencies=ROOM)
async def play_daily_deal(
    request: Request, daily: Daily, credentials: RequestCredentials, body: DailyPlayRequest
) -> Response:
    """Begin one's game of the deal of today; a second request leads to the same game."""
    if credentials.is_local:
        await daily.play(None, guest_address(request))
        return await _present(daily, None, True)
    if body.secret is None or body.player_key is None:
        raise RequestRefused(422, "server.error.malformed", field="secret, player_key")
    await daily.play(DealSeatRequest(body.secret, body.player_key, body.name), guest_address(request))
    return await _present(daily, hash_secret(body.player_key), False)


@router.get("/{day}", response_model=DailyResults, responses=problem_responses(404))
async def read_daily_results(daily: Daily, credentials: RequestCredentials, day: Day) -> Response:
    """Return the results of a day, once it is over."""
    try:
        past = date.fromisoformat(day)
    except ValueError:
        raise RequestRefused(404, "deals.error.none") from None
    player = _player(credentials)
    entries = await daily.entries(past, player)
    stored = await daily.find(past)
    daily.start_level_game(stored)
    own = await daily.own(past, player)
    person = stored.terms.person
    return JSONResponse(
        {
            "day": day,
            "level": stored.terms.level,
            "faith": stored.terms.faith,
            "level_lead": None if stored.margin is None else lead(person, stored.margin),
            "players": await daily.count_players(past),
            "rows": ranked(person, stored.margin, entries),
            "seed": {"server": stored.contribution.hex(), "seed": stored.seed.hex()},
            "game": own.game if own else "",
        }
    )


async def _present(daily: DailyDealService, player: bytes | None, is_local: bool) -> Response:
    stored = await daily.present()
    own = await daily.own(stored.day, player)
    person = stored.terms.person
    own_lead = None if own is None or own.margin is None else lead(person, own.margin)
    level_lead = None
    if is_local and own is not None and own.over:  # nobody else plays here, so there is nothing to keep secret
        daily.start_level_game(stored)
        level_lead = None if stored.margin is None else lead(person, stored.margin)
    return JSONResponse(
        {
            "day": stored.day.isoformat(),
            "ends": end_of(stored.day),
            "level": stored.terms.level,
            "faith": stored.terms.faith,
            "options": daily_options().json(),
            "commitment": commitment(stored.seed),
            "state": "open" if own is None else "over" if own.over else "begun",
            "game": own.game if own else "",
            "lead": own_lead,
            "level_lead": level_lead,
            "score": None if own_lead is None or level_lead is None else own_lead - level_lead,
            "players": await daily.count_players(stored.day),
            "days": [day.isoformat() for day in await daily.revealed_days()],
        }
    )
