"""A server without rules: the same requests, streams and commits, and nothing to think about.

python -m load.yardstick PORT FILE
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
    """Whose turn it is, and who listens."""

    __slots__ = ("id", "listeners", "secrets", "version", "watch")

    def __init__(self, number: int) -> None:
        self.id = f"g{number}"
        self.version = 0
        self.secrets: list[str] = []
        self.watch = ""
        self.listeners: list[tuple[int | None, asyncio.Queue[bytes]]] = []

    @property
    def asked(self) -> int:
        """Three choices a turn."""
        return self.version // 3 % 2

    def said(self, seat: int | None) -> dict[str, Any]:
        """What is asked of a seat."""
        over = self.version >= CHOICES_PER_GAME
        decision = {"who": "CP"[self.asked], "question": "action", "options": OPTIONS, "version": self.version}
        return {
            "game": self.id,
            "kind": "step",
            "version": self.version,
            "step": self.version,
            "events": EVENTS,
            "decision": decision | {"context": {}} if seat == self.asked and not over else None,
            "outcome": {"winner": "C", "points": {"C": 1, "P": 0}, "limited": False} if over else None,
        }

    def news(self, seat: int | None) -> bytes:
        return b"data: " + orjson.dumps(self.said(seat)) + b"\n\n"


class Ledger:
    """One commit for each turn of the event loop."""

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
    """Plain ASGI."""

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
            await self._news(orjson.loads(await _body(receive))["seats"][0], send)
        elif path[1] == "api":
            wish = orjson.loads(await _body(receive))
            await _answer(send, 200, self._arrive(path[3:], wish))
        else:
            await _answer(send, 200, {"ok": True})

    def _arrive(self, path: list[str], wish: dict[str, Any]) -> dict[str, Any]:
        if not path:
            game = Game(len(self._games))
            game.secrets, game.watch = [wish["secret"]], wish["watch"]
            self._games[game.id] = game
            return {"game": game.id}
        game = self._games[path[0]]
        if path[1] == "join":
            game.secrets.append(wish["secret"])
        return {"game": game.id}

    async def _choose(self, game: Game, secret: str, wish: dict[str, Any], send: Send) -> None:
        seat = game.secrets.index(secret)
        if wish["version"] != game.version or seat != game.asked or wish["choice"] not in OPTIONS:
            await _answer(send, 409, {"error": {"key": "error.stale_version", "text": ""}})
            return
        game.version += 1
        await self._ledger.write((game.id, game.version, wish["idempotency_key"], wish["choice"]))
        told = {listener: game.news(listener) for listener in {seat for seat, _ in game.listeners}}
        for listener, queue in game.listeners:
            queue.put_nowait(told[listener])
        await _answer(send, 200, game.said(seat))

    async def _news(self, wish: dict[str, Any], send: Send) -> None:
        game, queue = self._games[wish["game"]], asyncio.Queue[bytes]()
        seat = None if wish["secret"] == game.watch else game.secrets.index(wish["secret"])
        listener = (seat, queue)
        game.listeners.append(listener)
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        queue.put_nowait(game.news(seat))
        try:
            while True:
                await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
        finally:
            game.listeners.remove(listener)


def _bearer(scope: dict[str, Any]) -> str:
    found: bytes = next(value for name, value in scope["headers"] if name == b"authorization")
    return found.decode().removeprefix("Bearer ")


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
