"""The time as it is written down: in UTC, to the millisecond, so that it sorts."""

import time
from datetime import UTC, datetime
from functools import lru_cache


def now() -> str:
    seconds, rest = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_second(seconds)}.{rest:03d}+00:00"


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """
    >>> _second(0)
    '1970-01-01T00:00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
