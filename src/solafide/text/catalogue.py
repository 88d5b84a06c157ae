"""Find a text by its key, in one language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from solafide.languages import LANGUAGES

CATALOGUE_FOLDER = Path(__file__).with_name("catalogue")  # one folder a language, one file a part
BROWSER_PREFIX = "browser_"
RULES_PART = "rules"  # sections to be read, not texts with keys: see rules.py
PLURAL_FORMS = frozenset({"one", "other"})

Template = str | Mapping[str, str]


class CatalogueError(LookupError):
    """A key that no catalogue has, or a blank without a value: a defect of the program."""


class Catalogue:
    """All texts in one language.

    >>> Catalogue("en").render("effect.draw", n=2)
    'Draw 2 cards.'
    """

    __slots__ = ("_texts", "lang")

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise CatalogueError(f"no catalogue for language {lang!r}")
        self.lang = lang
        self._texts = _texts(lang)

    def render(self, key: str, /, **blanks: object) -> str:
        """Fill in the blanks of the text of `key`; a plural is picked by the blank `n`."""
        template = self.template(key)
        if not isinstance(template, str):
            if "n" not in blanks:
                raise CatalogueError(f"{key} ({self.lang}) is a plural and needs n")
            template = template["one" if blanks["n"] == 1 else "other"]
        try:
            return template.format_map(blanks)
        except KeyError as missing:
            raise CatalogueError(f"{key} ({self.lang}) needs {missing.args[0]}") from None

    def template(self, key: str) -> Template:
        """The text of `key` with its blanks unfilled: a string, or the two forms of a plural."""
        try:
            return self._texts[key]
        except KeyError:
            raise CatalogueError(f"no text {key!r} in {self.lang}") from None

    def blanks(self, key: str) -> frozenset[str]:
        """The names of the blanks of a text, over both forms of a plural.

        >>> sorted(Catalogue("en").blanks("event.played"))
        ['card', 'who']
        """
        template = self.template(key)
        forms = (template,) if isinstance(template, str) else tuple(template.values())
        return frozenset(name for form in forms for _, name, _, _ in Formatter().parse(form) if name)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)


@cache
def catalogue(lang: str) -> Catalogue:
    """The catalogue of a language; its files are read once."""
    return Catalogue(lang)


@cache
def _texts(lang: str) -> Mapping[str, Template]:
    texts: dict[str, Template] = {}
    for file in _part_files(lang):
        for key, template in _read_part(file):
            if key in texts:
                raise CatalogueError(f"{key!r} stands twice in {lang}: {file}")
            texts[key] = template
    return texts


def browser_texts(lang: str) -> dict[str, Template]:
    """The texts that pages ask for, with their blanks unfilled: all parts whose names begin with `browser_`."""
    return {
        key: template
        for file in _part_files(lang)
        if file.stem.startswith(BROWSER_PREFIX)
        for key, template in _read_part(file)
    }


def _part_files(lang: str) -> list[Path]:
    return [file for file in sorted((CATALOGUE_FOLDER / lang).glob("*.toml")) if file.stem != RULES_PART]


def _read_part(file: Path) -> Iterator[tuple[str, Template]]:
    return _flat(tomllib.loads(file.read_text(encoding="utf-8")), "")


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Template]]:
    for name, value in table.items():
        key = prefix + name
        if isinstance(value, str) or value.keys() == PLURAL_FORMS:
            yield key, value
        else:
            yield from _flat(value, key + ".")
