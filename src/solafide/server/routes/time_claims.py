"""Claim a game on time."""

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


@router.post("/claim-time", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def claim_time(player: Player, body: SeatActionRequest) -> Response:
    """Claim the game of a player whose time has run out."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        require_permission(match, seat, "claim_time")
        return match.end("time", seat, body.idempotency_key)

    return await player.perform(EntryKind.CHOICE, body, apply, choice="time")
