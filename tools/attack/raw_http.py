"""Send any bytes to the server and read one answer: what no HTTP client would send is sent here."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from load.http_client import END, HOST

ANSWER_TIMEOUT_S = 60.0
MAX_ANSWER_BYTES = 32 * 1024 * 1024
CONTENT_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
NO_ANSWER, TIMED_OUT = 0, -1  # instead of a status: the server closed the connection; or it left it open in silence


class RawAnswer(NamedTuple):
    """An answer: its status, or NO_ANSWER or TIMED_OUT."""

    status: int
    head: bytes = b""
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)


def guest_address(random: Random) -> str:
    """Return a random address of this machine: to the server each is another guest, in another network."""
    return f"127.{random.randrange(1, 255)}.{random.randrange(256)}.{random.randrange(1, 255)}"


async def exchange(port: int, parts: Sequence[bytes], source: str, method: str = "") -> RawAnswer:
    """Connect, send the parts one after the other, and read one answer.

    source: the address to connect from; method: HEAD has an answer without a body.
    """
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
            try:
                return await _ask(reader, writer, parts, method)
            except OSError:  # closed while it was sent
                return RawAnswer(NO_ANSWER)
            finally:
                writer.transport.abort()
    except TimeoutError:
        return RawAnswer(TIMED_OUT)
    except OSError:  # nobody listens
        return RawAnswer(NO_ANSWER)


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parts: Sequence[bytes], method: str
) -> RawAnswer:
    for part in parts:
        writer.write(part)
        await writer.drain()
    data = b""
    while END not in data:
        if not (more := await reader.read(65536)):
            return RawAnswer(NO_ANSWER, data)
        data += more
    head, _, body = data.partition(END)
    status = int(head[9:12])
    if method == "HEAD" or status in (204, 304):
        return RawAnswer(status, head)
    length = CONTENT_LENGTH.search(head)
    while not _is_complete(head, body, length) and len(body) < MAX_ANSWER_BYTES:
        if not (more := await reader.read(65536)):
            break
        body += more
    return RawAnswer(status, head, body)


def _is_complete(head: bytes, body: bytes, length: re.Match[bytes] | None) -> bool:
    if length is not None:
        return len(body) >= int(length[1])
    if b"text/event-stream" in head:  # it never ends
        return bool(body)
    return body.endswith(b"0\r\n\r\n")


def request_bytes(port: int, method: str, path: str, secret: str = "", body: Any = None, **more: str) -> bytes:
    """Return a request that is well-formed; `more`: other headers, with _ for -."""
    headers = {"Host": f"{HOST}:{port}"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    content = b""
    if body is not None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(content))}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + content
