"""Presence: which roles have an open stream on a match, in this process and in others."""

from __future__ import annotations

import time
from collections import Counter

from solafide.server.schemas.identity import SPECTATOR

PROCESS_SILENCE_TIMEOUT_S = 65.0  # another process that was silent for so long is taken to be gone


class Presence:
    """Counts the open streams of one match by role."""

    def __init__(self) -> None:
        self.local: Counter[str] = Counter()
        self.remote: dict[str, tuple[float, Counter[str]]] = {}  # process: when it reported, and its counts

    @property
    def spectators(self) -> int:
        """How many spectators are present."""
        return self._count(SPECTATOR)

    def is_present(self, person: str) -> bool:
        """Whether a person has an open stream."""
        return self._count(person) > 0

    def snapshot(self) -> tuple[bool, bool, int]:
        """Return whether each person is present, and how many spectators are."""
        return self.is_present("1"), self.is_present("2"), self.spectators

    def update_remote(self, process: str, counts: Counter[str]) -> bool:
        """Store what another process has reported; return whether that changes who is present."""
        before = self.snapshot()
        self.remote[process] = (time.monotonic(), counts)
        return self.snapshot() != before

    def _count(self, role: str) -> int:
        oldest = time.monotonic() - PROCESS_SILENCE_TIMEOUT_S
        return self.local[role] + sum(counts[role] for at, counts in self.remote.values() if at > oldest)
