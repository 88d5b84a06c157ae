"""Take back a choice, or a whole turn against the computer."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import UndoRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["games"], route_class=GameRoute)


@router.post("/undo", response_model=Moment, responses=POST_PROBLEMS)
async def undo(player: Player, body: UndoRequest) -> Response:
    """Take back one's last choice, as long as neither chance nor hidden cards nor the other player came in between."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return match.undo(seat, body.idempotency_key)

    return await player.perform(EntryKind.UNDO, body, apply, body.seat, allowed_after_end=True)


@router.post("/takeback", response_model=Moment, responses=POST_PROBLEMS)
async def take_back(player: Player, body: UndoRequest) -> Response:
    """Take back one's last turn against the computer: the record shows it, and later random picks are new."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return match.take_back(seat, body.idempotency_key)

    return await player.perform(EntryKind.TAKEBACK, body, apply, body.seat, allowed_after_end=True)
