"""JSON with very many values is refused before it is parsed, and a wrong request is described in few problems."""

import doctest
import json
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from server.online_server import OnlineServerThread
from solafide.server.http import json_shape
from solafide.server.http.json_shape import MAX_BYTES_BETWEEN_STRINGS, MAX_STRINGS, has_many_values
from solafide.server.schemas.common import MAX_FIELDS
from solafide.server.schemas.lobby import NewLobbyRequest
from solafide.server.schemas.my_games import MAX_LISTED_GAMES, MyGamesRequest
from solafide.server.schemas.stream import MAX_STREAM_GAMES, StreamRequest

LONG_TEXT = 'name = "x"\\u0000 [[card]] \\ {"a": [1, 2]}\n' * 20_000
MANY_VALUES = {
    "lists": b'{"a":[' + b"[]," * 100_000 + b"1]}",
    "objects": b'{"a":[' + b'{"":{}},' * 100_000 + b"1]}",
    "numbers": b'{"a":[' + b"1," * 100_000 + b"1]}",
    "fields": b"{" + b",".join(b'"%x":1' % number for number in range(100_000)) + b"}",
    "strings": b"[" + b'"\\\\",' * 100_000 + b'""]',
    "white space": b"{" + b" " * 100_000 + b"}",
    "utf-16": json.dumps([[]] * 20_000).encode("utf-16-le"),
}


def test_examples() -> None:
    failed, examples = doctest.testmod(json_shape)
    assert examples
    assert not failed


@pytest.mark.parametrize("name", MANY_VALUES)
def test_many_values_are_found(name: str) -> None:
    assert has_many_values(MANY_VALUES[name])


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_long_text_is_one_value(ascii_only: bool) -> None:
    assert not has_many_values(json.dumps({"cards": LONG_TEXT, "name": "é„“"}, ensure_ascii=ascii_only).encode())


def test_the_longest_honest_lists_pass() -> None:
    seat = {"game": "g" * 22, "secret": "s" * 43, "step": 1_000_000}
    for many, model in ((MAX_STREAM_GAMES, StreamRequest), (MAX_LISTED_GAMES, MyGamesRequest)):
        seats = [dict(list(seat.items())[: 3 if model is StreamRequest else 2])] * many
        assert not has_many_values(json.dumps({"seats": seats}).encode())
        model.model_validate({"seats": seats})


@pytest.mark.parametrize("bytes_between", [MAX_BYTES_BETWEEN_STRINGS, MAX_BYTES_BETWEEN_STRINGS + 1])
def test_bytes_outside_strings_are_counted(bytes_between: int) -> None:
    body = b'["' + b"x" * 70_000 + b'"' + b" " * (bytes_between - 2) + b"]"
    assert has_many_values(body) is (bytes_between > MAX_BYTES_BETWEEN_STRINGS)


@pytest.mark.parametrize("strings", [MAX_STRINGS, MAX_STRINGS + 1])
def test_strings_are_counted(strings: int) -> None:
    body = ",".join(['"xxxx"'] * strings).encode()
    assert has_many_values(body) is (strings > MAX_STRINGS)


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (NewLobbyRequest, {f"k{number}": 1 for number in range(5000)}),
        (StreamRequest, {"seats": [{"game": 1, "secret": 2, "step": "x", "more": 1}] * MAX_STREAM_GAMES}),
        (MyGamesRequest, {"seats": [{f"k{number}": 1 for number in range(30)}] * MAX_LISTED_GAMES}),
    ],
)
def test_a_wrong_request_has_few_problems(model: type[BaseModel], body: object) -> None:
    """Each problem is described in words, in the event loop."""
    with pytest.raises(ValidationError) as refusal:
        model.model_validate(body)
    assert refusal.value.error_count() <= MAX_FIELDS + len(model.model_fields)


@pytest.mark.process
def test_the_server_refuses_many_values(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path) as server, server.http() as http:
        headers = {"content-type": "application/json"}
        for path in ("/api/lobbies", "/api/stream"):
            answer = http.post(path, content=MANY_VALUES["lists"][:60_000], headers=headers)
            assert (answer.status_code, answer.json()["error"]["key"]) == (413, "server.error.too_large")
        answer = http.post("/api/lobbies", json={f"k{number}": 1 for number in range(1000)})
        assert (answer.status_code, answer.json()["error"]["key"]) == (422, "server.error.malformed")
