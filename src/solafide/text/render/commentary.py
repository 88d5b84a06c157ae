"""A comment on a turn in words: what was played, the weightiest reason for it, and what it risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solafide.cards import CardSet
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, circle_name_by_number, faith_subject

Comment = Mapping[str, Any]  # as `comment_json` makes it
Reason = Mapping[str, Any]
VARIANTS = ("a", "b")
DRAW_VARIANTS = ("a", "b", "c", "d")  # the most frequent turn
OPPONENT = {"C": "P", "P": "C"}


def comment_text(comment: Comment, cards: CardSet, lang: str) -> str:
    """One or two sentences about a turn; the way they are put changes from turn to turn.

    >>> from solafide.cards import builtin
    >>> turn = {"turn": 1, "by": "C", "action": "draw", "card": None, "reasons": []}
    >>> comment_text(turn, builtin(), "en")
    'The Catholics draw a card. A quiet turn.'
    """
    texts, variant = catalogue(lang), _variant(comment["turn"], VARIANTS)
    merit, risk = _first(comment["reasons"], good=True), _first(comment["reasons"], good=False)
    blanks = _turn_blanks(comment, cards, lang)
    if merit is None and risk is None:
        return texts.render(f"commentary.nothing.{variant}", **blanks)
    played = _played(comment, merit, cards, lang)
    if risk is None:
        return played
    # Not the same way of putting it in both sentences.
    variant = variant if merit is None else VARIANTS[1 - VARIANTS.index(variant)]
    key = f"commentary.bad.{risk['reason']}.{variant}"
    return f"{played} {texts.render(key, **_reason_blanks(risk, cards, lang, blanks))}"


def _played(comment: Comment, merit: Reason | None, cards: CardSet, lang: str) -> str:
    """What was played, with the weightiest reason for it."""
    texts, turn, blanks = catalogue(lang), comment["turn"], _turn_blanks(comment, cards, lang)
    if merit is None:
        return texts.render("commentary.alone", **blanks)
    if comment["action"] == "draw" and merit["reason"] == "fills_hand" and merit["n"] == 1:
        return texts.render(f"commentary.drawn.{_variant(turn, DRAW_VARIANTS)}", **blanks)
    key = f"commentary.good.{merit['reason']}.{_variant(turn, VARIANTS)}"
    return texts.render(key, **_reason_blanks(merit, cards, lang, blanks))


def _variant(turn: int, variants: Sequence[str]) -> str:
    """The way in which a turn is put: each player has another one in the next turn."""
    return variants[(turn - 1) // 2 % len(variants)]


def _first(reasons: Sequence[Reason], good: bool) -> Reason | None:
    """The weightiest reason for or against a turn."""
    return next((each for each in reasons if each["good"] == good), None)


def _turn_blanks(comment: Comment, cards: CardSet, lang: str) -> dict[str, object]:
    card = card_or_result_name(comment["card"], cards, lang) if comment["card"] else ""
    return {
        "who": faith_subject(comment["by"], lang),
        "rival": faith_subject(OPPONENT[comment["by"]], lang),
        "move": catalogue(lang).render(f"commentary.move.{comment['action']}", card=card),
    }


def _reason_blanks(reason: Reason, cards: CardSet, lang: str, blanks: dict[str, object]) -> dict[str, object]:
    facts = {name: fact for name, fact in reason.items() if name not in ("reason", "good")}
    filled: dict[str, object] = {**blanks, **facts}
    if "circle" in reason:
        filled["circle"] = circle_name_by_number(reason["circle"], cards, lang)
    if "card" in reason:
        filled["card"] = card_or_result_name(reason["card"], cards, lang)
    if "lacks" in reason:
        filled["n"] = reason["lacks"]
    return filled
