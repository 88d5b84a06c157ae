"""Read a record and check its text: form, fields and hash chain."""

import json
import re
from pathlib import Path
from typing import Any, cast

from solafide.cards import CardSet, CardSetError, find_builtin, from_canonical
from solafide.game.error import RecordError, SolaFideError
from solafide.game.event_types import EndReason
from solafide.game.identity import Faith, is_seat
from solafide.game.joint_seed import JointSeed, is_complete
from solafide.game.options import RULES_VERSION, Options
from solafide.game.outcome import Outcome
from solafide.game.record.format import FORMAT, TITLE, Record, canonical_json

MAX_RECORD_BYTES = 16_000_000
_STEP = re.compile(r"(\d+) ([CPN12]) ([a-zA-Z0-9:_]+) ([0-9a-f]{16})")


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    return parse(read_text(path))


def read_text(path: str | Path) -> str:
    """Return the text of a file, if it can be a record at all."""
    file = Path(path)
    try:
        if file.stat().st_size > MAX_RECORD_BYTES:
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
    fields, first_step = _read_header(lines)
    end = len(lines) - (5 if lines[-3].startswith("chance ") else 4)
    steps = tuple(_read_step(line, number) for number, line in enumerate(lines[first_step:end], first_step + 1))
    record = Record(
        options=_read_options(fields),
        cards=_read_cards(fields),
        steps=steps,
        seed=_read_seed(lines[end + 1], end + 2),
        outcome=_read_outcome(lines[end], end + 1),
        players=_read_players(fields),
        chance=_read_joint_seed(fields, lines),
        decides=_read_decides(fields),
    )
    _compare(lines, record.text().split("\n"), first_step, end)
    return record


def _check_title(line: str) -> None:
    match = re.fullmatch(rf"{TITLE} (\d{{1,9}})", line)
    if not match:
        raise RecordError("error.record.not_record")
    if int(match[1]) != FORMAT:
        raise RecordError("error.record.version", version=match[1], known=FORMAT)


def _read_header(lines: list[str]) -> tuple[dict[str, Any], int]:
    """Return the fields of the header and the index of the first step."""
    fields: dict[str, Any] = {}
    for index, line in enumerate(lines[1:], 1):
        name, _, value = line.partition(" ")
        if name in ("options", "players", "promises"):
            fields[name] = _read_json(value, index + 1)
        elif name in ("rules", "cards", "set", "decides", "commitment"):
            fields[name] = value
        else:
            raise RecordError("error.record.line", line=index + 1)
        if name == "commitment":
            break
    for name in ("rules", "options", "cards", "commitment"):
        if name not in fields:
            raise RecordError("error.record.field", field=name)
    if fields["rules"] != str(RULES_VERSION):
        raise RecordError("error.record.rules", version=_printable(fields["rules"]), known=RULES_VERSION)
    return fields, index + 1


def _printable(text: str) -> str:
    """Make text of an unchecked file fit for display."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:80])


def _read_json(text: str, line: int) -> dict[str, Any]:
    """Read a JSON object that is written exactly as `canonical_json` writes it."""
    try:
        document = json.loads(text)
        if isinstance(document, dict) and canonical_json(document) == text:
            return document
    except (ValueError, RecursionError):
        pass
    raise RecordError("error.record.line", line=line)


def _read_options(fields: dict[str, Any]) -> Options:
    try:
        return Options.from_json(fields["options"])
    except (SolaFideError, TypeError):
        raise RecordError("error.record.options") from None


def _read_cards(fields: dict[str, Any]) -> CardSet:
    if "set" not in fields:
        builtin = find_builtin(fields["cards"])
        if builtin is None:
            raise RecordError("error.record.cards_unknown", hash=_printable(fields["cards"]))
        return builtin
    try:
        cards = from_canonical(fields["set"])
    except CardSetError:
        raise RecordError("error.record.cards_damaged") from None
    if cards.canonical() != fields["set"]:
        raise RecordError("error.record.cards_damaged")
    if cards.rules_hash != fields["cards"]:
        raise RecordError("error.record.cards_mismatch")
    return cards


def _read_players(fields: dict[str, Any]) -> dict[str, str]:
    """Read the names of the players, which must be fit for display."""
    players: dict[str, Any] = fields.get("players", {})
    for name, value in players.items():
        if not isinstance(value, str) or not (name + value).isprintable() or len(name + value) > 200:
            raise RecordError("error.record.field", field="players")
    return players


def _read_decides(fields: dict[str, Any]) -> str:
    decides: str = fields.get("decides", "")
    if "decides" in fields and not re.fullmatch(r"[0-9a-f]{64}", decides):
        raise RecordError("error.record.field", field="decides")
    return decides


def _read_joint_seed(fields: dict[str, Any], lines: list[str]) -> JointSeed | None:
    name, _, value = lines[-3].partition(" ")
    contributions = _read_json(value, len(lines) - 2) if name == "chance" else {}
    commitments = fields.get("promises")
    if commitments is None and not contributions:
        return None
    if commitments is None or not is_complete(commitments):
        raise RecordError("error.record.field", field="promises")
    if contributions and not is_complete(contributions):
        raise RecordError("error.record.field", field="chance")
    return JointSeed(commitments, contributions)


def _read_step(line: str, number: int) -> tuple[str, str]:
    match = _STEP.fullmatch(line)
    if not match:
        raise RecordError("error.record.line", line=number)
    return match[2], match[3]


def _read_seed(line: str, number: int) -> bytes | None:
    if line == "seed none":
        return None
    match = re.fullmatch(r"seed ([0-9a-f]{64})", line)
    if not match:
        raise RecordError("error.record.line", line=number)
    return bytes.fromhex(match[1])


def _read_outcome(line: str, number: int) -> Outcome | None:
    if line == "end open":
        return None
    match = re.fullmatch(
        r"end (C|P|1|2|draw|none) (\d{1,3}) (\d{1,3})(?: (limited|resigned|agreed|time|closed))?", line
    )
    if not match:
        raise RecordError("error.record.line", line=number)
    winner = match[1] if is_seat(match[1]) else None
    points: dict[Faith, int] = {"C": int(match[2]), "P": int(match[3])}
    if match[4] in (None, "limited"):
        return Outcome(winner, points, match[4] is not None)
    return Outcome(winner, points, False, cast(EndReason, match[4]))


def _compare(lines: list[str], expected: list[str], first_step: int, end: int) -> None:
    """Check that the file is exactly what this program would write: no character of it was changed."""
    for index, (line, expected_line) in enumerate(zip(lines, expected, strict=False)):
        if line == expected_line:
            continue
        if line.startswith("commitment "):
            raise RecordError("error.record.commitment")
        if first_step <= index < end:
            raise RecordError("error.record.chain", step=index - first_step + 1)
        raise RecordError("error.record.line", line=index + 1)
    if len(lines) != len(expected):
        raise RecordError("error.record.truncated")
