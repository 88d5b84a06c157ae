"""Parse TOML into tables and arrays that know the position of each key and value in the text."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # loaded with the first file, not with the package
    from tree_sitter import Node, Parser

# A complete set with all texts has 130 kB and 2,500 values.
MAX_SOURCE_BYTES = 1024 * 1024
MAX_VALUES = 20_000  # keys and items of arrays, in the whole text
MAX_NESTING_LEVELS = 24  # arrays and inline tables, and parts of a dotted key
MAX_RECOVERY_BYTES = 64 * 1024  # for a broken text the grammar takes longer than linear time: no longer one
MAX_NUMBER_CHARACTERS = 24
MAX_QUOTED_CHARACTERS = 40
BYTE_ORDER_MARK = "\ufeff"
# A key of so many parts would take the strict parser the square of their number; no sentence looks like one.
LONG_KEY_PARTS = 100
LONG_KEY = re.compile(
    rb"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % LONG_KEY_PARTS
)
REPEATED_KEY_MESSAGES = ("Cannot ", "Duplicate inline table key")
ERROR_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)$")
ESCAPE = re.compile(r'\\(?:([btnfr"\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[ \t]*\r?\n[ \t\r\n]*)')
SHORT_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}

# How a table was defined; it decides what may still add to it.
IMPLIED, HEADED, DOTTED, CLOSED = range(4)


class TomlTable(dict[str, Any]):
    """A table; `at` is its offset in the text, `places` the offsets of its keys."""

    __slots__ = ("at", "origin", "places")

    def __init__(self, at: int, origin: int) -> None:
        super().__init__()
        self.at = at
        self.origin = origin
        self.places: dict[str, int] = {}


class TomlArray(list[Any]):
    """An array; `at` is its offset in the text, `places` those of its values, `open` that `[[…]]` may add to it."""

    __slots__ = ("at", "open", "places")

    def __init__(self, at: int, is_open: bool) -> None:
        super().__init__()
        self.at = at
        self.open = is_open
        self.places: list[int] = []


class TomlDateTime(bytes):
    """A date or a time as written; no field of a card set takes one."""

    __slots__ = ()


class TomlError(Exception):
    """The text is not TOML: the offset and the key of the problem."""

    def __init__(self, key: str, at: int, **args: Any) -> None:
        super().__init__(key)
        self.key = key
        self.at = at
        self.arguments = args


class LineIndex:
    """The offsets at which the lines of a text begin, looked up once for all its problems."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._starts = [0, *(newline.end() for newline in re.finditer(rb"\n", source))]

    def line_and_column(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1.

        >>> LineIndex(b"a = 1\\nb = 2").line_and_column(10)
        (2, 5)
        """
        line = bisect_right(self._starts, at)
        return line, len(self._source[self._starts[line - 1] : at].decode("utf-8", "replace")) + 1


def read_toml(source: bytes, is_checked: bool = False) -> TomlTable:
    """Return the document as a table; is_checked: it is known to be TOML, as the built-in files are.

    >>> table = read_toml(b'[[card]]\\nid = "C03"')
    >>> table["card"][0], table["card"][0].places
    ({'id': 'C03'}, {'id': 9})
    """
    if len(source) > MAX_SOURCE_BYTES:
        raise TomlError("problem.too_large", 0, limit=MAX_SOURCE_BYTES // 1024)
    error = None if is_checked else _strict_error(source)
    valid = source
    if error is not None:
        # A key that is written twice is found by its table, which knows the name: the lines before have no error.
        valid = source[: source.find(b"\n", error.at) + 1 or None]
        if not error.is_repeated_key or len(valid) - error.at > MAX_RECOVERY_BYTES:
            raise _syntax_error(source, error.at)
    root = _parser().parse(valid).root_node
    if root.has_error:
        raise _syntax_error(source, _first_error(root).start_byte)
    table = _Document(valid).read(root)
    if error is not None:
        raise _syntax_error(source, error.at)
    return table


def parse_tree(source: bytes) -> Node:
    """Return the syntax tree of a text that is known to be TOML: its tables, pairs and comments."""
    return _parser().parse(source).root_node


@cache
def _parser() -> Parser:
    import tree_sitter
    import tree_sitter_toml

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language()))


def _first_error(node: Node) -> Node:
    """Return the first node that the grammar could not parse."""
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error), None)
        if inner is None:
            break
        node = inner
    return node


class StrictError(NamedTuple):
    """Where the strict parser stopped, and whether only because a key was written twice."""

    at: int
    is_repeated_key: bool = False


def _strict_error(source: bytes) -> StrictError | None:
    """Return the first error in linear time: for some broken texts the grammar with positions needs minutes."""
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        raise TomlError("problem.encoding", error.start) from None
    if long_key := LONG_KEY.search(source):
        raise TomlError("problem.too_deep", long_key.start(), limit=MAX_NESTING_LEVELS)
    try:
        tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        return StrictError(_error_offset(source, str(error)), str(error).startswith(REPEATED_KEY_MESSAGES))
    except RecursionError:
        raise TomlError("problem.too_deep", 0, limit=MAX_NESTING_LEVELS) from None
    except ValueError:  # a number with thousands of digits
        return StrictError(0)
    return None


def _error_offset(source: bytes, message: str) -> int:
    """Return the offset that a message of the strict parser names; something unclosed is reported where it begins."""
    stop = ERROR_POSITION.search(message)
    if stop is None:  # at the end of the document
        if len(source) > MAX_RECOVERY_BYTES:
            return len(source.rstrip())
        return _first_error(_parser().parse(source).root_node).start_byte
    line, column = int(stop[1]), int(stop[2])
    lines = source.split(b"\n")
    before = sum(len(words) + 1 for words in lines[: line - 1])
    at = before + len(lines[line - 1].decode()[: column - 1].encode())
    # Something unclosed lacks its end after the last word, which may be lines above.
    unclosed = message.startswith("Unclosed") and not source[before:at].strip()
    return len(source[:at].rstrip()) if unclosed else at


def _syntax_error(source: bytes, at: int) -> TomlError:
    """Return the error at an offset, with the rest of the line."""
    text = source[at:].partition(b"\n")[0].decode().strip()
    if not text:
        return TomlError("problem.syntax_end", at)
    return TomlError(
        "problem.syntax", at, text=text if len(text) <= MAX_QUOTED_CHARACTERS else text[:MAX_QUOTED_CHARACTERS] + "…"
    )


class _Document:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.values = 0  # keys and items so far

    def read(self, root: Node) -> TomlTable:
        document = TomlTable(0, HEADED)
        for node in root.named_children:
            kind = node.type
            if kind == "pair":
                self.pair(node, document, 0)
            elif kind != "comment":
                header, *pairs = (part for part in node.named_children if part.type != "comment")
                keys = self.keys(header)
                table = self.element(document, keys) if kind == "table_array_element" else self.table(document, keys)
                for pair in pairs:
                    self.pair(pair, table, 0)
        return document

    def table(self, document: TomlTable, keys: list[tuple[str, int]]) -> TomlTable:
        """Return the table of a header `[a.b]`, to which the following pairs belong."""
        parent = self.parent(document, keys)
        name, at = keys[-1]
        existing = parent.get(name)
        if isinstance(existing, TomlTable) and existing.origin == IMPLIED:
            existing.origin = HEADED
            return existing
        table = TomlTable(at, HEADED)
        self.put(parent, name, at, table)
        return table

    def element(self, document: TomlTable, keys: list[tuple[str, int]]) -> TomlTable:
        """Add a table to the array of a header `[[a.b]]`."""
        parent = self.parent(document, keys)
        name, at = keys[-1]
        array = parent.get(name)
        if not (isinstance(array, TomlArray) and array.open):
            array = self.put(parent, name, at, TomlArray(at, True))
        table = TomlTable(at, HEADED)
        self.add(array, table, at)
        return table

    def parent(self, document: TomlTable, keys: list[tuple[str, int]]) -> TomlTable:
        table = document
        for name, at in keys[:-1]:
            inner = table.get(name)
            if inner is None:
                inner = self.put(table, name, at, TomlTable(at, IMPLIED))
            elif isinstance(inner, TomlArray) and inner.open:
                inner = inner[-1]
            if not isinstance(inner, TomlTable) or inner.origin == CLOSED:
                raise TomlError("problem.duplicate_key", at, field=name)
            table = inner
        return table

    def pair(self, node: Node, table: TomlTable, depth: int) -> None:
        """Add a pair `a.b = value`."""
        key, value = node.named_children[:2]  # a comment may follow
        *outer, (name, at) = self.keys(key)
        for part, part_at in outer:
            inner = table.get(part)
            if inner is None:
                inner = self.put(table, part, part_at, TomlTable(part_at, DOTTED))
            elif not (isinstance(inner, TomlTable) and inner.origin == DOTTED):
                raise TomlError("problem.duplicate_key", part_at, field=part)
            table = inner
        self.put(table, name, at, self.value(value, depth))

    def put(self, table: TomlTable, name: str, at: int, value: Any) -> Any:
        if name in table:
            raise TomlError("problem.duplicate_key", at, field=name)
        self.count(at)
        table.places[name] = at
        table[name] = value
        return value

    def add(self, array: TomlArray, value: Any, at: int) -> None:
        self.count(at)
        array.append(value)
        array.places.append(at)

    def count(self, at: int) -> None:
        """Count one more value of the text, up to the limit."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise TomlError("problem.too_many_values", at, limit=MAX_VALUES)

    def keys(self, node: Node) -> list[tuple[str, int]]:
        """Return the parts of a key with their offsets."""
        parts: list[Node] = []
        while node.type == "dotted_key":  # the grammar nests them: `a.b.c` is (`a.b`).`c`
            node, last = node.named_children
            parts.append(last)
            if len(parts) == MAX_NESTING_LEVELS:
                raise TomlError("problem.too_deep", last.start_byte, limit=MAX_NESTING_LEVELS)
        return [(self.key_name(part), part.start_byte) for part in (node, *reversed(parts))]

    def key_name(self, node: Node) -> str:
        return self.string(node) if node.type == "quoted_key" else self.source[node.start_byte : node.end_byte].decode()

    def value(self, node: Node, depth: int) -> Any:
        kind = node.type
        if kind == "string":
            return self.string(node)
        text = self.source[node.start_byte : node.end_byte]
        if kind == "integer":
            return self.integer(text, node.start_byte)
        if kind == "boolean":
            return text == b"true"
        if kind == "float":
            return float(text.replace(b"_", b""))
        if kind not in ("array", "inline_table"):
            return TomlDateTime(text)
        if depth == MAX_NESTING_LEVELS:
            raise TomlError("problem.too_deep", node.start_byte, limit=MAX_NESTING_LEVELS)
        return self.array(node, depth + 1) if kind == "array" else self.inline(node, depth + 1)

    def array(self, node: Node, depth: int) -> TomlArray:
        array = TomlArray(node.start_byte, False)
        for part in node.named_children:
            if part.type != "comment":
                self.add(array, self.value(part, depth), part.start_byte)
        return array

    def inline(self, node: Node, depth: int) -> TomlTable:
        table = TomlTable(node.start_byte, HEADED)
        for part in node.named_children:
            if part.type != "comment":
                self.pair(part, table, depth)
        self.close(table)
        return table

    def close(self, table: TomlTable) -> None:
        """Mark an inline table, and the tables of its dotted keys, as complete."""
        table.origin = CLOSED
        for inner in table.values():
            if isinstance(inner, TomlTable):
                self.close(inner)

    def integer(self, text: bytes, at: int) -> int:
        if len(text) > MAX_NUMBER_CHARACTERS:
            raise _syntax_error(self.source, at)
        return int(text.replace(b"_", b""), 0)

    def string(self, node: Node) -> str:
        text = self.source[node.start_byte : node.end_byte].decode()
        marks = 3 if text.startswith(('"""', "'''")) else 1
        inner = text[marks:-marks]
        if marks == 3:
            inner = inner.replace("\r\n", "\n").removeprefix("\n")
        if text[0] == "'" or "\\" not in inner:
            return inner
        try:
            return ESCAPE.sub(_unescape, inner)
        except ValueError:
            raise _syntax_error(self.source, node.start_byte) from None


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return SHORT_ESCAPES[match[1]]
    digits = match[2] or match[3]
    if not digits:
        return ""
    code = int(digits, 16)
    if 0xD800 <= code < 0xE000:
        raise ValueError(code)
    return chr(code)
