"""Why a standing order is cancelled, as a message to its owner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.cards import CardSet
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, circle_name_by_number, deck_name, estate_name


def order_cancellation_text(
    kind: str, reasons: Iterable[tuple[str, Mapping[str, Any]]], cards: CardSet, lang: str
) -> str:
    """That an order is cancelled, and a sentence for each reason; equal ones only once.

    >>> from solafide.cards import builtin
    >>> order_cancellation_text("claims", [("orders.why.claimed", {"circle": 3})], builtin(), "en")
    'A standing order of yours is cancelled (in which order to claim). Franconian Circle: it has been claimed.'
    """
    texts = catalogue(lang)
    sentences = [
        texts.render(key, **{name: _fact_text(name, fact, cards, lang) for name, fact in facts.items()})
        for key, facts in reasons
    ]
    return texts.render(
        "orders.cancelled", what=texts.render(f"orders.kind.{kind}"), why=" ".join(dict.fromkeys(sentences))
    )


def _fact_text(name: str, fact: Any, cards: CardSet, lang: str) -> object:
    match name:
        case "circle":
            return circle_name_by_number(fact, cards, lang)
        case "card":
            return card_or_result_name(fact, cards, lang)
        case "side":
            return estate_name(fact, lang)
        case "deck":
            return deck_name(fact, lang)
    return fact
