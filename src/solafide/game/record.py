"""A game as text: options, card set, every choice, and a hash chain over them; docs/records.md describes the format."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from solafide.cards import CardSet, CardSetError, find_builtin, from_canonical
from solafide.game.error import RecordError, SolaFideError
from solafide.game.game import RULES_VERSION, Game, target
from solafide.game.joint_seed import Chance, three
from solafide.game.nature import FastNature, LiveNature, Nature, commitment
from solafide.game.options import Options
from solafide.game.outcome import Outcome

FORMAT = 1
TITLE = "solafide record"
POINTS = "points"
LARGEST = 16_000_000
_STEP = re.compile(r"(\d+) ([CPN12]) ([a-zA-Z0-9:_]+) ([0-9a-f]{16})")


@dataclass(frozen=True)
class Record:
    """A game that can be replayed to the last bit.

    `steps` are pairs of who and choice, a line of the file each: also what was taken back, and `back:12` where somebody
    returned to the moment after twelve steps. `line` are the steps that count in the end. `seed` is nature's secret:
    published in a finished game, the host's own in a save. `chance`: of whose parts the seed was made, if of several.
    `decides`: the hash of the record of a drawn game, if the winner of this one wins that one too (R29).
    """

    options: Options
    cards: CardSet
    steps: tuple[tuple[str, str], ...]
    seed: bytes | None
    outcome: Outcome | None
    players: dict[str, str] = field(default_factory=dict)
    chance: Chance | None = None
    decides: str = ""

    @cached_property
    def line(self) -> tuple[tuple[str, str], ...]:
        """The steps from the first to the last without any that were taken back."""
        found: list[tuple[str, str]] = []
        for who, choice in self.steps:
            back = target(choice)
            if back is None:
                found.append((who, choice))
            else:
                del found[back:]
        return tuple(found)

    @property
    def taken_back(self) -> list[dict[str, Any]]:
        """Where turns were taken back: after which line, by whom, and to the moment after how many steps."""
        return [
            {"line": number, "by": who, "to": target(choice)}
            for number, (who, choice) in enumerate(self.steps)
            if target(choice) is not None
        ]

    def header(self) -> list[str]:
        lines = [
            f"{TITLE} {FORMAT}",
            f"rules {RULES_VERSION}",
            f"options {_json(self.options.json())}",
            f"cards {self.cards.rules_hash}",
        ]
        if not self.cards.builtin:
            lines.append(f"set {self.cards.canonical()}")
        if self.players:
            lines.append(f"players {_json(self.players)}")
        if self.decides:
            lines.append(f"decides {self.decides}")
        if self.chance:
            lines.append(f"promises {_json(dict(self.chance.promises))}")
        lines.append(f"commitment {commitment(self.seed) if self.seed else 'none'}")
        return lines

    def text(self) -> str:
        """The record as a file: header, steps with their hash chain, end.

        Each step is number, who, choice and the first 16 digits of the chain: SHA-256 over the chain so far and the
        line without them.
        """
        lines = self.header()
        chain = hashlib.sha256("\n".join(lines).encode()).digest()
        for number, (who, choice) in enumerate(self.steps, 1):
            line = f"{number} {who} {choice}"
            chain = hashlib.sha256(chain + line.encode()).digest()
            lines.append(f"{line} {chain.hex()[:16]}")
        tail = self._tail()
        chain = hashlib.sha256(chain + "\n".join(tail).encode()).digest()
        return "\n".join([*lines, *tail, f"hash {chain.hex()}", ""])

    @cached_property
    def hash(self) -> str:
        """The last line of the file: it stands for the whole game."""
        return self.text().rstrip("\n").rpartition(" ")[2]

    def _tail(self) -> list[str]:
        lines = [self._end(), f"seed {self.seed.hex() if self.seed else 'none'}"]
        if self.chance and self.chance.parts and self.outcome is not None:
            lines.append(f"chance {_json(dict(self.chance.parts))}")
        return lines

    def _end(self) -> str:
        if self.outcome is None:
            return "end open"
        points = self.outcome.points
        how = " limited" if self.outcome.limited else ""
        if self.outcome.reason != POINTS:
            how = f" {self.outcome.reason}"
        return f"end {self.outcome.winner or 'draw'} {points['C']} {points['P']}{how}"

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all."""
        target = Path(path)
        partial = target.with_name(target.name + ".part")
        partial.write_text(self.text(), encoding="utf-8", newline="\n")
        partial.replace(target)

    def game(self) -> Game:
        """The game at its last step, ready to go on; every step is checked."""
        nature: Nature = LiveNature(self.seed) if self.seed else FastNature(0)
        game = Game.again(self.options, self.cards, nature)

        def count(choice: str) -> None:
            if isinstance(nature, LiveNature):
                purpose = game.purpose() if game.waits_for_nature else ""
                nature.counters[purpose] = nature.counters.get(purpose, 0) + 1

        _follow(game, self.steps, count)
        if self.outcome is None:
            game.go_on()
        elif game.outcome != self.outcome:
            raise RecordError("error.record.result")
        return game


def record(
    game: Game, players: dict[str, str] | None = None, chance: Chance | None = None, decides: str = ""
) -> Record:
    """The record of a game, finished or not; of whose parts its seed was made stands in a finished one."""
    if not game.has_record:
        raise RecordError("error.record.not_record")
    seed = game.nature.seed if isinstance(game.nature, LiveNature) else None
    opened = chance if chance is None or game.over else Chance(chance.promises)
    return Record(game.options, game.cards, game.choices, seed, game.outcome, players or {}, opened, decides)


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    return parse(read_text(path))


def read_text(path: str | Path) -> str:
    """The text of a file, if it can be a record at all."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST:
            raise RecordError("error.record.too_large", file=str(path))
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise RecordError("error.file.missing", file=str(path)) from None
    except IsADirectoryError:
        raise RecordError("error.file.folder", file=str(path)) from None
    except OSError:
        raise RecordError("error.file.unreadable", file=str(path)) from None
    except UnicodeDecodeError:
        raise RecordError("error.record.not_text") from None


def parse(text: str) -> Record:
    """Read a record and check its hash chain; the steps themselves are checked when they are played.

    A text that is not exactly what `Record.text` writes is refused.
    """
    lines = text.split("\n")
    _check_title(lines[0])
    if len(lines) < 8 or lines[-1] or not lines[-2].startswith("hash "):
        raise RecordError("error.record.truncated")
    fields, at = _read_header(lines)
    end = -5 if lines[-3].startswith("chance ") else -4
    steps = tuple(_read_step(line, at + n + 1) for n, line in enumerate(lines[at:end]))
    found = Record(
        options=_options(fields),
        cards=_cards(fields),
        steps=steps,
        seed=_seed(lines[end + 1], len(lines) + end + 2),
        outcome=_outcome(lines[end], len(lines) + end + 1),
        players=_players(fields),
        chance=_chance(fields, lines),
        decides=_decides(fields),
    )
    _compare(lines, found.text().split("\n"), at, end)
    return found


def _check_title(line: str) -> None:
    match = re.fullmatch(rf"{TITLE} (\d{{1,9}})", line)
    if not match:
        raise RecordError("error.record.not_record")
    if int(match[1]) != FORMAT:
        raise RecordError("error.record.version", version=match[1], known=FORMAT)


def _read_header(lines: list[str]) -> tuple[dict[str, Any], int]:
    fields: dict[str, Any] = {}
    for at, line in enumerate(lines[1:], 1):
        name, _, value = line.partition(" ")
        if name in ("options", "players", "promises"):
            fields[name] = _read_json(value, at + 1)
        elif name in ("rules", "cards", "set", "decides", "commitment"):
            fields[name] = value
        else:
            raise RecordError("error.record.line", line=at + 1)
        if name == "commitment":
            break
    for name in ("rules", "options", "cards", "commitment"):
        if name not in fields:
            raise RecordError("error.record.field", field=name)
    if fields["rules"] != str(RULES_VERSION):
        raise RecordError("error.record.rules", version=_shown(fields["rules"]), known=RULES_VERSION)
    return fields, at + 1


def _shown(text: str) -> str:
    """Words of a strange file, fit to be shown."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:80])


def _read_json(text: str, line: int) -> dict[str, Any]:
    """A table as we would write it, nothing else."""
    try:
        found = json.loads(text)
        if isinstance(found, dict) and _json(found) == text:
            return found
    except (ValueError, RecursionError):
        pass
    raise RecordError("error.record.line", line=line)


def _options(fields: dict[str, Any]) -> Options:
    try:
        return Options.from_json(fields["options"])
    except (SolaFideError, TypeError):
        raise RecordError("error.record.options") from None


def _cards(fields: dict[str, Any]) -> CardSet:
    if "set" not in fields:
        found = find_builtin(fields["cards"])
        if found is None:
            raise RecordError("error.record.cards_unknown", hash=_shown(fields["cards"]))
        return found
    try:
        cards = from_canonical(fields["set"])
    except CardSetError:
        raise RecordError("error.record.cards_damaged") from None
    if cards.canonical() != fields["set"]:
        raise RecordError("error.record.cards_damaged")
    if cards.rules_hash != fields["cards"]:
        raise RecordError("error.record.cards_mismatch")
    return cards


def _players(fields: dict[str, Any]) -> dict[str, str]:
    """Who played, as words: they are shown, so they must be fit to be shown."""
    players: dict[str, Any] = fields.get("players", {})
    for name, value in players.items():
        if not isinstance(value, str) or not (name + value).isprintable() or len(name + value) > 200:
            raise RecordError("error.record.field", field="players")
    return players


def _decides(fields: dict[str, Any]) -> str:
    found: str = fields.get("decides", "")
    if "decides" in fields and not re.fullmatch(r"[0-9a-f]{64}", found):
        raise RecordError("error.record.field", field="decides")
    return found


def _chance(fields: dict[str, Any], lines: list[str]) -> Chance | None:
    name, _, value = lines[-3].partition(" ")
    parts = _read_json(value, len(lines) - 2) if name == "chance" else {}
    promises = fields.get("promises")
    if promises is None and not parts:
        return None
    if promises is None or not three(promises):
        raise RecordError("error.record.field", field="promises")
    if parts and not three(parts):
        raise RecordError("error.record.field", field="chance")
    return Chance(promises, parts)


def _read_step(line: str, number: int) -> tuple[str, str]:
    match = _STEP.fullmatch(line)
    if not match:
        raise RecordError("error.record.line", line=number)
    return match[2], match[3]


def _seed(line: str, number: int) -> bytes | None:
    if line == "seed none":
        return None
    match = re.fullmatch(r"seed ([0-9a-f]{64})", line)
    if not match:
        raise RecordError("error.record.line", line=number)
    return bytes.fromhex(match[1])


def _outcome(line: str, number: int) -> Outcome | None:
    if line == "end open":
        return None
    match = re.fullmatch(r"end (C|P|1|2|draw) (\d{1,3}) (\d{1,3})(?: (limited|resigned|agreed|time))?", line)
    if not match:
        raise RecordError("error.record.line", line=number)
    winner = None if match[1] == "draw" else match[1]
    points = {"C": int(match[2]), "P": int(match[3])}
    if match[4] in (None, "limited"):
        return Outcome(winner, points, match[4] is not None)
    return Outcome(winner, points, False, match[4])


def _compare(lines: list[str], expected: list[str], at: int, end: int) -> None:
    """The file must be what we would write: then no character of it can have been changed."""
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False)):
        if line == wanted:
            continue
        if line.startswith("commitment "):
            raise RecordError("error.record.commitment")
        if at <= number < len(lines) + end:
            raise RecordError("error.record.chain", step=number - at + 1)
        raise RecordError("error.record.line", line=number + 1)
    if len(lines) != len(expected):
        raise RecordError("error.record.truncated")


def verify(text: str) -> Record:
    """Replay a finished game and deal every die, draw and triple anew from its seed; an error says what is wrong.

    If the seed was made of several parts, every part must be the one that was promised.
    """
    found = parse(text)
    if found.outcome is None:
        raise RecordError("error.record.unfinished")
    if found.seed is None:
        raise RecordError("error.record.seed_missing")
    if found.chance:
        found.chance.check(found.seed)
    nature = LiveNature(found.seed)
    game = Game.again(found.options, found.cards, nature)

    def deal_again(choice: str) -> None:
        dealt = game.natures_choice()
        if dealt is not None and dealt != choice:
            raise RecordError("error.record.deal", choice=choice, dealt=dealt)

    _follow(game, found.steps, deal_again)
    if game.outcome != found.outcome:
        raise RecordError("error.record.result")
    return found


def _follow(game: Game, steps: tuple[tuple[str, str], ...], nature: Callable[[str], None]) -> None:
    """Every line of a record, what was taken back as well: nature goes on where she is, she never goes back."""
    for number, (who, choice) in enumerate(steps, 1):
        try:
            if who == "N" and not game.over and target(choice) is None:
                game.attend_to(choice)
                nature(choice)
            game.follow(who, choice)
        except RecordError as error:
            raise RecordError(error.key, **{**error.facts, "step": number}) from None


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
