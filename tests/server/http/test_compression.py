"""Which answers are compressed: long ones, for clients that accept it, and never a stream."""

import gzip
import json
from pathlib import Path

import httpx

from server.local_client import LocalClient
from server.online_server import OnlineServerThread
from solafide.server.app import MIN_COMPRESSED_BYTES

GZIP = {"Accept-Encoding": "gzip"}


def raw_body(client: LocalClient, path: str) -> tuple[httpx.Headers, bytes]:
    with client.http.stream("GET", path, headers=GZIP) as answer:
        return answer.headers, b"".join(answer.iter_raw())


def test_long_responses_are_compressed(client: LocalClient) -> None:
    headers, body = raw_body(client, "/api/rules")
    assert (headers["content-encoding"], headers["vary"].lower()) == ("gzip", "accept-encoding")
    assert int(headers["content-length"]) == len(body)
    assert len(json.dumps(json.loads(gzip.decompress(body)))) > MIN_COMPRESSED_BYTES


def test_short_responses_are_not_compressed(client: LocalClient) -> None:
    headers, body = raw_body(client, "/healthz")
    assert len(body) < MIN_COMPRESSED_BYTES
    assert "content-encoding" not in headers


def test_fonts_are_not_compressed(client: LocalClient) -> None:
    page = Path("src/solafide/server/static")
    font = next((Path(__file__).parents[3] / page).rglob("*.woff2"))
    headers, body = raw_body(client, "/static/fonts/" + font.name)
    assert body == font.read_bytes()
    assert "content-encoding" not in headers


def test_the_stream_of_a_local_server_is_not_compressed(client: LocalClient) -> None:
    with client.http.stream("GET", "/api/stream", headers=GZIP) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        assert next(answer.iter_raw()).startswith(b"retry:")


def test_the_stream_of_an_online_server_is_not_compressed(tmp_path: Path) -> None:
    with (
        OnlineServerThread(tmp_path) as server,
        server.http(**GZIP) as http,
        http.stream("POST", "/api/stream", json={"seats": []}) as answer,
    ):
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        assert next(answer.iter_raw()).startswith(b":")
