"""The OpenAPI document describes every request and model, and docs/api.md names every request."""

import re
from pathlib import Path
from typing import Any

import pytest

from server.local_client import LocalClient
from server.remote_client import RemoteClient, UnlimitedServerThread
from solafide.server.app import ROUTERS
from solafide.server.http.openapi import api_document
from solafide.server.routes.before_version_1 import EARLIER_PATHS

API = Path(__file__).parents[3] / "docs" / "api.md"
METHODS = ("get", "post", "put", "delete")
LOCAL_ONLY = {("GET", "/api/stream"), ("POST", "/api/records"), ("DELETE", "/api/games/{game}")}
ONLINE_ONLY = {("POST", "/api/stream"), ("POST", "/api/lobbies"), ("GET", "/api/games/{game}/chat")}
EVERYWHERE = {("GET", "/healthz"), ("GET", "/api/setup"), ("POST", "/api/games/{game}/choices")}
EARLIER_FIELDS = {
    *(
        "client",
        "said",
        "may",
        "company",
        "promise",
        "promises",
        "here",
        "watchers",
        "told",
        "ways_back",
        "mark",
        "known",
    ),
    *(
        "house",
        "line",
        "mind",
        "settled",
        "alone",
        "matters",
        "opened",
        "part",
        "hook",
        "mail",
        "possible",
        "come_back",
    ),
}

Json = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Json:
    return api_document(ROUTERS, "both")


def requests(document: Json) -> set[tuple[str, str]]:
    paths = document["paths"].items()
    return {(method.upper(), path) for path, methods in paths for method in methods.keys() & set(METHODS)}


def operations(document: Json) -> list[tuple[str, Json]]:
    return [
        (path, methods[method]) for path, methods in document["paths"].items() for method in methods.keys() & {*METHODS}
    ]


def test_each_server_describes_its_own_requests(client: LocalClient, tmp_path: Path) -> None:
    local = requests(client.get("openapi.json"))
    with UnlimitedServerThread(tmp_path) as server:
        online = requests(RemoteClient(server.base).ask("GET", "openapi.json").json())
    assert local - online >= LOCAL_ONLY
    assert online - local >= ONLINE_ONLY
    assert local & online >= EVERYWHERE


def test_every_operation_has_a_name_and_a_description(document: Json) -> None:
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(names) == len(set(names))
    assert [path for path, operation in operations(document) if not operation["description"]] == []


def test_every_model_has_a_description(document: Json) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []


def test_every_response_has_a_type(document: Json) -> None:
    for path, operation in operations(document):
        [good] = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
        contents = good.get("content", {"": {"schema": {"type": "null"}}}).values()
        assert all(content["schema"] for content in contents), path


def test_every_refusal_is_an_error_response(document: Json) -> None:
    shared = document["components"]["responses"]
    for path, operation in operations(document):
        for status in operation["responses"]:
            if status >= "4":
                assert operation["responses"][status] == {"$ref": f"#/components/responses/{status}"}, path
                schema = shared[status]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorResponse"}, status
                assert shared[status]["description"]


def test_references_resolve(document: Json) -> None:
    references = set(re.findall(r"'#/components/schemas/(\w+)'", str(document)))
    assert references <= document["components"]["schemas"].keys()
    assert not re.findall(r"#/\$defs", str(document))


def test_the_guide_names_every_request(document: Json) -> None:
    rows = re.findall(r"^\| `((?:[A-Z]+, )*[A-Z]+) (/[^`?]*)", API.read_text("utf-8"), re.MULTILINE)
    documented = {(method, path) for methods, path in rows for method in methods.split(", ")}
    assert documented == {(method, path.replace("{game}", "ID")) for method, path in requests(document)}


def test_version_1_has_no_names_before_version_1(document: Json) -> None:
    """docs/decisions/api-names.md lists them."""
    fields = {name for schema in document["components"]["schemas"].values() for name in schema.get("properties", {})}
    assert document["info"]["version"].startswith("1.")
    assert "idempotency_key" in fields
    assert not fields & EARLIER_FIELDS
    assert not {f"/api{path}" for path in EARLIER_PATHS} & document["paths"].keys()
