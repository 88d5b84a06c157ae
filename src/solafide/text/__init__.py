"""Four languages: catalogues, and the functions that say a card, an event, a decision, an error."""

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
    "why_not_text",
]

# What speaks of cards and games is imported when first asked for: a command that only says a sentence starts at once.
_HOMES = ("numbers", "names", "card", "event", "question", "hint", "error", "why_not")


def __getattr__(name: str) -> Any:
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"{__name__}.render.{home}")
            if getattr(module, name, None) is not None:
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
