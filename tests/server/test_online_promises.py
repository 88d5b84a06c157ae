"""Guarantees of the online server: only legal choices count, each exactly once, and no acknowledged one is lost."""

import hashlib
import json
import random
import socket
import sqlite3
import threading
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import func, select

from depth import DEEP
from server.online_server import ServeProcess
from server.remote_client import Json, RemoteClient, UnlimitedServerThread, begin_match, close_clients, secret
from server.waiting import join
from solafide.server.matches import lobby
from solafide.server.routes import chat
from solafide.server.schemas.lobby import LobbyView
from solafide.server.schemas.match import ChoiceResult
from solafide.server.schemas.match_actions import ChatMessage
from solafide.server.storage.schema import dump_json, ledger

RESTARTS, GAMES = 6 if DEEP else 3, 4
TURN_LIMIT = 40 if DEEP else 20  # of the games in whose way everything is put
FREE = {
    f"SOLAFIDE_LIMITS_{name}": "0"
    for name in ("RATE", "RATE_ALL", "WRONG", "TABLES", "GAMES", "GUEST_GAMES", "STREAMS", "STREAMS_ALL")
}


def fingerprint(server: UnlimitedServerThread, game: str) -> str:
    """Of all that the game is, hidden cards included, and of its ledger."""

    async def look(registry: Any) -> str:
        async with registry.locked(game) as table:
            rows = select(ledger).where(ledger.c.game == game).order_by(ledger.c.version)
            stored_rows = await registry.store.do(lambda connection: [list(row) for row in connection.execute(rows)])
            whole = [table.game.whole(), table.length, table.game.choices, stored_rows]
            return hashlib.sha256(dump_json(whole).encode()).hexdigest()

    response: str = server.call(look)
    return response


# ---------------------------------------------------------------- only legal choices change anything


class Attempt(NamedTuple):
    """A request that must change nothing: who shows what secret, where, what is sent, and how it is answered."""

    credential: str | None
    path: str
    body: Any
    answers: set[int]


class Bout:
    """One game in whose way everything is put that must change nothing, at many moments."""

    def __init__(
        self,
        server: UnlimitedServerThread,
        seats: tuple[RemoteClient, RemoteClient],
        strangers: tuple[RemoteClient, RemoteClient],
        seed: int,
    ) -> None:
        self.server, self.seats, self.stranger = server, seats, strangers[0]
        self.dice = random.Random(seed)
        self.questions: set[str] = set()
        self.attempts = 0
        self.last: tuple[RemoteClient, Json] | None = None

    def play(self) -> None:
        """Play to the end; send wrong requests at the first question of each kind and at some others."""
        while busy := self._busy():
            moment = busy.moment()
            decision = moment["view"]["decision"]
            if decision["question"] not in self.questions or self.dice.random() < 0.03:
                self.questions.add(decision["question"])
                self.lie(busy, moment)
            fill = "draw" in decision["options"] and "limit" not in self.questions  # a full hand must discard
            choice = "draw" if fill else self.dice.choice(decision["options"])
            body = {"version": moment["version"], "choice": choice, "idempotency_key": uuid4().hex}
            busy.ask_json("POST", f"games/{busy.game}/choices", body, ChoiceResult, answer="short")
            self.last = (busy, body)
        self.questions.add("over")
        self.lie(self.seats[0], self.seats[0].moment())

    def _busy(self) -> RemoteClient | None:
        waiting = [seat for seat in self.seats if seat.options()]
        return self.dice.choice(waiting) if waiting else None

    def lie(self, busy: RemoteClient, moment: Json) -> None:
        other = self.seats[1] if busy is self.seats[0] else self.seats[0]
        before = fingerprint(self.server, busy.game)
        now = {seat.secret: seat.moment() for seat in self.seats}
        every = [*choices(busy, other, self.stranger, moment, self.seats[0].watch), *deeds(busy, moment)]
        for attempt in [*self.dice.sample(every, min(len(every), 10)), *self.again()]:
            for query in ({}, {"answer": "short"}):
                self.check(busy, attempt, query, now)
                assert fingerprint(self.server, busy.game) == before, attempt

    def again(self) -> Iterator[Attempt]:
        """Repeat the last request: it does no harm, and its key cannot be used for another request."""
        if self.last is not None:
            seat, body = self.last
            path = f"games/{seat.game}/choices"
            yield Attempt(seat.secret, path, body, {200})
            yield Attempt(seat.secret, path, body | {"choice": "circle:99"}, {409})
            yield Attempt(
                seat.secret,
                f"games/{seat.game}/undo",
                {name: body[name] for name in ("version", "idempotency_key")},
                {409},
            )

    def check(self, busy: RemoteClient, attempt: Attempt, query: Json, now: dict[str, Json]) -> None:
        body = {"idempotency_key": uuid4().hex} | attempt.body if isinstance(attempt.body, dict) else attempt.body
        answer = busy.ask(
            "POST", attempt.path, body, attempt.credential, **(query if "choices" in attempt.path else {})
        )
        assert answer.status_code in attempt.answers, (attempt, answer.text[:300])
        self.attempts += 1
        if answer.status_code == 200:
            return
        problem = answer.json()
        assert problem["error"]["key"]
        assert problem["error"]["text"]
        seated = attempt.credential in now and attempt.path.startswith(f"games/{busy.game}/")
        if answer.status_code in (409, 422) and seated:
            assert problem.get("moment") == now[attempt.credential or ""], attempt
        else:
            assert "moment" not in problem, attempt


def choices(
    busy: RemoteClient, other: RemoteClient, stranger: RemoteClient, moment: Json, watch: str
) -> Iterator[Attempt]:
    """Yield invalid choices: not offered, stale, of another seat, malformed, too long."""
    over, version = moment["view"]["outcome"], moment["version"]
    options = moment["view"]["decision"]["options"] if not over else ["draw"]
    path, good = f"games/{busy.game}/choices", {"version": version, "choice": options[0]}
    for choice in ("circle:0", "play:C99", "draw:draw", "stop", "resign", "back:0", "die:6", "card:C01", "keep:P77"):
        if choice not in options:
            yield Attempt(busy.secret, path, good | {"choice": choice}, {409} if over else {422})
    for behind in (version - 1, version + 1, 0, 999_999):
        if behind != version and behind >= 0:
            yield Attempt(busy.secret, path, good | {"version": behind}, {409})
    foreign = [choice for choice in ("circle:0", "keep:C99") if choice not in options]
    yield Attempt(other.secret, path, good | {"choice": foreign[0]}, {409, 422})
    yield Attempt(other.secret, path, good | {"seat": moment["seat"]}, {403})
    for credential, statuses in ((watch, {403}), (stranger.secret, {403}), (secret(), {403}), (None, {401})):
        yield Attempt(credential, path, good, statuses)
    yield Attempt(busy.secret, f"games/{stranger.game}/choices", good, {403})
    for wrong in ({"choice": ""}, {"choice": 7}, {"version": "1"}, {"version": -1}, {"version": 1.5}, {"more": 1}):
        yield Attempt(busy.secret, path, good | wrong, {422})
    for wrong in (
        {"idempotency_key": ""},
        {"idempotency_key": None},
        {"seat": "X"},
        {"choice": None},
        {"choice": ["draw"]},
    ):
        yield Attempt(busy.secret, path, good | wrong, {422})
    yield Attempt(busy.secret, path, [good], {422})
    yield Attempt(busy.secret, path, good | {"choice": "x" * 5000}, {422})
    yield Attempt(busy.secret, path, good | {"choice": "x" * 70_000}, {413})


def deeds(busy: RemoteClient, moment: Json) -> Iterator[Attempt]:
    """Yield other actions that are not possible now."""
    here, now = f"games/{busy.game}", {"version": moment["version"]}
    for kind in ("draw", "takeback"):
        yield Attempt(busy.secret, f"{here}/answers", now | {"kind": kind, "accept": True}, {409})
        yield Attempt(busy.secret, f"{here}/withdraw", now | {"kind": kind}, {409})
    yield Attempt(busy.secret, f"{here}/offers", now | {"kind": "takeback", "to": 0}, {409, 422})
    yield Attempt(busy.secret, f"{here}/offers", now | {"kind": "peace"}, {422})
    yield Attempt(busy.secret, f"{here}/claim-time", now, {409})
    yield Attempt(busy.secret, f"{here}/replace", now | {"opponent": "rector"}, {409})
    yield Attempt(busy.secret, f"{here}/replace", now | {"opponent": "nobody"}, {422})
    yield Attempt(busy.secret, f"{here}/takeback", now, {409})
    yield Attempt(busy.secret, f"{here}/resume", now, {409})
    yield Attempt(busy.secret, f"{here}/undo", {"version": 999_999}, {409})
    yield Attempt(busy.secret, f"{here}/resign", {"version": 999_999}, {409})
    yield Attempt(busy.secret, f"{here}/chat", {"text": 7}, {422})
    for action in ("resign", "undo", "takeback", "pause"):
        yield Attempt(secret(), f"{here}/{action}", now, {403})
        yield Attempt(busy.watch if busy.name == "Anna" else None, f"{here}/{action}", now, {401, 403})


ASKED = {
    "first": {"action", "circle", "limit"},
    "draft": {"draft", "action", "limit"},
    "rolled": {"faith", "action", "limit"},
}


@pytest.mark.parametrize("way", list(ASKED))
def test_nothing_but_a_legal_choice_changes_anything(
    server: UnlimitedServerThread, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At many moments of games that are the same each time, from the first question to the time after the end."""
    monkeypatch.setattr(lobby, "secrets", Parts)
    more = {"faith": "rolled"} if way == "rolled" else {"mode": way, "faith": "C"}
    seats = begin_match(server.base, seed=way.encode(), turn_limit=TURN_LIMIT, **more)
    bout = Bout(server, seats, begin_match(server.base), len(way))
    bout.play()
    assert bout.questions >= ASKED[way] | {"over"}
    assert bout.attempts > (150 if DEEP else 120)


class Parts:
    """A server whose part of the chance is always the same."""

    @staticmethod
    def token_bytes(count: int) -> bytes:
        return bytes(count)


def test_a_failure_before_the_commit_changes_nothing(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After any failure between a choice and its commit, memory is not ahead of the ledger."""
    one, other = begin_match(server.base)
    chooser = one if one.options() else other
    moment, before = chooser.moment(), fingerprint(server, one.game)
    body = {
        "version": moment["version"],
        "choice": moment["view"]["decision"]["options"][0],
        "idempotency_key": uuid4().hex,
    }

    def broken(*_: object) -> None:
        raise RuntimeError("internal error")

    with monkeypatch.context() as patch:
        patch.setattr("solafide.server.matches.registry.apply_standing_orders", broken)
        answer = chooser.ask("POST", f"games/{one.game}/choices", body, chooser.secret)
    assert answer.status_code == 500
    assert fingerprint(server, one.game) == before
    assert chooser.moment() == moment
    assert chooser.ask_json("POST", f"games/{one.game}/choices", body)["version"] > moment["version"]


def test_invalid_json_bodies_are_refused(server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base)
    before = fingerprint(server, one.game)
    headers = {"authorization": f"Bearer {one.secret}", "content-type": "application/json"}
    for body in (b"", b"{", b"\xff\xfe", b"null", b'{"version":NaN}', b"[" * 3000, b'{"a":' * 2000):
        answer = one.http.post(f"/api/games/{one.game}/choices", content=body, headers=headers)
        assert answer.status_code == (400 if body == b"\xff\xfe" else 422), (body[:20], answer.text)
        assert answer.json()["error"]["text"]
    plain = one.http.post(
        f"/api/games/{one.game}/choices", content=b"{}", headers=headers | {"content-type": "text/plain"}
    )
    assert plain.status_code == 415
    assert fingerprint(server, one.game) == before


# ---------------------------------------------------------------- exactly once


def test_a_choice_with_an_unread_response_counts_once(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    for _ in range(8):
        busy = one if one.options() else other
        moment = busy.moment()
        request_body = {"version": moment["version"], "choice": busy.options()[0], "idempotency_key": uuid4().hex}
        body = json.dumps(request_body).encode()
        host, port = server.base.removeprefix("http://").split(":")
        head = (
            f"POST /api/games/{one.game}/choices?answer=short HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Authorization: Bearer {busy.secret}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        line = socket.create_connection((host, int(port)))
        line.sendall(head.encode() + body)
        line.close()
        first = busy.ask("POST", f"games/{one.game}/choices", request_body, busy.secret, answer="short")
        assert first.status_code == 200, first.text
        second = busy.ask("POST", f"games/{one.game}/choices", request_body, busy.secret, answer="short")
        assert second.content == first.content
        assert times(server, request_body["idempotency_key"]) == 1
        different = request_body | {"choice": "circle:10" if request_body["choice"] != "circle:10" else "draw"}
        busy.expect_refusal("POST", f"games/{one.game}/choices", different, 409, "server.error.idempotency_key")


def test_a_repeated_request_gets_the_same_bytes_on_both_paths(server: UnlimitedServerThread) -> None:
    """A short answer is made before the application, or by it: where the body came later than the head, say."""
    ways: list[Json] = [{"answer": "short"}, {"answer": "short", "lang": "en"}, {"answer": "short", "lang": "de"}]
    for first, again in permutations(ways, 2):
        one, other = begin_match(server.base, first="C")
        path = f"games/{one.game}/choices"
        body = {"version": one.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
        answer = one.ask("POST", path, body, one.secret, **first)
        other.choose("draw")  # what is so now is no longer what was answered
        assert one.ask("POST", path, body, one.secret, **again).content == answer.content


def times(server: UnlimitedServerThread, client: str) -> int:
    query = select(func.count()).where(ledger.c.client == client)
    response: int = server.call(
        lambda registry: registry.store.do(lambda connection: connection.execute(query).scalar_one())
    )
    return response


# ---------------------------------------------------------------- durable before visible


class PlayerThread:
    """One player of a game who remembers every answer, and every message of the other one's stream."""

    def __init__(self, seat: RemoteClient, seed: int) -> None:
        self.seat, self.dice = seat, random.Random(seed)
        self.answered: list[str] = []
        self.last: tuple[Json, bytes] | None = None  # acknowledged requests
        self.last_step = 0
        self.pending: Json | None = None

    def listen(self) -> None:
        try:
            with self.seat.open_stream() as stream:
                while True:
                    self.last_step = max(self.last_step, next(stream).get("step", 0))
        except (httpx.TransportError, StopIteration, RuntimeError):
            return

    def play(self) -> None:
        try:
            while not self.step():
                pass
        except httpx.TransportError:
            return

    def step(self) -> bool:
        moment = self.seat.moment()
        decision = moment["view"]["decision"]
        if moment["view"]["outcome"]:
            return True
        if decision:
            body = {
                "version": moment["version"],
                "choice": self.dice.choice(decision["options"]),
                "idempotency_key": uuid4().hex,
            }
            self.pending = body
            answer = self.seat.ask("POST", f"games/{self.seat.game}/choices", body, self.seat.secret, answer="short")
            assert answer.status_code in (200, 409), answer.text
            if answer.status_code == 200:
                self.answered.append(body["idempotency_key"])
                self.last = body, answer.content
            self.pending = None
        return False


class SideRequests:
    """A client that repeats actions other than choices, and remembers what was acknowledged."""

    def __init__(self, seat: RemoteClient, other: RemoteClient) -> None:
        self.seat, self.other = seat, other
        self.texts: list[str] = []
        self.last: Json = {}  # what was answered last
        self.orders: list[Json] = [{}]  # the last orders that were acknowledged, and those that may have come after
        self.tables: dict[str, tuple[RemoteClient, set[str]]] = {}  # game: the host, and the possible states

    def go_on(self) -> None:
        number = 0
        try:
            while True:
                number += 1
                for action in (self.talk, self.order, self.start_match):
                    action(number)
        except httpx.TransportError:
            return

    def talk(self, number: int) -> None:
        text = f"{len(self.texts)}-{number}-{uuid4().hex}"
        answer = self.seat.ask(
            "POST", f"games/{self.seat.game}/chat", {"text": text, "idempotency_key": text}, self.seat.secret
        )
        assert answer.status_code == 201, answer.text
        self.texts.append(text)
        self.last = answer.json()

    def order(self, number: int) -> None:
        body = {"until": 1000 + number, "disputation": [number % 20 + 1]}
        self.orders.append(body)
        answer = self.seat.ask("PUT", f"games/{self.seat.game}/standing-orders", body, self.seat.secret)
        assert answer.status_code == 200, answer.text
        self.orders = [body]

    def start_match(self, number: int) -> None:
        """Create a lobby and begin its match."""
        host, friend = RemoteClient(self.seat.base), RemoteClient(self.seat.base)
        host.create()
        self.tables[host.game] = (host, {"waiting", "opening"})
        friend.join(host.game, host.invite)
        self.tables[host.game] = (host, {"opening"})
        friend.open()
        self.tables[host.game] = (host, {"opening", "begun"})
        host.open()
        self.tables[host.game] = (host, {"begun"})

    def check(self, base: str) -> None:
        """Check that everything acknowledged is stored once; other requests are stored completely or not at all."""
        self.seat.move(base)
        path = f"games/{self.seat.game}"
        if self.texts:
            body = {"text": self.texts[-1], "idempotency_key": self.texts[-1]}
            assert self.seat.ask_json("POST", f"{path}/chat", body, ChatMessage) == self.last
        lines = [line["text"] for line in self.seat.ask_json("GET", f"{path}/chat", model=list[ChatMessage])]
        assert len(lines) == len(set(lines))
        acknowledged = [line for line in lines if line in self.texts]
        assert acknowledged == self.texts[-len(acknowledged) :]
        assert len(lines) == chat.MAX_CHAT_LINES or acknowledged == self.texts
        orders = self.seat.ask("GET", f"{path}/standing-orders", None, self.seat.secret).json()["orders"]
        assert any(all(orders[name] == value for name, value in body.items()) for body in self.orders)
        self.orders = [{name: orders[name] for name in ("until", "disputation")}]
        for game, (host, states) in self.tables.items():
            host.move(base)
            assert host.ask_json("GET", f"lobbies/{game}", model=LobbyView)["state"] in states
            if states == {"begun"}:
                assert host.moment()["last_step"] > 0
        self.tables.clear()


def begin_games(base: str) -> tuple[list[PlayerThread], SideRequests]:
    """Begin matches between players, one against a computer opponent, and a client for all other actions."""
    players: list[PlayerThread] = []
    for number in range(GAMES):
        pair = begin_match(base, mode="draft" if number % 2 else "first", faith="C")
        players += [PlayerThread(seat, 10 * number + at) for at, seat in enumerate(pair)]
    alone = RemoteClient(base)
    alone.create(opponent="scholar")
    alone.open()
    return [*players, PlayerThread(alone, 99)], SideRequests(*begin_match(base))


def come_back(player: PlayerThread, base: str) -> None:
    """Check that acknowledged choices are stored, and send the last request again."""
    player.seat.move(base)
    assert player.seat.moment()["step"] >= player.last_step, "an acknowledged step is missing"
    path = f"games/{player.seat.game}/choices"
    if player.last:
        body, first = player.last
        assert player.seat.ask("POST", path, body, player.seat.secret, answer="short").content == first
    if player.pending:  # it may or may not have counted: the same again does no harm
        answer = player.seat.ask("POST", path, player.pending, player.seat.secret)
        assert answer.status_code == 200, answer.text
        player.answered.append(player.pending["idempotency_key"])
        player.pending = None


def test_no_acknowledged_request_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """While players and a computer opponent choose, join, reveal, chat and give orders; then it starts again."""
    dice = random.Random(1555)
    players: list[PlayerThread] = []
    for life in range(RESTARTS + 1):
        server = ServeProcess(tmp_path, **FREE)
        try:
            base = server.base()
            if not players:
                players, beside = begin_games(base)
            for player in players:
                come_back(player, base)
            beside.check(base)
            if life == RESTARTS:
                for player in players:  # every game continues
                    player.step()
                break
            deeds = [*(action for player in players for action in (player.play, player.listen)), beside.go_on]
            threads = [threading.Thread(target=action) for action in deeds]
            for thread in threads:
                thread.start()
            target, text_count = answers(players) + dice.randint(4, 16), len(beside.texts)
            while answers(players) < target or len(beside.texts) == text_count:
                threads[0].join(dice.uniform(0, 0.05))
        finally:
            server.stop()
        for thread in threads:
            join(thread)
        stored = stored_requests(tmp_path)
        for player in players:
            assert all(stored.get(client) == 1 for client in player.answered)
    close_clients()
    assert answers(players) >= 4 * RESTARTS
    assert len(beside.texts) >= RESTARTS


def answers(players: list[PlayerThread]) -> int:
    return sum(len(player.answered) for player in players)


def stored_requests(folder: Path) -> dict[str, int]:
    """How often each request stands in the ledger; the file itself is whole."""
    connection = sqlite3.connect(folder / "online" / "games.sqlite3")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    counts = dict(connection.execute("SELECT client, count(*) FROM ledger WHERE client IS NOT NULL GROUP BY client"))
    connection.close()
    return counts
