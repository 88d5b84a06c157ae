"""The games and data of one browser's player: stream, list, export, delete, block other players."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from sqlalchemy import Connection, delete, select
from starlette.types import Receive, Scope, Send

from solafide.game import SolaFideError
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    Registry,
    RequestCredentials,
    RequestLanguage,
    guest_address,
    problem_responses,
)
from solafide.server.http.openapi import REFERENCE
from solafide.server.matches.access import Credentials, hash_secret
from solafide.server.matches.blocks import add_block
from solafide.server.matches.lobby import Lobby, find_lobby
from solafide.server.matches.own_data import OwnDataService
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.online_stream import EventStreamResponse
from solafide.server.routes.games import game_summary
from solafide.server.routes.lobby import Lobbies
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import PERSONS, SPECTATOR
from solafide.server.schemas.my_games import BlockRequest, MyGame, MyGamesRequest
from solafide.server.schemas.stream import SeatSubscription, StreamRequest
from solafide.server.storage.schema import blocks, games, seats
from solafide.server.storage.tags import load_tags

LOOKUP_BATCH_GAMES = 25  # games of one browser that are looked up in one go: meanwhile nobody else has a turn

router = APIRouter(prefix="/api", tags=["my games"], dependencies=ONLINE_ONLY)


@router.post(
    "/stream",
    response_class=Response,
    responses={
        200: {"content": {"text/event-stream": {"schema": {"$ref": REFERENCE.format(model="StreamMessage")}}}},
        **problem_responses(404, 413, 415),
    },
)
async def follow_games(registry: Registry, lobby_service: Lobbies, body: StreamRequest) -> Response:
    """Stream what happens in the named games, each as its secret may know it; missed messages come first."""
    subscriber = registry.subscriptions.open()
    try:
        for followed in body.seats:
            if not subscriber.closed:
                await asyncio.sleep(0)  # a game in memory is followed without waiting: let others have their turn
                await _follow(registry, lobby_service, subscriber, followed)
    except BaseException:
        registry.subscriptions.unsubscribe(subscriber)
        raise
    return EventStreamResponse(registry.subscriptions, subscriber)


async def _follow(registry: MatchRegistry, lobby_service: Lobbies, subscriber: Any, followed: SeatSubscription) -> None:
    """Subscribe to a game; a deleted game or a secret of another one is skipped, so that the others work."""
    if registry.loaded(followed.game) is None:
        lobby = await registry.store.do(lambda connection: find_lobby(connection, followed.game))
        if lobby is None:
            return
        if lobby.state != "begun":
            role = lobby.role_of(followed.secret)
            if role is not None:
                registry.subscriptions.subscribe(subscriber, lobby.id, role)
            return
    try:
        async with registry.locked(followed.game) as match:
            access = Credentials(followed.secret).authenticate(match)
            role = access.person or SPECTATOR
            registry.subscriptions.subscribe(subscriber, match.id, role)
            registry.subscriptions.catch_up(subscriber, match, role, followed.step)
    except SolaFideError:
        return


@router.post("/my-games", response_model=list[MyGame], responses=problem_responses(404, 413, 415))
async def list_my_games(registry: Registry, lang: RequestLanguage, body: MyGamesRequest) -> Response:
    """List the games of a browser by their secrets: first those in which it is the player's turn."""
    secrets_by_game = {one.game: one.secret for one in body.seats}
    game_ids, my_games = list(secrets_by_game), list[dict[str, Any]]()
    for at in range(0, len(game_ids), LOOKUP_BATCH_GAMES):
        looked_up = await registry.store.do(partial(_look_up, game_ids[at : at + LOOKUP_BATCH_GAMES]))
        my_games += [_my_game(game, secrets_by_game[game], lobby, row, lang) for game, lobby, row in looked_up]
    return JSONResponse(sorted(my_games, key=_urgency))


def _look_up(game_ids: Sequence[str], connection: Connection) -> list[tuple[str, Lobby | None, dict[str, Any] | None]]:
    started_games = select(games).where(games.c.id.in_(game_ids))
    rows = {row["id"]: dict(row) for row in connection.execute(started_games).mappings()}
    tags = {person: load_tags(connection, person, game_ids) for person in PERSONS}
    for game, row in rows.items():
        row["tags"] = {person: tags[person].get(game, []) for person in PERSONS}
    return [(game, find_lobby(connection, game), rows.get(game)) for game in game_ids]


def _my_game(game: str, secret: str, lobby: Lobby | None, row: dict[str, Any] | None, lang: str) -> dict[str, Any]:
    role = lobby.role_of(secret) if lobby else None
    if lobby is None or role is None:
        return {"game": game, "state": "gone", "person": None, "summary": None, "names": [], "title": "", "created": ""}
    names = {person: sitting.name for person, sitting in lobby.seats.items()}
    own = role if role in PERSONS else None
    own_tags = row["tags"][own] if row and own else []
    line = game_summary(row | {"game": game, "tags": own_tags}, lang, names, own) if row else None
    return {
        "game": game,
        "state": "over" if line and line["over"] else lobby.state,
        "person": role,
        "summary": line,
        "names": [names.get(person, "") for person in PERSONS],
        "title": lobby.title,
        "created": lobby.created,
    }


def _urgency(one: dict[str, Any]) -> tuple[int, str]:
    line = one["summary"]
    if one["state"] == "begun" and line["your_turn"]:
        return 0, line["changed"]
    order = {"opening": 1, "begun": 2, "waiting": 3, "over": 4, "void": 5, "gone": 6}
    return order[one["state"]], line["changed"] if line else one["created"]


# ---------------------------------------------------------------- what is kept of a player


async def own_data_service(request: Request) -> OwnDataService:
    service: OwnDataService = request.app.state.own_data
    return service


OwnData = Annotated[OwnDataService, Depends(own_data_service)]


def _owner(credentials: Credentials) -> bytes:
    if credentials.secret is None:
        raise RequestRefused(401, "server.error.no_secret")
    return hash_secret(credentials.secret)


class ExportResponse(StreamingResponse):
    """An export, piece by piece; the guest may have no second one until it ends, however it ends."""

    def __init__(self, service: OwnDataService, guest: str, owner: bytes) -> None:
        super().__init__(service.export(owner), media_type="application/json", headers={"cache-control": "no-store"})
        self._service, self._guest = service, guest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._service.export_slot(self._guest):
            await super().__call__(scope, receive, send)


@router.post("/me/export", response_model=dict[str, Any], responses=problem_responses(404, 413, 415, 503))
async def export_my_data(request: Request, own_data: OwnData, credentials: RequestCredentials) -> Response:
    """Return everything that is stored about the owner of the player key; one export at a time."""
    owner, guest = _owner(credentials), guest_address(request)
    own_data.require_slot(guest)
    return ExportResponse(own_data, guest, owner)


@router.post("/me/delete", status_code=204, responses=problem_responses(404, 413, 415))
async def delete_my_data(own_data: OwnData, credentials: RequestCredentials) -> Response:
    """Delete everything that the player has written, and give up the seats; the steps of games stay, without names.

    A lobby without a dealt card becomes void; a seat in a duplicate deal becomes free. A block of this player by
    another one stays, as a keyed hash. A game with an own card set that nobody else plays is deleted with the set.
    """
    await own_data.delete(_owner(credentials))
    return Response(status_code=204)


@router.post("/me/blocks", status_code=204, responses=POST_PROBLEMS)
async def block_player(registry: Registry, credentials: RequestCredentials, body: BlockRequest) -> Response:
    """Never meet the other player of this game again; needs the player key."""
    owner = _owner(credentials)

    def job(connection: Connection) -> None:
        there = connection.execute(select(seats.c.owner).where(seats.c.game == body.game)).scalars().all()
        others = [person for person in there if person not in (owner, None)]
        if owner not in there:
            raise RequestRefused(403, "server.error.secret")
        if not others:
            raise RequestRefused(409, "server.error.unknown_player")
        for other in others:
            add_block(connection, owner, other)

    await registry.store.do(job)
    return Response(status_code=204)


@router.delete("/me/blocks", status_code=204, responses=problem_responses(404, 415))
async def unblock_players(registry: Registry, credentials: RequestCredentials) -> Response:
    """Forget all players that were blocked."""
    owner = _owner(credentials)
    await registry.store.do(
        lambda connection: connection.execute(delete(blocks).where(blocks.c.owner == owner)).rowcount
    )
    return Response(status_code=204)
