"""Read and write the standing orders of a seat."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from solafide.cards import CardSet
from solafide.server.http.conflict_retry import IdempotentGameRoute
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    open_match,
    problem_responses,
)
from solafide.server.matches.access import Access
from solafide.server.matches.match import Match
from solafide.server.matches.order_execution import apply_standing_orders, save_orders
from solafide.server.matches.standing_orders import SeatOrders
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import PERSONS
from solafide.server.schemas.standing_orders import StandingOrders, StandingOrdersView
from solafide.text.render.standing_order import order_cancellation_text

router = APIRouter(
    prefix="/api/games/{game}/standing-orders",
    tags=["matches"],
    dependencies=ONLINE_ONLY,
    route_class=IdempotentGameRoute,
)


@router.get("", response_model=StandingOrdersView, responses=problem_responses(404))
async def read_orders(
    registry: Registry, lang: RequestLanguage, credentials: RequestCredentials, game: GameId
) -> Response:
    """Return one's own standing orders, which nobody else sees."""
    async with open_match(registry, game, credentials) as (match, access):
        return JSONResponse(_orders_view(match, _owner(match, access)[0], lang))


@router.put("", response_model=StandingOrdersView, responses=POST_PROBLEMS)
async def write_orders(
    registry: Registry, lang: RequestLanguage, credentials: RequestCredentials, game: GameId, body: StandingOrders
) -> Response:
    """Replace one's standing orders; they also answer a question that is already open."""
    async with open_match(registry, game, credentials) as (match, access):
        person, seat = _owner(match, access)
        if match.game.over:
            raise RequestRefused(409, "error.game_over")
        match.require_not_withdrawn()
        for card in body.discards:
            if not card.startswith(seat):
                raise RequestRefused(422, "orders.error.cards", card=card)
        seat_orders = {person: SeatOrders(body)}
        await registry.store.do(lambda connection: save_orders(connection, game, seat_orders))
        assert match.online is not None
        match.online.standing_orders |= seat_orders
        public = match.game.version_for(None)
        if entries := apply_standing_orders(match, standalone=True):
            await registry.commit(match, entries, public)
        else:
            await registry.store_cancelled_orders(match)
        return JSONResponse(_orders_view(match, person, lang))


def _owner(match: Match, access: Access) -> tuple[str, str]:
    """Return the person of the request, and the faith."""
    if access.person not in PERSONS or match.online is None:
        raise RequestRefused(403, "server.error.seat")
    if (seat := match.faith_of(access.person)) is None:
        raise RequestRefused(409, "orders.error.no_faith")
    access.own_seat(match, None)
    return access.person, seat


def _orders_view(match: Match, person: str, lang: str) -> dict[str, Any]:
    stored_orders = match.online.standing_orders.get(person) if match.online else None
    seat_orders = stored_orders or SeatOrders(StandingOrders())
    return {"orders": seat_orders.orders.model_dump(), "cancelled": _notice_texts(seat_orders, match.game.cards, lang)}


def _notice_texts(seat_orders: SeatOrders, cards: CardSet, lang: str) -> list[dict[str, Any]]:
    """Return the texts about cancelled orders for their owner."""
    return [
        {"turn": one.turn, "kind": one.kind, "text": order_cancellation_text(one.kind, one.reasons, cards, lang)}
        for one in seat_orders.notices
    ]
