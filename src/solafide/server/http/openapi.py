"""Make the OpenAPI document: what FastAPI knows, and the stream messages and refusals that it cannot know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeGuard

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.routing import BaseRoute

from solafide.server.http.dependencies import local_only, online_only
from solafide.server.http.local_guard import COOKIE
from solafide.server.schemas.stream import StreamMessage

API_DESCRIPTION = (
    "Play Sola Fide: begin a game, read a moment of it as one seat sees it, make a choice that the moment offers, "
    "follow the stream. docs/api.md is the guide."
)
TITLE = "Sola Fide"
API_VERSION = "1.0.0"  # docs/api.md says what may change within version 1
REFERENCE = "#/components/schemas/{model}"
RESPONSE_REFERENCE = "#/components/responses/{name}"
FASTAPI_MODELS = ("HTTPValidationError", "ValidationError")  # a malformed request is answered with an ErrorResponse
ServerKind = Literal["local", "online", "both"]


def describe_api(app: FastAPI, routers: Iterable[APIRouter]) -> dict[str, Any]:
    """Return the OpenAPI document of a running server; it is made once."""
    if app.openapi_schema is None:
        app.openapi_schema = api_document(routers, "online" if app.state.online else "local")
    return app.openapi_schema


def api_document(routers: Iterable[APIRouter], server: ServerKind) -> dict[str, Any]:
    """Make the OpenAPI document of one kind of server, or of both together."""
    routes = [route for router in routers for route in router.routes if _is_served(route, server)]
    for route in routes:
        route.operation_id = route.name
    document = get_openapi(title=TITLE, version=API_VERSION, description=API_DESCRIPTION, routes=routes)
    schemas = document["components"]["schemas"]
    for foreign in FASTAPI_MODELS:
        schemas.pop(foreign, None)
    _, stream = models_json_schema([(StreamMessage, "serialization")], ref_template=REFERENCE)
    schemas.update(stream["$defs"])
    for schema in schemas.values():
        _drop_titles(schema)
    document["components"] |= {"responses": _shared_refusals(document), "securitySchemes": _security_schemes(server)}
    # On the online server some requests need no secret.
    document["security"] = [{"cookie": []}] if server == "local" else [{"secret": []}, {}]
    return document


def _is_served(route: BaseRoute, server: ServerKind) -> TypeGuard[APIRoute]:
    """Tell whether a request is one of the API, and answered by this kind of server."""
    refused_by: dict[ServerKind, Callable[..., object]] = {"local": online_only, "online": local_only}
    return isinstance(route, APIRoute) and refused_by.get(server) not in (one.dependency for one in route.dependencies)


def _drop_titles(schema: dict[str, Any]) -> None:
    """Remove the titles of fields: they only repeat the names."""
    for field in schema.get("properties", {}).values():
        field.pop("title", None)


def _shared_refusals(document: dict[str, Any]) -> dict[str, Any]:
    """Move the refusals out of the operations: every operation refers to the same few."""
    shared: dict[str, Any] = {}
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if status >= "400":
                    shared[status] = response
                    operation["responses"][status] = {"$ref": RESPONSE_REFERENCE.format(name=status)}
    return dict(sorted(shared.items()))


def _security_schemes(server: ServerKind) -> dict[str, Any]:
    cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE}
    bearer = {"type": "http", "scheme": "bearer", "description": "The secret of a seat, see docs/api.md."}
    return {"local": {"cookie": cookie}, "online": {"secret": bearer}}.get(server, {"cookie": cookie, "secret": bearer})
