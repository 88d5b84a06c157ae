"""The online gate refuses bad requests: host names, origins, cookies, sizes, rates, proxies; and logs no secret."""

import json
import re
import secrets
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.online_server import OnlinePlayer, OnlineServerThread, ServeProcess, begin_match, play, secret
from server.waiting import wait_until
from solafide.server.http import connection, online_gate
from solafide.server.http.connection import MAX_HEAD_BYTES
from solafide.server.matches import capacity, health
from solafide.server.runtime import access_log
from solafide.text import LANGUAGES, catalogue

PUBLIC = "https://solafide.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("server")) as server_thread:
        yield server_thread


def key(answer: httpx.Response) -> str:
    error_key: str = answer.json()["error"]["key"]
    return error_key


OTHER_ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-8-sig")


@pytest.mark.parametrize("encoding", OTHER_ENCODINGS)
@pytest.mark.parametrize(
    "path", ["games/{game}/stop-thinking", "games/{game}/choices?answer=short", "lobbies", "stream"]
)
def test_a_body_must_be_utf8(server: OnlineServerThread, path: str, encoding: str) -> None:
    """The same rule for every path, before anything is read from the body."""
    with OnlinePlayer(server.base) as player:
        player.create()
        headers = {"authorization": f"Bearer {player.secret}", "content-type": "application/json"}
        address = f"/api/{path.format(game=player.game)}"
        answer = player.http.post(address, content="{}".encode(encoding), headers=headers)
        assert (answer.status_code, key(answer)) == (400, "server.error.encoding")
        answer = player.http.post(address, content=b'{"text": "\xff"}', headers=headers)
        assert (answer.status_code, key(answer)) == (400, "server.error.encoding")


# ---------------------------------------------------------------- names and origins


def test_only_configured_host_names_are_served(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, origins=(PUBLIC, "http://other.example:8080")) as server, server.http() as http:
        for host in ("solafide.example", "Solafide.Example", "other.example:8080"):
            assert http.get("/api/setup", headers={"host": host}).status_code == 200
        for host in ("other.example", "solafide.example.evil.example", "127.0.0.1", "", "localhost"):
            answer = http.get("/api/setup", headers={"host": host})
            assert (answer.status_code, key(answer)) == (421, "server.error.name")
        assert http.get("/healthz", headers={"host": "10.0.0.7"}).json() == {"ok": True}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
    ],
)
def test_requests_of_foreign_pages_are_refused(
    server: OnlineServerThread, headers: dict[str, str], status: int
) -> None:
    with server.http() as http:
        assert http.get("/api/setup", headers=headers).status_code == status
        assert http.get("/api/setup", headers={"origin": server.base}).status_code == 200


def test_an_origin_includes_scheme_and_port(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, origins=(PUBLIC,)) as server, server.http(host="solafide.example") as http:
        for origin, status in ((PUBLIC, 200), ("http://solafide.example", 403), (f"{PUBLIC}:8443", 403)):
            assert http.get("/api/setup", headers={"origin": origin}).status_code == status


def test_cookies_and_forms_give_no_access(server: OnlineServerThread) -> None:
    """No cookie is set or believed, no foreign page is allowed to ask, and forms cannot write what is read."""
    with OnlinePlayer(server.base) as one:
        one.create()
        cookies = {"cookie": f"solafide={one.secret}; secret={one.secret}; Authorization=Bearer {one.secret}"}
        with server.http(**cookies) as http:
            assert http.get(f"/api/lobbies/{one.game}").status_code == 401
            answer = http.options("/api/lobbies", headers={"origin": server.base})
            assert not [name for name in answer.headers if name.startswith("access-control-")]
            for path in ("/", "/api/setup", f"/api/lobbies/{one.game}", "/open", "/healthz"):
                assert "set-cookie" not in http.get(path).headers
            for media in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""):
                answer = http.post("/api/lobbies", content=b"{}", headers={"content-type": media})
                assert (answer.status_code, key(answer)) == (415, "server.error.media")


def test_a_secret_in_the_query_is_ignored(server: OnlineServerThread) -> None:
    with OnlinePlayer(server.base) as one, server.http() as http:
        one.create()
        for name in ("secret", "authorization", "key", "token"):
            assert http.get(f"/api/lobbies/{one.game}", params={name: one.secret}).status_code == 401


def test_every_response_has_the_security_headers(server: OnlineServerThread) -> None:
    with OnlinePlayer(server.base) as one, server.http() as http:
        one.create()
        answers = [
            http.get("/"),
            http.get("/nothing"),
            http.get("/api/setup"),
            http.get("/api/nothing"),
            one.ask("GET", f"lobbies/{one.game}"),
            http.post("/api/lobbies", json={}),
            http.get("/api/setup", headers={"host": "evil"}),
        ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
    for answer in answers[4:]:
        assert answer.headers["cache-control"] == "no-store"


# ---------------------------------------------------------------- sizes


def test_oversized_bodies_are_refused(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_body=2048, limits_long=4096) as server, server.http() as http:

        def post_length(path: str, length: int, **more: Any) -> int:
            content = b'"' + b"x" * (length - 2) + b'"'
            return http.post(path, content=content, headers={"content-type": "application/json"}, **more).status_code

        assert post_length("/api/confirm", 2048) == 422
        assert post_length("/api/confirm", 2049) == 413
        assert post_length("/api/lobbies", 4096) == 422
        assert post_length("/api/lobbies", 4097) == 413

        def pieces() -> Iterator[bytes]:
            for _ in range(100):
                yield b"x" * 100

        for path in ("/api/confirm", "/api/lobbies"):
            answer = http.post(path, content=pieces(), headers={"content-type": "application/json"})
            assert (answer.status_code, key(answer)) == (413, "server.error.too_large")


def test_large_bodies_cost_more_of_the_rate_limit(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_rate=1, limits_burst=40) as server, server.http() as http:
        headers = {"content-type": "application/json"}
        long = b'"' + b"x" * (2 * 1024 * 1024 - 2) + b'"'
        statuses = [http.post("/api/lobbies", content=long, headers=headers).status_code for _ in range(3)]
        assert statuses[0] == 422
        assert 429 in statuses[1:]


def test_an_oversized_head_closes_the_connection(server: OnlineServerThread) -> None:
    with socket.create_connection(("127.0.0.1", server.online.port), 60) as talk:
        talk.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
        with suppress(OSError):  # a reset, or a pipe that is broken
            for _ in range(1000):
                talk.sendall(b"x" * MAX_HEAD_BYTES)
            pytest.fail("the server reads a head of any size")
    with server.http() as http:
        assert http.get("/healthz").status_code == 200


def test_a_silent_connection_is_closed(server: OnlineServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_TIMEOUT_S", 0.2)
    for start in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"):
        with socket.create_connection(("127.0.0.1", server.online.port), 60) as silent:
            silent.sendall(start)
            with suppress(ConnectionResetError):
                assert silent.recv(1) == b""


def test_a_missing_body_times_out(server: OnlineServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_gate, "BODY_TIMEOUT_S", 0.2)
    host = f"127.0.0.1:{server.online.port}"
    head = f"POST /api/confirm HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.online.port), 60) as slow:
        slow.sendall(head.encode() + b"{")
        answer = b"".join(iter(lambda: slow.recv(4000), b""))  # the line is closed after it
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"server.error.slow" in answer


def test_invalid_http_is_refused_and_the_server_stays_up(server: OnlineServerThread) -> None:
    for garbage in (b"\x16\x03\x01\x02\x00\x01\x00\x01", b"GET\r\n\r\n", b"NONSENSE / HTTP/9.9\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.online.port), 60) as talk:
            talk.sendall(garbage)
            answer = talk.recv(1000)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
            assert b"Traceback" not in answer
    with server.http() as http:
        assert http.get("/healthz").status_code == 200


# ---------------------------------------------------------------- rates


def test_requests_of_one_address_are_rate_limited(tmp_path: Path) -> None:
    proxies = (ip_network("127.0.0.1"),)
    with OnlineServerThread(tmp_path, limits_rate=1, limits_burst=5, proxies=proxies) as server, server.http() as http:

        def get_setup(address: str, **headers: str) -> httpx.Response:
            return http.get("/api/setup", headers={"x-forwarded-for": address, **headers})

        statuses = [get_setup("203.0.113.1").status_code for _ in range(10)]
        assert statuses[:5] == [200] * 5
        assert 429 in statuses[5:]
        for lang in LANGUAGES:
            response = get_setup("203.0.113.1", **{"accept-language": lang})
            if response.status_code == 429:
                wait = int(response.headers["retry-after"])
                assert wait >= 1
                expected = {"key": "server.error.rate", "text": catalogue(lang).render("server.error.rate", n=wait)}
                assert response.json()["error"] == expected
        assert get_setup("203.0.113.2").status_code == 200
        # What a stranger writes to the left of what the proxy saw changes nothing.
        assert [get_setup(f"198.51.100.{n}, 203.0.113.1").status_code for n in range(8)].count(429) > 0
        assert get_setup("203.0.113.3").status_code == 200


def test_all_requests_together_are_rate_limited(tmp_path: Path) -> None:
    proxies = (ip_network("127.0.0.1"),)
    settings = {"limits_rate_all": 1, "limits_burst_all": 5, "proxies": proxies}
    with OnlineServerThread(tmp_path, **settings) as server, server.http() as http:
        statuses = [
            http.get("/api/setup", headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code for n in range(20)
        ]
        assert statuses[:5] == [200] * 5
        assert 429 in statuses[5:]


def test_forwarded_addresses_of_unknown_proxies_are_ignored(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_rate=1, limits_burst=5) as server, server.http() as http:
        statuses = [
            http.get("/api/setup", headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code for n in range(12)
        ]
        assert 429 in statuses


def test_many_wrong_secrets_are_rate_limited(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_wrong=5) as server, OnlinePlayer(server.base) as one:
        one.create()
        responses = [one.ask("GET", f"lobbies/{one.game}", credential=secret()) for _ in range(8)]
        assert [answer.status_code for answer in responses[:5]] == [403] * 5
        assert responses[-1].status_code == 429
        assert key(responses[-1]) == "server.error.rate_wrong_secrets"
        assert int(responses[-1].headers["retry-after"]) >= 1
        assert one.ask("GET", f"lobbies/{one.game}").status_code == 429
        with server.http() as http:
            assert http.get("/api/setup").status_code == 200


def test_new_lobbies_are_rate_limited(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_tables=2) as server:
        for _ in range(2):
            with OnlinePlayer(server.base) as one:
                one.create()
        with OnlinePlayer(server.base) as one, pytest.raises(AssertionError, match=r"server\.error\.rate_new_games"):
            one.create()


def test_a_full_server_refuses_new_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "FULL_CACHE_S", 0.0)
    with OnlineServerThread(tmp_path, limits_games=2) as server:
        one, two = begin_match(server.base)
        with one, two, OnlinePlayer(server.base) as waiting, OnlinePlayer(server.base) as late:
            waiting.create()
            with pytest.raises(AssertionError, match=r"server\.error\.full"):
                late.create()
            assert one.ask("POST", f"games/{one.game}/choices", {}).status_code == 422
            body = {"version": one.moment()["version"], "idempotency_key": secrets.token_hex(8)}
            one.post(f"games/{one.game}/resign", body)
            late.create()


def test_open_streams_are_limited(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_streams=2) as server, server.http() as http:
        body: dict[str, Any] = {"seats": []}
        with http.stream("POST", "/api/stream", json=body) as one, http.stream("POST", "/api/stream", json=body) as two:
            assert (one.status_code, two.status_code) == (200, 200)
            third = http.post("/api/stream", json=body)
            assert (third.status_code, key(third)) == (429, "server.error.rate_streams")
        with http.stream("POST", "/api/stream", json=body) as again:
            assert again.status_code in (200, 429)
        assert server.online.gate.limits.streams.count <= 2


# ---------------------------------------------------------------- what goes wrong, what is written down


def test_an_internal_error_shows_no_traceback(server: OnlineServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the innermost secret")

    monkeypatch.setattr(server.online.app.state.registry, "match", broken)
    with OnlinePlayer(server.base) as one:
        answer = one.ask("GET", "games/nothing")
    assert (answer.status_code, key(answer)) == (500, "server.error.failed")
    assert "innermost" not in answer.text
    assert "Traceback" not in answer.text


def test_the_health_check_fails_when_the_database_does_not_respond(
    server: OnlineServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(health, "HEALTH_CACHE_S", 0.0)
    with server.http() as http:
        assert http.get("/healthz").json() == {"ok": True}
        with monkeypatch.context() as patch:
            patch.setattr(server.online.store, "do", broken)
            answer = http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"ok": False, "problem": "storage"})
        assert http.get("/healthz").json() == {"ok": True}


def test_two_secrets_in_one_request_are_refused(server: OnlineServerThread) -> None:
    one, two = begin_match(server.base)
    own, other = (("authorization", f"Bearer {player.secret}") for player in (one, two))
    with server.http() as http:
        for headers in ([own, other], [other, own], [own, own]):
            for path in (f"/api/games/{one.game}", "/api/setup"):
                answer = http.get(path, headers=headers)
                assert (answer.status_code, key(answer)) == (400, "server.error.two_secrets")
            answer = http.post(f"/api/games/{one.game}/choices", json={}, headers=headers)
            assert (answer.status_code, key(answer)) == (400, "server.error.two_secrets")
    for player in (one, two):
        player.http.close()


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f", "\u200b", "\u0085", "\u2028", "\ufeff", "\u061c"])
def test_a_name_has_no_character_that_nobody_sees(server: OnlineServerThread, sign: str) -> None:
    with OnlinePlayer(server.base) as guest:
        body = {**guest._self(), "name": f"Anna{sign}", "invite": secret(), "watch": secret(), "opponent": "person"}
        answer = guest.ask("POST", "lobbies", body | {"faith": "C", "mode": "first", "study": False, "open": False})
        assert (answer.status_code, key(answer)) == (422, "server.error.malformed")
        body |= {"name": "Łaski János 🂡", "faith": "C", "mode": "first", "study": False, "open": False}
        assert guest.ask("POST", "lobbies", body).status_code == 201


def test_a_large_card_set_holds_up_nobody_else(server: OnlineServerThread) -> None:
    """What came later, from somebody else, is answered first; the answer names one problem."""
    cards = "".join(f"unknown{number} = 1\n" for number in range(75_000))
    answered: list[str] = []

    def upload() -> httpx.Response:
        with OnlinePlayer(server.base) as guest:
            body = {**guest._self(), "invite": secret(), "watch": secret(), "opponent": "person", "faith": "C"}
            more = {"mode": "first", "study": False, "open": False, "cards": cards, "cards_file": "mine.toml"}
            answer = guest.ask("POST", "lobbies", body | more)
            answered.append("upload")
            return answer

    with ThreadPoolExecutor(1) as pool, server.http() as http:
        registry = server.online.app.state.registry
        sent = pool.submit(upload)
        wait_until(lambda: registry.compute.turns.waiting or sent.done())
        assert http.get("/api/setup").status_code == 200
        answered.append("other")
        answer = sent.result()
    assert answered == ["other", "upload"]
    assert (answer.status_code, key(answer)) == (422, "cards_error")
    assert len(answer.content) < 2_000


@pytest.mark.parametrize("line", ["a." * 500 + "a = 1", "[" + "a." * 1000 + "a]"])
def test_a_deeply_nested_card_set_is_a_problem_and_no_failure(server: OnlineServerThread, line: str) -> None:
    with OnlinePlayer(server.base) as guest:
        body = {**guest._self(), "invite": secret(), "watch": secret(), "opponent": "person", "faith": "C"}
        more = {"mode": "first", "study": False, "open": False, "cards": line, "cards_file": "mine.toml"}
        answer = guest.ask("POST", "lobbies", body | more)
    assert (answer.status_code, key(answer)) == (422, "cards_error")


@pytest.mark.process
def test_logs_of_a_whole_game_hold_no_secret(tmp_path: Path) -> None:
    command = ServeProcess(tmp_path, SOLAFIDE_LOG_LEVEL="debug", SOLAFIDE_LIMITS_RATE="0")
    try:
        base = command.base()
        one, two = begin_match(base, turn_limit=12)
        with one, two:
            choices = play((one, two), 2000)
            assert one.moment()["view"]["outcome"]
            assert choices > 10
            hidden_values = [person.secret for person in (one, two)] + [one.invite, one.watch]
            hidden_values += [person.contribution.hex() for person in (one, two)]
            # Mistakes that people make: a secret in the address, in the wrong header, in a body that is refused.
            strange = [secret() for _ in range(4)]
            one.http.get(f"/api/games/{one.game}?secret={strange[0]}")
            one.http.get(f"/join/{strange[1]}")
            one.http.get("/api/setup", headers={"x-secret": strange[2]})
            one.http.post("/api/lobbies", json={"secret": strange[3], "idempotency_key": secrets.token_hex(8)})
        code, out, err = command.end()
    finally:
        command.stop()
    assert (code, out.splitlines()[-1]) == (0, "The server has stopped. All games are saved.")
    lines = [json.loads(line) for line in err.splitlines()]
    requests = [line for line in lines if line["from"] == "solafide.access"]
    assert len(requests) > choices
    assert {"method", "route", "status", "ms", "at", "level"} <= requests[0].keys()
    assert {line["route"] for line in requests} >= {"/api/lobbies/{game}/join", "/api/games/{game}/choices", "-"}
    for hidden in (*hidden_values, *strange, one.game, "Bearer", "INSERT"):
        assert hidden not in err


def test_secrets_are_redacted_in_logs(caplog: pytest.LogCaptureFixture) -> None:
    token = secret()
    try:
        raise ValueError(f"Bearer {token} of me@example.org")
    except ValueError:
        access_log.access.exception("failed with %s", token)
    (record,) = caplog.records
    line = access_log.JsonLogFormatter().format(record)
    assert token not in line
    assert "example.org" not in line
    assert json.loads(line)["error"]["kind"] == "ValueError"
    assert re.search(r"test_online_gate\.py:\d+", json.loads(line)["error"]["where"][0])
