"""What follows a commit: publish it, store cancelled orders, settle a deal, notify, let the computer think.

The ledger already holds the change, so a hook that fails changes no answer: the failure is logged and the hook runs
again, a few times, later. A hook must therefore be safe to run twice for one commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

from solafide.game import SolaFideError
from solafide.server.matches.match import Match
from solafide.server.storage.ledger import LedgerEntry

RETRY_DELAYS_S = (0.2, 1.0, 5.0, 30.0, 300.0)
log = logging.getLogger(__name__)


class Commit(NamedTuple):
    """One commit of a match: its entries, the ledger's number of the last one, and the public step before it."""

    entries: Sequence[LedgerEntry]
    number: int
    since: int


Hook = Callable[[Match, Commit], Awaitable[None] | None]
Lock = Callable[[str], AbstractAsyncContextManager[Match]]


class AfterCommitHooks:
    """The hooks of one process, in the order in which they were added; they run while the match is locked."""

    def __init__(self, lock: Lock) -> None:
        self._lock = lock
        self._hooks: dict[str, Hook] = {}
        self._retries: set[asyncio.Task[None]] = set()

    def add(self, name: str, hook: Hook) -> None:
        """Run a hook after every commit; the name stands in the log when it fails."""
        self._hooks[name] = hook

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._hooks)

    async def run(self, match: Match, commit: Commit) -> None:
        """Run every hook; none can fail the request that committed."""
        for name, hook in self._hooks.items():
            try:
                if (work := hook(match, commit)) is not None:
                    await work
            except Exception:
                log.exception("after commit of %s: %s failed, will be retried", match.id, name)
                task = asyncio.create_task(self._retry(name, match.id, commit))
                self._retries.add(task)
                task.add_done_callback(self._retries.discard)

    async def _retry(self, name: str, game: str, commit: Commit) -> None:
        for delay_s in RETRY_DELAYS_S:
            await asyncio.sleep(delay_s)
            try:
                async with self._lock(game) as match:
                    if (work := self._hooks[name](match, commit)) is not None:
                        await work
                return
            except SolaFideError as error:
                if error.key == "server.error.no_game":  # deleted meanwhile
                    return
                log.warning("after commit of %s: %s failed again: %s", game, name, error.key)
            except Exception:
                log.exception("after commit of %s: %s failed again", game, name)
        log.error("after commit of %s: %s was given up", game, name)

    async def close(self) -> None:
        """Stop retrying; unfinished work is found at the next start."""
        for task in self._retries:
            task.cancel()
        await asyncio.gather(*self._retries, return_exceptions=True)
