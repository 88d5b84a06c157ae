"""Login of the local server, and requests that none of its pages would send."""

import json
import re
import socket
from collections.abc import Iterator
from hashlib import sha256

import httpx
import pytest

from server.conftest import LocalServerThread
from server.http_client import http_client
from server.local_client import LocalClient
from solafide.languages import LANGUAGES
from solafide.server.http.local_guard import MAX_BODY_BYTES, MAX_LONG_BODY_BYTES

JSON = {"Content-Type": "application/json"}
PAGES = ("/", "/games", "/game/abc", "/game/abc/at/12", "/rules", "/rules/6.1", "/rules/6.1/example", "/settings")


@pytest.fixture
def stranger(local_server: LocalServerThread) -> Iterator[httpx.Client]:
    """Return a client on this machine without a key."""
    with http_client(local_server.base) as http:
        yield http


def key_of(answer: httpx.Response) -> str:
    error_key: str = answer.json()["error"]["key"]
    return error_key


def test_every_page_needs_the_cookie(stranger: httpx.Client) -> None:
    for path in ("/api/games", "/api/setup", "/api/stream", "/api/openapi.json", "/api/nothing"):
        answer = stranger.get(path)
        assert (answer.status_code, key_of(answer)) == (401, "server.error.closed")
    for path in PAGES:
        answer = stranger.get(path, headers={"Accept-Language": "de"})
        assert answer.status_code == 401
        assert "./play" in answer.text
        assert 'lang="de"' in answer.text


def test_health_and_files_need_no_key(stranger: httpx.Client) -> None:
    assert stranger.get("/healthz").json() == {"ok": True}
    assert stranger.get("/static/app.js").headers["content-type"] == "text/javascript; charset=utf-8"


def test_a_key_works_once(local_server: LocalServerThread, stranger: httpx.Client) -> None:
    address = local_server.local.address()
    first_response = stranger.get(address)
    cookie = first_response.headers["set-cookie"].lower()
    assert (first_response.status_code, first_response.headers["location"]) == (303, "/")
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/"))
    assert stranger.get("/api/games").status_code == 200
    assert stranger.get(address).status_code == 303  # a browser that is logged in is not sent away
    with http_client() as second:
        response = second.get(address)
        assert response.status_code == 401
        assert "set-cookie" not in response.headers
    assert httpx.get(local_server.base + "/open", params={"key": "x" * 43}, trust_env=False).status_code == 401


def test_sessions_are_stored_as_hashes(local_server: LocalServerThread, client: LocalClient) -> None:
    token = client.http.cookies["solafide"]
    content = b"".join(file.read_bytes() for file in local_server.folder.glob("games.sqlite3*"))
    assert sha256(token.encode()).digest() in content
    assert token.encode() not in content
    assert (local_server.folder / "games.sqlite3").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost.example.org:80", ""])
def test_a_foreign_host_name_is_refused(client: LocalClient, host: str) -> None:
    answer = client.ask("GET", "/api/games", headers={"Host": host})
    assert (answer.status_code, key_of(answer)) == (421, "server.error.host")
    assert client.ask("GET", "/static/app.js", headers={"Host": host}).status_code == 421


def test_localhost_is_accepted(client: LocalClient) -> None:
    port = client.base.rpartition(":")[2]
    assert client.ask("GET", "/api/games", headers={"Host": f"localhost:{port}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_requests_of_foreign_pages_are_refused(client: LocalClient, headers: dict[str, str]) -> None:
    request_body = {
        "players": {"1": "person", "2": "person"},
        "faith": "C",
        "mode": "first",
        "idempotency_key": client.new_request_id(),
    }
    before = len(client.get("games"))
    for method, body in (("GET", None), ("POST", json.dumps(request_body))):
        answer = client.ask(method, "/api/games", content=body, headers=JSON | headers)
        assert (answer.status_code, key_of(answer)) == (403, "server.error.origin")
    assert len(client.get("games")) == before


def test_requests_of_the_own_page_are_accepted(client: LocalClient) -> None:
    headers = {"Origin": client.base, "Sec-Fetch-Site": "same-origin"}
    assert client.ask("GET", "/api/games", headers=headers).status_code == 200


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_accepted(client: LocalClient, media: str) -> None:
    answer = client.ask("POST", "/api/games", content=b"{}", headers={"Content-Type": media})
    assert (answer.status_code, key_of(answer)) == (415, "server.error.media")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-8-sig"])
def test_only_utf8_is_accepted(client: LocalClient, encoding: str) -> None:
    answer = client.ask("POST", "/api/games", content="{}".encode(encoding), headers=JSON)
    assert (answer.status_code, key_of(answer)) == (400, "server.error.encoding")


def test_oversized_bodies_are_refused(client: LocalClient) -> None:
    game = client.new()["game"]
    for path, limit in (
        (f"/api/games/{game}/choices", MAX_BODY_BYTES),
        ("/api/records", MAX_LONG_BODY_BYTES),
        ("/api/games", MAX_LONG_BODY_BYTES),
    ):
        answer = client.ask("POST", path, content=b" " * (limit + 1), headers=JSON)
        assert (answer.status_code, key_of(answer)) == (413, "server.error.too_large")
        in_parts = (b" " * 1000 for _ in range(limit // 1000 + 2))
        assert client.ask("POST", path, content=in_parts, headers=JSON).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b'{"seat": "C"}',
        b'{"seat": "C", "version": "12", "choice": "draw", "idempotency_key": "abcdefgh"}',
        b'{"seat": "X", "version": 12, "choice": "draw", "idempotency_key": "abcdefgh"}',
        b'{"seat": "C", "version": -1, "choice": "draw", "idempotency_key": "abcdefgh"}',
        b'{"seat": "C", "version": 12, "choice": "draw", "idempotency_key": "short"}',
        b'{"seat": "C", "version": 12, "choice": "draw", "idempotency_key": "abcdefgh", "more": 1}',
        b'{"seat": "C", "version": 12, "choice": "\\u0000", "idempotency_key": "abcdefgh"}',
        b'{"seat": "C", "version": 1e400, "choice": "draw", "idempotency_key": "abcdefgh"}',
        b"[" * 30_000,
    ],
)
def test_malformed_requests_are_refused(client: LocalClient, body: bytes) -> None:
    moment = client.moment(client.new()["game"], seat="C")
    answer = client.ask("POST", f"/api/games/{moment['game']}/choices", content=body, headers=JSON)
    assert (answer.status_code, key_of(answer)) == (422, "server.error.malformed")
    assert client.moment(moment["game"], seat="C") == moment


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/games/none", 404),
        ("GET", "/api/games/%00", 422),
        ("GET", "/api/games/" + "x" * 100, 422),
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing", 404),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/..%2Fapp.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static/%00", 404),
        ("PUT", "/api/games", 405),
        ("PATCH", "/api/games/x", 405),
        ("GET", "/api/games/x/choices", 405),
        ("GET", "/api/stream?last=-1", 422),
        ("GET", "/api/games?lang=xx", 422),
    ],
)
def test_unknown_paths_are_not_found(client: LocalClient, method: str, path: str, status: int) -> None:
    answer = client.http.request(method, httpx.URL(client.base + path), headers=JSON)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    if answer.url.path.startswith(("/api/", "/static/")):
        assert set(answer.json()) == {"error"}
    else:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_every_response_has_the_security_headers(client: LocalClient, stranger: httpx.Client) -> None:
    for answer in (
        client.ask("GET", "/"),
        client.ask("GET", "/api/games"),
        client.ask("GET", "/api/games/none"),
        client.ask("GET", "/static/app.js"),
        stranger.get("/"),
        stranger.get("/", headers={"Host": "example.org"}),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
    assert client.ask("GET", "/api/games").headers["cache-control"] == "no-store"


def test_static_files_are_compressed_and_cached(client: LocalClient) -> None:
    first = client.ask("GET", "/static/app.js", headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    again = client.ask("GET", "/static/app.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    for path in PAGES:
        page = client.ask("GET", path)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        (script,) = re.findall(r'src="([^"]+)"', page.text)
        lasting = client.ask("GET", script)
        assert lasting.content == first.content
        assert "immutable" in lasting.headers["cache-control"]
        assert f'<html lang="en" data-languages="{" ".join(LANGUAGES)}">' in page.text
    old = client.ask("GET", "/static/@0000000000000000/app.js")
    assert old.headers["cache-control"] == "no-cache"


def raw(client: LocalClient, request: bytes) -> bytes:
    host, port = client.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("request_", [b"nonsense\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET /api/games HTTP/1.1\r\n\r\n"])
def test_invalid_http_is_refused(client: LocalClient, request_: bytes) -> None:
    answer = raw(client, request_)
    assert b" 4" in answer.split(b"\r\n")[0]
    assert b"Traceback" not in answer
    assert client.get("games") is not None


def test_an_internal_error_is_reported_without_a_traceback(
    client: LocalClient, local_server: LocalServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    registry = local_server.local.server.config.app.app.state.registry  # type: ignore[union-attr]
    monkeypatch.setattr(registry, "list_games", broken)
    answer = client.ask("GET", "/api/games")
    assert (answer.status_code, key_of(answer)) == (500, "server.error.failed")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_long_responses_are_compressed_and_unchanged_ones_are_cached(client: LocalClient) -> None:
    for path in ("/api/card-faces", "/api/texts", "/api/rules"):
        plain = client.ask("GET", path, headers={"Accept-Encoding": "identity"})
        packed = client.ask("GET", path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        again = client.ask("GET", path, headers={"If-None-Match": packed.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    moment = client.ask("GET", f"/api/games/{client.new()['game']}", headers={"Accept-Encoding": "gzip"})
    assert moment.headers["content-encoding"] == "gzip"
    assert moment.headers["cache-control"] == "no-store"
