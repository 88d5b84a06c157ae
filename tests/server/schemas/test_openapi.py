"""The API as machines read it, as the page declares it and as docs/api.md tells it is one and the same."""

import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from server.guest import Guest
from server.shapes import PAGE_NAMES, declared
from solafide.server import schemas
from solafide.server.schemas.common import RequestModel
from solafide.server.schemas.games import NewGameRequest

API = Path(__file__).parents[3] / "docs" / "api.md"
METHODS = ("get", "post", "put", "delete")
ANSWERS = {
    PAGE_NAMES.get(name, name): model
    for module in pkgutil.iter_modules(schemas.__path__, schemas.__name__ + ".")
    for name, model in vars(importlib.import_module(module.name)).items()
    if isinstance(model, type) and issubclass(model, BaseModel) and not issubclass(model, RequestModel)
}
TOLD_TO_PAGES = sorted(ANSWERS.keys() & declared().keys())


@pytest.fixture
def openapi(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = guest.get("openapi.json")
    return found


@pytest.mark.parametrize("name", TOLD_TO_PAGES)
def test_the_page_declares_the_same_fields(name: str) -> None:
    kind, fields, *_ = declared()[name]
    assert kind == "object"
    there = {field.alias or key: field for key, field in ANSWERS[name].model_fields.items()}
    free = ANSWERS[name].model_config.get("extra") == "allow"
    assert there.keys() == fields.keys() or (free and there.keys() <= fields.keys())
    for key, (optional, _) in fields.items():
        if key in there:
            assert optional is not there[key].is_required(), key


def test_enough_is_compared() -> None:
    assert {"Moment", "View", "Said", "Option", "GameLine", "HintSaid", "AnalysisSaid"} <= set(TOLD_TO_PAGES)
    assert NewGameRequest.model_fields.keys() == declared()["NewGame"][1].keys()


def test_every_answer_has_a_type(openapi: dict[str, Any]) -> None:
    for path, found in openapi["paths"].items():
        for method in found.keys() & set(METHODS):
            operation = found[method]
            assert operation["description"], path
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert len(good) == 1
            contents = good[0].get("content", {"": {"schema": {"type": "null"}}}).values()
            assert all(content["schema"] for content in contents), path
            for status, answer in operation["responses"].items():
                if status >= "4":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorResponse"}, (path, status)


def test_references_lead_somewhere(openapi: dict[str, Any]) -> None:
    schemas = openapi["components"]["schemas"]
    named = set(re.findall(r"'#/components/schemas/(\w+)'", str(openapi)))
    assert named <= schemas.keys()
    assert not re.findall(r"#/\$defs", str(openapi))


def test_the_document_names_every_request(openapi: dict[str, Any]) -> None:
    rows = re.findall(r"^\| `((?:[A-Z]+, )*[A-Z]+) (/[^`?]*)", API.read_text("utf-8"), re.MULTILINE)
    told = {(method, path) for methods, path in rows for method in methods.split(", ")}
    there = {
        (method.upper(), path.replace("{game}", "ID"))
        for path, found in openapi["paths"].items()
        for method in found.keys() & set(METHODS)
    }
    assert told == there
