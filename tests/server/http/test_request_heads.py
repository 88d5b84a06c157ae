"""A head that comes again on the same line: it is read once, and means the same every time."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from server.http_client import SECONDS
from server.remote_client import Json, RemoteClient, UnlimitedServerThread, begin_match
from solafide.server.http.connection import KNOWN, HttpConnection
from solafide.server.http.online_gate import OnlineGate


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UnlimitedServerThread]:
    found = UnlimitedServerThread(tmp_path_factory.mktemp("server"))
    yield found
    found.close()


@pytest.fixture
def heads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked for, once for each head that was read."""
    read: list[str] = []
    usual = OnlineGate.errand

    def errand(gate: OnlineGate, scope: Any) -> Any:
        read.append(scope["path"])
        return usual(gate, scope)

    monkeypatch.setattr(OnlineGate, "errand", errand)
    return read


@pytest.fixture(autouse=True)
def leave() -> Iterator[None]:
    yield
    while _lines:
        _lines.pop().close()


class Answer(NamedTuple):
    status: int
    body: Json
    headers: list[bytes]


class Program:
    """One line of a player, on which all is sent byte by byte as it stands here."""

    def __init__(self, who: RemoteClient) -> None:
        self.who, self.host = who, who.base.partition("//")[2]
        name, _, port = self.host.partition(":")
        self.line = socket.create_connection((name, int(port)), SECONDS)
        self.heard = self.line.makefile("rb")
        _lines.append(self)

    def request(self, wish: Any, query: str = "?answer=short", more: str = "", length: int = 120) -> bytes:
        """A body of the same length every time, so that the head is the same too."""
        body = json.dumps(wish).encode().ljust(length)
        return (
            f"POST /api/games/{self.who.game}/choices{query} HTTP/1.1\r\nhost: {self.host}\r\n"
            f"authorization: Bearer {self.who.secret}\r\ncontent-type: application/json\r\n{more}"
            f"content-length: {len(body)}\r\n\r\n"
        ).encode() + body

    def hear(self) -> Answer:
        status = int(self.heard.readline().split()[1])
        headers = list(iter(self.heard.readline, b"\r\n"))
        length = next(int(one.partition(b":")[2]) for one in headers if one.startswith(b"content-length"))
        kept = sorted(one for one in headers if not one.startswith((b"date", b"content-length")))
        return Answer(status, json.loads(self.heard.read(length)), kept)

    def ask(self, request: bytes) -> Answer:
        self.line.sendall(request)
        return self.hear()

    def close(self) -> None:
        self.heard.close()
        self.line.close()


_lines: list[Program] = []  # of one test


def wish(moment: Json, **more: Any) -> Json:
    asked = moment["decision"] if "decision" in moment else moment["view"]["decision"]
    return {"version": moment["version"], "choice": asked["options"][0], "client": uuid4().hex} | more


def playing(server: UnlimitedServerThread) -> tuple[Program, Program]:
    """Two who have chosen once each on a line of their own, the one who is asked first."""
    one, other = (Program(who) for who in begin_match(server.base))
    while {program for program in (one, other) if not known(server, program)}:
        asked = one if one.who.options() else other
        assert asked.ask(asked.request(wish(asked.who.moment()))).status == 200
    return (one, other) if one.who.options() else (other, one)


def known(server: UnlimitedServerThread, program: Program) -> bool:
    """Whether the server knows a head of this line."""
    return bool(line_of(server, program)._heads)


def line_of(server: UnlimitedServerThread, program: Program) -> HttpConnection:
    """The server's end of it; a line that was just opened may not have been taken yet."""
    port = program.line.getsockname()[1]
    lines: Any = server.online.server.server_state.connections
    until(server, lambda: any(line.client[1] == port for line in lines))
    found: HttpConnection = server.call(lambda _: next(line for line in lines if line.client[1] == port))
    return found


def test_a_head_is_read_once(server: UnlimitedServerThread, heads: list[str]) -> None:
    one, other = playing(server)
    read = len(heads)
    for _ in range(40):
        asked = one if one.who.options() else other
        before = asked.who.moment()
        answer = asked.ask(asked.request(wish(before)))
        assert answer.status == 200
        assert answer.body["version"] == asked.who.moment()["version"] > before["version"]
    assert len(heads) == read


def test_what_is_refused_is_refused_as_usual(server: UnlimitedServerThread) -> None:
    one, other = playing(server)
    moment = one.who.moment()
    bad: list[tuple[Program, Any]] = [
        (one, wish(moment, choice="play:C99")),
        (one, wish(moment, version=moment["version"] + 1)),
        (one, wish(moment, seat=other.who.moment()["seat"])),
        (one, wish(moment, more=1)),
        (one, ["no wish"]),
        (other, wish(moment, version=other.who.moment()["version"])),
    ]
    for program, wrong in bad:
        short, usual = (
            program.ask(program.request(wrong, query)) for query in ("?answer=short", "?answer=short&lang=en")
        )
        assert short == usual
        assert short.status >= 400
    assert one.who.moment() == moment


def test_a_refusal_counts_once_more_and_not_twice(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = playing(server)
    taken: list[str] = []
    limits = server.online.gate.limits
    monkeypatch.setattr(limits, "wait", lambda address, cost=1.0: taken.append(address))
    assert one.ask(one.request(wish(one.who.moment(), choice="play:C99"))).status == 422
    assert len(taken) - 1 == 2  # one request of ours beside it, to look at the moment


def test_who_is_too_quick_is_refused_on_this_way_too(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = playing(server)
    good = wish(one.who.moment())
    monkeypatch.setattr(server.online.gate.limits, "wait", lambda address, cost=1.0: 3.0)
    refused = one.ask(one.request(good))
    assert (refused.status, refused.body["error"]["key"]) == (429, "server.error.rate")
    monkeypatch.undo()
    assert one.ask(one.request(good)).status == 200


def test_a_secret_that_no_longer_counts_opens_nothing(server: UnlimitedServerThread) -> None:
    one, _ = playing(server)
    good = wish(one.who.moment())
    kept: Json = {}

    def turn_away(hall: Any) -> None:
        company = hall.loaded(one.who.game).online
        kept.update(company.keys)
        company.keys = dict.fromkeys(company.keys, bytes(32))

    server.call(turn_away)
    assert one.ask(one.request(good)).status == 403
    server.call(lambda hall: setattr(hall.loaded(one.who.game).online, "keys", kept))
    assert one.ask(one.request(good)).status == 200


def test_several_at_once_are_answered_in_turn(server: UnlimitedServerThread) -> None:
    one, _ = playing(server)
    request = one.request(wish(one.who.moment()))
    look = f"GET /healthz HTTP/1.1\r\nhost: {one.host}\r\n\r\n".encode()
    assert one.ask(request + request + look)[:2] == (first := one.hear())[:2]
    assert first.status == 200
    assert one.hear().body == {"ok": True}


def test_what_comes_meanwhile_waits(server: UnlimitedServerThread) -> None:
    one, _ = playing(server)
    request, line = one.request(wish(one.who.moment())), line_of(server, one)
    look = f"GET /healthz HTTP/1.1\r\nhost: {one.host}\r\n\r\n".encode()
    server.call(lambda hall: hall.loaded(one.who.game).lock.acquire())
    try:
        one.line.sendall(request)
        until(server, lambda: line._under_way)
        one.line.sendall(request + look[:10])
        until(server, lambda: bool(line._later))
    finally:
        server.call(lambda hall: hall.loaded(one.who.game).lock.release())
    one.line.sendall(look[10:])
    first = one.hear()
    assert first.status == 200
    assert one.hear() == first
    assert one.hear().body == {"ok": True}


def test_what_is_under_way_is_answered_before_the_line_ends(server: UnlimitedServerThread) -> None:
    one, _ = playing(server)
    request, line = one.request(wish(one.who.moment())), line_of(server, one)
    server.call(lambda hall: hall.loaded(one.who.game).lock.acquire())
    try:
        one.line.sendall(request)
        until(server, lambda: line._under_way)
        server.call(lambda _: line.shutdown())
    finally:
        server.call(lambda hall: hall.loaded(one.who.game).lock.release())
    answer = one.hear()
    assert answer.status == 200
    assert b"connection: close\r\n" in answer.headers
    assert one.heard.read() == b""


def test_a_line_that_is_cut_meanwhile_harms_nobody(server: UnlimitedServerThread) -> None:
    one, _ = playing(server)
    good, line = wish(one.who.moment()), line_of(server, one)
    server.call(lambda hall: hall.loaded(one.who.game).lock.acquire())
    try:
        one.line.sendall(one.request(good))
        until(server, lambda: line._under_way)
        one.close()
        until(server, lambda: line.transport.is_closing())
    finally:
        server.call(lambda hall: hall.loaded(one.who.game).lock.release())
    until(server, lambda: not line._under_way)
    assert one.who.moment()["version"] > good["version"]  # it was asked for, and counts


@pytest.mark.parametrize("more", ["expect: 100-continue\r\n", "x: " + "x" * 3000 + "\r\n"])
def test_a_head_that_is_not_plain_is_read_every_time(server: UnlimitedServerThread, more: str) -> None:
    one, _ = playing(server)
    asked = Program(one.who)
    assert asked.ask(asked.request(wish(asked.who.moment()), more=more)).status == 200
    assert not known(server, asked)


def test_a_body_in_pieces_is_put_together_every_time(server: UnlimitedServerThread) -> None:
    one, _ = playing(server)
    asked = Program(one.who)
    head, _, body = asked.request(wish(asked.who.moment())).partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.startswith(b"content-length")]
    asked.line.sendall(b"\r\n".join([*lines, b"transfer-encoding: chunked", b"", b""]))
    asked.line.sendall(b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
    assert asked.hear().status == 200
    assert not known(server, asked)


def test_a_line_remembers_only_so_many(server: UnlimitedServerThread) -> None:
    one, other = playing(server)
    for length in range(120, 120 + 2 * KNOWN):
        asked = one if one.who.options() else other
        assert asked.ask(asked.request(wish(asked.who.moment()), length=length)).status == 200
    assert 0 < len(line_of(server, one)._heads) <= KNOWN


def until(server: UnlimitedServerThread, so: Callable[[], bool]) -> None:
    """Until something is so, as the server's own loop sees it."""

    async def look() -> None:
        async with asyncio.timeout(SECONDS):
            while not so():
                await asyncio.sleep(0.005)

    server.call(lambda _: look())
