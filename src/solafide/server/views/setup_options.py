"""The options of a new game, in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Any

from solafide.cards import builtin_versions
from solafide.kernel.build_mode import MODE
from solafide.players.agents.levels import LEVELS
from solafide.players.agents.search_budget import SearchBudget
from solafide.text import LANGUAGES, catalogue

TURN_LIMITS = (60, 80, 100)
# The values that a new game may name, with the last part of their keys.
VALUES: dict[str, tuple[tuple[Any, str], ...]] = {
    "mode": (("first", "first"), ("draft", "draft")),
    "faith": (("rolled", "rolled"), ("C", "C"), ("P", "P")),
    "first": (("rolled", "rolled"), ("C", "C"), ("P", "P")),
    "claims": (("at-once", "at-once"), ("after-card", "after-card")),
    "tokens": ((16, "limited"), (None, "unlimited")),
    "turn_limit": ((None, "none"), *((limit, "some") for limit in TURN_LIMITS)),
}


@cache
def setup(lang: str, online: bool = False) -> dict[str, Any]:
    """Languages, opponents and options, in the order in which they are shown; the first value is the usual one."""
    texts = catalogue(lang)
    return {
        "server": "online" if online else "local",
        "languages": [{"id": each, "name": catalogue(each).render(f"language.{each}")} for each in LANGUAGES],
        "levels": [
            {"id": level, "name": texts.render(f"player.{level}"), "text": level_text(level, lang)} for level in LEVELS
        ],
        "options": [
            {
                "id": option,
                "name": texts.render(f"setup.option.{option}"),
                "values": [_value(option, value, key, lang) for value, key in values],
            }
            for option, values in VALUES.items()
        ],
        "earlier_sets": [
            {
                "version": version,
                "rules_hash": cards.rules_hash,
                "name": texts.render("setup.earlier_set.name", version=version),
                "text": texts.render("setup.earlier_set.text"),
            }
            for version, cards in enumerate(builtin_versions()[:-1], 1)
        ],
    }


def level_text(level: str, lang: str, mode: str = MODE) -> str:
    """Return the description of a level; in plain mode it says that the level thinks less here."""
    texts = catalogue(lang)
    text = texts.render(f"setup.level.{level}")
    cut = SearchBudget(LEVELS[level].iterations).is_cut_at_table(mode)
    return texts.render("setup.slower_machine.level", text=text) if cut else text


def _value(option: str, value: Any, key: str, lang: str) -> dict[str, Any]:
    texts = catalogue(lang)
    return {
        "value": value,
        "name": texts.render(f"setup.{option}.{key}.name", turns=value),
        "text": texts.render(f"setup.{option}.{key}.text", turns=value),
    }
