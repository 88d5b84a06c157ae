"""A server without rules, for comparison: the same requests, streams and commits, but no game logic.

python -m load.no_rules_server PORT FILE
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import uvicorn

CHOICES_PER_GAME = 200
OPTIONS = ["draw", "play:C01", "play:C02", "play:C03", "play:C04", "use:C05", "pass"]
EVENTS = [
    {"event": "played", "version": 1, "by": "C", "card": "C07"},
    {"event": "converted", "version": 1, "by": "C", "circle": 3, "side": "nobility", "territory": 2, "holder": "P"},
    {"event": "shifted", "version": 1, "by": "C", "circle": 3, "from": 1, "to": 2},
    {"event": "turn", "version": 1, "by": "P", "number": 12},
]

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Game:
    """The state of one game: its version, its seats and its open streams."""

    __slots__ = ("id", "listeners", "secrets", "version", "watch")

    def __init__(self, number: int) -> None:
        self.id = f"g{number}"
        self.version = 0
        self.secrets: list[str] = []
        self.watch = ""
        self.listeners: list[tuple[int | None, asyncio.Queue[bytes]]] = []

    @property
    def active_seat(self) -> int:
        """The seat whose turn it is; a turn has three choices."""
        return self.version // 3 % 2

    def moment(self, seat: int | None) -> dict[str, Any]:
        """Return the moment as a seat sees it."""
        over = self.version >= CHOICES_PER_GAME
        decision = {"who": "CP"[self.active_seat], "question": "action", "options": OPTIONS, "version": self.version}
        return {
            "game": self.id,
            "kind": "step",
            "version": self.version,
            "step": self.version,
            "events": EVENTS,
            "decision": decision | {"context": {}} if seat == self.active_seat and not over else None,
            "outcome": {"winner": "C", "points": {"C": 1, "P": 0}, "limited": False} if over else None,
        }

    def stream_message(self, seat: int | None) -> bytes:
        return b"data: " + orjson.dumps(self.moment(seat)) + b"\n\n"


class Ledger:
    """An SQLite ledger with one commit for all rows of an iteration of the event loop."""

    def __init__(self, file: str) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            self._connection.execute(f"PRAGMA {setting}")
        self._connection.execute("CREATE TABLE ledger (seq INTEGER PRIMARY KEY, game, version, client, choice)")
        self._rows: list[tuple[Any, ...]] = []
        self._waiting: list[asyncio.Future[None]] = []

    def write(self, row: tuple[Any, ...]) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        if not self._rows:
            loop.call_soon(self._commit)
        self._rows.append(row)
        self._waiting.append(loop.create_future())
        return self._waiting[-1]

    def _commit(self) -> None:
        rows, waiting, self._rows, self._waiting = self._rows, self._waiting, [], []
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT INTO ledger VALUES (NULL, ?, ?, ?, ?)", rows)
        self._connection.execute("COMMIT")
        for answer in waiting:
            answer.set_result(None)


class App:
    """The ASGI application."""

    def __init__(self, file: str) -> None:
        self._ledger = Ledger(file)
        self._games: dict[str, Game] = {}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            gc.collect()
            gc.freeze()
            gc.set_threshold(100_000, 50, 1000)
            await send({"type": "lifespan.startup.complete"})
            return
        path = scope["path"].split("/")
        if path[-1] == "choices":
            await self._choose(self._games[path[3]], _bearer(scope), orjson.loads(await _body(receive)), send)
        elif path[-1] == "stream":
            await self._stream(orjson.loads(await _body(receive))["seats"][0], send)
        elif path[1] == "api":
            body = orjson.loads(await _body(receive))
            await _answer(send, 200, self._open_game(path[3:], body))
        else:
            await _answer(send, 200, {"ok": True})

    def _open_game(self, path: list[str], body: dict[str, Any]) -> dict[str, Any]:
        if not path:
            game = Game(len(self._games))
            game.secrets, game.watch = [body["secret"]], body["watch"]
            self._games[game.id] = game
            return {"game": game.id}
        game = self._games[path[0]]
        if path[1] == "join":
            game.secrets.append(body["secret"])
        return {"game": game.id}

    async def _choose(self, game: Game, secret: str, body: dict[str, Any], send: Send) -> None:
        seat = game.secrets.index(secret)
        if body["version"] != game.version or seat != game.active_seat or body["choice"] not in OPTIONS:
            await _answer(send, 409, {"error": {"key": "error.stale_version", "text": ""}})
            return
        game.version += 1
        await self._ledger.write((game.id, game.version, body["idempotency_key"], body["choice"]))
        messages = {listener: game.stream_message(listener) for listener in {seat for seat, _ in game.listeners}}
        for listener, queue in game.listeners:
            queue.put_nowait(messages[listener])
        await _answer(send, 200, game.moment(seat))

    async def _stream(self, body: dict[str, Any], send: Send) -> None:
        game, queue = self._games[body["game"]], asyncio.Queue[bytes]()
        seat = None if body["secret"] == game.watch else game.secrets.index(body["secret"])
        listener = (seat, queue)
        game.listeners.append(listener)
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        queue.put_nowait(game.stream_message(seat))
        try:
            while True:
                await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
        finally:
            game.listeners.remove(listener)


def _bearer(scope: dict[str, Any]) -> str:
    header: bytes = next(value for name, value in scope["headers"] if name == b"authorization")
    return header.decode().removeprefix("Bearer ")


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _answer(send: Send, status: int, data: Any) -> None:
    body = orjson.dumps(data)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    uvicorn.run(
        App(sys.argv[2]),
        port=int(sys.argv[1]),
        log_level="critical",
        access_log=False,
        backlog=4096,
        timeout_graceful_shutdown=1,
    )
