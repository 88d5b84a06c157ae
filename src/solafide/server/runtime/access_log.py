"""What is written down of a server's life: one line of JSON each, and never a secret."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import IO, Any

from solafide.server.wall_clock import SYSTEM_CLOCK

FLUSH_DELAY_S = 0.2  # seconds in which the lines of requests are written
FIELDS = "fields"  # what a record carries besides its text
# Secrets have 43 characters; nothing else of ours is that long in one piece.
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{43,}|(?i:bearer)\s+\S+|[^\s@\"']+@[^\s@\"']+")
REDACTED = "…"

root, access = logging.getLogger(), logging.getLogger("solafide.access")
_REQUEST = f'{{"at": "%s", "level": "info", "from": "{access.name}", "text": "request", '
_REQUEST += '"method": "%s", "route": "%s", "status": %d, "ms": %.1f}\n'


class LogStream(logging.StreamHandler[IO[str]]):
    """Where everything goes; the lines of requests are written together, a few times a second."""

    def __init__(self, to: IO[str]) -> None:
        super().__init__(to)
        self._lines: list[str] = []

    def line(self, text: str) -> None:
        self._lines.append(text)
        if len(self._lines) == 1:
            try:
                asyncio.get_running_loop().call_later(FLUSH_DELAY_S, self.flush)
            except RuntimeError:  # none runs
                self.flush()

    def flush(self) -> None:
        """Also when the server ends."""
        lines, self._lines = self._lines, []
        with suppress(OSError, ValueError):  # nobody reads it any more
            self.stream.write("".join(lines))
            super().flush()

    def emit(self, record: logging.LogRecord) -> None:
        if self._lines:
            self.flush()
        super().emit(record)


def set_up(level: str, to: IO[str] | None = None) -> None:
    """All that is logged goes to one place, in one form."""
    handler = LogStream(to or sys.stderr)
    handler.setFormatter(JsonLogFormatter())
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # The database's own would write down what people say and send.
    for noisy in ("uvicorn.error", "asyncio", "sqlalchemy", "alembic", "psycopg"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def request(method: str, route: str, status: int, seconds: float) -> None:
    """One line for a request: neither its address nor its headers nor its body."""
    if not access.isEnabledFor(logging.INFO):
        return
    out = root.handlers[0] if root.handlers else None
    if isinstance(out, LogStream):  # the short way: nothing in it can be a secret, or needs to be quoted
        out.line(_REQUEST % (SYSTEM_CLOCK.timestamp(), method, route, status, seconds * 1000))
    else:
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        access.info("request", extra={FIELDS: fields})


class JsonLogFormatter(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": scrubbed(record.getMessage()),
        }
        told |= getattr(record, FIELDS, {})
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = _error(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)


def scrubbed(text: str) -> str:
    """Without anything that looks like a secret or an address of e-mail.

    >>> scrubbed("Bearer abc wrote to me@example.org")
    '… wrote to …'
    """
    return SECRET_PATTERN.sub(REDACTED, text)


def _error(error: BaseException) -> dict[str, Any]:
    """Where it happened; what it says may hold what somebody sent."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return {"kind": type(error).__name__, "text": scrubbed(str(error))[:500], "where": where}
