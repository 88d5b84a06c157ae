"""The requests before a match starts: create a lobby, read it, join, reveal a contribution to the seed, leave."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from solafide.cards import builtin, find_builtin
from solafide.game.joint_seed import HOST
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
from solafide.server.matches.lobby import Lobby, LobbyService
from solafide.server.routes.games import options_of, require_opponent
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, INVITATION, PERSONS, SPECTATOR, Players
from solafide.server.schemas.lobby import (
    JoinRequest,
    LeaveRequest,
    LobbyView,
    NewLobbyRequest,
    OpenLobby,
    RevealRequest,
)

router = APIRouter(prefix="/api/lobbies", tags=["lobbies"], dependencies=ONLINE_ONLY, route_class=IdempotentRoute)


async def lobbies(request: Request) -> LobbyService:
    service: LobbyService = request.app.state.lobbies
    return service


Lobbies = Annotated[LobbyService, Depends(lobbies)]


@router.get("", response_model=list[OpenLobby], responses=problem_responses(404))
async def list_lobbies(lobby_service: Lobbies) -> Response:
    """List the lobbies that anybody may join, the newest first."""
    return JSONResponse([_open_table(lobby) for lobby in await lobby_service.list_open()])


@router.post("", status_code=201, response_model=LobbyView, responses=POST_PROBLEMS)
async def create_lobby(request: Request, registry: Registry, lobby_service: Lobbies, body: NewLobbyRequest) -> Response:
    """Create a lobby for two players, or for one and the computer; the credentials has a seat in it."""
    require_opponent(body.opponent, person=True)
    if len({body.secret, body.invite, body.watch}) < 3:
        raise RequestRefused(422, "server.error.same_secrets")
    cards = await requested_card_set(request, registry, body)
    host = "2" if body.faith == "P" else "1"  # where faiths are agreed, person 1 is the Catholic
    players: Players = {person: HUMAN if person == host else body.opponent for person in PERSONS}
    sitting = JoinRequest(
        secret=body.secret,
        player_key=body.player_key,
        name=body.name,
        commitment=body.commitment,
        idempotency_key=body.idempotency_key,
    )
    pace = body.pace.model_dump() if body.pace else None
    terms: dict[str, Any] = {
        "pace": pace,
        "study": body.study,
        "open": body.open and body.opponent == HUMAN,
        "deal": None,
    }
    terms["title"] = body.title.strip()
    keys = {INVITATION: hash_secret(body.invite), SPECTATOR: hash_secret(body.watch)}
    lobby = await lobby_service.create(
        host, options_of(body), cards, players, sitting, keys, terms, guest_address(request)
    )
    return JSONResponse(lobby_view(lobby, body.secret), 201)


@router.get("/{game}", response_model=LobbyView, responses=problem_responses(404))
async def read_lobby(lobby_service: Lobbies, credentials: RequestCredentials, game: GameId) -> Response:
    """Return the state of a lobby; this takes no seat."""
    return JSONResponse(_visible_lobby(await lobby_service.find(game), credentials.secret))


@router.post("/{game}/join", response_model=LobbyView, responses=POST_PROBLEMS)
async def join_lobby(
    lobby_service: Lobbies, credentials: RequestCredentials, game: GameId, body: JoinRequest
) -> Response:
    """Take the free seat: with the invitation in the header, or in an open lobby without it."""
    return JSONResponse(lobby_view(await lobby_service.join(game, credentials.secret, body), body.secret))


@router.post("/{game}/reveal", response_model=LobbyView, responses=POST_PROBLEMS)
async def reveal_contribution(
    lobby_service: Lobbies, credentials: RequestCredentials, game: GameId, body: RevealRequest
) -> Response:
    """Reveal one's contribution to the seed; the game begins when all are revealed."""
    lobby = await lobby_service.reveal(game, credentials.secret, bytes.fromhex(body.contribution))
    return JSONResponse(lobby_view(lobby, credentials.secret))


@router.post("/{game}/leave", response_model=LobbyView, responses=POST_PROBLEMS)
async def leave_lobby(
    lobby_service: Lobbies, credentials: RequestCredentials, game: GameId, body: LeaveRequest
) -> Response:
    """Leave before the first card: the lobby is void."""
    return JSONResponse(lobby_view(await lobby_service.leave(game, credentials.secret), credentials.secret))


def _visible_lobby(lobby: Lobby, secret: str | None) -> dict[str, Any]:
    if lobby.role_of(secret) is None and not (lobby.open and lobby.state == "waiting"):
        raise RequestRefused(403 if secret else 401, "server.error.secret" if secret else "server.error.no_secret")
    return lobby_view(lobby, secret)


def lobby_view(lobby: Lobby, secret: str | None) -> dict[str, Any]:
    """A lobby as the holder of this secret may see it."""
    return {
        "game": lobby.id,
        "state": lobby.state,
        "person": lobby.role_of(secret),
        "players": {person: _player_view(lobby, person) for person in PERSONS},
        "options": lobby.options.json(),
        "faith": "rolled" if lobby.options.faiths == "rolled" else "C" if "1" in lobby.seats else "P",
        "cards": "" if find_builtin(lobby.cards) is builtin() else lobby.cards,
        "pace": lobby.pace,
        "study": lobby.study,
        "open": lobby.open,
        "commitments": _commitments(lobby),
        "signed_commitments": [promise._asdict() for promise in lobby.promises],
        "deal": lobby.deal,
        "title": lobby.title,
        "created": lobby.created,
    }


def _commitments(lobby: Lobby) -> dict[str, str]:
    """Rename the commitment of the server, which is stored as `part`."""
    commitments = lobby.commitments()
    return {"server": commitments.pop(HOST), **commitments}


def _player_view(lobby: Lobby, person: str) -> dict[str, Any]:
    kind, sitting = lobby.players[person], lobby.seats.get(person)
    return {
        "name": sitting.name if sitting else "",
        "kind": kind,
        "seated": kind != HUMAN or sitting is not None,
        "revealed": kind != HUMAN or bool(sitting and sitting.contribution),
    }


def _open_table(lobby: Lobby) -> dict[str, Any]:
    whole = lobby_view(lobby, None)
    host = next(iter(lobby.seats), "1")
    fields = {name: whole[name] for name in ("game", "options", "faith", "cards", "pace", "study", "title", "created")}
    return {**fields, "name": whole["players"][host]["name"]}
