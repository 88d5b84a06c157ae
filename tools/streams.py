"""How long a server takes to end with many open streams: `tools/streams.py [COUNT]`, 1500 unless told.

It starts `solafide serve` with a folder of its own, opens so many streams over loopback, each on a connection of its
own, tells the server to end, and says how long it took until every stream had ended properly and the process was gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

ALLOWED = 5.0  # seconds
COUNT = 1500
AT_ONCE = 50  # streams that are opened at the same time


async def opened(port: int) -> asyncio.StreamReader:
    """A stream whose head and first line have come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"seats": []}).encode()
    head = f"POST /api/news HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    first = await reader.readuntil(b"\r\n\r\n")
    if not first.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(first.decode())
    await reader.readuntil(b"\n\n")
    reader.writer = writer  # type: ignore[attr-defined]  # kept open as long as it is read
    return reader


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether a stream came to its own end, and was not just cut off."""
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
        settings |= {f"SOLAFIDE_LIMITS_{name}": "0" for name in ("RATE", "RATE_ALL", "STREAMS", "STREAMS_ALL")}
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
            streams: list[asyncio.StreamReader] = []
            while len(streams) < count:
                some = min(AT_ONCE, count - len(streams))
                streams += await asyncio.gather(*(opened(port) for _ in range(some)))
            begun = time.perf_counter()
            server.send_signal(signal.SIGTERM)
            ends = await asyncio.gather(*(ended(each) for each in streams))
            code = await server.wait()
            return time.perf_counter() - begun, sum(ends), code
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
    return 0 if seconds <= ALLOWED and proper == count and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
