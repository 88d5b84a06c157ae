"""Nature in a match: from its secret seed or, where a record came without one, from the system's random numbers."""

import secrets
from collections.abc import Sequence

from solafide.game import LiveNature, Nature


class UnseededNature:
    """Random numbers for a game whose seed is not known; the ledger stores what was picked."""

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        return secrets.randbelow(len(options))


def nature(seed: bytes | None) -> Nature:
    return LiveNature(seed) if seed is not None else UnseededNature()
