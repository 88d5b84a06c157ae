"""Finish a decided game, or accept the draw that a computer opponent offers."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.matches.settlement import settle
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import SettlementRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.post("/settle", response_model=Moment, responses=POST_PROBLEMS)
async def finish(player: Player, body: SettlementRequest) -> Response:
    """Finish a game as the moment's `settlement` says: the loser resigns, or the offered draw is accepted."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return settle(match, seat, body.kind, body.idempotency_key)

    return await player.perform(EntryKind.CHOICE, body, apply, body.seat)
