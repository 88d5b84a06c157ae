"""Wait for something that another thread or process brings about."""

import time
from collections.abc import Callable
from typing import TypeVar

from server.http_client import TIMEOUT_S

POLL_INTERVAL_S = 0.01
Value = TypeVar("Value")


def wait_until(look: Callable[[], Value], timeout_s: float = TIMEOUT_S) -> Value:
    """Return the first true value that `look` returns; fail when there is none in time."""
    end = time.monotonic() + timeout_s
    while not (result := look()):
        assert time.monotonic() < end, f"{look} is not true within {timeout_s} seconds"
        time.sleep(POLL_INTERVAL_S)
    return result
