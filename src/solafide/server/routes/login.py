"""Log in with a one-time key, and the health check."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from solafide.server.http.dependencies import LOCAL_ONLY, Registry
from solafide.server.http.local_guard import COOKIE, COOKIE_MAX_AGE_S, LoginKeys
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.reference import HealthResponse

SECRET_HEADER = "x-solafide-secret"

router = APIRouter()


@router.get("/open", include_in_schema=False, dependencies=LOCAL_ONLY)
async def enter(request: Request, key: str = "") -> Response:
    keys: LoginKeys = request.app.state.keys
    token = await keys.open(key)
    if token is None:
        if keys.is_session(request.cookies.get(COOKIE, "")):
            return RedirectResponse("/", 303)
        raise RequestRefused(401, "server.error.key")
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, token, max_age=COOKIE_MAX_AGE_S, path="/", httponly=True, samesite="strict")
    return answer


@router.post("/open", include_in_schema=False, dependencies=LOCAL_ONLY)
async def another_key(request: Request) -> Response:
    """Give a new key to a process that can read the user's files: so `play` opens a server that runs already."""
    secret: str = request.app.state.secret
    if not hmac.compare_digest(request.headers.get(SECRET_HEADER, "").encode(), secret.encode()):
        raise RequestRefused(401, "server.error.key")
    keys: LoginKeys = request.app.state.keys
    return JSONResponse({"key": keys.new_key()})


@router.get("/healthz", response_model=HealthResponse, tags=["server"])
async def health(registry: Registry) -> Response:
    """Say whether the server runs, can write to its store and takes new games; needs no login."""
    problem = await registry.health.problem()
    return JSONResponse({"ok": False, "problem": problem}, 503) if problem else JSONResponse({"ok": True})
