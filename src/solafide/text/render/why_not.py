"""Why something cannot be chosen, as a sentence."""

from __future__ import annotations

from solafide.cards import CardSet
from solafide.game import Why
from solafide.text.catalogue import catalogue
from solafide.text.render.names import circle_name_by_number, seat_name


def why_not_text(why: Why, cards: CardSet, lang: str) -> str:
    """A reason as a sentence, without the number of its section.

    >>> from solafide.cards import builtin
    >>> why_not_text(Why("why.card.used", "6.5"), builtin(), "en")
    'You have already used this card this turn.'
    """
    return catalogue(lang).render(
        why.key, **{name: _fact_text(name, fact, cards, lang) for name, fact in why.facts.items()}
    )


def _fact_text(name: str, fact: object, cards: CardSet, lang: str) -> object:
    match name, fact:
        case "who", str():
            return ", ".join(seat_name(seat, lang) for seat in fact.split(", ") if seat)
        case "circle", int():
            return circle_name_by_number(fact, cards, lang)
    return fact
