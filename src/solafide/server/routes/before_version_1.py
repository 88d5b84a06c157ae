"""Paths of before version 1 of the API: a request that was answered there gets its first answer again, nothing else."""

from __future__ import annotations

from fastapi import APIRouter, Response

from solafide.server.http.idempotency import IdempotentRoute
from solafide.server.schemas.errors import RequestRefused

EARLIER_PATHS = (
    "/tables",
    "/tables/{game}/join",
    "/tables/{game}/open",
    "/tables/{game}/leave",
    "/deals/{game}/open",
    "/games/{game}/time",
    "/games/{game}/return",
)

router = APIRouter(prefix="/api", include_in_schema=False, route_class=IdempotentRoute)


async def refuse() -> Response:
    """Refuse a request whose first answer is not stored."""
    raise RequestRefused(404, "server.error.no_page")


for path in EARLIER_PATHS:
    router.add_api_route(path, refuse, methods=["POST"])
