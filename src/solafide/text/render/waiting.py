"""For whom the game waits, or how it ended, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSet
from solafide.game import View
from solafide.text.catalogue import catalogue
from solafide.text.render.event import event_text
from solafide.text.render.names import Names, faith_subject


def waiting_text(view: View, lang: str, names: Names | None = None) -> str:
    """For whom the game waits, as public knowledge; `names`: of the persons, before the faiths are known."""
    texts, waiting = catalogue(lang), view["waiting_for"]
    if not waiting:
        return texts.render("wait.chance")
    if view["question"] != "draft":
        return texts.render(f"wait.{view['question']}", who=faith_subject(waiting[0], lang, names))
    if len(waiting) > 1:
        return texts.render("wait.draft_both")
    return texts.render("wait.draft", who=faith_subject(waiting[0], lang))


def ending_text(view: View, cards: CardSet, lang: str) -> str:
    """Return the sentence that says how a finished game ended."""
    assert view["outcome"] is not None
    return outcome_text(view["outcome"], cards, lang)


def outcome_text(outcome: Mapping[str, Any], cards: CardSet, lang: str) -> str:
    """Return the sentence that says how a game ended, from its outcome (JSON)."""
    return event_text({"event": "over", **outcome, **outcome["points"]}, cards, lang)
