"""Write a game as text: options, card set, every choice, and a hash chain over them (docs/records.md)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from solafide.cards import CardSet
from solafide.game.error import RecordError
from solafide.game.game import Game
from solafide.game.history import back_target
from solafide.game.joint_seed import JointSeed
from solafide.game.nature import FastNature, LiveNature, Nature, commitment
from solafide.game.options import RULES_VERSION, Options
from solafide.game.outcome import Outcome
from solafide.game.record.follow import follow_steps

FORMAT = 1
TITLE = "solafide record"
BY_POINTS = "points"
STEP_HASH_DIGITS = 16


@dataclass(frozen=True)
class Record:
    """A game that can be replayed exactly.

    `steps` are pairs of who and choice, one for each line of the file, including what was taken back, and `back:12`
    where a player returned to the moment after twelve steps. `line` are the steps that count in the end. `seed` is
    nature's secret: published in a finished game, the host's own in a saved one. `chance`: the contributions to a
    joint seed. `decides`: the hash of the record of a drawn game whose winner is the winner of this one (R29).
    """

    options: Options
    cards: CardSet
    steps: tuple[tuple[str, str], ...]
    seed: bytes | None
    outcome: Outcome | None
    players: dict[str, str] = field(default_factory=dict)
    chance: JointSeed | None = None
    decides: str = ""

    @cached_property
    def line(self) -> tuple[tuple[str, str], ...]:
        """The steps that count: all without those that were taken back."""
        line: list[tuple[str, str]] = []
        for who, choice in self.steps:
            version = back_target(choice)
            if version is None:
                line.append((who, choice))
            else:
                del line[version:]
        return tuple(line)

    @property
    def taken_back(self) -> list[dict[str, Any]]:
        """Where turns were taken back: after which line, by whom, and to which number of steps."""
        return [
            {"line": number, "by": who, "to": back_target(choice)}
            for number, (who, choice) in enumerate(self.steps)
            if back_target(choice) is not None
        ]

    def header(self) -> list[str]:
        """List the lines before the first step."""
        lines = [
            f"{TITLE} {FORMAT}",
            f"rules {RULES_VERSION}",
            f"options {canonical_json(self.options.json())}",
            f"cards {self.cards.rules_hash}",
        ]
        if not self.cards.builtin:
            lines.append(f"set {self.cards.canonical()}")
        if self.players:
            lines.append(f"players {canonical_json(self.players)}")
        if self.decides:
            lines.append(f"decides {self.decides}")
        if self.chance:
            lines.append(f"promises {canonical_json(dict(self.chance.commitments))}")
        lines.append(f"commitment {commitment(self.seed) if self.seed else 'none'}")
        return lines

    def text(self) -> str:
        """Return the text of the file: header, steps with their hash chain, end.

        Each step is number, who, choice and the first 16 digits of the chain: SHA-256 over the chain so far and the
        line without these digits.
        """
        lines = self.header()
        chain = hashlib.sha256("\n".join(lines).encode()).digest()
        for number, (who, choice) in enumerate(self.steps, 1):
            line = f"{number} {who} {choice}"
            chain = hashlib.sha256(chain + line.encode()).digest()
            lines.append(f"{line} {chain.hex()[:STEP_HASH_DIGITS]}")
        end = self._end_lines()
        chain = hashlib.sha256(chain + "\n".join(end).encode()).digest()
        return "\n".join([*lines, *end, f"hash {chain.hex()}", ""])

    @cached_property
    def hash(self) -> str:
        """The hash in the last line of the file: it identifies the whole game."""
        return self.text().rstrip("\n").rpartition(" ")[2]

    def _end_lines(self) -> list[str]:
        lines = [self._end_line(), f"seed {self.seed.hex() if self.seed else 'none'}"]
        if self.chance and self.chance.contributions and self.outcome is not None:
            lines.append(f"chance {canonical_json(dict(self.chance.contributions))}")
        return lines

    def _end_line(self) -> str:
        if self.outcome is None:
            return "end open"
        points = self.outcome.points
        suffix = " limited" if self.outcome.limited else ""
        if self.outcome.reason != BY_POINTS:
            suffix = f" {self.outcome.reason}"
        result = self.outcome.winner or ("draw" if self.outcome.is_draw else "none")
        return f"end {result} {points['C']} {points['P']}{suffix}"

    def save(self, path: str | Path) -> None:
        """Write the file atomically."""
        file = Path(path)
        partial = file.with_name(file.name + ".part")
        partial.write_text(self.text(), encoding="utf-8", newline="\n")
        partial.replace(file)

    def game(self) -> Game:
        """Replay the record and return the game at its last step, ready to go on; every step is checked."""
        nature: Nature = LiveNature(self.seed) if self.seed else FastNature(0)
        game = Game.again(self.options, self.cards, nature)

        def count(choice: str) -> None:
            if isinstance(nature, LiveNature):
                purpose = game.purpose() if game.waits_for_nature else ""
                nature.counters[purpose] = nature.counters.get(purpose, 0) + 1

        follow_steps(game, self.steps, count)
        if self.outcome is None:
            game.go_on()
        elif game.outcome != self.outcome:
            raise RecordError("error.record.result")
        return game


def record(
    game: Game, players: dict[str, str] | None = None, chance: JointSeed | None = None, decides: str = ""
) -> Record:
    """Return the record of a game; only that of a finished game holds the contributions to its seed."""
    if not game.has_record:
        raise RecordError("error.record.not_record")
    seed = game.nature.seed if isinstance(game.nature, LiveNature) else None
    published = chance if chance is None or game.over else JointSeed(chance.commitments)
    return Record(game.options, game.cards, game.choices, seed, game.outcome, players or {}, published, decides)


def canonical_json(data: Mapping[str, Any]) -> str:
    """Write a table so that equal tables have equal texts."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
