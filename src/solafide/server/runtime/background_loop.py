"""Work that a server repeats until it ends: a failure is logged, and the next round tries again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)


async def repeat_forever(name: str, interval_s: float, step: Callable[[], Awaitable[object]]) -> None:
    """Run a step, wait, and run it again, until the task is cancelled; no failure ends the loop."""
    while True:
        try:
            await step()
        except Exception:
            log.exception("%s failed, next attempt in %g s", name, interval_s)
        await asyncio.sleep(interval_s)
