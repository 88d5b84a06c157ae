"""Chance that a host and two players made together: what each promised before the game, and what each then opened."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solafide.game.error import RecordError
from solafide.game.nature import joint_seed, promise

HOST, PERSONS = "part", ("1", "2")
NAMES = {HOST, *PERSONS}
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Chance:
    """By the host ("part") and persons "1" and "2", as hexadecimal digits; "" for an opponent of ours.

    promises: the hashes that were published when nobody knew the other parts; parts: what they are the hashes of, once
    the game is over.
    """

    promises: Mapping[str, str]
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def contributors(self) -> list[str]:
        """The persons who gave a part, besides the host."""
        return [person for person in PERSONS if self.promises[person]]

    def check(self, seed: bytes) -> None:
        """Every part is the one that was promised, and the seed is the hash of all three."""
        if not self.parts:
            raise RecordError("error.record.parts_missing")
        opened = {name: bytes.fromhex(part) for name, part in self.parts.items()}
        for name in (HOST, *PERSONS):
            kept = promise(opened[name]) if opened[name] else ""
            if kept != self.promises[name] and name == HOST:
                raise RecordError("error.record.part")
            if kept != self.promises[name]:
                raise RecordError("error.record.contribution", person=name)
        if joint_seed(opened[HOST], opened["1"], opened["2"]) != seed:
            raise RecordError("error.record.joint")


def three(found: Mapping[str, Any]) -> bool:
    """Whether these can be promises or parts: of the host, and of both persons unless they are opponents of ours."""
    if set(found) != NAMES or not all(isinstance(value, str) for value in found.values()):
        return False
    return all(_HEX.fullmatch(value) or (value == "" and name != HOST) for name, value in found.items())
