"""Card sets from files: the built-in one, an owner's laid over it, and one that is embedded in a record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from solafide.cards.cardset import FORMAT, CardSet
from solafide.cards.entry import Entry, Report
from solafide.cards.parse_entries import BUILTIN, EMBEDDED, Origin
from solafide.cards.problem import CardSetError
from solafide.cards.set_builder import KINDS, Gathering
from solafide.cards.toml_positions import ReadError, read
from solafide.languages import LANGUAGES

NAME = "Sola Fide"
DATA = Path(__file__).with_name("data")
FILES = ("circles", "catholic", "protestant", "foreign", "military")


def builtin() -> CardSet:
    """The card set that comes with the game.

    >>> builtin().cards["C03"].name["de"]
    'Ursulinen'
    """
    return _builtin_in(DATA)


@cache
def _builtin_in(folder: Path) -> CardSet:
    return load_builtin(folder)


def load_builtin(folder: Path) -> CardSet:
    """A complete set out of a folder that is laid out like the built-in one, in all languages."""
    gathering = Gathering(BUILTIN)
    documents = [_document(f"{name}.toml", _bytes(folder / f"{name}.toml")) for name in FILES]
    broken = [problem for document in documents for problem in document.report.problems]
    if broken:
        raise CardSetError(broken)
    for document in documents:
        document.allow(tuple(KINDS))
        gathering.take_in(document)
    return gathering.finish(NAME, builtin=True)


def load(path: str | Path) -> CardSet:
    """An owner's set, laid over the built-in one; raises CardSetError with every problem of the file."""
    return loads(_bytes(Path(path)), str(path))


def loads(text: str | bytes, file: str = "") -> CardSet:
    """An owner's set from its text.

    >>> text = '[set]\\nname = "Mine"\\n[[result]]\\nroll = 6\\neffects = [{ effect = "draw", count = 1 }]'
    >>> loads(text).results[5].source
    'printed'
    """
    document = _document(file, text.encode() if isinstance(text, str) else text)
    if document.report.problems:
        raise CardSetError(document.report.problems)
    document.allow(("set", *KINDS))
    name, language = _heading(document)
    gathering = Gathering(Origin(builtin(), ("printed",), language))
    gathering.take_in(document)
    return gathering.finish(name)


def from_canonical(text: str, file: str = "") -> CardSet:
    """A set from its canonical text, checked like any other."""
    report = Report(file, None)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        report.add("problem.json", None, "file")
        raise CardSetError(report.problems)
    entry = Entry(document, "set", report)
    entry.allow(("format", "name", *KINDS))
    gathering = Gathering(EMBEDDED)
    gathering.take_in(entry)
    return gathering.finish(entry.text("name"))


def _heading(document: Entry) -> tuple[str, str]:
    """Name and language of an owner's set; one without a name is called like its file."""
    name = Path(document.report.file).stem.strip() or NAME
    heading: Any = document.take("set", ("table",), required=False)
    if heading is None:
        return name, LANGUAGES[0]
    entry = Entry(heading, "set", document.report)
    entry.allow(("name", "language"))
    return entry.text("name", required=False) or name, entry.word("language", LANGUAGES, LANGUAGES[0])


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        report = Report(str(path), None)
        report.add("problem.unreadable", None, "file")
        raise CardSetError(report.problems) from None


def _document(file: str, source: bytes) -> Entry:
    """A file as a table; if it is no TOML at all, that is its only problem."""
    report = Report(file, source)
    try:
        return Entry(read(source), "file", report)
    except ReadError as error:
        report.add(error.key, error.at, "file", **error.arguments)
        return Entry({}, "file", report)
