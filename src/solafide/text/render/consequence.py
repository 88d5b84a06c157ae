"""The certain consequences of a choice, in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from solafide.cards import CardSet
from solafide.game import ESTATES, FAITHS, View
from solafide.game.consequence import Consequence
from solafide.text.catalogue import catalogue
from solafide.text.render.event import Event
from solafide.text.render.names import card_or_result_name, circle_name_by_number, power_space_name, territory_name
from solafide.text.render.numbers import number_word

PLACE_CHOICES = frozenset({"circle", "claim", "side", "toward", "kind", "place"})
EVENTS_WITHOUT_CHANGE = frozenset({"played", "used", "skipped", "chose", "turn", "foreign"})


def consequence_text(choice: str, consequence: Consequence, view: View, cards: CardSet, lang: str) -> str:
    """Return whole sentences, or an empty text if nothing is certain; view: of the seat that chooses."""
    own = _chooser(view)
    circle_is_named = choice.partition(":")[0] in PLACE_CHOICES  # by the question
    sentences = [
        *_cards(consequence, cards, lang),
        *_converted(consequence, cards, lang),
        *_shifted(consequence, circle_is_named, view, cards, lang),
        *_lacks(consequence, circle_is_named, view, cards, lang),
        *_claims(consequence, own, cards, lang),
        *_over(consequence, own, lang),
    ]
    if not sentences and _changes_nothing(consequence):
        sentences.append(catalogue(lang).render("consequence.nothing"))
    return " ".join(sentences)


def _chooser(view: View) -> str:
    assert view["decision"] is not None
    return view["decision"]["who"]


def _events_of_kind(consequence: Consequence, *kinds: str) -> list[Event]:
    return [event for event in consequence.events if event["event"] in kinds]


def _changes_nothing(consequence: Consequence) -> bool:
    """Whether every effect of a card is skipped (§6) and no chance event follows."""
    kinds = {event["event"] for event in consequence.events}
    return (
        "skipped" in kinds and kinds <= EVENTS_WITHOUT_CHANGE and (consequence.ends_turn or consequence.next == "after")
    )


def _cards(consequence: Consequence, cards: CardSet, lang: str) -> Iterator[str]:
    texts = catalogue(lang)
    if _events_of_kind(consequence, "front"):
        yield texts.render("consequence.front")
    for event in _events_of_kind(consequence, "replaced"):
        yield texts.render("consequence.replaced", card=card_or_result_name(event["card"], cards, lang))


def _converted(consequence: Consequence, cards: CardSet, lang: str) -> Iterator[str]:
    texts, converted = catalogue(lang), _events_of_kind(consequence, "converted")
    for faith in FAITHS:
        names = [
            territory_name(cards.circles[event["circle"] - 1], event["side"], event["territory"], lang)
            for event in converted
            if event["by"] == faith
        ]
        if names:
            yield texts.render(f"consequence.converted.{faith}", n=len(names), territories=", ".join(names))
    if _events_of_kind(consequence, "neutralised") and not converted and consequence.changes:
        yield texts.render("consequence.neutralised", n=len(consequence.changes))


def _shifted(consequence: Consequence, circle_is_named: bool, view: View, cards: CardSet, lang: str) -> Iterator[str]:
    texts = catalogue(lang)
    for circle, before, after in consequence.power:
        facts = {"space": power_space_name(after, lang), "circle": circle_name_by_number(circle, cards, lang)}
        yield texts.render("consequence.shifted" if circle_is_named else "consequence.shifted_in", **facts)
        if (before < 2) != (after < 2) and circle not in {claimed for claimed, _, _ in consequence.claims}:
            yield texts.render(f"consequence.dominant.{ESTATES[after // 2]}")
    if consequence.disputation is not None:
        key = "stays" if consequence.disputation == view["disputation"] else "disputation"
        name = circle_name_by_number(consequence.disputation, cards, lang)
        yield texts.render(f"consequence.{key}" if circle_is_named else f"consequence.{key}_in", circle=name)


def _lacks(consequence: Consequence, circle_is_named: bool, view: View, cards: CardSet, lang: str) -> Iterator[str]:
    """How many territories both faiths would lack, if the choice changes a single circle that stays in play."""
    touched = {circle for circle, _, _ in (*consequence.changes, *consequence.power)}
    if len(touched) != 1 or consequence.claims or _events_of_kind(consequence, "neutralised"):
        return
    (circle,) = touched
    shown = view["circles"][circle - 1]
    assert shown["state"] == "in_play"
    side = ESTATES[next((after for _, _, after in reversed(consequence.power)), shown["power"] or 0) // 2]
    holders = dict(enumerate(shown[side] or ""))
    holders |= {
        event["territory"]: event["by"] for event in _events_of_kind(consequence, "converted") if event["side"] == side
    }
    own = _chooser(view)
    lacks = sum(holder != own for holder in holders.values())
    other = sum(holder in (own, "N") for holder in holders.values())
    if lacks and other:
        facts = {"count": number_word(lacks, lang, "before"), "other": number_word(other, lang)}
        facts["circle"] = circle_name_by_number(circle, cards, lang)
        many = "one" if lacks == 1 else "more"
        yield catalogue(lang).render(
            f"consequence.lacks.{many}" if circle_is_named else f"consequence.lacks_in.{many}", **facts
        )


def _claims(consequence: Consequence, own: str, cards: CardSet, lang: str) -> Iterator[str]:
    rewarded = {circle for circle, _ in consequence.rewards}
    for circle, by, points in consequence.claims:
        key = ("own" if by == own else "other") + ("_reward" if circle in rewarded else "")
        yield catalogue(lang).render(
            f"consequence.claim.{key}", circle=circle_name_by_number(circle, cards, lang), points=points
        )


def _over(consequence: Consequence, own: str, lang: str) -> Iterator[str]:
    outcome = consequence.over
    if outcome is None or own not in FAITHS:
        return
    other = FAITHS[1 - FAITHS.index(own)]
    key = "draw" if outcome["winner"] is None else "won" if outcome["winner"] == own else "lost"
    yield catalogue(lang).render(f"consequence.over.{key}", own=outcome[own], other=outcome[other])
