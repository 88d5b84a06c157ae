"""Presence in other processes: each broadcasts that of its own streams, and is forgotten when it falls silent."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable

from solafide.server.realtime.online_stream import Subscriptions
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.schemas.identity import SPECTATOR
from solafide.server.storage.base import Storage

BROADCAST_DELAY_S = 0.05  # changes within it go into one broadcast
BROADCAST_INTERVAL_S = 20.0  # how often a process broadcasts the presence at all its games
COUNTED_ROLES = ("1", "2", SPECTATOR)
MAX_GAMES_PER_NOTIFY = 100  # an id has 22 letters, and PostgreSQL takes 8,000 bytes


class PresenceBroadcast:
    """Exchanges presence with other processes through the database; none of it is stored."""

    def __init__(self, store: Storage, subscriptions: Subscriptions) -> None:
        self._store, self._subscriptions, self._process = store, subscriptions, secrets.token_hex(4)
        self._changed_games: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Send and receive broadcasts, if the database is shared."""
        if self._store.shared:
            self._subscriptions.on_presence_change = self._queue
            self._store.on_broadcast(self._receive)
            self._task = asyncio.create_task(self._broadcast_forever())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _queue(self, game: str) -> None:
        """Broadcast the presence at a game soon, together with other changes."""
        if not self._changed_games:
            asyncio.get_running_loop().call_later(BROADCAST_DELAY_S, self._broadcast_changes)
        self._changed_games.add(game)

    def _broadcast_changes(self) -> None:
        changed_games, self._changed_games = self._changed_games, set()
        self._broadcast(changed_games)

    async def _broadcast_forever(self) -> None:
        """Repeat all presence regularly: a process that loaded a match later learns it within one interval."""
        await repeat_forever("presence broadcast", BROADCAST_INTERVAL_S, self._broadcast_all)

    async def _broadcast_all(self) -> None:
        self._broadcast(self._subscriptions.games())

    def _broadcast(self, games: Iterable[str]) -> None:
        parts = [self._encode(game) for game in games]
        for start in range(0, len(parts), MAX_GAMES_PER_NOTIFY):
            self._store.broadcast(" ".join([self._process, *parts[start : start + MAX_GAMES_PER_NOTIFY]]))

    def _encode(self, game: str) -> str:
        presence = self._subscriptions.presence(game)
        return ":".join([game, *(str(presence.local[role]) for role in COUNTED_ROLES)])

    def _receive(self, message: str) -> None:
        """Take in what another process has broadcast."""
        process, *parts = message.split(" ")
        if process == self._process:
            return
        for part in parts:
            game, *numbers = part.split(":")
            if self._subscriptions.has_subscribers(game) or self._subscriptions.tracks_presence(game):
                counts = Counter(dict(zip(COUNTED_ROLES, map(int, numbers), strict=True)))
                if self._subscriptions.presence(game).update_remote(process, counts):
                    self._subscriptions.publish_presence(game)
