"""A client of the online server that keeps secrets as a browser does and checks every answer against its schema."""

import asyncio
import hashlib
import json
import random
import secrets
import time
from collections.abc import Callable, Iterator
from inspect import isawaitable
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import httpx
from pydantic import TypeAdapter

from server.http_client import TIMEOUT_S, http_client
from server.local_client import exact
from server.online_server import OnlineServerThread
from server.online_server import secret as secret
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.errors import ErrorResponse
from solafide.server.schemas.lobby import LobbyView
from solafide.server.schemas.match import ChoiceResult, Moment

Json = dict[str, Any]
PART = b"solafide part 1\n"


LIMITS = ("rate", "rate_all", "wrong", "tables", "chat", "deal_seats", "games", "guest_games", "streams", "streams_all")
FREE = dict.fromkeys(LIMITS, 0)


class UnlimitedServerThread(OnlineServerThread):
    """An online server without limits, in which a test can call functions."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        limits = {f"limits_{name}": limit for name, limit in FREE.items()}
        super().__init__(folder, log_level="error", **limits | settings)
        self.line = http_client(self.base)
        _clients.append(self.line)

    def call(self, action: Callable[[MatchRegistry], Any]) -> Any:
        """Call a function with the registry of matches, in the event loop of the server."""

        async def job() -> Any:
            result = action(self.online.app.state.registry)
            return await result if isawaitable(result) else result

        loop = self.online.server.servers[0].get_loop()
        return asyncio.run_coroutine_threadsafe(job(), loop).result(TIMEOUT_S)

    def close(self) -> None:
        close_clients()
        super().close()


def close_clients() -> None:
    """Close the connections of all clients."""
    for client in _clients:
        client.close()
    _clients.clear()


_clients: list[httpx.Client] = []  # closed with the server


class RemoteClient:
    """A player with a browser of their own; `secret` is that of the seat."""

    def __init__(self, base: str, name: str = "") -> None:
        self.base, self.name = base, name
        self.http = http_client(base)
        _clients.append(self.http)
        self.player, self.contribution = secret(), secrets.token_bytes(32)
        self.secret, self.invite, self.watch = secret(), secret(), secret()
        self.game = ""

    def move(self, base: str) -> None:
        """Go on at a server that was started again."""
        self.http.close()
        self.base, self.http = base, http_client(base)
        _clients.append(self.http)

    # ------------------------------------------------------------ asking

    def ask(self, method: str, path: str, body: Json | None = None, credential: str | None = None, **query: Any) -> Any:
        headers = {"authorization": f"Bearer {credential}"} if credential else {}
        answer = self.http.request(method, f"/api/{path}", json=body, params=query, headers=headers)
        if answer.status_code >= 400:
            exact(ErrorResponse, answer.json())
        return answer

    def ask_json(self, method: str, path: str, body: Json | None = None, model: Any = None, **query: Any) -> Any:
        """Send a request of this seat and return the answer, which must be a success."""
        answer = self.ask(method, path, body, query.pop("credential", self.secret), **query)
        assert answer.status_code in (200, 201), answer.text
        data = answer.json()
        exact(model or Moment, data)
        return data

    def expect_refusal(self, method: str, path: str, body: Json | None, status: int, key: str, **more: Any) -> Json:
        answer = self.ask(method, path, body, more.pop("credential", self.secret), **more)
        problem: Json = answer.json()
        assert (answer.status_code, problem["error"]["key"]) == (status, key), answer.text
        assert problem["error"]["text"]
        return problem

    # ------------------------------------------------------------ arriving

    @property
    def promise(self) -> str:
        return hashlib.sha256(PART + self.contribution).hexdigest()

    def seat_request(self) -> Json:
        seat = {"secret": self.secret, "player_key": self.player, "name": self.name, "commitment": self.promise}
        return {**seat, "idempotency_key": uuid4().hex}

    def create(self, **more: Any) -> Json:
        body = self.seat_request() | {"invite": self.invite, "watch": self.watch, "faith": "C", "mode": "first"} | more
        data: Json = self.ask_json("POST", "lobbies", body, LobbyView)
        self.game = data["game"]
        return data

    def join(self, game: str, invite: str | None) -> Json:
        answer = self.ask("POST", f"lobbies/{game}/join", self.seat_request(), invite)
        assert answer.status_code == 200, answer.text
        exact(LobbyView, answer.json())
        self.game = game
        data: Json = answer.json()
        return data

    def open(self) -> Json:
        body = {"contribution": self.contribution.hex(), "idempotency_key": uuid4().hex}
        data: Json = self.ask_json("POST", f"lobbies/{self.game}/reveal", body, LobbyView)
        return data

    # ------------------------------------------------------------ playing

    def moment(self, **query: Any) -> Json:
        data: Json = self.ask_json("GET", f"games/{self.game}", **query)
        return data

    def post(self, action: str, body: Json | None = None, model: Any = None, **query: Any) -> Json:
        """Post an action at the version that this seat sees now."""
        request_body = {"version": self.moment()["version"], "idempotency_key": uuid4().hex} | (body or {})
        data: Json = self.ask_json("POST", f"games/{self.game}/{action}", request_body, model, **query)
        return data

    def choose(self, choice: str, **more: Any) -> Json:
        return self.post("choices", {"choice": choice} | more)

    def options(self) -> list[str]:
        decision = self.moment()["view"]["decision"]
        return list(decision["options"]) if decision else []

    def open_stream(self, step: int = 0, credential: str | None = None) -> "OnlineStreamReader":
        return OnlineStreamReader(self, {"game": self.game, "secret": credential or self.secret, "step": step})


class OnlineStreamReader:
    """An open stream of the online server."""

    def __init__(self, who: RemoteClient, *seats: Json) -> None:
        self._http = http_client(who.base)
        self._answer = self._http.stream("POST", "/api/stream", json={"seats": list(seats)})
        self._response = self._answer.__enter__()
        assert self._response.status_code == 200
        self._lines: Iterator[str] = self._response.iter_lines()
        next(self._lines)  # the line is open

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.__exit__(None, None, None)
        self._http.close()

    def __next__(self) -> Json:
        end = time.monotonic() + TIMEOUT_S
        for line in self._lines:
            assert time.monotonic() < end, "no message came"
            if line.startswith("data: "):
                data: Json = json.loads(line.removeprefix("data: "))
                return data
        raise StopIteration

    def until(self, kind: str) -> Json:
        """Return the next message of a kind."""
        end = time.monotonic() + TIMEOUT_S
        while (message := next(self))["kind"] != kind:
            assert time.monotonic() < end, f"no message of the kind {kind!r} came"
        return message


def begin_match(base: str, seed: bytes = b"", **more: Any) -> tuple[RemoteClient, RemoteClient]:
    """Return two players at a match with the first card dealt; their contributions to the chance follow from `seed`."""
    host, friend = RemoteClient(base, "Anna"), RemoteClient(base, "Béla")
    if seed:
        host.contribution, friend.contribution = (hashlib.sha256(name + seed).digest() for name in (b"1", b"2"))
    host.create(**more)
    friend.join(host.game, host.invite)
    assert friend.open()["state"] == "opening"
    assert host.open()["state"] == "begun"
    return host, friend


def play(players: tuple[RemoteClient, RemoteClient], steps: int | None = None, seed: int = 0) -> Json:
    """Make random choices in turn until the game is over, or so many were made."""
    chance, count = random.Random(seed), 0
    short = TypeAdapter(ChoiceResult)
    while steps is None or count < steps:
        for player in players:
            moment = player.moment()
            decision = moment["view"]["decision"]
            while decision and (steps is None or count < steps):
                body = {
                    "version": moment["version"],
                    "choice": chance.choice(decision["options"]),
                    "idempotency_key": uuid4().hex,
                }
                answer = player.ask_json("POST", f"games/{player.game}/choices", body, ChoiceResult, answer="short")
                short.validate_python(answer)
                moment, decision, count = answer, answer["decision"], count + 1
        if players[0].moment()["view"]["outcome"]:
            break
    return players[0].moment()
