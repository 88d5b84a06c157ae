"""Nature at the table: from the game's secret seed, or, where a record came without one, from the system."""

import secrets
from collections.abc import Sequence

from solafide.game import LiveNature, Nature


class UnseededNature:
    """Fresh chance for a game whose seed is not known; what it answered stands in the ledger."""

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        return secrets.randbelow(len(options))


def nature(seed: bytes | None) -> Nature:
    return LiveNature(seed) if seed is not None else UnseededNature()
