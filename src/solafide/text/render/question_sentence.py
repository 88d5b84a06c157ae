"""The question of a decision as a whole sentence, for a player who has never played before."""

from __future__ import annotations

from collections.abc import Mapping

from solafide.cards import CardSet, Effect
from solafide.game import Decision
from solafide.text.catalogue import catalogue
from solafide.text.render.names import Names, card_or_result_name
from solafide.text.render.question import View, question_blanks, question_text, running_effect

# The section of the rulebook for each kind of question.
SECTIONS: Mapping[str, str] = {
    "faith": "§3",
    "draft": "§3",
    "action": "§4",
    "after": "§6.5",
    "cost": "§6.4",
    "cost_any": "§6.4",
    "circle": "§6",
    "side": "§2.1",
    "toward": "§6.2",
    "kind": "§6.1",
    "place": "§6.7",
    "discard": "§6.4",
    "redraw": "§6",
    "keep": "§6",
    "play_drawn": "§6",
    "option": "§6",
    "recover": "§6",
    "claim": "§7",
    "deck": "§9",
    "foreign": "§9",
    "die": "§6.6",
    "limit": "§5",
}
EFFECT_SECTIONS: Mapping[str, str] = {
    "convert": "§6.1",
    "shift": "§6.2",
    "disputation": "§6.3",
    "neutralise": "§9",
}
ACTIONS = ("play", "draw", "use", "pass")
COUNT_FIELDS = {"convert": "count", "shift": "spaces"}
CHART_PREFIX = "M"  # of the ids of chart results: M1 to M6
DIRECTION_FIELDS = {"convert": "side", "shift": "toward", "neutralise": "side"}


def question_sentence(decision: Decision, cards: CardSet, lang: str, view: View, names: Names | None = None) -> str:
    """The question with the card, the circle and the side that it is about; `names`: of the persons who are asked."""
    question = _question(decision, cards, lang, view, names)
    card, _ = running_effect(decision, cards)
    if card and card.startswith(CHART_PREFIX):  # §6.6: the player who is asked may not be the one who rolled
        return catalogue(lang).render("ask.chart", value=card.removeprefix(CHART_PREFIX), question=question)
    return question


def _question(decision: Decision, cards: CardSet, lang: str, view: View, names: Names | None) -> str:
    texts, blanks = catalogue(lang), question_blanks(decision, cards, lang, view, names)
    if (key := _key(decision, cards, lang, blanks)) and key in texts and texts.blanks(key) <= blanks.keys():
        return texts.render(key, **blanks)
    return question_text(decision, cards, lang, view, names)


def question_section(decision: Decision, cards: CardSet) -> str:
    """The section of the rulebook for a question.

    >>> from solafide.cards import builtin
    >>> question_section(Decision("C", "circle", (), 0, {"card": "C03", "effect": 0}), builtin())
    '§6.1'
    """
    _, effect = running_effect(decision, cards)
    if decision.question in ("circle", "side") and effect and effect.kind in EFFECT_SECTIONS:
        return EFFECT_SECTIONS[effect.kind]
    return SECTIONS[decision.question]


def _key(decision: Decision, cards: CardSet, lang: str, blanks: dict[str, object]) -> str:
    """The key of the sentence; adds the blanks that only this question has."""
    question, about = decision.question, decision.context
    offered = {choice.partition(":")[0]: choice.partition(":")[2] for choice in decision.options}
    if "use" in offered:
        blanks["card"] = card_or_result_name(offered["use"], cards, lang)
    match question:
        case "action":
            return f"ask.action.{'_'.join(word for word in ACTIONS if word in offered)}"
        case "cost_any" | "redraw" if about.get("discarded"):
            blanks["n"] = about["discarded"]
            return f"ask.{question}_more"
        case "kind":
            return f"ask.kind.{about.get('side')}"
        case "circle" | "side" | "toward":
            return _effect_key(question, running_effect(decision, cards)[1], blanks)
    return f"ask.{question}"


def _effect_key(question: str, effect: Effect | None, blanks: dict[str, object]) -> str:
    """The key for an effect: where, on which side and in which direction it happens."""
    if effect is None:
        return ""
    blanks["n"] = effect.fields.get(COUNT_FIELDS.get(effect.kind, ""), 1)
    if question == "toward":
        return "ask.toward"
    if question == "side":
        return f"ask.side.{effect.kind}"
    direction = effect.fields.get(DIRECTION_FIELDS.get(effect.kind, ""))
    return f"ask.circle.{effect.kind}.{direction}" if direction else f"ask.circle.{effect.kind}"
