"""The rules of the game, section by section, in each language.

To which section a ruling belongs is in `ruling_sections.toml`, and where the printed rulebooks differ in
`rulebook_differences.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypedDict

from solafide.languages import DEFAULT_LANGUAGE, LANGUAGES
from solafide.text.catalogue import CATALOGUE_FOLDER, RULES_PART, CatalogueError

RULING_SECTIONS_FILE = Path(__file__).with_name("ruling_sections.toml")
DIFFERENCES_FILE = Path(__file__).with_name("rulebook_differences.toml")


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


class RulebookReading(NamedTuple):
    """How some of the printed rulebooks say it; `name`: of the reading, or the value of the option."""

    name: str
    rulebooks: tuple[str, ...]
    """Languages of the rulebooks that say so; empty if none does."""


class RulebookDifference(NamedTuple):
    """A point on which the printed rulebooks differ, or that they leave open.

    option: the option of a new game by which either reading can be played, or empty. ruling: how it is played here.
    """

    id: str
    section: str
    ruling: str
    option: str
    readings: tuple[RulebookReading, ...]


@cache
def ruling_sections() -> Mapping[str, str]:
    """Return for each ruling the section that it belongs to.

    >>> ruling_sections()["R14"]
    '6.1'
    """
    return {
        ruling: section
        for section, rulings in tomllib.loads(RULING_SECTIONS_FILE.read_text(encoding="utf-8")).items()
        for ruling in rulings
    }


@cache
def rulebook_differences() -> tuple[RulebookDifference, ...]:
    """Return the points on which the printed rulebooks differ, in the order of the sections.

    >>> [point.option for point in rulebook_differences() if point.id == "claim_time"]
    ['claims']
    """
    written = tomllib.loads(DIFFERENCES_FILE.read_text(encoding="utf-8"))
    return tuple(
        RulebookDifference(
            id=point["id"],
            section=point["section"],
            ruling=point["ruling"],
            option=point.get("option", ""),
            readings=tuple(RulebookReading(each["name"], tuple(each["rulebooks"])) for each in point["reading"]),
        )
        for point in written["difference"]
    )


@cache
def _sections(lang: str) -> tuple[RulesSectionText, ...]:
    written = tomllib.loads((CATALOGUE_FOLDER / lang / f"{RULES_PART}.toml").read_text(encoding="utf-8"))
    return tuple(
        {"section": part["number"], "title": part["title"], "text": list(part["text"])} for part in written["section"]
    )
