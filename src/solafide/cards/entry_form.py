"""Check one entry of a card set while it is written in a form: the checks of a file, with the field of each problem.

An entry has an id: that of a card, "circle-1" to "circle-10", "M01" to "M06", or "set" for name and language of a set.
Its fields are those of a file, without the id and the number, which follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solafide.cards.cardset import Card, Circle, Result
from solafide.cards.export import entry_text, heading_text
from solafide.cards.loader import builtin, read_heading
from solafide.cards.parse_entries import Origin
from solafide.cards.set_builder import ENTRY_KINDS
from solafide.cards.table_reader import ProblemReport, TableReader, shorten
from solafide.cards.toml_positions import HEADED, MAX_NESTING_LEVELS, TomlArray, TomlTable
from solafide.cards.vocabulary import DIE_SIDES, PYRAMID, card_ids

FieldPath = tuple[str | int, ...]
Fields = Mapping[str, Any]
HEADING_ID = "set"
PRINTED = ("printed",)
KEY = re.compile(r"[A-Za-z0-9_-]+")
# These name a place where something is missing: without it the rest can be shown.
HARMLESS_PROBLEMS = frozenset({"problem.empty_effects", "problem.no_body"})
MAX_REPAIRS = 3


class FormProblem(NamedTuple):
    """A problem and the field that it is about; of a missing field, the path that it would have."""

    path: FieldPath
    key: str
    args: Mapping[str, Any]


class CheckedEntry(NamedTuple):
    """An entry as far as it can be read: `preview` leaves out the parts with problems; `text` is for a file."""

    problems: tuple[FormProblem, ...]
    preview: Card | Circle | Result | None
    is_whole: bool
    text: str


class _FormReport(ProblemReport):
    """Collects problems by the paths of their fields."""

    def __init__(self, paths: Sequence[FieldPath]) -> None:
        super().__init__("", b"")  # as for a file: its limits for texts
        self._paths = paths
        self.form_problems: list[FormProblem] = []

    def add(self, key: str, at: int | None, where: str, /, **args: Any) -> None:
        path = self._paths[at or 0]
        if key == "problem.missing_field":
            path = (*path, args["field"])
        elif key == "problem.no_body":
            path = ("effects",)
        self.form_problems.append(FormProblem(path, key, {name: shorten(value) for name, value in args.items()}))


class _FieldPaths:
    """Makes tables as from a file, where the position of a value stands for its path."""

    def __init__(self) -> None:
        self.paths: list[FieldPath] = []

    def position(self, path: FieldPath) -> int:
        self.paths.append(path)
        return len(self.paths) - 1

    def table(self, fields: Fields, path: FieldPath = ()) -> TomlTable:
        table = TomlTable(self.position(path), HEADED)
        for name, value in fields.items():
            table.places[name] = self.position((*path, name))
            table[name] = self.value(value, (*path, name))
        return table

    def value(self, value: Any, path: FieldPath) -> Any:
        if isinstance(value, Mapping):
            return self.table(value, path)
        if not isinstance(value, list):
            return value
        array = TomlArray(self.position(path), False)
        for index, item in enumerate(value):
            array.places.append(self.position((*path, index)))
            array.append(self.value(item, (*path, index)))
        return array


def entry_ids() -> tuple[str, ...]:
    """Return every entry that a set can have: cards, circles, lines of the Military Chart."""
    circles = (f"circle-{number}" for number in PYRAMID)
    return (*card_ids(), *circles, *(f"M{roll:02}" for roll in range(1, DIE_SIDES + 1)))


def split_entry_id(entry_id: str) -> tuple[str, Fields]:
    """Return the kind of an entry, and the fields of a file that follow from its id.

    >>> split_entry_id("C07"), split_entry_id("circle-3"), split_entry_id("M06")
    (('card', {'id': 'C07', 'number': 7}), ('circle', {'number': 3}), ('result', {'roll': 6}))
    """
    if entry_id.startswith("circle-"):
        return "circle", {"number": int(entry_id.removeprefix("circle-"))}
    if entry_id.startswith("M"):
        return "result", {"roll": int(entry_id[1:])}
    return "card", {"id": entry_id, "number": int(entry_id[1:])}


def check_entry(entry_id: str, fields: Fields, language: str) -> CheckedEntry:
    """Check the fields of one entry; `language`: of names that are written as plain text."""
    if entry_id == HEADING_ID:
        return _check_heading(fields)
    kind, identity = split_entry_id(entry_id)
    nothing: Fields = {"effects": []} if kind == "result" else {}  # a line of the Military Chart may do nothing
    written = {**nothing, **sendable(fields), **identity}
    plain = written
    entry, problems = _parse(kind, plain, language)
    preview, remaining = entry, problems
    for _ in range(MAX_REPAIRS):
        if not remaining:
            break
        plain = _without(plain, remaining)
        preview, remaining = _parse(kind, plain, language)
        remaining = [problem for problem in remaining if problem.key not in HARMLESS_PROBLEMS]
    if kind == "circle" and problems:
        preview = None  # nothing sensible can be drawn
    return CheckedEntry(tuple(problems), preview, not problems, entry_text(kind, written))


def _check_heading(fields: Fields) -> CheckedEntry:
    plain, paths = sendable(fields), _FieldPaths()
    document = paths.table({"set": plain})
    report = _FormReport([path[1:] for path in paths.paths])
    read_heading(TableReader(document, HEADING_ID, report))
    return CheckedEntry(tuple(report.form_problems), None, not report.form_problems, heading_text(plain))


def _parse(kind: str, plain: Fields, language: str) -> tuple[Any, list[FormProblem]]:
    paths = _FieldPaths()
    table = paths.table(plain)
    report = _FormReport(paths.paths)
    _, parse = ENTRY_KINDS[kind]
    entry = parse(TableReader(table, kind, report), Origin(builtin(), PRINTED, language))
    return entry, report.form_problems


def _without(fields: Fields, problems: Sequence[FormProblem]) -> dict[str, Any]:
    """Return the fields without the effects that have problems, and without other fields that have some."""
    reduced: dict[str, Any] = _copy(fields)
    # From the last to the first, so that the places of the others stay.
    for problem in sorted(problems, key=lambda each: [str(part).zfill(4) for part in each.path], reverse=True):
        if problem.key in HARMLESS_PROBLEMS or not problem.path:
            continue
        last_index = max((at for at, part in enumerate(problem.path) if isinstance(part, int)), default=0)
        _remove(reduced, problem.path[: last_index + 1])
    return reduced


def _remove(fields: Any, path: FieldPath) -> None:
    for part in path[:-1]:
        try:
            fields = fields[part]
        except (LookupError, TypeError):
            return
    last = path[-1]
    if isinstance(fields, list) and isinstance(last, int) and last < len(fields):
        del fields[last]
    elif isinstance(fields, dict):
        fields.pop(last, None)


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _copy(inner) for name, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value


def sendable(fields: Fields) -> dict[str, Any]:
    """Return the fields that a file can hold: no empty values, no keys that would need quotes, no deep nesting."""
    return {name: _sendable(value, 1) for name, value in fields.items() if _is_key(name) and value is not None}


def _sendable(value: Any, depth: int) -> Any:
    if depth > MAX_NESTING_LEVELS:
        return ""
    if isinstance(value, Mapping):
        return {
            name: _sendable(inner, depth + 1) for name, inner in value.items() if _is_key(name) and inner is not None
        }
    if isinstance(value, list):
        return [_sendable(inner, depth + 1) for inner in value if inner is not None]
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # JSON can hold half of a character
    return str(value) if isinstance(value, float) else value


def _is_key(name: object) -> bool:
    return isinstance(name, str) and KEY.fullmatch(name) is not None
