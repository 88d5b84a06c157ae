"""Typed access to the fields of one table of a card set; everything that is wrong goes into a report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from solafide.cards.problem import Problem
from solafide.cards.toml_positions import LineIndex, TomlArray, TomlDateTime, TomlTable
from solafide.languages import LANGUAGES
from solafide.unseen_characters import find_unseen_character

MAX_PROBLEMS = 100  # of one file
MAX_QUOTED_CHARACTERS = 200
MAX_TEXT_CHARACTERS = 2000  # of one text in a file: names are sent with every moment of a game
TOML_TYPE_NAMES: Mapping[type, str] = {
    str: "string",
    int: "integer",
    float: "float",
    bool: "boolean",
    TomlDateTime: "datetime",
    TomlTable: "table",
    dict: "table",
    TomlArray: "array",
    list: "array",
}


def type_name(value: object) -> str:
    """Return the TOML name of the type of a value.

    >>> type_name(True), type_name([])
    ('boolean', 'array')
    """
    return TOML_TYPE_NAMES.get(type(value), "null")


def shorten(value: Any) -> Any:
    """Return a value as a problem quotes it: a long text without its end.

    >>> shorten("Ursulines"), len(shorten("a" * 1_000_000))
    ('Ursulines', 201)
    """
    return (
        value[:MAX_QUOTED_CHARACTERS] + "…" if isinstance(value, str) and len(value) > MAX_QUOTED_CHARACTERS else value
    )


def join_values(values: Iterable[object]) -> str:
    """Join the expected values into one argument of a problem."""
    return ", ".join(str(value) for value in values)


class ProblemReport:
    """The problems of one file; `source` is its text, or None where a set does not come from a file with lines.

    Of many problems the first ones are kept, and `more` counts the others.
    """

    def __init__(self, file: str, source: bytes | None) -> None:
        self.file = file
        self.is_file = source is not None  # else it was stored, before there was a limit for texts
        self._lines = None if source is None else LineIndex(source)
        self.problems: list[Problem] = []
        self.more = 0

    def line(self, at: int | None) -> int | None:
        """Return the line of an offset."""
        return None if self._lines is None or at is None else self._lines.line_and_column(at)[0]

    def add(self, key: str, at: int | None, where: str, /, **args: Any) -> None:
        """Add a problem."""
        if len(self.problems) == MAX_PROBLEMS:
            self.more += 1
            return
        line, column = (None, None) if self._lines is None or at is None else self._lines.line_and_column(at)
        shown = {name: shorten(value) for name, value in args.items()}
        self.problems.append(Problem(self.file, line, column, shorten(where), key, shown))


class TableReader:
    """A table, the name by which its problems are reported, and the offsets of its keys where it comes from a file."""

    def __init__(self, table: Mapping[str, Any], where: str, report: ProblemReport) -> None:
        self.table = table
        self.where = where
        self.report = report

    @property
    def at(self) -> int | None:
        """The offset at which the table begins."""
        return self.table.at if isinstance(self.table, TomlTable) else None

    def place(self, field: str) -> int | None:
        """Return the offset of a field, or of the table if it has no such field."""
        return self.table.places.get(field, self.table.at) if isinstance(self.table, TomlTable) else None

    def item(self, field: str, values: list[Any], index: int) -> int | None:
        """Return the offset of a value of a list in this field."""
        return values.places[index] if isinstance(values, TomlArray) else self.place(field)

    def problem(self, key: str, field: str | None = None, /, **args: Any) -> None:
        """Report a problem with a field, or with the whole table."""
        self.report.add(key, self.at if field is None else self.place(field), self.where, **args)

    def inner(self, table: Mapping[str, Any]) -> TableReader:
        """Return a reader for a table within this one."""
        return TableReader(table, self.where, self.report)

    def allow(self, fields: Collection[str]) -> None:
        """Report every field other than these."""
        for field in self.table:
            if field not in fields:
                self.problem("problem.unknown_field", field, field=field, expected=join_values(fields))

    def has(self, field: str) -> bool:
        """Whether the field is present."""
        return field in self.table

    def take(self, field: str, kinds: tuple[str, ...], required: bool = True) -> Any:
        """Return the value if it is of one of these types, else None."""
        if field not in self.table:
            if required:
                self.problem("problem.missing_field", field=field)
            return None
        value = self.table[field]
        actual_type = type_name(value)
        if actual_type not in kinds:
            self.problem("problem.wrong_type", field, field=field, found=actual_type, expected=join_values(kinds))
            return None
        return value

    def text(self, field: str, required: bool = True) -> str:
        """Return a text that is not blank, or "" if it is missing or wrong."""
        value = self.take(field, ("string",), required)
        if value is None:
            return ""
        self.check_text(field, value)
        return str(value)

    def check_text(self, field: str, value: str) -> None:
        """Report a text that is blank, too long, or not what it looks like."""
        if not value.strip():
            self.problem("problem.empty_text", field, field=field)
        elif self.report.is_file and len(value) > MAX_TEXT_CHARACTERS:
            self.problem("problem.long_text", field, field=field, limit=MAX_TEXT_CHARACTERS)
        elif self.report.is_file and (character := find_unseen_character(value)):
            self.problem("problem.unseen_character", field, field=field, character=character)

    def flag(self, field: str) -> bool:
        """Return true or false; false if it is missing."""
        return bool(self.take(field, ("boolean",), required=False))

    def number(self, field: str, high: int, default: int | None = None) -> int:
        """Return a number from 1 to `high`."""
        value = self.take(field, ("integer",), required=default is None)
        if value is None:
            return default or 1
        if not 1 <= value <= high:
            self.problem("problem.out_of_range", field, field=field, value=value, low=1, high=high)
            return default or 1
        return int(value)

    def word(self, field: str, values: tuple[str, ...], default: str | None = None) -> str:
        """Return one of a few words."""
        value = self.take(field, ("string",), required=default is None)
        if value is None:
            return default or values[0]
        if value not in values:
            self.problem("problem.wrong_value", field, field=field, value=value, expected=join_values(values))
            return default or values[0]
        return str(value)

    def optional(self, field: str, values: tuple[str, ...]) -> str | None:
        """Return one of a few words, or None if the field is missing."""
        return self.word(field, values) if field in self.table else None

    def items(self, field: str, values: list[Any], kinds: tuple[str, ...]) -> list[Any]:
        """Return the values of a list in this field that are of one of these types."""
        good = []
        for index, value in enumerate(values):
            actual_type = type_name(value)
            if actual_type in kinds:
                good.append(value)
            else:
                at = self.item(field, values, index)
                self.report.add(
                    "problem.wrong_type", at, self.where, field=field, found=actual_type, expected=join_values(kinds)
                )
        return good

    def names(self, field: str, language: str | None, required: bool) -> dict[str, str]:
        """Return a text in several languages, or in the language of the set; if that is None, all are needed."""
        value = self.take(field, ("table", "string") if language else ("table",), required)
        if value is None:
            return {}
        if isinstance(value, str):
            return {language or LANGUAGES[0]: self.text(field)}
        return self.inner(value).languages(field, complete=language is None)

    def languages(self, field: str, complete: bool) -> dict[str, str]:
        """Return this table as a text in several languages; problems name it `field`."""
        for language in self.table:
            if language not in LANGUAGES:
                self.problem("problem.unknown_language", language, language=language, expected=join_values(LANGUAGES))
        if complete:
            for language in LANGUAGES:
                if language not in self.table:
                    self.problem("problem.missing_language", field=field, language=language)
        elif not self.table:
            self.problem("problem.empty_text", field=field)
        return {language: self.text(language) for language in LANGUAGES if language in self.table}
