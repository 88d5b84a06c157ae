"""Private notes of a player about a match."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from sqlalchemy import Connection, delete, insert, select

from solafide.server.http.conflict_retry import GameRoute
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    open_own_match,
    problem_responses,
)
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.match_actions import NotesRequest, NotesView
from solafide.server.storage.schema import notes

router = APIRouter(prefix="/api/games/{game}", tags=["matches"], route_class=GameRoute)


@router.get("/notes", response_model=NotesView, responses=problem_responses(404), dependencies=ONLINE_ONLY)
async def read_notes(registry: Registry, credentials: RequestCredentials, game: GameId) -> Response:
    """Return one's own notes, which nobody else sees."""
    async with open_own_match(registry, game, credentials) as (_, person):
        text = await registry.store.do(lambda connection: _noted(connection, game, person))
    return _notes_response(text)


@router.put("/notes", response_model=NotesView, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def write_notes(
    registry: Registry, credentials: RequestCredentials, game: GameId, body: NotesRequest
) -> Response:
    """Replace one's own notes, unless another device has written meanwhile."""
    async with open_own_match(registry, game, credentials) as (_, person):

        def job(connection: Connection) -> None:
            stored_text = _noted(connection, game, person)
            if stored_text == body.text:  # asked twice
                return
            if body.expected_revision not in (None, _revision(stored_text)):
                raise RequestRefused(409, "server.error.notes")
            connection.execute(delete(notes).where(notes.c.game == game, notes.c.person == person))
            connection.execute(insert(notes), {"game": game, "person": person, "text": body.text})

        await registry.store.do(job)
    return _notes_response(body.text)


def _noted(connection: Connection, game: str, person: str) -> str:
    query = select(notes.c.text).where(notes.c.game == game, notes.c.person == person)
    return connection.execute(query).scalar() or ""


def _revision(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _notes_response(text: str) -> Response:
    return JSONResponse({"text": text, "revision": _revision(text)})
