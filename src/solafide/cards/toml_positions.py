"""TOML text as tables and arrays that remember where each of their keys and values was written."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the reader is loaded when the first file is read, not with the package
    from tree_sitter import Node, Parser

DEEPEST = 24
LONGEST_NUMBER = 24
SHOWN = 40
STOP = re.compile(r"\(at line (\d+), column (\d+)\)$")
ESCAPE = re.compile(r'\\(?:([btnfr"\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[ \t]*\r?\n[ \t\r\n]*)')
SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}

# How a table came to be; it decides who may still add to it.
IMPLIED, HEADED, DOTTED, CLOSED = range(4)


class Table(dict[str, Any]):
    """A table; `at` is its offset in the text, `places` the offsets of its keys."""

    __slots__ = ("at", "made", "places")

    def __init__(self, at: int, made: int) -> None:
        super().__init__()
        self.at = at
        self.made = made
        self.places: dict[str, int] = {}


class Array(list[Any]):
    """An array; `at` is its offset in the text, `places` those of its values, `open` that `[[…]]` may add to it."""

    __slots__ = ("at", "open", "places")

    def __init__(self, at: int, is_open: bool) -> None:
        super().__init__()
        self.at = at
        self.open = is_open
        self.places: list[int] = []


class Moment(bytes):
    """A date or a time as it was written; no field of a card set takes one."""

    __slots__ = ()


class ReadError(Exception):
    """The text is no TOML: where, and the key of the problem."""

    def __init__(self, key: str, at: int, **args: Any) -> None:
        super().__init__(key)
        self.key = key
        self.at = at
        self.arguments = args


def place(source: bytes, at: int) -> tuple[int, int]:
    """Line and column of an offset, both counted from 1.

    >>> place(b"a = 1\\nb = 2", 10)
    (2, 5)
    """
    start = source.rfind(b"\n", 0, at) + 1
    return source.count(b"\n", 0, at) + 1, len(source[start:at].decode("utf-8", "replace")) + 1


def read(source: bytes) -> Table:
    """The document as a table.

    >>> table = read(b'[[card]]\\nid = "C03"')
    >>> table["card"][0], table["card"][0].places
    ({'id': 'C03'}, {'id': 9})
    """
    try:
        source.decode()
    except UnicodeDecodeError as error:
        raise ReadError("problem.encoding", error.start) from None
    root = _parser().parse(source).root_node
    if root.has_error:
        raise _no_toml(source, _noticed(source, _broken(root).start_byte))
    return _Document(source).read(root)


@cache
def _parser() -> Parser:
    import tree_sitter
    import tree_sitter_toml

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language()))


def _broken(node: Node) -> Node:
    """The first part of the text that the grammar could not read."""
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error), None)
        if inner is None:
            break
        node = inner
    return node


def _noticed(source: bytes, otherwise: int) -> int:
    """The offset at which a strict reader stops: closer to the mistake than the grammar, which reads on after it."""
    try:
        tomllib.loads(source.decode())
    except tomllib.TOMLDecodeError as error:
        if stop := STOP.search(str(error)):
            line, column = int(stop[1]), int(stop[2])
            lines = source.split(b"\n")
            before = sum(len(words) + 1 for words in lines[: line - 1])
            at = before + len(lines[line - 1].decode()[: column - 1].encode())
            # What is not closed lacks something behind the last word, which may stand lines above.
            unclosed = str(error).startswith("Unclosed") and not source[before:at].strip()
            return len(source[:at].rstrip()) if unclosed else at
    except RecursionError:
        pass
    return otherwise


def _no_toml(source: bytes, at: int) -> ReadError:
    """What cannot be read begins here; the rest of the line shows it."""
    text = source[at:].partition(b"\n")[0].decode().strip()
    if not text:
        return ReadError("problem.syntax_end", at)
    return ReadError("problem.syntax", at, text=text if len(text) <= SHOWN else text[:SHOWN] + "…")


class _Document:
    def __init__(self, source: bytes) -> None:
        self.source = source

    def read(self, root: Node) -> Table:
        document = Table(0, HEADED)
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

    def table(self, document: Table, keys: list[tuple[str, int]]) -> Table:
        """`[a.b]`: the table that the following pairs belong to."""
        parent = self.parent(document, keys)
        name, at = keys[-1]
        found = parent.get(name)
        if isinstance(found, Table) and found.made == IMPLIED:
            found.made = HEADED
            return found
        table = Table(at, HEADED)
        self.put(parent, name, at, table)
        return table

    def element(self, document: Table, keys: list[tuple[str, int]]) -> Table:
        """`[[a.b]]`: one more table of an array."""
        parent = self.parent(document, keys)
        name, at = keys[-1]
        array = parent.get(name)
        if not (isinstance(array, Array) and array.open):
            array = self.put(parent, name, at, Array(at, True))
        table = Table(at, HEADED)
        array.append(table)
        array.places.append(at)
        return table

    def parent(self, document: Table, keys: list[tuple[str, int]]) -> Table:
        table = document
        for name, at in keys[:-1]:
            inner = table.get(name)
            if inner is None:
                inner = self.put(table, name, at, Table(at, IMPLIED))
            elif isinstance(inner, Array) and inner.open:
                inner = inner[-1]
            if not isinstance(inner, Table) or inner.made == CLOSED:
                raise ReadError("problem.duplicate_key", at, field=name)
            table = inner
        return table

    def pair(self, node: Node, table: Table, depth: int) -> None:
        """`a.b = value`."""
        key, value = node.named_children[:2]  # a comment may follow
        *outer, (name, at) = self.keys(key)
        for part, part_at in outer:
            inner = table.get(part)
            if inner is None:
                inner = self.put(table, part, part_at, Table(part_at, DOTTED))
            elif not (isinstance(inner, Table) and inner.made == DOTTED):
                raise ReadError("problem.duplicate_key", part_at, field=part)
            table = inner
        self.put(table, name, at, self.value(value, depth))

    def put(self, table: Table, name: str, at: int, value: Any) -> Any:
        if name in table:
            raise ReadError("problem.duplicate_key", at, field=name)
        table.places[name] = at
        table[name] = value
        return value

    def keys(self, node: Node) -> list[tuple[str, int]]:
        if node.type == "dotted_key":
            return [key for part in node.named_children for key in self.keys(part)]
        at = node.start_byte
        name = self.string(node) if node.type == "quoted_key" else self.source[at : node.end_byte].decode()
        return [(name, at)]

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
            return Moment(text)
        if depth == DEEPEST:
            raise _no_toml(self.source, node.start_byte)
        return self.array(node, depth + 1) if kind == "array" else self.inline(node, depth + 1)

    def array(self, node: Node, depth: int) -> Array:
        array = Array(node.start_byte, False)
        for part in node.named_children:
            if part.type != "comment":
                array.append(self.value(part, depth))
                array.places.append(part.start_byte)
        return array

    def inline(self, node: Node, depth: int) -> Table:
        table = Table(node.start_byte, HEADED)
        for part in node.named_children:
            if part.type != "comment":
                self.pair(part, table, depth)
        self.close(table)
        return table

    def close(self, table: Table) -> None:
        """An inline table is complete where it stands, with the tables that its dotted keys made."""
        table.made = CLOSED
        for inner in table.values():
            if isinstance(inner, Table):
                self.close(inner)

    def integer(self, text: bytes, at: int) -> int:
        if len(text) > LONGEST_NUMBER:
            raise _no_toml(self.source, at)
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
            raise _no_toml(self.source, node.start_byte) from None


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return SHORT[match[1]]
    digits = match[2] or match[3]
    if not digits:
        return ""
    code = int(digits, 16)
    if 0xD800 <= code < 0xE000:
        raise ValueError(code)
    return chr(code)
