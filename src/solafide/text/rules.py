"""The rules of the game, section by section, in each language."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TypedDict

from solafide.languages import DEFAULT_LANGUAGE, LANGUAGES
from solafide.text.catalogue import CATALOGUE_FOLDER, RULES_PART, CatalogueError


class RulesSectionText(TypedDict):
    """One section. Its paragraphs mark **bold** and *italic*; each line of a list begins with "- "."""

    section: str
    title: str
    text: list[str]


def rules(lang: str) -> list[RulesSectionText]:
    """Return all sections in order: those of the printed rulebook, then the rulings R1, R2 and so on.

    >>> [part["title"] for part in rules("en") if part["section"] == "6.1"]
    ['Converting territories']
    """
    if lang not in LANGUAGES:
        raise CatalogueError(f"no rules in language {lang!r}")
    return [{**section, "text": list(section["text"])} for section in _sections(lang)]


def section_numbers() -> frozenset[str]:
    """The numbers of all sections and rulings.

    >>> "6.1" in section_numbers(), "R14" in section_numbers(), "11" in section_numbers()
    (True, True, False)
    """
    return frozenset(part["section"] for part in _sections(DEFAULT_LANGUAGE))


@cache
def _sections(lang: str) -> tuple[RulesSectionText, ...]:
    written = tomllib.loads((CATALOGUE_FOLDER / lang / f"{RULES_PART}.toml").read_text(encoding="utf-8"))
    return tuple(
        {"section": part["number"], "title": part["title"], "text": list(part["text"])} for part in written["section"]
    )
