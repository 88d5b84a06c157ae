"""The log of a server: one line of JSON for each request and event, and never a secret or the id of a game."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import re
import secrets
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from solafide.game import SolaFideError
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK

FLUSH_DELAY_S = 0.2  # within which the lines of requests are written together
FIELDS = "fields"  # the attribute of a log record that holds more than its text
# Secrets have 43 characters; nothing else that is logged is that long without a break.
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{43,}|(?i:bearer)\s+\S+|[^\s@\"']+@[^\s@\"']+")
REDACTED = "…"
# The id of a game or a deal: 22 random characters. Names in code have no capital letter or no digit of that kind.
ID_PATTERN = re.compile(r"(?<![\w-])(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{22}(?![\w-])")
_PSEUDONYM_KEY = secrets.token_bytes(16)  # of this process
MAX_ERROR_CHARACTERS = 500
MAX_COUNTED_ERRORS, MAX_COUNTED_CHARACTERS = 100, 120

root, access = logging.getLogger(), logging.getLogger("solafide.access")
_REQUEST = f'{{"at": "%s", "level": "info", "from": "{access.name}", "text": "request", '
_REQUEST += '"method": "%s", "route": "%s", "status": %d, "ms": %.1f}\n'


class LogStream(logging.StreamHandler[IO[str]]):
    """Writes the log; the lines of requests are written together, a few times a second."""

    def __init__(self, to: IO[str]) -> None:
        super().__init__(to)
        self._lines: list[str] = []

    def write_line(self, text: str) -> None:
        """Write a line with the next flush."""
        self._lines.append(text)
        if len(self._lines) == 1:
            try:
                asyncio.get_running_loop().call_later(FLUSH_DELAY_S, self.flush)
            except RuntimeError:  # no event loop runs
                self.flush()

    def reopen(self) -> bool:
        """Open the log file again, after it was moved away; False: the log is no file of its own."""
        return False

    def flush(self) -> None:
        """Write the lines that wait; logging calls it too when the process ends."""
        lines, self._lines = self._lines, []
        with suppress(OSError, ValueError):  # the reader is gone
            self.stream.write("".join(lines))
            super().flush()

    def emit(self, record: logging.LogRecord) -> None:
        if self._lines:
            self.flush()
        super().emit(record)


class LogFile(LogStream):
    """Writes the log to a file that only its owner can read."""

    def __init__(self, file: Path) -> None:
        self._file = file
        super().__init__(_open_log(file))

    def reopen(self) -> bool:
        stream = _open_log(self._file)
        self.acquire()
        try:
            self.flush()
            self.stream.close()
            self.stream = stream
        finally:
            self.release()
        return True


def _open_log(file: Path) -> IO[str]:
    try:
        return open(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "a", encoding="utf-8")
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(file)) from None


class ErrorCounts(logging.Handler):
    """Counts warnings and errors by where they come from and what they say, without the values in them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._counts: dict[tuple[str, str, str], tuple[int, str]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        kind = type(record.exc_info[1]).__name__ if record.exc_info and record.exc_info[1] is not None else ""
        text = redact(str(record.msg))[:MAX_COUNTED_CHARACTERS] + (f" ({kind})" if kind else "")
        source = (record.levelname.lower(), record.name, text)
        if source in self._counts or len(self._counts) < MAX_COUNTED_ERRORS:
            count, _ = self._counts.get(source, (0, ""))
            self._counts[source] = (count + 1, SYSTEM_CLOCK.timestamp())

    def most_frequent(self, limit: int) -> list[dict[str, Any]]:
        """Return the most frequent warnings and errors since the start."""
        counts = list(self._counts.items())  # other threads may add to them
        ordered = sorted(counts, key=lambda item: (-item[1][0], item[0]))
        return [
            {"level": level, "from": source, "text": text, "count": count, "last": last}
            for (level, source, text), (count, last) in ordered[:limit]
        ]


error_counts = ErrorCounts()


def set_up(level: str, stream: IO[str] | None = None, file: Path | None = None) -> None:
    """Log everything to a file or a stream, as JSON; by default to standard error."""
    handler = LogStream(stream or sys.stderr) if file is None else LogFile(file)
    handler.setFormatter(JsonLogFormatter())
    root.handlers[:] = [handler, error_counts]
    root.setLevel(level.upper())
    # The loggers of the database would write what people send.
    for noisy in ("uvicorn.error", "asyncio", "sqlalchemy", "alembic", "psycopg"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def reopen() -> bool:
    """Open the log file again, after it was moved away; False: the log goes to standard error."""
    handler = root.handlers[0] if root.handlers else None
    return isinstance(handler, LogStream) and handler.reopen()


def log_request(method: str, route: str, status: int, seconds: float) -> None:
    """Log a request in one line: neither its address nor its headers nor its body."""
    if not access.isEnabledFor(logging.INFO):
        return
    handler = root.handlers[0] if root.handlers else None
    if isinstance(handler, LogStream):  # without a log record: nothing here can be a secret, or needs quotes
        handler.write_line(_REQUEST % (SYSTEM_CLOCK.timestamp(), method, route, status, seconds * 1000))
    else:
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        access.info("request", extra={FIELDS: fields})


class JsonLogFormatter(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": redact(record.getMessage()),
        }
        data |= getattr(record, FIELDS, {})
        if record.exc_info and record.exc_info[1] is not None:
            data["error"] = _describe_error(record.exc_info[1])
        return json.dumps(data, ensure_ascii=False)


def redact(text: str) -> str:
    """Remove everything that looks like a secret or an e-mail address; the id of a game becomes a pseudonym.

    >>> redact("Bearer abc wrote to me@example.org")
    '… wrote to …'
    """
    return ID_PATTERN.sub(_pseudonym, SECRET_PATTERN.sub(REDACTED, text))


def _pseudonym(match: re.Match[str]) -> str:
    """Return a name by which lines about one game are recognised while this process runs, and nobody finds the game."""
    return "game-" + hashlib.blake2b(match[0].encode(), key=_PSEUDONYM_KEY, digest_size=4).hexdigest()


def _describe_error(error: BaseException) -> dict[str, Any]:
    """Its kind, its text without secrets, and the stack; no values, because they may hold what somebody sent."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return {"kind": type(error).__name__, "text": redact(str(error))[:MAX_ERROR_CHARACTERS], "where": where}
