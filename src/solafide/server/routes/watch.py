"""Watch two computer players on the local server: let them play the next move, read comments on their turns."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import (
    LOCAL_ONLY,
    GameId,
    Registry,
    RequestLanguage,
    guest_address,
    moment_response,
    problem_responses,
)
from solafide.server.schemas.common import HandsToShow, Version
from solafide.server.schemas.match import Moment
from solafide.server.schemas.watch import NextMoveRequest, TurnCommentView
from solafide.text.render.commentary import comment_text

router = APIRouter(prefix="/api/games/{game}", tags=["games"], route_class=GameRoute, dependencies=LOCAL_ONLY)


@router.post("/next-move", response_model=Moment, responses=problem_responses(404, 409, 413, 415))
async def play_next_move(registry: Registry, lang: RequestLanguage, game: GameId, body: NextMoveRequest) -> Response:
    """Let two computers play their next move, and then wait; a request for a move that was played does nothing."""
    async with registry.locked(game) as match:
        match.require_watched()
        if match.version(None) == body.version:
            match.requested_move = match.move_number
            registry.start_searches(match)
        return moment_response(match, None, lang)


@router.get("/comments", response_model=list[TurnCommentView], responses=problem_responses(404, 409))
async def read_comments(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    game: GameId,
    since: Version = 0,
    hands: HandsToShow = "closed",
) -> Response:
    """Comment on the turns that ended after a step; with open hands also on what the cards in them could do."""
    async with registry.locked(game) as match:
        match.require_watched()
        played = match.game
    comments = await registry.comments.comments(guest_address(request), game, played, hands == "open", since)
    return JSONResponse(
        [
            {name: each[name] for name in ("version", "turn", "by")} | {"text": comment_text(each, played.cards, lang)}
            for each in comments
        ]
    )
