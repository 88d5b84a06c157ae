"""Replace a player who is away by the computer."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import ONLINE_ONLY, POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.matches.permissions import require_permission
from solafide.server.routes.games import require_opponent
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import ReplacePlayerRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.post("/replace", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def replace(player: Player, body: ReplacePlayerRequest) -> Response:
    """Let the computer play on for a player who is away."""
    require_opponent(body.opponent)

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        require_permission(match, seat, "replace")
        return match.replace(match.opposite_seat(seat), body.opponent, body.idempotency_key)

    return await player.perform(EntryKind.REPLACED, body, apply, choice=body.opponent)
