"""The description of the API for machines: what FastAPI knows, and what it cannot know."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from solafide.server.guard import COOKIE
from solafide.server.protocol import StreamMessage

ABOUT = (
    "Games of Sola Fide: begin one, look at a moment of it through the eyes of a seat, choose what that moment offers, "
    "follow the news. docs/api.md says it in words."
)
REFERENCE = "#/components/schemas/{model}"


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, description=ABOUT, routes=app.routes)
        schemas = found["components"]["schemas"]
        for foreign in ("HTTPValidationError", "ValidationError"):  # what is malformed is a Problem like any other
            schemas.pop(foreign, None)
        _, stream = models_json_schema([(StreamMessage, "serialization")], ref_template=REFERENCE)
        schemas.update(stream["$defs"])
        found["components"]["securitySchemes"] = {"cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE}}
        found["security"] = [{"cookie": []}]
        app.openapi_schema = found
    return app.openapi_schema
