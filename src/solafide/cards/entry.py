"""One table of a card set under examination: typed access to its fields, which notes down whatever is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from solafide.cards.problem import Problem
from solafide.cards.toml_positions import Array, Moment, Table, place
from solafide.languages import LANGUAGES

TYPES: Mapping[type, str] = {
    str: "string",
    int: "integer",
    float: "float",
    bool: "boolean",
    Moment: "datetime",
    Table: "table",
    dict: "table",
    Array: "array",
    list: "array",
}


def type_name(value: object) -> str:
    """What TOML calls the type of a value.

    >>> type_name(True), type_name([])
    ('boolean', 'array')
    """
    return TYPES.get(type(value), "null")


def listed(values: Iterable[object]) -> str:
    """The values that were expected, as one argument of a problem."""
    return ", ".join(str(value) for value in values)


class Report:
    """The problems of one file; `source` is its text, or None where a set does not come from a file with lines."""

    def __init__(self, file: str, source: bytes | None) -> None:
        self.file = file
        self.source = source
        self.problems: list[Problem] = []

    def line(self, at: int | None) -> int | None:
        """The line of an offset."""
        return None if self.source is None or at is None else place(self.source, at)[0]

    def add(self, key: str, at: int | None, where: str, /, **args: Any) -> None:
        """Note down a problem."""
        line, column = (None, None) if self.source is None or at is None else place(self.source, at)
        self.problems.append(Problem(self.file, line, column, where, key, args))


class Entry:
    """A table, the name by which its problems are reported, and the offsets of its keys where it comes from a file."""

    def __init__(self, table: Mapping[str, Any], where: str, report: Report) -> None:
        self.table = table
        self.where = where
        self.report = report

    @property
    def at(self) -> int | None:
        """Where the table begins."""
        return self.table.at if isinstance(self.table, Table) else None

    def place(self, field: str) -> int | None:
        """Where a field is written, or the table if it has no such field."""
        return self.table.places.get(field, self.table.at) if isinstance(self.table, Table) else None

    def item(self, field: str, values: list[Any], index: int) -> int | None:
        """Where a value of a list in this field is written."""
        return values.places[index] if isinstance(values, Array) else self.place(field)

    def problem(self, key: str, field: str | None = None, /, **args: Any) -> None:
        """Note down a problem with a field, or with the whole table."""
        self.report.add(key, self.at if field is None else self.place(field), self.where, **args)

    def inner(self, table: Mapping[str, Any]) -> Entry:
        """A table within this one."""
        return Entry(table, self.where, self.report)

    def allow(self, fields: Collection[str]) -> None:
        """No other fields than these."""
        for field in self.table:
            if field not in fields:
                self.problem("problem.unknown_field", field, field=field, expected=listed(fields))

    def has(self, field: str) -> bool:
        """Whether the field is written at all."""
        return field in self.table

    def take(self, field: str, kinds: tuple[str, ...], required: bool = True) -> Any:
        """The value if it is of one of these types, else None."""
        if field not in self.table:
            if required:
                self.problem("problem.missing_field", field=field)
            return None
        value = self.table[field]
        found = type_name(value)
        if found not in kinds:
            self.problem("problem.wrong_type", field, field=field, found=found, expected=listed(kinds))
            return None
        return value

    def text(self, field: str, required: bool = True) -> str:
        """A text that says something, or "" if it is missing or wrong."""
        value = self.take(field, ("string",), required)
        if value is None:
            return ""
        if not value.strip():
            self.problem("problem.empty_text", field, field=field)
        return str(value)

    def flag(self, field: str) -> bool:
        """True or false; false if it is missing."""
        return bool(self.take(field, ("boolean",), required=False))

    def number(self, field: str, high: int, default: int | None = None) -> int:
        """A number from 1 to `high`."""
        value = self.take(field, ("integer",), required=default is None)
        if value is None:
            return default or 1
        if not 1 <= value <= high:
            self.problem("problem.out_of_range", field, field=field, value=value, low=1, high=high)
            return default or 1
        return int(value)

    def word(self, field: str, values: tuple[str, ...], default: str | None = None) -> str:
        """One of a few words."""
        value = self.take(field, ("string",), required=default is None)
        if value is None:
            return default or values[0]
        if value not in values:
            self.problem("problem.wrong_value", field, field=field, value=value, expected=listed(values))
            return default or values[0]
        return str(value)

    def optional(self, field: str, values: tuple[str, ...]) -> str | None:
        """One of a few words, or None if the field is missing."""
        return self.word(field, values) if field in self.table else None

    def items(self, field: str, values: list[Any], kinds: tuple[str, ...]) -> list[Any]:
        """Those values of a list in this field that are of one of these types."""
        good = []
        for index, value in enumerate(values):
            found = type_name(value)
            if found in kinds:
                good.append(value)
            else:
                at = self.item(field, values, index)
                self.report.add("problem.wrong_type", at, self.where, field=field, found=found, expected=listed(kinds))
        return good

    def names(self, field: str, language: str | None, required: bool) -> dict[str, str]:
        """A text in several languages, or in the language of the set; if that is None, all languages are needed."""
        value = self.take(field, ("table", "string") if language else ("table",), required)
        if value is None:
            return {}
        if isinstance(value, str):
            return {language or LANGUAGES[0]: self.text(field)}
        return self.inner(value).languages(field, complete=language is None)

    def languages(self, field: str, complete: bool) -> dict[str, str]:
        """This table as a text in several languages, named `field` in what is reported."""
        for language in self.table:
            if language not in LANGUAGES:
                self.problem("problem.unknown_language", language, language=language, expected=listed(LANGUAGES))
        if complete:
            for language in LANGUAGES:
                if language not in self.table:
                    self.problem("problem.missing_language", field=field, language=language)
        elif not self.table:
            self.problem("problem.empty_text", field=field)
        return {language: self.text(language) for language in LANGUAGES if language in self.table}
