"""A choice as a sentence, for choices that have caused no event yet."""

from __future__ import annotations

from solafide.cards import CardSet
from solafide.game import Decision
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, circle_name_by_number, faith_subject
from solafide.text.render.question import View, choice_text, running_effect


def choice_sentence(choice: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> str:
    """A choice that a player has made.

    >>> from solafide.cards import builtin
    >>> choice_sentence("end", Decision("P", "after", ("use:P43", "end"), 0, {}), builtin(), "en")
    'The Protestants ended the turn.'
    """
    texts, who = catalogue(lang), faith_subject(decision.who, lang)
    word, _, rest = choice.partition(":")
    match word:
        case "draw" | "end":
            return texts.render(f"choice_sentence.{word}", who=who)
        case "side" | "toward":
            return texts.render(f"choice_sentence.{word}.{rest}", who=who)
        case "stop":
            return texts.render(f"choice_sentence.stop.{decision.question}", who=who)
        case "die":
            return texts.render(
                "choice_sentence.die", who=who, value=rest, result=card_or_result_name(f"M{rest}", cards, lang)
            )
        case "circle":
            return _circle_sentence(int(rest), who, decision, cards, lang)
        case _:
            label = choice_text(choice, decision, cards, lang, view)
            return texts.render("choice_sentence.other", who=who, choice=label.removesuffix("."))


def _circle_sentence(number: int, who: str, decision: Decision, cards: CardSet, lang: str) -> str:
    texts, name = catalogue(lang), circle_name_by_number(number, cards, lang)
    card, _ = running_effect(decision, cards)
    if card is None:
        return texts.render("choice_sentence.circle_plain", who=who, circle=name)
    return texts.render("choice_sentence.circle", who=who, card=card_or_result_name(card, cards, lang), circle=name)
