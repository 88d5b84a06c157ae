"""Nature, the third player: she picks uniformly, and there are several of her."""

import hashlib
import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from solafide.game.error import SolaFideError

SEED_BYTES = 32
_BLOCK = 64  # of SHA-256, as HMAC (RFC 2104) fills it
_COMMITMENT = b"solafide seed 1\n"
_PART = b"solafide part 1\n"
_JOINT = b"solafide joint seed 1\n"
_STREAM = "solafide nature 1"


class Nature(Protocol):
    """Whoever answers nature's questions.

    `purpose` is a domain of its own (`draw/C`, `roll/military`, ...): what is drawn in one never depends on another.
    """

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        """The index of one of the options."""
        ...


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: enough to check it afterwards, nothing to guess it from.

    >>> commitment(bytes(32))[:23]
    'sha256:ad030ee48eae72c9'
    """
    return "sha256:" + hashlib.sha256(_COMMITMENT + seed).hexdigest()


def promise(part: bytes) -> str:
    """What is published of a part of a joint seed before all parts are opened.

    >>> promise(bytes(32))[:16]
    '54f049cc8575dc6e'
    """
    return hashlib.sha256(_PART + part).hexdigest()


def joint_seed(part: bytes, first: bytes, second: bytes) -> bytes:
    """The seed that the host and both players make together: nobody who promised a part before can choose it.

    An opponent of ours contributes nothing: b"".
    """
    return hashlib.sha256(_JOINT + part + first + second).digest()


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
        # Half of every HMAC is the same: kept here, a pick takes a third of the time of hmac.digest.
        self._inner, self._outer = (
            hashlib.sha256(bytes(byte ^ pad for byte in self.seed.ljust(_BLOCK, b"\0"))) for pad in (0x36, 0x5C)
        )

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        return self.index(purpose, len(options))

    def index(self, purpose: str, n: int) -> int:
        """The next pick among n options: which they are makes no difference."""
        counter = self.counters.get(purpose, 0)
        self.counters[purpose] = counter + 1
        return self.at(purpose, counter, n)

    def at(self, purpose: str, counter: int, n: int) -> int:
        """The pick with this number among n options; it depends on nothing else."""
        limit = (1 << 64) - (1 << 64) % n
        attempt = 0
        while True:
            message = f"{_STREAM}\n{purpose}\n{counter}\n{attempt}".encode()
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
    """For tests and experiments: a plain generator, not for live games."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        return self._random.randrange(len(options))


class ScriptedNature:
    """For tests: picks what is written, in order; after that another nature is asked, or it is the first option.

    >>> nature = ScriptedNature(["die:6", "card:C03"])
    >>> nature.pick("roll/first", ("die:1", "die:6"))
    1
    """

    def __init__(self, script: Iterable[str], then: Nature | None = None) -> None:
        self.script = list(script)
        self.then = then

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        if self.script:
            wanted = self.script.pop(0)
            if wanted not in options:
                raise SolaFideError("error.illegal_choice", choice=wanted, options=", ".join(options), who="N")
            return options.index(wanted)
        return self.then.pick(purpose, options) if self.then else 0
