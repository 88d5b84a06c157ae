"""Report a game to the operator of the server, with or without consent to show it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from solafide.server.http.conflict_retry import IdempotentGameRoute
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    guest_address,
    open_own_match,
    problem_responses,
)
from solafide.server.matches.reports import ReportService
from solafide.server.schemas.reports import ReportRequest, ReportView
from solafide.server.storage.reports import Report, seat_reports

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=IdempotentGameRoute)


@router.get("/reports", response_model=list[ReportView], responses=problem_responses(404), dependencies=ONLINE_ONLY)
async def read_reports(registry: Registry, credentials: RequestCredentials, game: GameId) -> Response:
    """Return one's own reports of this game; nobody else at the table sees them."""
    async with open_own_match(registry, game, credentials) as (_, person):
        own = await registry.store.do(lambda connection: seat_reports(connection, game, person))
    return JSONResponse([report_view(report) for report in own])


@router.post("/reports", status_code=201, response_model=ReportView, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def report_game(
    request: Request, registry: Registry, credentials: RequestCredentials, game: GameId, body: ReportRequest
) -> Response:
    """Report the game to the operator; what the operator sees of it depends on the consent."""
    service: ReportService = request.app.state.reports
    async with open_own_match(registry, game, credentials) as (match, person):
        match.require_online()
        step = match.game.version_for(match.current_seat(person))
        report = await service.add(guest_address(request), game, person, step, body)
    return JSONResponse(report_view(report), 201)


def report_view(report: Report) -> dict[str, Any]:
    """Return what a player sees of an own report."""
    fields = {name: getattr(report, name) for name in ("id", "reason", "text", "consent", "created")}
    return {**fields, "state": "open" if report.closed is None else "closed"}
