"""Four languages: catalogues, and the functions that say a card, an event, a decision, an error."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solafide.languages import LANGUAGES
from solafide.text.catalogue import Catalogue, CatalogueError, catalogue
from solafide.text.language import known_language, language

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
        source_text,
        source_word,
    )
    from solafide.text.render.error import error_text, problem_text
    from solafide.text.render.event import event_section, event_text
    from solafide.text.render.hint import Said, deck_text, hint_text, reason_text
    from solafide.text.render.names import (
        card_name,
        circle_name,
        circle_short,
        deck_name,
        estate_name,
        faith_name,
        faith_subject,
        result_name,
        seat_name,
        space_name,
        territory_name,
        thing_name,
    )
    from solafide.text.render.numbers import number_text, percent_text
    from solafide.text.render.question import choice_text, explanation, question_text
    from solafide.text.render.why_not import why_text

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "CatalogueError",
    "Said",
    "card_flags",
    "card_name",
    "card_sheet",
    "card_text",
    "catalogue",
    "choice_text",
    "circle_name",
    "circle_sheet",
    "circle_short",
    "deck_name",
    "deck_text",
    "effect_text",
    "error_text",
    "estate_name",
    "event_section",
    "event_text",
    "explanation",
    "faith_name",
    "faith_subject",
    "flag_names",
    "hint_text",
    "known_language",
    "language",
    "number_text",
    "percent_text",
    "problem_text",
    "question_text",
    "reason_text",
    "result_name",
    "result_sheet",
    "result_text",
    "seat_name",
    "source_text",
    "source_word",
    "space_name",
    "territory_name",
    "thing_name",
    "why_text",
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
