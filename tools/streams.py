"""Measure how long a server takes to end with many open streams: `tools/streams.py [COUNT]`, by default 1500.

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
AT_ONCE = 50  # requests that are made at the same time
LIMITS = ("RATE", "RATE_ALL", "TABLES", "GAMES", "STREAMS", "STREAMS_ALL")
WATCHED_BY = 3  # streams that follow one game, as of two who play and one who watches
T = TypeVar("T")
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def asked(port: int, path: str, body: dict[str, Any], secret: str = "", more: str = "") -> Line:
    """A request whose answer has begun, with success; `more`: headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {secret}\r\n" if secret else ""
    head += more
    writer.write(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
    first = await reader.readuntil(b"\r\n\r\n")
    if not first.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
        raise RuntimeError(first.decode())
    return reader, writer


async def done(port: int, path: str, body: dict[str, Any], secret: str = "") -> dict[str, Any]:
    """Return the answer to a request."""
    reader, writer = await asked(port, path, body, secret, "Connection: close\r\n")
    answer: dict[str, Any] = json.loads(await reader.read())
    writer.close()
    return answer


async def begun(port: int) -> dict[str, Any]:
    """A game against the computer, as a stream names it."""
    keys = {name: secrets.token_urlsafe(32) for name in ("secret", "invite", "watch")}
    part = secrets.token_bytes(32)
    terms = {"opponent": "scholar", "faith": "C", "mode": "first", "first": "C"}
    wish = {**keys, **terms, "commitment": promise(part), "idempotency_key": secrets.token_hex(8)}
    game = (await done(port, "/api/lobbies", wish))["game"]
    opening = {"contribution": part.hex(), "idempotency_key": secrets.token_hex(8)}
    await done(port, f"/api/lobbies/{game}/reveal", opening, keys["secret"])
    return {"game": game, "secret": keys["secret"], "step": 0}


async def opened(port: int, game: dict[str, Any]) -> asyncio.StreamReader:
    """Open a stream and read the first messages of its game."""
    reader, writer = await asked(port, "/api/stream", {"seats": [game]})
    await reader.readuntil(b"data: ")
    reader.writer = writer  # type: ignore[attr-defined]  # stays open as long as it is read
    return reader


async def grouped(count: int, deed: Callable[[int], Awaitable[T]]) -> list[T]:
    """Run many coroutines, some of them at the same time; return their results."""
    found: list[T] = []
    while len(found) < count:
        some = range(len(found), min(len(found) + AT_ONCE, count))
        found += await asyncio.gather(*map(deed, some))
    return found


async def followed(port: int, count: int) -> list[asyncio.StreamReader]:
    """Open so many streams, each of which follows a game."""
    games = await grouped(-(-count // WATCHED_BY), lambda _: begun(port))
    return await grouped(count, lambda at: opened(port, games[at // WATCHED_BY]))


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether a stream ended properly and was not cut off."""
    try:
        rest = await reader.read()
    except OSError:
        return False
    return rest.endswith(b"0\r\n\r\n")


async def measure(count: int) -> tuple[float, int, int]:
    """Seconds to the end of the process, streams that ended properly, and its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SOLAFIDE_PLAIN") if name in os.environ}
        settings = {"SOLAFIDE_PORT": "0", "SOLAFIDE_DATA": folder, "SOLAFIDE_LOG_LEVEL": "error"}
        settings |= {f"SOLAFIDE_LIMITS_{name}": "0" for name in LIMITS}
        with (Path(folder) / "log").open("w") as log:
            server = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "solafide", "serve", "--lang", "en"),
                env=kept | settings,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert server.stdout is not None
        try:
            line = (await server.stdout.readline()).decode()
            port = urlsplit(line.split()[-1]).port
            assert port is not None, line
            streams = await followed(port, count)
            signalled = time.perf_counter()
            server.send_signal(signal.SIGTERM)
            ends = await asyncio.gather(*(ended(each) for each in streams))
            code = await server.wait()
            return time.perf_counter() - signalled, sum(ends), code
        finally:
            if server.returncode is None:
                server.kill()
                await server.wait()


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    seconds, proper, code = asyncio.run(measure(count))
    print(f"{count} open streams: {proper} ended properly, the server after {seconds:.2f} s with exit code {code}")
    return 0 if proper == count and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
