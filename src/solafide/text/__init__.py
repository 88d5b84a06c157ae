"""All texts that people read, in four languages.

`catalogue` finds a text by its key; `render/` turns cards, events, questions, hints and errors into sentences; and
`report/` makes the report of an analysis. Change texts in `catalogue/<language>/`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solafide.languages import LANGUAGES
from solafide.text.catalogue import Catalogue, CatalogueError, catalogue
from solafide.text.language import preferred_language, supported_language

if TYPE_CHECKING:
    from solafide.text.render.card import (
        card_flags,
        card_sheet,
        card_text,
        circle_sheet,
        effect_text,
        flag_names,
        result_sheet,
        result_text,
        source_name,
        source_text,
    )
    from solafide.text.render.error import error_text, problem_text
    from solafide.text.render.event import event_section, event_text
    from solafide.text.render.hint import HintParagraph, deck_text, hint_text, reason_text
    from solafide.text.render.names import (
        card_name,
        card_or_result_name,
        circle_name,
        circle_short_name,
        deck_name,
        estate_name,
        faith_name,
        faith_subject,
        power_space_name,
        result_name,
        seat_name,
        territory_name,
        territory_short_name,
    )
    from solafide.text.render.numbers import number_text, percent_text
    from solafide.text.render.question import choice_text, question_explanation, question_text
    from solafide.text.render.why_not import why_not_text

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "CatalogueError",
    "HintParagraph",
    "card_flags",
    "card_name",
    "card_or_result_name",
    "card_sheet",
    "card_text",
    "catalogue",
    "choice_text",
    "circle_name",
    "circle_sheet",
    "circle_short_name",
    "deck_name",
    "deck_text",
    "effect_text",
    "error_text",
    "estate_name",
    "event_section",
    "event_text",
    "faith_name",
    "faith_subject",
    "flag_names",
    "hint_text",
    "number_text",
    "percent_text",
    "power_space_name",
    "preferred_language",
    "problem_text",
    "question_explanation",
    "question_text",
    "reason_text",
    "result_name",
    "result_sheet",
    "result_text",
    "seat_name",
    "source_name",
    "source_text",
    "supported_language",
    "territory_name",
    "territory_short_name",
    "why_not_text",
]

# Modules that need cards and games are imported when they are first used: a command that prints a text starts quickly.
_LAZY_MODULES = ("numbers", "names", "card", "event", "question", "hint", "error", "why_not")


def __getattr__(name: str) -> Any:
    if name in __all__:
        for lazy in _LAZY_MODULES:
            module = import_module(f"{__name__}.render.{lazy}")
            if getattr(module, name, None) is not None:
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
