"""Make a choice."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.schemas.match import ChoiceResult, Moment
from solafide.server.schemas.match_actions import ChoiceRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["games"], route_class=GameRoute)


@router.post("/choices", response_model=Moment | ChoiceResult, responses=POST_PROBLEMS)
async def choose(player: Player, body: ChoiceRequest, answer: Literal["short", "moment"] = "moment") -> Response:
    """Make a choice that the present moment offers; the answer tells what came of it, to programs without words."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return match.choose(seat, body.choice, body.idempotency_key)

    return await player.perform(EntryKind.CHOICE, body, apply, body.seat, body.choice, short_answer=answer == "short")
