"""Who is there in other processes: each says it of its own streams, and is forgotten when it falls silent."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Iterable

from solafide.server.matches.online_state import SPECTATOR, Presence
from solafide.server.realtime.online_stream import Subscriptions
from solafide.server.storage.base import Storage

BROADCAST_DELAY_S = 0.05  # changes within it go into one broadcast
BROADCAST_INTERVAL_S = 20.0  # how often a process broadcasts the presence at all its games
ROLES = ("1", "2", SPECTATOR)
MAX_GAMES_PER_NOTIFY = 100  # an id has 22 letters, and PostgreSQL takes 8,000 bytes


class PresenceBroadcast:
    """Keeps the presence at our tables in step with that of other processes; nothing of it is kept."""

    def __init__(self, store: Storage, readers: Subscriptions) -> None:
        self._store, self._readers, self._own = store, readers, secrets.token_hex(4)
        self._due: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self._store.shared:
            self._readers.changed = self.changed
            self._store.on_broadcast(self.heard)
            self._task = asyncio.create_task(self._rounds())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def changed(self, game: str) -> None:
        """Somebody came or went here."""
        if not self._due:
            asyncio.get_running_loop().call_later(BROADCAST_DELAY_S, self._say_due)
        self._due.add(game)

    def _say_due(self) -> None:
        due, self._due = self._due, set()
        self._say(due)

    async def _rounds(self) -> None:
        """Repeat all presence regularly: a process that loaded a match later learns it within one interval."""
        while True:
            self._say(self._readers.games())
            await asyncio.sleep(BROADCAST_INTERVAL_S)

    def _say(self, games: Iterable[str]) -> None:
        waiting = [self._line(game) for game in games]
        for at in range(0, len(waiting), MAX_GAMES_PER_NOTIFY):
            self._store.broadcast(" ".join([self._own, *waiting[at : at + MAX_GAMES_PER_NOTIFY]]))

    def _line(self, game: str) -> str:
        present = self._readers.presence(game)
        return ":".join([game, *(str(present.open[role]) for role in ROLES)])

    def heard(self, call: str) -> None:
        """What another process says of its streams."""
        process, *lines = call.split(" ")
        if process == self._own:
            return
        for line in lines:
            game, *counts = line.split(":")
            if self._readers.follows(game) or self._readers.known(game):
                there = Counter(dict(zip(ROLES, map(int, counts), strict=True)))
                if note(self._readers.presence(game), process, there):
                    self._readers.say_here(game)


def note(presence: Presence, process: str, there: Counter[str]) -> bool:
    """Put down who is in another process; whether that changes anything."""
    before = presence.seen()
    presence.elsewhere[process] = (time.monotonic(), there)
    return presence.seen() != before
