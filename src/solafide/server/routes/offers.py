"""Offer a draw or a takeback, accept, decline or withdraw it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.game import Seat
from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import ONLINE_ONLY, POST_PROBLEMS
from solafide.server.http.player_request import Player
from solafide.server.matches.match import Match
from solafide.server.matches.online_state import Offer
from solafide.server.matches.permissions import require_permission
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import OfferAnswerRequest, OfferRequest, OfferWithdrawalRequest
from solafide.server.storage.ledger import EntryKind, LedgerEntry

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.post("/offers", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def offer(player: Player, body: OfferRequest) -> Response:
    """Ask the other player for a draw, or to go back to an earlier choice of one's own."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        require_permission(match, seat, "draw" if body.kind == "draw" else "ask_takeback")
        if body.kind == "takeback" and (body.to is None or not match.game.can_take_back(body.to, seat)):
            raise RequestRefused(422, "server.error.no_such_step")
        return match.add_offer(
            Offer(body.kind, seat, body.to if body.kind == "takeback" else None), body.idempotency_key
        )

    return await player.perform(EntryKind.OFFER, body, apply)


@router.post("/answers", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def answer(player: Player, body: OfferAnswerRequest) -> Response:
    """Accept or decline what the other player offered."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        offered = match.require_online().offers.get(body.kind)
        if offered is None or offered.by == seat:
            raise RequestRefused(409, "server.error.no_offer")
        if not body.accept:
            return match.decline(seat, body.kind, body.idempotency_key)
        if offered.kind == "draw":
            return match.end("agree", seat, body.idempotency_key)
        return match.take_back_to(offered.by, offered.to or 0, body.idempotency_key)

    if not body.accept:
        return await player.perform(EntryKind.DECLINED, body, apply, choice=body.kind)
    if body.kind == "draw":
        return await player.perform(EntryKind.CHOICE, body, apply, choice="agree")
    return await player.perform(EntryKind.TAKEBACK, body, apply)


@router.post("/withdraw", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def withdraw(player: Player, body: OfferWithdrawalRequest) -> Response:
    """Withdraw one's own offer."""

    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        offered = match.require_online().offers.get(body.kind)
        if offered is None or offered.by != seat:
            raise RequestRefused(409, "server.error.no_offer")
        return match.withdraw(seat, body.kind, body.idempotency_key)

    return await player.perform(EntryKind.WITHDRAWN, body, apply, choice=body.kind)
