"""The application: requests, pages and the guard before them, put together."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from solafide.cards import CardSetError
from solafide.game import IllegalChoice, SolaFideError
from solafide.server.duplicate.daily_service import DailyDealService
from solafide.server.duplicate.service import DuplicateDealService
from solafide.server.engine.search_pool import DEFAULT_LIMITS, SearchLimits
from solafide.server.http.dependencies import open_match, request_credentials
from solafide.server.http.error_page import notice
from solafide.server.http.local_guard import LoginKeys, language_of
from solafide.server.http.openapi import API_VERSION, TITLE, describe_api
from solafide.server.matches.creator_sweep import CreatorSweep
from solafide.server.matches.expiry import GameExpiry
from solafide.server.matches.lobby import LobbyService
from solafide.server.matches.outages import UptimeLog
from solafide.server.matches.own_data import OwnDataService
from solafide.server.matches.registry import MatchRegistry
from solafide.server.matches.reports import ReportService
from solafide.server.matches.retention import RetentionSweep
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.routes import (
    before_version_1,
    card_set_form,
    chat,
    choices,
    daily,
    duplicate_deals,
    games,
    lessons,
    lobby,
    login,
    my_games,
    network_server,
    notes,
    notifications,
    offers,
    own_seat,
    pages,
    pause,
    privacy,
    puzzles,
    records,
    reference,
    replacement,
    reports,
    resign,
    settlement,
    standing_orders,
    statistics,
    time_claims,
    undo,
    watch,
)
from solafide.server.runtime.settings import ServerSettings
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.schemas.errors import RequestRefused
from solafide.server.statistics.service import StatisticsService
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.ledger import WriteConflict
from solafide.server.storage.server_keys import ensure_server_key
from solafide.server.views.moment import moment
from solafide.text import catalogue, error_text

log = logging.getLogger(__name__)
PROGRAMS = ("/api/", "/static/")
MIN_COMPRESSED_BYTES = 1400  # less fits into one packet
GZIP_LEVEL = 5  # level 9 makes a view 2 % smaller and takes 40 % longer
# Routes are matched in order, so the most frequent come first.
ROUTERS = tuple(
    module.router
    for module in (
        my_games,
        lobby,
        games,
        reference,
        card_set_form,
        lessons,
        puzzles,
        choices,
        undo,
        watch,
        chat,
        offers,
        resign,
        settlement,
        time_claims,
        pause,
        replacement,
        notes,
        own_seat,
        reports,
        records,
        standing_orders,
        duplicate_deals,
        daily,
        statistics,
        notifications,
        privacy,
        network_server,
        login,
        before_version_1,
        pages,
    )
)


def application(
    store: Storage,
    local_stream: LocalStream,
    keys: LoginKeys | None = None,
    secret: str = "",
    settings: ServerSettings | None = None,
    clock: WallClock = SYSTEM_CLOCK,
) -> FastAPI:
    """Build the application for one storage: all requests and pages, without the guard or gate before it.

    secret: lets a local process ask for login keys; settings: given for an online server only.
    """

    app = FastAPI(
        title=TITLE,
        version=API_VERSION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lambda app: _lifespan(app, store, local_stream, settings, clock),
        routes=shared_routes(),
    )
    app.state.keys = keys
    app.state.secret = secret
    app.state.network_server = None  # a local server that can open one sets it
    app.state.on_processes = None  # an online server sets it: limits are shared between processes
    app.state.online, app.state.settings = settings is not None, settings
    app.add_exception_handler(SolaFideError, _refused)
    app.add_exception_handler(CardSetError, _refused)
    app.add_exception_handler(WriteConflict, _write_conflict)
    app.add_exception_handler(StorageError, _unwritten)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(GZipMiddleware, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=GZIP_LEVEL)
    app.openapi = lambda: describe_api(app, ROUTERS)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(
    app: FastAPI, store: Storage, local_stream: LocalStream, settings: ServerSettings | None, clock: WallClock
) -> AsyncIterator[None]:
    """Start what the requests need, and end it in the opposite order, also when a later part does not start."""
    registry = app.state.registry = MatchRegistry(store, local_stream, _bounds(settings), clock)
    app.state.lobbies = LobbyService(registry)
    app.state.dealer = DuplicateDealService(registry, settings.limits.deal_seats if settings else 0)
    app.state.daily = DailyDealService(registry, settings is not None, settings.limits.deal_seats if settings else 0)
    app.state.statistics = StatisticsService(registry)
    app.state.own_data = OwnDataService(registry)
    app.state.guest_faces = OrderedDict()  # see `routes.reference`
    registry.after_commit.add("duplicate deal", app.state.dealer.after_commit)
    registry.after_commit.add("daily deal", app.state.daily.after_commit)
    registry.after_commit.add("statistics", app.state.statistics.after_commit)
    sweeps = [registry.idempotency.sweep_forever, app.state.daily.sweep_forever]
    async with AsyncExitStack() as stack:
        if settings is not None:
            await store.do(lambda connection: ensure_server_key(connection, clock.timestamp()))
            uptime = UptimeLog(store, registry.outages, clock)
            uptime.on_processes = app.state.on_processes
            stack.push_async_callback(uptime.close)
            await uptime.start()
            retention = timedelta(days=settings.reports.days)
            app.state.reports = ReportService(store, settings.limits.reports, retention, clock)
            expiry = app.state.expiry = GameExpiry(registry, settings.games)
            expiry.close_deals = app.state.dealer.close_untouched
            sweeps += [
                app.state.lobbies.sweep_forever,
                expiry.sweep_forever,
                CreatorSweep(store, clock).sweep_forever,
                RetentionSweep(store, clock).sweep_forever,
                app.state.reports.sweep_forever,
            ]
        stack.push_async_callback(registry.close)
        stack.push_async_callback(app.state.daily.close)
        for sweep in sweeps:
            stack.callback(asyncio.create_task(sweep()).cancel)
        await registry.start()
        yield


@cache
def shared_routes() -> list[BaseRoute]:
    """All routes, for every application of this process: FastAPI needs a quarter of a second to prepare them."""
    router = APIRouter()
    for each in ROUTERS:
        router.include_router(each)
    return router.routes


def _bounds(settings: ServerSettings | None) -> SearchLimits:
    if settings is None:
        return DEFAULT_LIMITS
    return SearchLimits(settings.thinking.threads, settings.thinking.game, settings.thinking.queue)


def _problem(request: Request, status: int, key: str, text: str, **more: object) -> Response:
    """JSON for programs, a page for people."""
    if request.url.path.startswith(PROGRAMS):
        return JSONResponse({"error": {"key": key, "text": text}, **more}, status)
    return HTMLResponse(notice(text, _lang(request)), status)


def _route(request: Request) -> str:
    """Return the path for the log: without the ids in it."""
    return getattr(request.scope.get("route"), "path", "-")


def _lang(request: Request) -> str:
    return language_of(request.headers, request.query_params.get("lang"))


async def _refused(request: Request, error: Exception) -> Response:
    """Return what went wrong in the reader's language, with the present moment where there is one."""
    assert isinstance(error, SolaFideError | CardSetError)
    lang = _lang(request)
    key, status = "cards_error" if isinstance(error, CardSetError) else error.key, _status(error)
    return _problem(request, status, key, error_text(error, lang), **await _present(request, lang, status))


async def _present(request: Request, lang: str, status: int) -> dict[str, Any]:
    """The moment that goes with a refusal, if the request got so far, or comes from a seat at that table."""
    shown, registry = getattr(request.state, "shown", None), request.app.state.registry
    if shown is None and (
        status not in (409, 422) or not request.app.state.online or "game" not in request.path_params
    ):
        return {}
    try:
        if shown is not None:
            game, seat = shown
            async with registry.locked(game) as match:
                return {"moment": moment(match, match.current_seat(seat), lang)}
        credentials = await request_credentials(request, request.headers.get("authorization", ""))
        async with open_match(registry, request.path_params["game"], credentials) as (match, access):
            return {"moment": moment(match, access.own_seat(match, None), lang)}
    except SolaFideError:  # not this player's seat, or the game has not started
        return {}


async def _write_conflict(request: Request, error: Exception) -> Response:
    lang, key = _lang(request), "server.error.conflict"
    return _problem(request, 409, key, catalogue(lang).render(key), **await _present(request, lang, 409))


async def _unwritten(request: Request, error: Exception) -> Response:
    log.error("%s %s: %s", request.method, _route(request), error)
    return _problem(
        request, 503, "server.error.not_stored", catalogue(_lang(request)).render("server.error.not_stored")
    )


def _status(error: Exception) -> int:
    if isinstance(error, RequestRefused):
        return error.status
    if isinstance(error, IllegalChoice) and error.key != "error.illegal_choice":
        return 409
    return 422


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    lang = _lang(request)
    text = catalogue(lang).render("server.error.malformed", field=where[:80])
    return _problem(request, 422, "server.error.malformed", text, **await _present(request, lang, 422))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # the body is not valid JSON
        return await _malformed(request, RequestValidationError([{"loc": ("body",)}]))
    key = "server.error.method" if error.status_code == 405 else "server.error.no_page"
    answer = _problem(request, error.status_code, key, catalogue(_lang(request)).render(key))
    answer.headers.update(error.headers or {})
    return answer


async def _failed(request: Request, error: Exception) -> Response:
    log.error("%s %s", request.method, _route(request), exc_info=error)
    return _problem(request, 500, "server.error.failed", catalogue(_lang(request)).render("server.error.failed"))
