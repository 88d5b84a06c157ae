"""What somebody has chosen, as a sentence: for a choice of which nothing has come yet."""

from __future__ import annotations

from solafide.cards import CardSet
from solafide.game import Decision
from solafide.text.catalogue import catalogue
from solafide.text.render.names import faith_subject, numbered_circle, thing_name
from solafide.text.render.question import View, choice_text, running


def deed_text(choice: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> str:
    """A choice that somebody has made.

    >>> from solafide.cards import builtin
    >>> deed_text("end", Decision("P", "after", ("use:P43", "end"), 0, {}), builtin(), "en")
    'The Protestants ended the turn.'
    """
    texts, who = catalogue(lang), faith_subject(decision.who, lang)
    word, _, rest = choice.partition(":")
    match word:
        case "draw" | "end":
            return texts.say(f"deed.{word}", who=who)
        case "side" | "toward":
            return texts.say(f"deed.{word}.{rest}", who=who)
        case "stop":
            return texts.say(f"deed.stop.{decision.question}", who=who)
        case "die":
            return texts.say("deed.die", who=who, value=rest, result=thing_name(f"M{rest}", cards, lang))
        case "circle":
            return _circle(int(rest), who, decision, cards, lang)
        case _:
            label = choice_text(choice, decision, cards, lang, view)
            return texts.say("deed.other", who=who, choice=label.removesuffix("."))


def _circle(number: int, who: str, decision: Decision, cards: CardSet, lang: str) -> str:
    texts, name = catalogue(lang), numbered_circle(number, cards, lang)
    card, _ = running(decision, cards)
    if card is None:
        return texts.say("deed.circle_plain", who=who, circle=name)
    return texts.say("deed.circle", who=who, card=thing_name(card, cards, lang), circle=name)
