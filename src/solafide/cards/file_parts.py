"""Divide the text of a card set file into its entries and what stands between them.

An entry that is changed replaces its own part; all other parts, comments among them, stay as they were written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from solafide.cards.entry_form import HEADING_ID, entry_ids, split_entry_id
from solafide.cards.export import HEADER_COMMENT, entry_text, heading_text
from solafide.cards.loader import read_document, read_heading
from solafide.cards.problem import CardSetError
from solafide.cards.set_builder import ENTRY_KINDS
from solafide.cards.table_reader import TableReader
from solafide.cards.toml_positions import TomlTable, parse_tree

if TYPE_CHECKING:
    from tree_sitter import Node

TABLE_ARRAY, TABLE = "table_array_element", "table"


class FilePart(NamedTuple):
    """A part of the text: an entry by its id, or with an empty id what stands between entries."""

    entry: str
    text: str


class EntryFile(NamedTuple):
    """A file in parts: together they are its text, unless `is_rewritten`, where the entries cannot be divided."""

    name: str
    language: str
    parts: tuple[FilePart, ...]
    entries: Mapping[str, dict[str, Any]]
    is_rewritten: bool


class _Span(NamedTuple):
    """The bytes of an entry: the word in its header, its first byte, and the one after its last."""

    kind: str
    start: int
    end: int


def read_entry_file(text: str, file: str = "") -> EntryFile:
    """Read a file whose entries may have problems; raises CardSetError if it is no TOML or an entry has no id."""
    source = text.encode(errors="surrogatepass")
    document = read_document(file, source)
    if document.report.problems:
        raise CardSetError(document.report.problems)
    document.allow(("set", *ENTRY_KINDS))
    name, language = read_heading(document)
    tables = dict(_entry_tables(document))
    if document.report.problems:
        raise CardSetError(document.report.problems, document.report.more)
    entries = {entry: _form_fields(entry, table) for entry, table in tables.items()}
    if isinstance(heading := document.table.get(HEADING_ID), TomlTable):
        entries[HEADING_ID] = _plain(heading)
    parts = _divide(source, tables)
    if parts is not None:
        return EntryFile(name, language, parts, entries, False)
    return EntryFile(name, language, _written_parts(name, language, tables), entries, True)


def _entry_tables(document: TableReader) -> Iterator[tuple[str, TomlTable]]:
    """Yield the tables of all entries by id, those of one kind in their order; report those without an id."""
    ids: dict[tuple[str, Any], str] = {}
    for entry in entry_ids():
        kind, identity = split_entry_id(entry)
        ids[kind, identity[ENTRY_KINDS[kind][0]]] = entry
    first: dict[str, TableReader] = {}
    for kind, (field, _) in ENTRY_KINDS.items():
        values = document.take(kind, ("array",), required=False) or []
        for table in document.items(kind, values, ("table",)):
            key = table.get(field)
            reader = TableReader(table, f"{kind} {key}", document.report)
            if type(key) not in (str, int):
                reader.problem("problem.missing_field", field=field)
            elif (kind, key) not in ids:
                reader.problem("problem.unknown_id", field, id=key, expected="C01-C45, P01-P45, F01-F16")
            elif (entry := ids[kind, key]) in first:
                line = document.report.line(first[entry].at)
                reader.problem("problem.duplicate_entry", field, entry=f"{kind} {key}", line=line)
            else:
                first[entry] = reader
                yield entry, table


def _form_fields(entry: str, table: TomlTable) -> dict[str, Any]:
    """Return the fields of an entry for a form: without what follows from its id, and without its source."""
    _, identity = split_entry_id(entry)
    return {name: value for name, value in _plain(table).items() if name not in (*identity, "source")}


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")  # a date
    return str(value) if isinstance(value, float) else value


def _written_parts(name: str, language: str, tables: Mapping[str, TomlTable]) -> tuple[FilePart, ...]:
    """Return the parts of a new text of the same entries."""
    parts = [
        FilePart("", f"{HEADER_COMMENT}\n"),
        FilePart(HEADING_ID, heading_text({"name": name, "language": language})),
    ]
    for entry, table in tables.items():
        kind, identity = split_entry_id(entry)
        parts += [FilePart("", "\n"), FilePart(entry, entry_text(kind, {**identity, **_plain(table)}))]
    return tuple(parts)


def _divide(source: bytes, tables: Mapping[str, TomlTable]) -> tuple[FilePart, ...] | None:
    """Return the parts of the text; None if some entry is not one run of lines, as in an inline array."""
    spans = _spans(source)
    if spans is None:
        return None
    by_position = {table.at: entry for entry, table in tables.items()}
    parts: list[FilePart] = []
    end, entry_count = 0, 0
    for span in spans:
        entry = HEADING_ID if span.kind == HEADING_ID else _entry_of(span, by_position)
        if entry is None:
            return None
        entry_count += entry != HEADING_ID
        if span.start > end:
            parts.append(FilePart("", source[end : span.start].decode()))
        parts.append(FilePart(entry, source[span.start : span.end].decode()))
        end = span.end
    if entry_count != len(tables):
        return None
    if end < len(source):
        parts.append(FilePart("", source[end:].decode()))
    return tuple(parts)


def _entry_of(span: _Span, by_position: Mapping[int, str]) -> str | None:
    """Return the entry whose header is in a span."""
    return next((entry for at, entry in by_position.items() if span.start <= at < span.end), None)


def _spans(source: bytes) -> list[_Span] | None:
    """Return the spans of the heading and of all entries, with the tables that belong to them."""
    spans: list[_Span] = []
    for node in parse_tree(source).named_children:
        if node.type == "comment":
            continue
        if node.type not in (TABLE, TABLE_ARRAY):
            return None  # a pair before the first header
        header = node.named_children[0]
        names = source[header.start_byte : header.end_byte].decode().replace(" ", "").split(".")
        end = _line_end(source, _content_end(node))
        if node.type == TABLE and len(names) > 1 and spans and spans[-1].kind == names[0]:
            spans[-1] = spans[-1]._replace(end=end)
        elif len(names) == 1:
            spans.append(_Span(names[0], _line_start(source, node.start_byte), end))
        else:
            return None
    return spans


def _content_end(node: Node) -> int:
    """Return the offset after the last value of a table, or after its header; a pair includes its line end."""
    pairs = [child for child in node.named_children if child.type == "pair"]
    return pairs[-1].named_children[1].end_byte if pairs else node.named_children[0].end_byte


def _line_start(source: bytes, at: int) -> int:
    return source.rfind(b"\n", 0, at) + 1


def _line_end(source: bytes, at: int) -> int:
    """Return the offset after the end of the line, with a comment at its end."""
    return source.find(b"\n", at) + 1 or len(source)
