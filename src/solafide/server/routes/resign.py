"""Resign."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import SeatActionRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.post("/resign", response_model=Moment, responses=POST_PROBLEMS)
async def resign(player: Player, body: SeatActionRequest) -> Response:
    """Resign the game."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return match.end("resign", seat, body.idempotency_key)

    return await player.perform(EntryKind.CHOICE, body, apply, body.seat, "resign")
