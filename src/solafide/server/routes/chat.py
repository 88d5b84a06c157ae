"""Chat between the two players of a match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import Connection, delete, func, insert, select

from solafide.server.http.conflict_retry import IdempotentGameRoute
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    open_own_match,
    problem_responses,
)
from solafide.server.matches.online_state import OnlineState
from solafide.server.schemas.common import Version
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.match_actions import ChatMessage, ChatMessageRequest
from solafide.server.storage.ledger import announce_change
from solafide.server.storage.schema import chat, expiry_warnings

MAX_CHAT_LINES = 500
MAX_STORED_MESSAGES = 1000  # of one player in one game
RATE_WINDOW = timedelta(minutes=1)

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=IdempotentGameRoute)


@router.get("/chat", response_model=list[ChatMessage], responses=problem_responses(404), dependencies=ONLINE_ONLY)
async def read_chat(registry: Registry, credentials: RequestCredentials, game: GameId, after: Version = 0) -> Response:
    """Read the chat; a player who has muted the other one reads only the own lines."""
    async with open_own_match(registry, game, credentials) as (match, person):
        online = match.require_online()
    query = select(chat).where(chat.c.game == game, chat.c.number > after)
    if person in online.muted:
        query = query.where(chat.c.person == person)
    query = query.order_by(chat.c.number.desc()).limit(MAX_CHAT_LINES)
    rows = await registry.store.do(lambda connection: connection.execute(query).mappings().all())
    return JSONResponse([_message_view(dict(row), online) for row in reversed(rows)])


def _message_view(row: dict[str, Any], online: OnlineState) -> dict[str, Any]:
    name = online.names.get(row["person"], "")
    return {"number": row["number"], "by": row["person"], "name": name, "text": row["text"], "at": row["at"]}


@router.post("/chat", status_code=201, response_model=ChatMessage, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def send_message(
    request: Request, registry: Registry, credentials: RequestCredentials, game: GameId, body: ChatMessageRequest
) -> Response:
    """Send a chat message to the other player."""
    async with open_own_match(registry, game, credentials) as (match, person):
        online, at = match.require_online(), registry.clock.timestamp()
        window_start = registry.clock.timestamp_after(-RATE_WINDOW)
        max_a_minute = request.app.state.settings.limits.chat

        def job(connection: Connection) -> dict[str, Any]:
            repeated_message = select(chat).where(chat.c.game == game, chat.c.client == body.idempotency_key)
            if stored_message := connection.execute(repeated_message).mappings().first():
                return dict(stored_message)
            _require_room(connection, game, person, window_start, max_a_minute)
            last = connection.execute(select(func.max(chat.c.number)).where(chat.c.game == game)).scalar() or 0
            row = {
                "game": game,
                "number": last + 1,
                "person": person,
                "text": body.text,
                "client": body.idempotency_key,
                "at": at,
            }
            connection.execute(insert(chat), row)
            connection.execute(delete(expiry_warnings).where(expiry_warnings.c.game == game))
            announce_change(connection, game)
            return row

        row = await registry.store.do(job)
        if row["person"] != person or row["text"] != body.text:
            raise RequestRefused(409, "server.error.idempotency_key")
        online.warned_at = online.closes_at = ""  # somebody is there: the game is not closed
        online.last_chat = max(online.last_chat, row["number"])
        registry.publish_chat(game, row["number"])
    return JSONResponse(_message_view(row, online), 201)


def _require_room(connection: Connection, game: str, person: str, window_start: str, max_a_minute: int) -> None:
    """Refuse a message of a player who has sent too many; the database counts, so all processes count the same."""
    own = (chat.c.game == game) & (chat.c.person == person)
    if (connection.execute(select(func.count()).where(own)).scalar() or 0) >= MAX_STORED_MESSAGES:
        raise RequestRefused(409, "server.error.chat_full", n=MAX_STORED_MESSAGES)
    recent = connection.execute(select(func.count()).where(own, chat.c.at > window_start)).scalar() or 0
    if max_a_minute and recent >= max_a_minute:
        raise RequestRefused(429, "server.error.rate_chat", n=max_a_minute)
