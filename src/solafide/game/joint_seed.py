"""A seed made by the host and both players together: each publishes a commitment first and reveals it afterwards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solafide.game.error import RecordError
from solafide.game.identity import PERSONS, Person
from solafide.game.nature import contribution_commitment, joint_seed

HOST = "part"  # the host's key in records
CONTRIBUTORS = {HOST, *PERSONS}
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class JointSeed:
    """The contributions to a joint seed and their commitments, by contributor: the host and persons "1" and "2".

    commitments: hashes that were published before anybody knew another contribution; contributions: known once the game
    is over. All are hexadecimal; "" for a computer opponent, which contributes nothing.
    """

    commitments: Mapping[str, str]
    contributions: Mapping[str, str] = field(default_factory=dict)

    @property
    def promises(self) -> Mapping[str, str]:
        """The commitments, by their name in records."""
        return self.commitments

    @property
    def parts(self) -> Mapping[str, str]:
        """The contributions, by their earlier name."""
        return self.contributions

    @property
    def contributors(self) -> list[Person]:
        """The persons who contributed."""
        return [person for person in PERSONS if self.commitments[person]]

    def check(self, seed: bytes) -> None:
        """Check that every contribution matches its commitment and that the seed is the hash of all three."""
        if not self.contributions:
            raise RecordError("error.record.parts_missing")
        contributions = {name: bytes.fromhex(value) for name, value in self.contributions.items()}
        for name in (HOST, *PERSONS):
            expected = contribution_commitment(contributions[name]) if contributions[name] else ""
            if expected != self.commitments[name] and name == HOST:
                raise RecordError("error.record.part")
            if expected != self.commitments[name]:
                raise RecordError("error.record.contribution", person=name)
        if joint_seed(contributions[HOST], contributions["1"], contributions["2"]) != seed:
            raise RecordError("error.record.joint")


Chance = JointSeed  # the name in `solafide.game`


def is_complete(values: Mapping[str, Any]) -> bool:
    """Whether these can be commitments or contributions: one for each contributor, "" only for a person."""
    if set(values) != CONTRIBUTORS or not all(isinstance(value, str) for value in values.values()):
        return False
    return all(_HEX.fullmatch(value) or (value == "" and name != HOST) for name, value in values.items())
