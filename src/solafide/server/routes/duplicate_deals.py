"""The requests about duplicate deals: find or create one, reveal a contribution to its seed, join, leave, close it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from solafide.cards import builtin, find_builtin
from solafide.game import commitment
from solafide.game.nature import contribution_commitment
from solafide.server.duplicate.deal import CATHOLIC, PAIRS, PAIRS_BOARDS, PROTESTANT, TEAMS, Deal, DealBoard, scores
from solafide.server.duplicate.service import DealSeatRequest, DuplicateDealService, StoredDeal
from solafide.server.http.card_set_upload import requested_card_set
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    guest_address,
    problem_responses,
)
from solafide.server.http.idempotency import IdempotentRoute
from solafide.server.matches.access import hash_secret
from solafide.server.routes.games import options_of, require_opponent
from solafide.server.schemas.duplicate_deals import DealView, JoinDealRequest, NewDealRequest, OpenDeal
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.schemas.lobby import LeaveRequest, RevealRequest

router = APIRouter(prefix="/api/deals", tags=["deals"], dependencies=ONLINE_ONLY, route_class=IdempotentRoute)


async def dealer(request: Request) -> DuplicateDealService:
    service: DuplicateDealService = request.app.state.dealer
    return service


async def room(request: Request) -> None:
    """Refuse the request if the server has no room for another game."""
    if request.app.state.lobbies.admit is not None:
        await request.app.state.lobbies.admit()


Deals = Annotated[DuplicateDealService, Depends(dealer)]
ROOM = [Depends(room)]


@router.get("", response_model=list[OpenDeal], responses=problem_responses(404))
async def list_deals(deal_service: Deals) -> Response:
    """List the deals that anybody may join, the newest first."""
    listed = [(stored, deal_view(stored, None)) for stored in await deal_service.list_open()]
    return JSONResponse([_open_deal(stored, view) for stored, view in listed if view["state"] == "open"])


@router.post("", status_code=201, response_model=DealView, responses=POST_PROBLEMS, dependencies=ROOM)
async def create_deal(request: Request, registry: Registry, deal_service: Deals, body: NewDealRequest) -> Response:
    """Create a deal for two pairs or for a field; its creator reveals the contribution to the seed next."""
    require_opponent(body.opponent, person=body.kind == PAIRS)
    if body.faith == "rolled" or (body.kind == PAIRS and body.opponent != HUMAN):
        raise RequestRefused(422, "server.error.malformed", field="faith" if body.faith == "rolled" else "opponent")
    if body.secret == body.invite:
        raise RequestRefused(422, "server.error.same_secrets")
    cards = await requested_card_set(request, registry, body)
    person = PROTESTANT if body.faith == "P" else CATHOLIC
    terms = {
        "options": options_of(body).json(),
        "cards": cards.storage_key,
        "opponent": body.opponent,
        "pace": body.pace.model_dump() if body.pace else None,
        "open": body.open,
        "promise": body.commitment,
        "creator": hash_secret(body.secret).hex(),
        "invite": hash_secret(body.invite).hex(),
    }
    size = PAIRS_BOARDS if body.kind == PAIRS else body.size
    deal = await deal_service.create(
        Deal(body.kind, size, person), terms, cards, body.idempotency_key, guest_address(request)
    )
    return JSONResponse(deal_view(deal, body.secret), 201)


@router.get("/{game}", response_model=DealView, responses=problem_responses(404))
async def read_deal(deal_service: Deals, credentials: RequestCredentials, game: GameId) -> Response:
    """Return the state of a deal, to any secret of it; without a secret if anybody may join."""
    stored = await deal_service.find(game)
    if not stored.terms["open"] and not stored.role(credentials.secret):
        raise RequestRefused(
            403 if credentials.secret else 401,
            "server.error.secret" if credentials.secret else "server.error.no_secret",
        )
    return JSONResponse(deal_view(stored, credentials.secret))


@router.post("/{game}/reveal", response_model=DealView, responses=POST_PROBLEMS)
async def reveal_deal_contribution(
    deal_service: Deals, credentials: RequestCredentials, game: GameId, body: RevealRequest
) -> Response:
    """Reveal the creator's contribution to the seed; from now on others may join."""
    stored = await deal_service.reveal(game, credentials.secret, bytes.fromhex(body.contribution))
    return JSONResponse(deal_view(stored, credentials.secret))


@router.post("/{game}/join", response_model=DealView, responses=POST_PROBLEMS, dependencies=ROOM)
async def join_deal(
    request: Request, deal_service: Deals, credentials: RequestCredentials, game: GameId, body: JoinDealRequest
) -> Response:
    """Take a seat, once in a deal; a game begins as soon as its board is full."""
    seat_request = DealSeatRequest(body.secret, body.player_key, body.name, body.team)
    stored = await deal_service.join(game, credentials.secret, seat_request, guest_address(request))
    return JSONResponse(deal_view(stored, body.secret))


@router.post("/{game}/leave", response_model=DealView, responses=POST_PROBLEMS)
async def leave_deal(
    deal_service: Deals, credentials: RequestCredentials, game: GameId, body: LeaveRequest
) -> Response:
    """Leave before the first card."""
    return JSONResponse(deal_view(await deal_service.leave(game, credentials.secret), None))


@router.post("/{game}/close", response_model=DealView, responses=POST_PROBLEMS)
async def close_deal(
    deal_service: Deals, credentials: RequestCredentials, game: GameId, body: LeaveRequest
) -> Response:
    """Close a deal to new players; games that have not begun or have been idle for long are withdrawn."""
    return JSONResponse(deal_view(await deal_service.close(game, credentials.secret), credentials.secret))


# ---------------------------------------------------------------- in plain data


def deal_view(stored: StoredDeal, secret: str | None) -> dict[str, Any]:
    """Return a deal as the owner of this secret may see it; margins and seed only when all its games are over."""
    shared, over = stored.deal, stored.deal.over
    deal_scores = scores(shared)
    game, _, person = stored.role(secret).partition("/")
    field = shared.kind != PAIRS
    return {
        "deal": stored.id,
        "kind": shared.kind,
        "state": "opening" if stored.seed is None else "over" if over else "closed" if _full(stored) else "open",
        "size": shared.size,
        "options": stored.options.json(),
        "cards": "" if find_builtin(stored.terms["cards"]) is builtin() else stored.terms["cards"],
        "faith": ("C" if shared.person == CATHOLIC else "P") if field else None,
        "opponent": stored.terms["opponent"],
        "pace": stored.terms["pace"],
        "open": stored.terms["open"],
        "commitments": {
            "server": contribution_commitment(stored.server_contribution),
            "creator": stored.terms["promise"],
        },
        "signed_commitments": [promise._asdict() for promise in stored.promises],
        "commitment": commitment(stored.seed) if stored.seed else "",
        "boards": [_board(stored, number, board, deal_scores) for number, board in enumerate(shared.boards)],
        "scores": {team: deal_scores[team] for team in PERSONS} if deal_scores and not field else None,
        "revealed_seed": _revealed_seed(stored) if over else None,
        "game": game if person else "",
        "person": person or None,
        "created": stored.created,
    }


def _open_deal(stored: StoredDeal, view: dict[str, Any]) -> dict[str, Any]:
    fields = ("deal", "kind", "options", "cards", "faith", "opponent", "pace", "created")
    return {name: view[name] for name in fields} | {"size": _places(stored), "players": len(stored.seats)}


def _places(stored: StoredDeal) -> int:
    """Return the number of seats for people."""
    return stored.deal.size * (2 if stored.deal.kind == PAIRS else 1)


def _full(stored: StoredDeal) -> bool:
    return stored.deal.closed or len(stored.seats) >= _places(stored)


def _board(stored: StoredDeal, number: int, board: DealBoard, deal_scores: dict[str, float]) -> dict[str, Any]:
    state = "over" if board.margin is not None else "begun" if board.game in stored.started else "waiting"
    return {
        "game": board.game,
        "state": "withdrawn" if board.withdrawn else state,
        "players": {person: _seat(stored, number, board.game, person) for person in PERSONS},
        "margin": board.margin if stored.deal.over else None,
        "score": deal_scores.get(board.game),
    }


def _seat(stored: StoredDeal, number: int, game: str, person: str) -> dict[str, Any]:
    kind, sitting = stored.players()[person], stored.seats.get((game, person))
    return {
        "name": sitting["name"] if sitting else "",
        "kind": kind,
        "team": TEAMS[number, person] if stored.deal.kind == PAIRS else None,
        "seated": kind != HUMAN or sitting is not None,
    }


def _revealed_seed(stored: StoredDeal) -> dict[str, str] | None:
    if stored.contribution is None or stored.seed is None:
        return None
    return {"server": stored.server_contribution.hex(), "creator": stored.contribution.hex(), "seed": stored.seed.hex()}
