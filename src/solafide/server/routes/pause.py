"""Pause a match, and end the pause."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import ONLINE_ONLY, POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.matches.permissions import require_permission
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import SeatActionRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.post("/pause", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def pause(player: Player, body: SeatActionRequest) -> Response:
    """Pause the seat: the other player may let the computer play on at once."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        require_permission(match, seat, "pause")
        return match.pause(seat, body.idempotency_key)

    return await player.perform(EntryKind.PAUSED, body, apply)


@router.post("/resume", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def resume(player: Player, body: SeatActionRequest) -> Response:
    """Resume a paused seat, unless the computer plays there; a choice resumes it too."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        require_permission(match, seat, "resume")
        return match.end_pause(seat, body.idempotency_key)

    return await player.perform(EntryKind.RETURNED, body, apply)
