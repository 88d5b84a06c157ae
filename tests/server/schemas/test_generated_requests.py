"""Requests made from the OpenAPI description, sensible and senseless: each answer is one that is described there."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from depth import DEEP
from server.conftest import LocalServerThread
from server.local_client import LocalClient
from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match

TIMEOUT_S = 20.0
EXAMPLES = 12 if DEEP else 3  # of each operation
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ENDLESS = ("/api/stream",)


@pytest.fixture(scope="module")
def visitor(local_server: LocalServerThread) -> Iterator[LocalClient]:
    with local_server.client() as client:
        yield client


def a_game(client: LocalClient) -> str:
    """The game that half of the requests are about; a new one where it has been deleted."""
    if games := client.get("games"):
        return str(games[0]["game"])
    body = {
        "players": {"1": "person", "2": "person"},
        "faith": "C",
        "mode": "first",
        "idempotency_key": client.new_request_id(),
    }
    return str(client.ask("POST", "/api/games", json=body).json()["game"])


def ask(case: Any, client: LocalClient) -> None:
    parameters = case.path_parameters or {}
    if "game" in parameters and len(str(parameters["game"])) % 2:
        case.path_parameters["game"] = a_game(client)
    # Without its type nothing gets past the door, not even a request without a body.
    headers = {"Content-Type": "application/json"} if case.method == "DELETE" else {}
    cookies = dict(client.http.cookies)
    case.call_and_validate(base_url=client.base, headers=headers, cookies=cookies, timeout=TIMEOUT_S, checks=CHECKS)


@pytest.fixture(scope="module")
def remote_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteClient]:
    server = UnlimitedServerThread(tmp_path_factory.mktemp("server"))
    yield begin_match(server.base)[0]
    server.close()


def ask_online(case: Any, remote_client: RemoteClient) -> None:
    """Half of the requests are about a game that is there, and show the secret of a seat in it."""
    parameters = case.path_parameters or {}
    if "game" in parameters and len(str(parameters["game"])) % 2:
        case.path_parameters["game"] = remote_client.game
    headers = {"Content-Type": "application/json"} if case.method == "DELETE" else {}
    headers["Authorization"] = f"Bearer {remote_client.secret}"
    case.call_and_validate(base_url=remote_client.base, headers=headers, timeout=TIMEOUT_S, checks=CHECKS)


@pytest.mark.parametrize("mode", [*GenerationMode])
def test_every_response_of_the_local_server_is_described(mode: GenerationMode, visitor: LocalClient) -> None:
    try_all(mode, EXAMPLES, visitor.get("openapi.json"), lambda case: ask(case, visitor))


@pytest.mark.parametrize("mode", [*GenerationMode])
def test_every_response_of_the_online_server_is_described(mode: GenerationMode, remote_client: RemoteClient) -> None:
    try_all(
        mode,
        EXAMPLES,
        remote_client.ask("GET", "openapi.json").json(),
        lambda case: ask_online(case, remote_client),
    )


def try_all(mode: GenerationMode, examples: int, document: dict[str, Any], ask: Callable[[Any], None]) -> None:
    described = schemathesis.openapi.from_dict(document)
    operations = [operation_result.ok() for operation_result in described.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:
        if operation.path in ENDLESS:
            continue
        test = given(case=operation.as_strategy(generation_mode=mode))(ask)
        run = settings(
            max_examples=examples,
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=[*HealthCheck],
        )(test)
        with suppress(Unsatisfiable):  # an operation without parameters has no invalid requests
            run()
