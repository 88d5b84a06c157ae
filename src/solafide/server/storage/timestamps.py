"""Timestamps as they are stored: in UTC, to the millisecond, so that they sort as text."""

import time
from datetime import UTC, datetime
from functools import lru_cache


def now() -> str:
    """The present time as a stored timestamp."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_format_second(seconds)}.{milliseconds:03d}+00:00"


@lru_cache(maxsize=2)
def _format_second(seconds: int) -> str:
    """
    >>> _format_second(0)
    '1970-01-01T00:00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
