"""Wait, for a limited time, for something that another task, thread or process brings about."""

import asyncio
import threading
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


async def wait_in_loop(look: Callable[[], Value], interval_s: float = 0.0, timeout_s: float = TIMEOUT_S) -> Value:
    """Do as `wait_until` in an event loop, which runs its other tasks between two looks."""
    end = time.monotonic() + timeout_s
    while not (result := look()):
        assert time.monotonic() < end, f"{look} is not true within {timeout_s} seconds"
        await asyncio.sleep(interval_s)
    return result


def join(thread: threading.Thread, timeout_s: float = TIMEOUT_S) -> None:
    """Wait for the end of a thread; fail when it still runs afterwards."""
    thread.join(timeout_s)
    assert not thread.is_alive(), f"{thread.name} has not ended within {timeout_s} seconds"
