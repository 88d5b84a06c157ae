"""The privacy notice of an online server: for the page, for programs, and as HTML for browsers without scripts."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from solafide.server.http.dependencies import ONLINE_ONLY, RequestLanguage, problem_responses
from solafide.server.routes.pages import page_response
from solafide.server.routes.reference import cacheable_response
from solafide.server.schemas.reference import PrivacyNotice
from solafide.server.views.privacy_html import privacy_html
from solafide.server.views.privacy_notice import privacy_notice

router = APIRouter(dependencies=ONLINE_ONLY)


@router.get("/api/privacy", response_model=PrivacyNotice, responses=problem_responses(404), tags=["texts"])
async def read_privacy_notice(request: Request, lang: RequestLanguage) -> Response:
    """Return what this server stores, what for and how long, by its settings."""
    notice = privacy_notice(request.app.state.settings, lang)
    return cacheable_response(request, bytes(JSONResponse(notice).body))


@router.api_route("/privacy", methods=["GET", "HEAD"], include_in_schema=False)
async def show_privacy_notice(request: Request, lang: RequestLanguage) -> Response:
    """Show the page; it contains the whole notice for browsers without scripts."""
    return page_response(privacy_html(privacy_notice(request.app.state.settings, lang), lang))
