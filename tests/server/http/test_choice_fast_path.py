"""The fast path of a choice gives the same responses as the usual route, for every request."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from server.remote_client import Json, RemoteClient, UnlimitedServerThread, begin_match, play, secret
from solafide.server.http import choice_fast_path, player_request
from solafide.server.schemas.match import ChoiceResult

FAST_PATH, USUAL_PATH = "?answer=short", "?answer=short&lang=en"


def post_choice(
    who: RemoteClient, way: str, body: Any, credential: str | None, game: str | None = None
) -> httpx.Response:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {credential}"} if credential else {})
    content = body if isinstance(body, bytes) else httpx.Request("POST", who.base, json=body).read()
    address = f"/api/games/{who.game if game is None else game}/choices{way}"
    return who.http.post(address, content=content, headers=headers)


def both(who: RemoteClient, body: Any, credential: str | None, game: str | None = None) -> tuple[int, Json]:
    """Post a choice on both paths, check that the responses are equal, and return status and content."""
    one, other = (post_choice(who, way, body, credential, game) for way in (FAST_PATH, USUAL_PATH))
    assert (one.status_code, one.content) == (other.status_code, other.content)
    for answer in (one, other):
        del answer.headers["date"]
    assert sorted(one.headers.items()) == sorted(other.headers.items())
    data: Json = one.json()
    return one.status_code, data


def next_to_choose(players: tuple[RemoteClient, RemoteClient]) -> tuple[RemoteClient, RemoteClient, Json]:
    """Return the player who must choose, the other player, and the moment of the first."""
    one, other = players
    moment = one.moment()
    return (one, other, moment) if moment["view"]["decision"] else (other, one, other.moment())


def test_refusals_are_the_same_on_both_paths(server: UnlimitedServerThread) -> None:
    players = begin_match(server.base)
    who, other, moment = next_to_choose(players)
    version, options = moment["version"], moment["view"]["decision"]["options"]
    good = {"version": version, "choice": options[0], "idempotency_key": "x" * 8}

    def key(body: Any, credential: str | None, game: str | None = None) -> tuple[int, str]:
        status, problem = both(who, body, credential, game)
        return status, problem["error"]["key"]

    assert key(good | {"version": version + 1}, who.secret) == (409, "error.stale_version")
    assert key(good | {"choice": "play:C99"}, who.secret) == (422, "error.illegal_choice")
    assert key(good | {"version": other.moment()["version"]}, other.secret) == (409, "error.not_your_decision")
    assert key(good, players[0].watch) == (403, "server.error.seat")
    assert key(good, players[0].invite) == (403, "server.error.secret")
    assert key(good, secret()) == (403, "server.error.secret")
    assert key(good, "short") == (401, "server.error.no_secret")
    assert key(good, None) == (401, "server.error.no_secret")
    assert key(good, who.secret, "nowhere") == (404, "server.error.no_game")
    assert key(good, who.secret, "no.where")[0] == 422
    assert key(good | {"seat": other.moment()["seat"]}, who.secret) == (403, "server.error.seat")
    for wrong in (
        b"",
        b"{",
        b"[]",
        good | {"version": str(version)},
        good | {"more": 1},
        good | {"idempotency_key": "x"},
    ):
        assert key(wrong, who.secret) == (422, "server.error.malformed")
    assert key(b"\xff", who.secret) == (400, "server.error.encoding")
    assert who.moment() == moment


def test_a_refusal_includes_the_current_moment(server: UnlimitedServerThread) -> None:
    who, _, moment = next_to_choose(begin_match(server.base))
    body = {"version": moment["version"] + 1, "choice": "draw", "idempotency_key": uuid4().hex}
    assert both(who, body, who.secret)[1]["moment"] == moment
    assert "moment" not in both(who, body, None)[1]


def test_a_choice_counts_once_on_both_paths(server: UnlimitedServerThread) -> None:
    who, _, moment = next_to_choose(begin_match(server.base))
    options = moment["view"]["decision"]["options"]
    body = {"version": moment["version"], "choice": options[0], "idempotency_key": uuid4().hex}
    first = post_choice(who, FAST_PATH, body, who.secret)
    assert first.status_code == 200
    ChoiceResult.model_validate_json(first.content)
    assert both(who, body, who.secret) == (200, first.json())
    assert both(who, body | {"choice": "draw" if options[0] != "draw" else "pass"}, who.secret)[0] == 409


def test_a_choice_after_the_end_is_refused(server: UnlimitedServerThread) -> None:
    players = begin_match(server.base)
    moment = play(players)
    body = {"version": moment["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    status, problem = both(players[0], body, players[0].secret)
    assert (status, problem["error"]["key"]) == (409, "error.game_over")


def test_an_evicted_match_is_loaded_again(server: UnlimitedServerThread) -> None:
    who, _, moment = next_to_choose(begin_match(server.base))
    server.call(lambda registry: registry.evict(who.game))
    body = {
        "version": moment["version"],
        "choice": moment["view"]["decision"]["options"][0],
        "idempotency_key": uuid4().hex,
    }
    assert post_choice(who, FAST_PATH, body, who.secret).status_code == 200


def test_both_paths_send_the_same_headers(server: UnlimitedServerThread) -> None:
    def headers(way: str) -> list[tuple[str, str]]:
        who, _, moment = next_to_choose(begin_match(server.base))
        body = {
            "version": moment["version"],
            "choice": moment["view"]["decision"]["options"][0],
            "idempotency_key": uuid4().hex,
        }
        answer = post_choice(who, way, body, who.secret)
        assert answer.status_code == 200
        return sorted(header for header in answer.headers.items() if header[0] not in ("date", "content-length"))

    assert headers(FAST_PATH) == headers(USUAL_PATH)


def test_pipelined_requests_are_answered_in_order(server: UnlimitedServerThread) -> None:
    who, _, moment = next_to_choose(begin_match(server.base))
    options = moment["view"]["decision"]["options"]
    request_body = {"version": moment["version"], "choice": options[0], "idempotency_key": uuid4().hex}
    body = httpx.Request("POST", who.base, json=request_body).read()
    host = who.base.partition("//")[2]
    head = (
        f"POST /api/games/{who.game}/choices{FAST_PATH} HTTP/1.1\r\nhost: {host}\r\n"
        f"authorization: Bearer {who.secret}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    ).encode()
    look = f"GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode()
    name, _, port = host.partition(":")
    with socket.create_connection((name, int(port))) as line:
        line.sendall(head + b"\r\n" + body + head + b"\r\n" + body + look)
        with line.makefile("rb") as reader:
            received = reader.read()
    first, second, third = received.split(b"HTTP/1.1 200 OK\r\n")[1:]
    assert first.partition(b"\r\n\r\n")[2] == second.partition(b"\r\n\r\n")[2]
    assert third.endswith(b'{"ok":true}')
    assert who.moment()["version"] > moment["version"]


def test_a_body_sent_after_the_head_is_read(server: UnlimitedServerThread) -> None:
    who, _, moment = next_to_choose(begin_match(server.base))
    body = {
        "version": moment["version"],
        "choice": moment["view"]["decision"]["options"][0],
        "idempotency_key": uuid4().hex,
    }

    def pieces() -> Iterator[bytes]:
        for one in httpx.Request("POST", who.base, json=body).read():
            yield bytes([one])

    headers = {"content-type": "application/json", "authorization": f"Bearer {who.secret}"}
    answer = who.http.post(f"/api/games/{who.game}/choices{FAST_PATH}", content=pieces(), headers=headers)
    assert answer.status_code == 200
    ChoiceResult.model_validate_json(answer.content)


def test_an_internal_error_shows_no_traceback(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("what nobody may read")

    who, _, moment = next_to_choose(begin_match(server.base))
    body = {"version": moment["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    for module in (choice_fast_path, player_request):
        monkeypatch.setattr(module, "perform", broken)
    answer = post_choice(who, FAST_PATH, body, who.secret)
    assert (answer.status_code, answer.json()["error"]["key"]) == (500, "server.error.failed")
    assert "nobody may read" not in answer.text
