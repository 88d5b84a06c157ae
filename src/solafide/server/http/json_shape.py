"""Refuse JSON with very many values before it is parsed: parsing holds up the event loop, and with it everybody."""

from __future__ import annotations

# The longest honest request lists 500 games: 2,500 strings. A card set is one string, however long.
MAX_STRINGS = 5000
MAX_BYTES_BETWEEN_STRINGS = 16 * 1024


def has_many_values(body: bytes) -> bool:
    """Whether a body holds more values than any honest request; only searches bytes, and stops where it is clear.

    >>> has_many_values(b'{"cards": "[[card]]\\\\n[[card]]\\\\n"}'), has_many_values(b"[" + b"[]," * 10_000)
    (False, True)
    """
    if len(body) <= MAX_BYTES_BETWEEN_STRINGS:
        return False
    if b"\x00" in body:  # UTF-16 or UTF-32, where these bytes mean something else
        return True
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    parts = body.split(b'"', 2 * MAX_STRINGS + 1)
    return len(parts) > 2 * MAX_STRINGS + 1 or sum(map(len, parts[::2])) > MAX_BYTES_BETWEEN_STRINGS
