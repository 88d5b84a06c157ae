"""Nature, the third player, who picks uniformly: from a committed seed, a fast generator or a script."""

import hashlib
import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from solafide.game.error import SolaFideError

SEED_BYTES = 32
_BLOCK_BYTES = 64  # of SHA-256, in HMAC (RFC 2104)
_COMMITMENT_PREFIX = b"solafide seed 1\n"
_CONTRIBUTION_PREFIX = b"solafide part 1\n"
_JOINT_PREFIX = b"solafide joint seed 1\n"
_PICK_PREFIX = "solafide nature 1"


class Nature(Protocol):
    """An answer to nature's questions.

    Each `purpose` (`draw/C`, `roll/military`, ...) has a random sequence of its own, independent of the others.
    """

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        """Return the index of one of the options."""
        ...


def commitment(seed: bytes) -> str:
    """Return what is published of a seed before the game: enough to check it afterwards, nothing to guess it from.

    >>> commitment(bytes(32))[:23]
    'sha256:ad030ee48eae72c9'
    """
    return "sha256:" + hashlib.sha256(_COMMITMENT_PREFIX + seed).hexdigest()


def contribution_commitment(contribution: bytes) -> str:
    """Return what is published of a contribution to a joint seed before the contributions are revealed.

    >>> contribution_commitment(bytes(32))[:16]
    '54f049cc8575dc6e'
    """
    return hashlib.sha256(_CONTRIBUTION_PREFIX + contribution).hexdigest()


promise = contribution_commitment  # the name in `solafide.game`


def joint_seed(host: bytes, first: bytes, second: bytes) -> bytes:
    """Return the seed that the host and both players make together: none of them can choose it.

    A computer opponent contributes nothing: b"".
    """
    return hashlib.sha256(_JOINT_PREFIX + host + first + second).digest()


class LiveNature:
    """Draws from a secret seed of 256 bits: HMAC-SHA-256 over purpose and counter, without modulo bias.

    >>> nature = LiveNature(bytes(32))
    >>> [nature.pick("roll/first", "123456") + 1 for _ in range(6)]
    [1, 1, 2, 3, 2, 4]
    """

    def __init__(self, seed: bytes | None = None) -> None:
        if seed is not None and len(seed) != SEED_BYTES:
            raise SolaFideError("error.bad_seed", length=len(seed), expected=SEED_BYTES)
        self.seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        self.counters: dict[str, int] = {}
        # The key blocks of HMAC are hashed once: a pick takes a third of the time of hmac.digest.
        self._inner, self._outer = (
            hashlib.sha256(bytes(byte ^ pad for byte in self.seed.ljust(_BLOCK_BYTES, b"\0"))) for pad in (0x36, 0x5C)
        )

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        return self.index(purpose, len(options))

    def index(self, purpose: str, n: int) -> int:
        """Return the next pick among n options."""
        counter = self.counters.get(purpose, 0)
        self.counters[purpose] = counter + 1
        return self.at(purpose, counter, n)

    def at(self, purpose: str, counter: int, n: int) -> int:
        """Return the pick with this number among n options; it depends on nothing else."""
        limit = (1 << 64) - (1 << 64) % n
        attempt = 0
        while True:
            message = f"{_PICK_PREFIX}\n{purpose}\n{counter}\n{attempt}".encode()
            word = int.from_bytes(self._hmac(message)[:8], "big")
            if word < limit:
                return word % n
            attempt += 1

    def _hmac(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class FastNature:
    """A plain generator for tests and experiments, not for live games."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        return self._random.randrange(len(options))


class ScriptedNature:
    """A script for tests: picks what is written, in order; then another nature, or the first option.

    >>> nature = ScriptedNature(["die:6", "card:C03"])
    >>> nature.pick("roll/first", ("die:1", "die:6"))
    1
    """

    def __init__(self, script: Iterable[str], then: Nature | None = None) -> None:
        self.script = list(script)
        self.then = then

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        if self.script:
            option = self.script.pop(0)
            if option not in options:
                raise SolaFideError("error.illegal_choice", choice=option, options=", ".join(options), who="N")
            return options.index(option)
        return self.then.pick(purpose, options) if self.then else 0
