"""Measure how long a server takes to end with many open streams: `tools/shutdown_bench.py [COUNT]`, by default 1500.

It starts `solafide serve` with a folder of its own, starts games there against the computer, opens so many
streams over loopback that follow them, each on a connection of its own, asks the server to end, and prints how long it
took until every stream had ended properly and the process was gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from solafide.game import promise

COUNT = 1500
CONCURRENT_REQUESTS = 50  # requests sent at the same time
LIMITS = ("RATE", "RATE_ALL", "TABLES", "GAMES", "GUEST_GAMES", "STREAMS", "STREAMS_ALL")
STREAMS_PER_GAME = 3  # two players and a spectator
T = TypeVar("T")
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def open_request(port: int, path: str, body: dict[str, Any], secret: str = "", more: str = "") -> Connection:
    """Send a request and read the head of a successful answer; more: further headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {secret}\r\n" if secret else ""
    head += more
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    answer_head = await reader.readuntil(b"\r\n\r\n")
    if not answer_head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
        raise RuntimeError(answer_head.decode())
    return reader, writer


async def post(port: int, path: str, body: dict[str, Any], secret: str = "") -> dict[str, Any]:
    """Return the answer to a request."""
    reader, writer = await open_request(port, path, body, secret, "Connection: close\r\n")
    answer: dict[str, Any] = json.loads(await reader.read())
    writer.close()
    return answer


async def start_game(port: int) -> dict[str, Any]:
    """Start a game against the computer, and return it as the body of a stream request names it."""
    keys = {name: secrets.token_urlsafe(32) for name in ("secret", "invite", "watch")}
    contribution = secrets.token_bytes(32)
    terms = {"opponent": "scholar", "faith": "C", "mode": "first", "first": "C"}
    new_lobby = {**keys, **terms, "commitment": promise(contribution), "idempotency_key": secrets.token_hex(8)}
    game = (await post(port, "/api/lobbies", new_lobby))["game"]
    reveal_request = {"contribution": contribution.hex(), "idempotency_key": secrets.token_hex(8)}
    await post(port, f"/api/lobbies/{game}/reveal", reveal_request, keys["secret"])
    return {"game": game, "secret": keys["secret"], "step": 0}


async def open_stream(port: int, game: dict[str, Any]) -> asyncio.StreamReader:
    """Open a stream and read the first messages of its game."""
    reader, writer = await open_request(port, "/api/stream", {"seats": [game]})
    await reader.readuntil(b"data: ")
    reader.writer = writer  # type: ignore[attr-defined]  # stays open as long as it is read
    return reader


async def run_in_groups(count: int, task: Callable[[int], Awaitable[T]]) -> list[T]:
    """Run many coroutines, some of them at the same time; return their results."""
    results: list[T] = []
    while len(results) < count:
        group = range(len(results), min(len(results) + CONCURRENT_REQUESTS, count))
        results += await asyncio.gather(*map(task, group))
    return results


async def open_streams(port: int, count: int) -> list[asyncio.StreamReader]:
    """Open streams, each of which follows a game."""
    games = await run_in_groups(-(-count // STREAMS_PER_GAME), lambda _: start_game(port))
    return await run_in_groups(count, lambda at: open_stream(port, games[at // STREAMS_PER_GAME]))


async def ends_properly(reader: asyncio.StreamReader) -> bool:
    """Whether a stream ended properly and was not cut off."""
    try:
        rest = await reader.read()
    except OSError:
        return False
    return rest.endswith(b"0\r\n\r\n")


async def measure(count: int) -> tuple[float, int, int]:
    """Return the seconds to the end of the process, how many streams ended properly, and the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SOLAFIDE_PLAIN") if name in os.environ}
        settings = {"SOLAFIDE_PORT": "0", "SOLAFIDE_DATA": folder, "SOLAFIDE_LOG_LEVEL": "error"}
        settings |= {f"SOLAFIDE_LIMITS_{name}": "0" for name in LIMITS}
        with (Path(folder) / "log").open("w") as log:
            server = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "solafide", "serve", "--lang", "en"),
                env=inherited | settings,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert server.stdout is not None
        try:
            line = (await server.stdout.readline()).decode()
            port = urlsplit(line.split()[-1]).port
            assert port is not None, line
            streams = await open_streams(port, count)
            signalled = time.perf_counter()
            server.send_signal(signal.SIGTERM)
            ends = await asyncio.gather(*(ends_properly(each) for each in streams))
            code = await server.wait()
            return time.perf_counter() - signalled, sum(ends), code
        finally:
            if server.returncode is None:
                server.kill()
                await server.wait()


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    seconds, proper, code = asyncio.run(measure(count))
    print(f"{count} open streams: {proper} ended properly, the server after {seconds:.2f} s with exit code {code}")
    return 0 if proper == count and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
