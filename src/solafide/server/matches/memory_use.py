"""How much memory loaded matches take, counted in entries of their ledgers: for the bound of what is kept loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from solafide.server.matches.match import Match

# What a match takes grows with its ledger, and a card set of a player's own takes memory once for all matches that have
# it. `tools/match_memory.py` measures both.
BYTES_PER_ENTRY = 430


class MemoryUse:
    """The memory of some matches, in entries."""

    def __init__(self, matches: Iterable[Match]) -> None:
        self.entries = 0
        self._own_sets: Counter[str] = Counter()  # how many matches have each set, by its hash
        for match in matches:
            self._add(match)

    def _add(self, match: Match) -> None:
        self.entries += match.length
        if not match.setup.cards.builtin:
            self._own_sets[match.setup.cards.hash] += 1
            if self._own_sets[match.setup.cards.hash] == 1:
                self.entries += own_set_entries(match)

    def remove(self, match: Match) -> None:
        """Take a match out; its card set counts as long as another match has it."""
        self.entries -= match.length
        if not match.setup.cards.builtin:
            self._own_sets[match.setup.cards.hash] -= 1
            if not self._own_sets[match.setup.cards.hash]:
                self.entries -= own_set_entries(match)


def own_set_entries(match: Match) -> int:
    """Return how many entries take as much memory as the card set of a match, which is a player's own."""
    return match.setup.cards.text_bytes // BYTES_PER_ENTRY
