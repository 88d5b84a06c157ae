"""A hint in words: choices with their chances, reasons, the likely answer, and why another choice is worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import Decision
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, circle_name_by_number, estate_name
from solafide.text.render.numbers import number_text
from solafide.text.render.question import View, choice_text

# As JSON: see docs/json.md.
Hint = Mapping[str, Any]
Advice = Mapping[str, Any]
Reason = Mapping[str, Any]

CERTAIN = 0.95  # from here on it is said without a share
EVEN = 0.01  # a smaller difference of chances says nothing
# Kinds that are said in one way if they hold in all worlds that were dealt, and in another if only in some.
CHANCY = frozenset(
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
# Whoever has just read what the opponent could do next is not told as well that it would rather do nothing.
IDLE = frozenset({"draw", "pass"})


class HintParagraph(NamedTuple):
    """A paragraph, how far it is indented, and whether it is a heading."""

    text: str
    level: int = 0
    heading: bool = False


def reason_text(reason: Reason, cards: CardSet, lang: str) -> str:
    """One reason as a sentence.

    >>> from solafide.cards import builtin
    >>> reason_text({"reason": "fills_hand", "good": True, "n": 1}, builtin(), "en")
    'You have one more card in your hand afterwards.'
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
    for name in ("share", "practice"):
        if name in reason:
            blanks[name] = whole_percent(reason[name], lang)
    if variant := _variant(reason):
        return catalogue(lang).render(f"reason.{kind}.{variant}", **blanks)
    return catalogue(lang).render(f"reason.{kind}", **blanks)


def _variant(reason: Reason) -> str:
    if reason["reason"] in CHANCY:
        return "sure" if reason.get("share", 1) >= CERTAIN else "maybe"
    return str(reason.get("how") or reason.get("what") or "")


def hint_text(hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View) -> list[HintParagraph]:
    """A hint as paragraphs; `view` is that of the seat that decides."""
    said = list(_choices(hint, decision, cards, lang, view))
    if hint["mind"] is not None:
        said += _mind(hint, decision, cards, lang, view)
    return said


def _choices(hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View) -> Iterator[HintParagraph]:
    texts = catalogue(lang)
    if hint["deck"] and hint["deck"]["cards"]:
        yield HintParagraph(deck_text(hint["deck"], lang))
    for rank, advice in enumerate(hint["choices"]):
        yield HintParagraph(
            _advice(advice, "best" if rank == 0 else "other", decision, cards, lang, view), heading=True
        )
        for reason in advice["told"]:
            yield HintParagraph(_marked(reason, cards, lang), 1)
        if rank == 0 and not advice["told"]:
            yield HintParagraph(texts.render("hint.no_reason"), 1)
        if rank == 0 and (reply := reply_text(advice, cards, lang)):
            yield HintParagraph(reply, 1)


def reply_text(advice: Advice, cards: CardSet, lang: str) -> str:
    """The opponent's likely answer to a choice, if there is one to tell.

    >>> from solafide.cards import builtin
    >>> advice = {"told": [], "reply": ["play:C03", "circle:2"], "possible": 1.0}
    >>> reply_text(advice, builtin(), "en")
    'Your opponent will probably play “Ursulines” in the Lower Saxon Circle.'
    """
    word, card, places = _answer(advice)
    if not word:
        return ""
    blanks: dict[str, object] = {}
    if card:
        blanks["card"] = card_or_result_name(card, cards, lang)
    if places:
        blanks["circles"] = ", ".join(circle_name_by_number(place, cards, lang) for place in places)
    # What lies on the table is certain; only a card in the hand is not.
    sure = word != "play" or advice["possible"] >= CERTAIN
    if not sure:
        blanks["share"] = whole_percent(advice["possible"], lang)
    how = "sure" if sure else "maybe"
    if not places:
        return catalogue(lang).render(f"hint.reply.{how}.{word}", **blanks)
    return catalogue(lang).render(f"hint.reply.{how}.{word}_in.{'one' if len(places) == 1 else 'more'}", **blanks)


def choice_in_mind_text(hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    """How good the choice is that somebody had in mind."""
    texts, mind = catalogue(lang), hint["mind"]
    choice = _label(mind["choice"], decision, cards, lang, view)
    if mind["choice"] == hint["choices"][0]["choice"]:
        return texts.render("hint.mind.best", choice=choice)
    if mind["lost"] is None:
        return texts.render("hint.mind.untried", choice=choice)
    if mind["lost"] < EVEN:
        return texts.render("hint.mind.even", choice=choice)
    lost = number_text(100 * mind["lost"], lang, ".1f")
    return texts.render("hint.mind.worse", choice=choice, chance=whole_percent(mind["chance"], lang), lost=lost)


def _mind(hint: Hint, decision: Decision, cards: CardSet, lang: str, view: View) -> Iterator[HintParagraph]:
    texts, mind = catalogue(lang), hint["mind"]
    yield HintParagraph(choice_in_mind_text(hint, decision, cards, lang, view), heading=True)
    if mind["choice"] == hint["choices"][0]["choice"]:
        return
    for name in ("forgoes", "against"):
        if mind[name]:
            yield HintParagraph(texts.render(f"hint.mind.{name}"), 1)
            yield from (HintParagraph(reason_text(reason, cards, lang), 2) for reason in mind[name])


def deck_text(deck: Mapping[str, int], lang: str) -> str:
    """What the deck that is being drafted is made of.

    >>> deck_text({"cards": 3, "nobility": 1, "commoners": 1, "shift": 0, "disputation": 0, "draw": 3}, "en")[:28]
    'Your deck so far: 3 cards. C'
    """
    return catalogue(lang).render(
        "hint.deck", n=deck["cards"], **{name: deck[name] for name in deck if name != "cards"}
    )


def _advice(advice: Advice, place: str, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    texts, choice = catalogue(lang), _label(advice["choice"], decision, cards, lang, view)
    if advice["chance"] is None:
        return texts.render(f"hint.{place}.plain", choice=choice)
    chance, share = whole_percent(advice["chance"], lang), whole_percent(advice["share"], lang)
    return texts.render(f"hint.{place}.chance", choice=choice, chance=chance, share=share)


def _marked(reason: Reason, cards: CardSet, lang: str) -> str:
    """With a sign for what speaks for and against a choice."""
    return f"{'+' if reason['good'] else '-'} {reason_text(reason, cards, lang)}"


def _label(choice: str, decision: Decision, cards: CardSet, lang: str, view: View) -> str:
    """The option in short: what the table shows anyway is left out, which territory changes is not."""
    return choice_text(choice, decision, cards, lang, view if decision.question in ("kind", "place") else None)


def _answer(advice: Advice) -> tuple[str, str, list[int]]:
    """What the opponent does first, with which card, and in which circles; nothing if a reason tells of it already."""
    told = {reason["reason"] for reason in advice["told"]}
    word, card, places = "", "", list[int]()
    for what, _, rest in (choice.partition(":") for choice in advice["reply"]):
        if what in ACTIONS and word:
            break
        if what in ACTIONS:
            word, card = what, rest
        elif what == "circle" and word not in IDLE:
            word, places = word or what, [*places, int(rest)]
    if "gives_reply" in told or (word in IDLE and "allows_claim" in told):
        return "", "", []
    return word, card, list(dict.fromkeys(places))


def whole_percent(share: float, lang: str) -> str:
    """A share of one in percent, without decimals."""
    return catalogue(lang).render("figure.percent", number=number_text(100 * share, lang, ".0f"))
