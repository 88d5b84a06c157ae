"""A seed made by the host and both players together: each promises a part before the game and opens it afterwards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solafide.game.error import RecordError
from solafide.game.identity import PERSONS, Person
from solafide.game.nature import joint_seed, promise

HOST = "part"
CONTRIBUTORS = {HOST, *PERSONS}
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Chance:
    """The parts of a joint seed and their hashes, by contributor: the host ("part") and persons "1" and "2".

    promises: the hashes, published before anybody knew another part; parts: the parts, once the game is over. All are
    hexadecimal; "" for a computer opponent, which contributes nothing.
    """

    promises: Mapping[str, str]
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def contributors(self) -> list[Person]:
        """The persons who contributed a part."""
        return [person for person in PERSONS if self.promises[person]]

    def check(self, seed: bytes) -> None:
        """Check that every part matches its promise and that the seed is the hash of all three."""
        if not self.parts:
            raise RecordError("error.record.parts_missing")
        parts = {name: bytes.fromhex(part) for name, part in self.parts.items()}
        for name in (HOST, *PERSONS):
            expected = promise(parts[name]) if parts[name] else ""
            if expected != self.promises[name] and name == HOST:
                raise RecordError("error.record.part")
            if expected != self.promises[name]:
                raise RecordError("error.record.contribution", person=name)
        if joint_seed(parts[HOST], parts["1"], parts["2"]) != seed:
            raise RecordError("error.record.joint")


def is_complete(values: Mapping[str, Any]) -> bool:
    """Whether these can be promises or parts: one for each contributor, "" only for a person."""
    if set(values) != CONTRIBUTORS or not all(isinstance(value, str) for value in values.values()):
        return False
    return all(_HEX.fullmatch(value) or (value == "" and name != HOST) for name, value in values.items())
