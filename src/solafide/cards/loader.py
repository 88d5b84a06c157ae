"""Load card sets: the built-in one, custom ones laid over it, and those embedded in records."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from solafide.cards.cardset import FORMAT, CardSet
from solafide.cards.parse_entries import BUILTIN, EMBEDDED, Origin
from solafide.cards.problem import CardSetError
from solafide.cards.set_builder import ENTRY_KINDS, SetBuilder
from solafide.cards.table_reader import ProblemReport, TableReader
from solafide.cards.toml_positions import MAX_SOURCE_BYTES, TomlError, read_toml
from solafide.languages import LANGUAGES

BUILTIN_NAME = "Sola Fide"
DATA = Path(__file__).with_name("data")
BUILTIN_FILES = ("circles", "catholic", "protestant", "foreign", "military")


def builtin() -> CardSet:
    """Return the card set that comes with the game.

    >>> builtin().cards["C03"].name["de"]
    'Ursulinen'
    """
    return _builtin_in(DATA)


@cache
def _builtin_in(folder: Path) -> CardSet:
    return load_builtin(folder)


def load_builtin(folder: Path) -> CardSet:
    """Load a complete set, in all languages, from a folder with the files of the built-in one."""
    builder = SetBuilder(BUILTIN)
    documents = [
        read_document(f"{name}.toml", _read_bytes(folder / f"{name}.toml"), folder == DATA) for name in BUILTIN_FILES
    ]
    problems = [problem for document in documents for problem in document.report.problems]
    if problems:
        raise CardSetError(problems)
    for document in documents:
        document.allow(tuple(ENTRY_KINDS))
        builder.add_file(document)
    return builder.finish(BUILTIN_NAME, builtin=True)


def load(path: str | Path) -> CardSet:
    """Load a custom set over the built-in one; raises CardSetError with every problem of the file."""
    return loads(_read_bytes(Path(path)), str(path))


def loads(text: str | bytes, file: str = "", base: CardSet | None = None) -> CardSet:
    """Load a custom set from its text. It changes entries of the built-in set, or of another base.

    >>> text = '[set]\\nname = "Mine"\\n[[result]]\\nroll = 6\\neffects = [{ effect = "draw", count = 1 }]'
    >>> loads(text).results[5].source
    'printed'
    """
    document = read_document(file, text.encode(errors="surrogatepass") if isinstance(text, str) else text)
    if document.report.problems:
        raise CardSetError(document.report.problems)
    document.allow(("set", *ENTRY_KINDS))
    name, language = read_heading(document)
    builder = SetBuilder(Origin(base or builtin(), ("printed",), language))
    builder.add_file(document)
    return builder.finish(name)


def from_canonical(text: str, file: str = "") -> CardSet:
    """Load a set from its canonical text, checked like any other."""
    report = ProblemReport(file, None)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        report.add("problem.json", None, "file")
        raise CardSetError(report.problems)
    entry = TableReader(document, "set", report)
    entry.allow(("format", "name", *ENTRY_KINDS))
    builder = SetBuilder(EMBEDDED)
    builder.add_file(entry)
    return builder.finish(entry.text("name"))


def read_heading(document: TableReader) -> tuple[str, str]:
    """Return name and language of a custom set; the default name is that of its file."""
    name = Path(document.report.file).stem.strip() or BUILTIN_NAME
    heading: Any = document.take("set", ("table",), required=False)
    if heading is None:
        return name, LANGUAGES[0]
    entry = TableReader(heading, "set", document.report)
    entry.allow(("name", "language"))
    return entry.text("name", required=False) or name, entry.word("language", LANGUAGES, LANGUAGES[0])


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_SOURCE_BYTES + 1)  # one byte more shows that it is too large
    except OSError:
        report = ProblemReport(str(path), None)
        report.add("problem.unreadable", None, "file")
        raise CardSetError(report.problems) from None


def read_document(file: str, source: bytes, is_checked: bool = False) -> TableReader:
    """Read a file as a table; if it is not TOML, that is its only problem."""
    report = ProblemReport(file, source if len(source) <= MAX_SOURCE_BYTES else None)
    try:
        return TableReader(read_toml(source, is_checked), "file", report)
    except TomlError as error:
        report.add(error.key, error.at, "file", **error.arguments)
        return TableReader({}, "file", report)
