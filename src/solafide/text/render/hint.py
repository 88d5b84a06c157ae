"""A hint as text: choices with their chances and reasons, the likely reply, and why another choice is worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import Decision
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, circle_name_by_number, estate_name
from solafide.text.render.numbers import number_text
from solafide.text.render.question import View, choice_text

# JSON objects: see docs/json.md.
Hint = Mapping[str, Any]
Advice = Mapping[str, Any]
Reason = Mapping[str, Any]

CERTAIN_SHARE = 0.95  # from here on, a fact is stated without its share
EVEN_CHANCE_DIFFERENCE = 0.01  # a smaller difference means nothing
# Kinds of reasons with one text if they hold in all sampled worlds, and another if they hold in some.
UNCERTAIN_KINDS = frozenset(
    {
        "wins_now",
        "loses_now",
        "claims_now",
        "claims_and_reward",
        "gives_claim",
        "stops_claim",
        "allows_claim",
        "threatens_claim",
    }
)
ACTIONS = frozenset({"play", "use", "draw", "pass"})
# Not mentioned as a reply if a reason already names what the opponent could do next.
PASSIVE_ACTIONS = frozenset({"draw", "pass"})


class HintParagraph(NamedTuple):
    """A paragraph of a hint, its level of indentation, and whether it is a heading."""

    text: str
    level: int = 0
    heading: bool = False


def reason_text(reason: Reason, cards: CardSet, lang: str) -> str:
    """One reason as a sentence.

    >>> from solafide.cards import builtin
    >>> reason_text({"reason": "fills_hand", "good": True, "n": 1}, builtin(), "en")
    'Afterwards you have one more card in your hand.'
    """
    kind = reason["reason"]
    blanks: dict[str, object] = {name: fact for name, fact in reason.items() if name not in ("reason", "good")}
    if "circle" in reason:
        blanks["circle"] = circle_name_by_number(reason["circle"], cards, lang)
    if "card" in reason:
        blanks["card"] = card_or_result_name(reason["card"], cards, lang)
    if "side" in reason:
        blanks["side"] = estate_name(reason["side"], lang)
    if "lacks" in reason:
        blanks["n"] = reason["lacks"]
    for name in ("share", "practice", "than") if "practice" in reason else ("share",):
        if name in reason:
            blanks[name] = whole_percent(reason[name], lang)
    if variant := _variant(reason):
        return catalogue(lang).render(f"reason.{kind}.{variant}", **blanks)
    return catalogue(lang).render(f"reason.{kind}", **blanks)


def _variant(reason: Reason) -> str:
    if reason["reason"] in UNCERTAIN_KINDS:
        return "sure" if reason.get("share", 1) >= CERTAIN_SHARE else "maybe"
    return str(reason.get("how") or reason.get("what") or "")


def hint_text(hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View) -> list[HintParagraph]:
    """A hint as paragraphs; `view` is that of the seat that decides."""
    paragraphs = list(_choice_paragraphs(hint, decision, cards, lang, view))
    if hint["mind"] is not None:
        paragraphs += _choice_in_mind_paragraphs(hint, decision, cards, lang, view)
    return paragraphs


def _choice_paragraphs(
    hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View
) -> Iterator[HintParagraph]:
    texts = catalogue(lang)
    if hint["deck"] and hint["deck"]["cards"]:
        yield HintParagraph(deck_text(hint["deck"], lang))
    for rank, advice in enumerate(hint["choices"]):
        yield HintParagraph(
            _choice_heading(advice, "best" if rank == 0 else "other", decision, cards, lang, view), heading=True
        )
        for reason in advice["told"]:
            yield HintParagraph(_signed_reason(reason, cards, lang), 1)
        if rank == 0 and not advice["told"]:
            yield HintParagraph(texts.render("hint.no_reason"), 1)
        if rank == 0 and (reply := reply_text(advice, cards, lang)):
            yield HintParagraph(reply, 1)


def reply_text(advice: Advice, cards: CardSet, lang: str) -> str:
    """The opponent's likely reply to a choice with its share of the hands tried, or an empty text.

    >>> from solafide.cards import builtin
    >>> advice = {"told": [], "reply": ["play:C03", "circle:2"], "possible": 1.0}
    >>> reply_text(advice, builtin(), "en")
    'Likely reply (in 100% of the hands tried): your opponent plays “Ursulines” in the Lower Saxon Circle.'
    """
    word, card, places = _reply(advice)
    if not word:
        return ""
    blanks: dict[str, object] = {"share": whole_percent(advice["possible"], lang)}
    if card:
        blanks["card"] = card_or_result_name(card, cards, lang)
    if not places:
        return catalogue(lang).render(f"hint.reply.{word}", **blanks)
    blanks["circles"] = ", ".join(circle_name_by_number(place, cards, lang) for place in places)
    return catalogue(lang).render(f"hint.reply.{word}_in.{'one' if len(places) == 1 else 'more'}", **blanks)


def choice_in_mind_text(hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    """Return a sentence about the choice that the player has in mind, compared with the best one."""
    texts, mind = catalogue(lang), hint["mind"]
    choice = _label(mind["choice"], decision, cards, lang, view)
    if mind["choice"] == hint["choices"][0]["choice"]:
        return texts.render("hint.mind.best", choice=choice)
    if mind["lost"] is None:
        return texts.render("hint.mind.untried", choice=choice)
    if mind["lost"] < EVEN_CHANCE_DIFFERENCE:
        return texts.render("hint.mind.even", choice=choice)
    loss = number_text(100 * mind["lost"], lang, ".1f")
    return texts.render("hint.mind.worse", choice=choice, chance=whole_percent(mind["chance"], lang), lost=loss)


def _choice_in_mind_paragraphs(
    hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View
) -> Iterator[HintParagraph]:
    texts, mind = catalogue(lang), hint["mind"]
    yield HintParagraph(choice_in_mind_text(hint, decision, cards, lang, view), heading=True)
    if mind["choice"] == hint["choices"][0]["choice"]:
        return
    for name in ("forgoes", "against"):
        if mind[name]:
            yield HintParagraph(texts.render(f"hint.mind.{name}"), 1)
            yield from (HintParagraph(reason_text(reason, cards, lang), 2) for reason in mind[name])


def deck_text(deck: Mapping[str, int], lang: str) -> str:
    """The composition of the deck that is being drafted.

    >>> deck_text({"cards": 3, "nobility": 1, "commoners": 1, "shift": 0, "disputation": 0, "draw": 3}, "en")[:28]
    'Your deck so far: 3 cards. C'
    """
    return catalogue(lang).render(
        "hint.deck", n=deck["cards"], **{name: deck[name] for name in deck if name != "cards"}
    )


def _choice_heading(advice: Advice, place: str, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    texts, choice = catalogue(lang), _label(advice["choice"], decision, cards, lang, view)
    if advice["chance"] is None:
        return texts.render(f"hint.{place}.plain", choice=choice)
    chance, share = whole_percent(advice["chance"], lang), whole_percent(advice["share"], lang)
    return texts.render(f"hint.{place}.chance", choice=choice, chance=chance, share=share)


def _signed_reason(reason: Reason, cards: CardSet, lang: str) -> str:
    """A reason with a sign: + for the choice, - against it."""
    return f"{'+' if reason['good'] else '-'} {reason_text(reason, cards, lang)}"


def _label(choice: str, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    """A short label of an option, without what the table shows; but with the territory that changes."""
    return choice_text(choice, decision, cards, lang, view if decision.question in ("kind", "place") else None)


def _reply(advice: Advice) -> tuple[str, str, list[int]]:
    """The opponent's first action, its card and its circles; nothing if a reason already covers it."""
    reasons = {reason["reason"] for reason in advice["told"]}
    word, card, places = "", "", list[int]()
    for what, _, rest in (choice.partition(":") for choice in advice["reply"]):
        if what in ACTIONS:
            word, card = what, rest
        else:
            places = [*places, int(rest)]
    if "gives_reply" in reasons or (word in PASSIVE_ACTIONS and "allows_claim" in reasons):
        return "", "", []
    return word, card, list(dict.fromkeys(places))


def whole_percent(share: float, lang: str) -> str:
    """A share of one in percent, without decimals."""
    return catalogue(lang).render("figure.percent", number=number_text(100 * share, lang, ".0f"))
