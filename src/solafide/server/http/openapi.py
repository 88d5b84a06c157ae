"""The description of the API for machines: what FastAPI knows, and what it cannot know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.routing import BaseRoute

from solafide.server.http.dependencies import local_only, online_only
from solafide.server.http.local_guard import COOKIE
from solafide.server.schemas.stream import StreamMessage

API_DESCRIPTION = (
    "Games of Sola Fide: begin one, look at a moment of it through the eyes of a seat, choose what that moment offers, "
    "follow the news. docs/api.md says it in words."
)
REFERENCE = "#/components/schemas/{model}"


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    if app.openapi_schema is None:
        online = app.state.online
        here = [route for route in app.routes if _here(route, local_only if online else online_only)]
        found = get_openapi(title=app.title, version=app.version, description=API_DESCRIPTION, routes=here)
        schemas = found["components"]["schemas"]
        for foreign in ("HTTPValidationError", "ValidationError"):  # what is malformed is a Problem like any other
            schemas.pop(foreign, None)
        _, stream = models_json_schema([(StreamMessage, "serialization")], ref_template=REFERENCE)
        schemas.update(stream["$defs"])
        cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE}
        bearer = {"type": "http", "scheme": "bearer", "description": "the secret of a seat, see docs/api.md"}
        found["components"]["securitySchemes"] = {"secret": bearer} if online else {"cookie": cookie}
        # In the online house some requests need none.
        found["security"] = [{"secret": []}, {}] if online else [{"cookie": []}]
        app.openapi_schema = found
    return app.openapi_schema


def _here(route: BaseRoute, elsewhere: Callable[..., object]) -> bool:
    """Whether a request is one of this house's."""
    needs = [needed.dependency for needed in route.dependencies] if isinstance(route, APIRoute) else []
    return elsewhere not in needs
