"""FastAPI dependencies of the routes: registry, language, credentials, locked matches, described problems."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import orjson
from fastapi import Depends, Header, Path, Request
from fastapi.responses import JSONResponse

from solafide.game import Person, Seat
from solafide.languages import Language
from solafide.server.http.local_guard import language_of
from solafide.server.matches.access import Access, Credentials
from solafide.server.matches.match import Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.online_stream import stream_message
from solafide.server.schemas.errors import ErrorResponse, RequestRefused
from solafide.server.schemas.identity import PERSONS
from solafide.server.views.moment import moment

_BEARER = re.compile(r"[Bb]earer ([A-Za-z0-9_-]{43})")


async def language(request: Request, lang: Language | None = None) -> str:
    return language_of(request.headers, lang)


def guest_address(request: Request) -> str:
    """Return the address by which the work of a guest is counted: the gate has put the network of the caller there."""
    return request.client.host if request.client else ""


async def registry(request: Request) -> MatchRegistry:
    match_registry: MatchRegistry = request.app.state.registry
    return match_registry


async def request_credentials(
    request: Request, authorization: Annotated[str, Header(max_length=200)] = ""
) -> Credentials:
    """Return what a request shows: on the local server its browser, on the online server a secret."""
    if not request.app.state.online:
        return Credentials(is_local=True)
    bearer = _BEARER.fullmatch(authorization)
    return Credentials(bearer[1] if bearer else None)


async def local_only(request: Request) -> None:
    """Refuse a request to the online server."""
    if request.app.state.online:
        raise RequestRefused(404, "server.error.local_only")


async def online_only(request: Request) -> None:
    """Refuse a request to the local server."""
    if not request.app.state.online:
        raise RequestRefused(404, "server.error.online_only")


RequestLanguage = Annotated[str, Depends(language)]
Registry = Annotated[MatchRegistry, Depends(registry)]
RequestCredentials = Annotated[Credentials, Depends(request_credentials)]
LOCAL_ONLY = [Depends(local_only)]
ONLINE_ONLY = [Depends(online_only)]
GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]

_PROBLEMS = {
    400: "not UTF-8, or with two secrets",
    401: "not opened with a key, or without a secret",
    403: "not yours, or from another page",
    404: "no such thing",
    409: "not as things stand: behind, not asked, over",
    413: "too large",
    415: "not JSON",
    421: "called by another name",
    422: "not offered, or not to be understood",
    503: "not written to the disk",
}
Responses = dict[int | str, dict[str, Any]]


_PROBLEM = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorResponse.__name__}"}}}


def problem_responses(*statuses: int) -> Responses:
    """Return the OpenAPI responses for these statuses, and for those that any request may get."""
    all_statuses = sorted({400, 403, 421, 422, *statuses})
    # FastAPI reads a model again for each route, which slows the start: one status names it, the others refer to it.
    responses: Responses = {401: {"model": ErrorResponse, "description": _PROBLEMS[401]}}
    return responses | {status: {"content": _PROBLEM, "description": _PROBLEMS[status]} for status in all_statuses}


POST_PROBLEMS = problem_responses(404, 409, 413, 415, 503)


def moment_response(
    match: Match, seat: Seat | None, lang: str, since: int | None = None, status: int = 200
) -> JSONResponse:
    return JSONResponse(moment(match, seat, lang, since), status)


def short_answer(match: Match, seat: Seat | None, since: int) -> bytes:
    """Return the result of a choice without sentences, for programs."""
    message = stream_message(match, seat, "step", since)
    outcome = match.game.outcome
    shown = {name: message[name] for name in ("version", "step", "events", "decision")}
    return orjson.dumps({**shown, "outcome": outcome.json() if outcome else None})


@asynccontextmanager
async def open_match(
    registry: MatchRegistry, game: str, credentials: Credentials
) -> AsyncIterator[tuple[Match, Access]]:
    """Lock the match of a game; yield it with what the credentials give access to."""
    async with registry.locked(game) as match:
        yield match, credentials.authenticate(match)


@asynccontextmanager
async def open_own_match(
    registry: MatchRegistry, game: str, credentials: Credentials
) -> AsyncIterator[tuple[Match, Person]]:
    """Lock a match for one of its two players; spectators are refused."""
    async with open_match(registry, game, credentials) as (match, access):
        if access.person not in PERSONS:
            raise RequestRefused(403, "server.error.seat")
        yield match, access.person


def show_moment_with_problems(request: Request, game: str, seat: str | None) -> None:
    """Send the present moment with every refusal from here on, so that a page that was behind catches up."""
    request.state.shown = (game, seat)
