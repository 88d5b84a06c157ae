"""What is written down of a server's life: one line of JSON each, and never a secret."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import IO, Any

FIELDS = "fields"  # what a record carries besides its text
# Secrets have 43 characters; nothing else of ours is that long in one piece.
SECRET = re.compile(r"[A-Za-z0-9_-]{43,}|(?i:bearer)\s+\S+|[^\s@\"']+@[^\s@\"']+")
HIDDEN = "…"

access = logging.getLogger("solafide.access")


def set_up(level: str, to: IO[str] | None = None) -> None:
    """All that is logged goes to one place, in one form."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("uvicorn.error", "asyncio"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def request(method: str, route: str, status: int, seconds: float) -> None:
    """One line for a request: neither its address nor its headers nor its body."""
    if access.isEnabledFor(logging.INFO):
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        access.info("request", extra={FIELDS: fields})


class Lines(logging.Formatter):
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
    return SECRET.sub(HIDDEN, text)


def _error(error: BaseException) -> dict[str, Any]:
    """Where it happened; what it says may hold what somebody sent."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return {"kind": type(error).__name__, "text": scrubbed(str(error))[:500], "where": where}
