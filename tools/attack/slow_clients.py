"""Clients that send slowly, read slowly, or do nothing: they must not hold anybody up, and they are disconnected."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from time import monotonic

from load.http_client import HOST

from attack.attacked_game import AttackedGame
from attack.honest_play import HonestPlay
from attack.raw_http import guest_address, request_bytes
from attack.report import AttackResult

BYTE_INTERVAL_S = 0.5
CLOSE_TIMEOUT_S = 90.0  # the server gives a head and a body 20 seconds each
SMALL_BUFFER_BYTES = 4096
PIPELINED_REQUESTS = 200
PROGRESS_TIMEOUT_S = 30.0
TICK_S = 0.05

Client = Callable[["SlowClients", str], Awaitable[bool]]


class SlowClients:
    """Slow clients of several kinds, all open at once."""

    def __init__(self, game: AttackedGame, random: Random, until_closed: bool) -> None:
        """until_closed: wait until the server closes each connection; else only until honest players went on."""
        self.game, self.random, self.until_closed = game, random, until_closed
        self.port = game.ports[0]
        self.enough = asyncio.Event()

    async def _connect(self, source: str, small: bool = False) -> socket.socket:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        connection.setblocking(False)
        if small:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER_BYTES)
        connection.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(connection, (HOST, self.port))
        return connection

    async def _send_slowly(self, connection: socket.socket, data: bytes) -> bool:
        """Send byte by byte; return whether the server ended it."""
        loop, end = asyncio.get_running_loop(), monotonic() + CLOSE_TIMEOUT_S
        reading = asyncio.ensure_future(loop.sock_recv(connection, 1024))
        try:
            for byte in data:
                await loop.sock_sendall(connection, bytes([byte]))
                await asyncio.wait([reading], timeout=BYTE_INTERVAL_S)
                if reading.done() or self.enough.is_set() or monotonic() > end:
                    break
        except OSError:
            return True
        finally:
            closed_by_server = await _end(reading)
            connection.close()
        return closed_by_server

    async def slow_head(self, source: str) -> bool:
        return await self._send_slowly(await self._connect(source), b"GET /api/setup HTTP/1.1\r\nx: " + b"y" * 100_000)

    async def slow_body(self, source: str) -> bool:
        connection = await self._connect(source)
        head = request_bytes(self.port, "POST", "/api/lobbies", "", b"x" * 60_000)[:-60_000]
        await asyncio.get_running_loop().sock_sendall(connection, head)
        return await self._send_slowly(connection, b"x" * 59_000)

    async def silent(self, source: str) -> bool:
        return await self._hold(await self._connect(source))

    async def stalled_stream(self, source: str) -> bool:
        """Open a stream and never read it."""
        connection = await self._connect(source, small=True)
        seats = [{"game": self.game.game_id, "secret": self.game.watch, "step": 0}]
        body = json.dumps({"seats": seats}).encode()
        await asyncio.get_running_loop().sock_sendall(
            connection, request_bytes(self.port, "POST", "/api/stream", "", body)
        )
        await self._wait_for_enough()  # a stream may stay open for hours
        connection.close()
        return True

    async def stalled_answers(self, source: str) -> bool:
        """Ask for many long answers on one connection and read none of them."""
        connection = await self._connect(source, small=True)
        request = request_bytes(self.port, "GET", "/api/card-faces")
        sending = asyncio.get_running_loop().sock_sendall(connection, request * PIPELINED_REQUESTS)
        with suppress(TimeoutError, OSError):  # the server takes no more, as it should
            await asyncio.wait_for(sending, BYTE_INTERVAL_S)
        await self._wait_for_enough()
        connection.close()
        return True

    async def _wait_for_enough(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.enough.wait(), CLOSE_TIMEOUT_S)

    async def _hold(self, connection: socket.socket) -> bool:
        """Wait until the server closes a connection."""
        end = monotonic() + CLOSE_TIMEOUT_S
        reading = asyncio.ensure_future(asyncio.get_running_loop().sock_recv(connection, 1024))
        while not (reading.done() or self.enough.is_set() or monotonic() > end):
            await asyncio.wait([reading], timeout=BYTE_INTERVAL_S)
        closed_by_server = await _end(reading)
        connection.close()
        return closed_by_server


async def _end(reading: asyncio.Future[bytes]) -> bool:
    """Stop reading; return whether there was an answer or the end."""
    if reading.done():
        reading.exception()
        return True
    reading.cancel()
    await asyncio.wait([reading])
    return False


KINDS: dict[str, Client] = {
    "slow head": SlowClients.slow_head,
    "slow body": SlowClients.slow_body,
    "silent connection": SlowClients.silent,
    "stalled stream": SlowClients.stalled_stream,
    "stalled answers": SlowClients.stalled_answers,
}
CLOSED_BY_SERVER = ("slow head", "slow body", "silent connection")


async def attack_with_slow_clients(
    game: AttackedGame, play: HonestPlay, random: Random, count: int, until_closed: bool, result: AttackResult
) -> None:
    """Keep `count` slow clients open at once, and see that honest choices go on beside them."""
    await game.open_game()
    clients = SlowClients(game, random, until_closed)
    names = [name for number in range(count) for name in [list(KINDS)[number % len(KINDS)]]]
    tasks = [asyncio.create_task(_run(KINDS[name], clients, guest_address(random))) for name in names]
    await asyncio.sleep(1.0)
    before, end = play.log.acknowledged, monotonic() + PROGRESS_TIMEOUT_S
    while play.log.acknowledged < before + len(play.games) and monotonic() < end:
        await asyncio.sleep(TICK_S)
    went_on = play.log.acknowledged >= before + len(play.games)
    if until_closed:
        waiting = [task for task, name in zip(tasks, names, strict=True) if name in CLOSED_BY_SERVER]
        await asyncio.wait(waiting, timeout=CLOSE_TIMEOUT_S)
    clients.enough.set()
    outcomes = await asyncio.gather(*tasks)
    for name, closed in zip(names, outcomes, strict=True):
        must_close = until_closed and name in CLOSED_BY_SERVER
        reason = "honest players had to wait" if not went_on else "the server left it open"
        result.count(name, went_on and (closed or not must_close), reason)


async def _run(kind: Client, clients: SlowClients, source: str) -> bool:
    try:
        return await kind(clients, source)
    except OSError:
        return True
