"""The question of a decision and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSet, Effect
from solafide.game import Decision
from solafide.text.catalogue import Catalogue, catalogue
from solafide.text.render.card import effect_at, effect_text, effects_text, option_of
from solafide.text.render.names import (
    Names,
    card_or_result_name,
    circle_name_by_number,
    deck_name,
    estate_name,
    faith_name,
    option_letter,
    territory_name,
)

DRAFT_ROUNDS = 15
HAND_LIMIT = 5

View = Mapping[str, Any]


def question_text(
    decision: Decision, cards: CardSet, lang: str, view: View | None = None, names: Names | None = None
) -> str:
    """The question of a decision as a sentence; with a view of the same position it is more exact.

    names: of the persons who have one, for the question which faith they want.
    """
    texts, key = catalogue(lang), f"question.{decision.question}.ask"
    blanks = question_blanks(decision, cards, lang, view, names)
    plain = f"{key}_plain"
    if plain in texts and not _has_all_blanks(texts, key, blanks):
        return texts.render(plain, **blanks)
    return texts.render(key, **blanks)


def question_explanation(question: str, lang: str) -> str:
    """Return the explanation of a kind of question, with the number of the rule."""
    return catalogue(lang).render(f"question.{question}.explain")


def choice_text(choice: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> str:
    """An option of a decision as a label; with a view of the same position it names the territory that changes.

    >>> from solafide.cards import builtin
    >>> choice_text("play:C01", Decision("C", "action", ("play:C01", "draw"), 0, {}), builtin(), "en")[:4]
    'Play'
    """
    texts = catalogue(lang)
    word, _, rest = choice.partition(":")
    match word:
        case "faith" | "side" | "toward":
            return texts.render(f"choice.{word}.{rest}")
        case "stop":
            return texts.render(f"choice.stop.{decision.question}")
        case "draw":
            return _draw_text(decision, cards, texts, view)
        case "end" | "pass":
            return texts.render(f"choice.{word}")
        case "circle" | "claim":
            return _circle_text(word, int(rest), decision, cards, texts, view)
        case "kind":
            return texts.render(
                f"choice.kind.{rest}", territory=_changing_territory(rest, decision.context, cards, texts, view)
            )
        case "place":
            return _place_text(rest, cards, texts, view)
        case "deck":
            return texts.render("choice.deck", deck=deck_name(rest, lang), does=texts.render(f"deck.{rest}.does"))
        case "die":
            return texts.render("choice.die", value=rest, result=card_or_result_name(f"M{rest}", cards, lang))
        case "option":
            return _option_text(int(rest) - 1, decision, cards, texts)
        case _:
            return texts.render(f"choice.{word}", card=card_or_result_name(rest, cards, lang))


def label_text(choice: str, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    """An option where the table is in sight: without the state of a circle."""
    return choice_text(choice, decision, cards, lang, None if decision.question == "circle" else view)


def _has_all_blanks(texts: Catalogue, key: str, blanks: Mapping[str, object]) -> bool:
    return key in texts and texts.blanks(key) <= blanks.keys()


def question_blanks(
    decision: Decision, cards: CardSet, lang: str, view: View | None, names: Names | None = None
) -> dict[str, object]:
    """The blanks for the card, the circle, the side and the number that a question is about."""
    about = decision.context
    name = (names or {}).get(decision.who)
    blanks: dict[str, object] = {"person": name} if name else {}
    card, effect = running_effect(decision, cards)
    if card_id := card or _front(decision, view):
        blanks["card"] = card_or_result_name(card_id, cards, lang)
    if effect:
        blanks["effect"] = effect_text(effect, lang, cards)
    if about.get("circle"):
        blanks["circle"] = circle_name_by_number(about["circle"], cards, lang)
    if about.get("side"):
        blanks["side"] = estate_name(about["side"], lang)
    if (count := _count(decision, cards, view)) is not None:
        blanks["n"] = count
    if decision.question == "draft" and view is not None:
        blanks |= {"round": view["faiths"][decision.who]["picks"] + 1, "rounds": DRAFT_ROUNDS}
    return blanks


def _front(decision: Decision, view: View | None) -> str | None:
    """The persistent card that causes a choice between two dice or two Foreign Influence cards (R42)."""
    if view is None or decision.question not in ("foreign", "die"):
        return None
    front: str | None = view["faiths"][decision.who]["front"]
    return front


def running_effect(decision: Decision, cards: CardSet) -> tuple[str | None, Effect | None]:
    """The card that is being resolved, also through one of its options, and its current effect."""
    card, index = decision.context.get("card"), decision.context.get("effect")
    if card:
        return card, effect_at(card, index, cards)
    card, effects = option_of(decision.context.get("list", 0), cards)
    return card, effects[index] if index is not None and index < len(effects) else None


def _count(decision: Decision, cards: CardSet, view: View | None) -> int | None:
    """Return how many are still to be chosen; one if that is unknown, since they are asked for one at a time (R37)."""
    remaining: int = decision.context.get("left") or 1
    match decision.question:
        case "place":
            return view["faiths"][decision.who]["tokens"] if view else None
        case "keep":
            _, effect = running_effect(decision, cards)
            return len(decision.options) - effect.fields["keep"] if effect else 1
        case "limit":
            return len(decision.options) - _hand_limit(decision.who, cards, view) if view else 1
        case "discard" | "recover":
            return min(remaining, len(decision.options))
    return remaining


def _hand_limit(faith: str, cards: CardSet, view: View) -> int:
    front = view["faiths"][faith]["front"]
    persistent = cards.cards[front].persistent if front else None
    return persistent.limit if persistent and persistent.limit else HAND_LIMIT


def _draw_text(decision: Decision, cards: CardSet, texts: Catalogue, view: View | None) -> str:
    front = view["faiths"][decision.who]["front"] if view else None
    persistent = cards.cards[front].persistent if front else None
    if persistent is None or persistent.when != "draw_action":
        return texts.render("choice.draw")
    return texts.render("choice.draw_instead", effect=" ".join(effects_text(persistent.effects, texts.lang, cards)))


def _circle_text(
    word: str, number: int, decision: Decision, cards: CardSet, texts: Catalogue, view: View | None
) -> str:
    name = circle_name_by_number(number, cards, texts.lang)
    if view is None:
        return texts.render("choice.circle", circle=name)
    shown = view["circles"][number - 1]
    dominant = "nobility" if shown["power"] < 2 else "commoners"
    if word == "claim":
        return texts.render("choice.claim", circle=name, faith=faith_name(shown[dominant][0], texts.lang))
    return texts.render(
        "choice.circle_detail",
        circle=name,
        dominant=estate_name(dominant, texts.lang),
        nobility=shown["nobility"],
        commoners=shown["commoners"],
    )


def _changing_territory(
    kind: str, about: Mapping[str, Any], cards: CardSet, texts: Catalogue, view: View | None
) -> str:
    """The territory of that kind which changes: the first in the order of the data (R39)."""
    if view is None or not about.get("circle") or not about.get("side"):
        return texts.render("choice.territory")
    return _first_territory(kind, about["circle"], about["side"], cards, texts, view)


def _first_territory(kind: str, number: int, estate: str, cards: CardSet, texts: Catalogue, view: View) -> str:
    circle = cards.circles[number - 1]
    prints = circle.nobility if estate == "nobility" else circle.commoners
    holders: str = view["circles"][number - 1][estate]
    for index, shown in enumerate(zip(prints, holders, strict=True)):
        if "".join(shown) == kind:
            return territory_name(circle, estate, index, texts.lang)
    return texts.render("choice.territory")


def _place_text(rest: str, cards: CardSet, texts: Catalogue, view: View | None) -> str:
    number, _, estate = rest.partition(":")
    place = {
        "circle": circle_name_by_number(int(number), cards, texts.lang),
        "side": estate_name(estate, texts.lang),
    }
    if view is None:
        return texts.render("choice.place_plain", **place)
    territory = _first_territory("NN", int(number), estate, cards, texts, view)
    return texts.render("choice.place", territory=territory, **place)


def _option_text(index: int, decision: Decision, cards: CardSet, texts: Catalogue) -> str:
    _, effect = running_effect(decision, cards)
    options = effect.fields["options"] if effect else ()
    text = " ".join(effects_text(options[index], texts.lang, cards)) if index < len(options) else ""
    return texts.render("choice.option", letter=option_letter(index), text=text)
