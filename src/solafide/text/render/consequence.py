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


def consequence_text(choice: str, found: Consequence, view: View, cards: CardSet, lang: str) -> str:
    """Whole sentences, or an empty text if nothing is certain; `view` is that of the seat that chooses."""
    own = _chooser(view)
    here = choice.partition(":")[0] in PLACE_CHOICES  # then the question names the circle
    sentences = [
        *_cards(found, cards, lang),
        *_converted(found, cards, lang),
        *_shifted(found, here, view, cards, lang),
        *_lacks(found, here, view, cards, lang),
        *_claims(found, own, cards, lang),
        *_over(found, own, lang),
    ]
    if not sentences and _changes_nothing(found):
        sentences.append(catalogue(lang).render("consequence.nothing"))
    return " ".join(sentences)


def _chooser(view: View) -> str:
    assert view["decision"] is not None
    return view["decision"]["who"]


def _events_of_kind(found: Consequence, *kinds: str) -> list[Event]:
    return [event for event in found.events if event["event"] in kinds]


def _changes_nothing(found: Consequence) -> bool:
    """Whether every effect of a card is skipped (§6) and no chance event follows."""
    kinds = {event["event"] for event in found.events}
    return "skipped" in kinds and kinds <= EVENTS_WITHOUT_CHANGE and (found.ends_turn or found.next == "after")


def _cards(found: Consequence, cards: CardSet, lang: str) -> Iterator[str]:
    texts = catalogue(lang)
    if _events_of_kind(found, "front"):
        yield texts.render("consequence.front")
    for event in _events_of_kind(found, "replaced"):
        yield texts.render("consequence.replaced", card=card_or_result_name(event["card"], cards, lang))


def _converted(found: Consequence, cards: CardSet, lang: str) -> Iterator[str]:
    texts, converted = catalogue(lang), _events_of_kind(found, "converted")
    for faith in FAITHS:
        names = [
            territory_name(cards.circles[event["circle"] - 1], event["side"], event["territory"], lang)
            for event in converted
            if event["by"] == faith
        ]
        if names:
            yield texts.render(f"consequence.converted.{faith}", n=len(names), territories=", ".join(names))
    if _events_of_kind(found, "neutralised") and not converted and found.changes:
        yield texts.render("consequence.neutralised", n=len(found.changes))


def _shifted(found: Consequence, here: bool, view: View, cards: CardSet, lang: str) -> Iterator[str]:
    texts = catalogue(lang)
    for circle, before, after in found.power:
        facts = {"space": power_space_name(after, lang), "circle": circle_name_by_number(circle, cards, lang)}
        yield texts.render("consequence.shifted" if here else "consequence.shifted_in", **facts)
        if (before < 2) != (after < 2) and circle not in {claimed for claimed, _, _ in found.claims}:
            yield texts.render(f"consequence.dominant.{ESTATES[after // 2]}")
    if found.disputation is not None:
        key = "stays" if found.disputation == view["disputation"] else "disputation"
        name = circle_name_by_number(found.disputation, cards, lang)
        yield texts.render(f"consequence.{key}" if here else f"consequence.{key}_in", circle=name)


def _lacks(found: Consequence, here: bool, view: View, cards: CardSet, lang: str) -> Iterator[str]:
    """How many territories both faiths would lack, if the choice changes a single circle that stays in play."""
    touched = {circle for circle, _, _ in (*found.changes, *found.power)}
    if len(touched) != 1 or found.claims or _events_of_kind(found, "neutralised"):
        return
    (circle,) = touched
    shown = view["circles"][circle - 1]
    assert shown["state"] == "in_play"
    side = ESTATES[next((after for _, _, after in reversed(found.power)), shown["power"] or 0) // 2]
    holders = dict(enumerate(shown[side] or ""))
    holders |= {
        event["territory"]: event["by"] for event in _events_of_kind(found, "converted") if event["side"] == side
    }
    own = _chooser(view)
    lacks = sum(holder != own for holder in holders.values())
    other = sum(holder in (own, "N") for holder in holders.values())
    if lacks and other:
        facts = {"count": number_word(lacks, lang, "before"), "other": number_word(other, lang)}
        facts["circle"] = circle_name_by_number(circle, cards, lang)
        many = "one" if lacks == 1 else "more"
        yield catalogue(lang).render(f"consequence.lacks.{many}" if here else f"consequence.lacks_in.{many}", **facts)


def _claims(found: Consequence, own: str, cards: CardSet, lang: str) -> Iterator[str]:
    rewarded = {circle for circle, _ in found.rewards}
    for circle, by, points in found.claims:
        key = ("own" if by == own else "other") + ("_reward" if circle in rewarded else "")
        yield catalogue(lang).render(
            f"consequence.claim.{key}", circle=circle_name_by_number(circle, cards, lang), points=points
        )


def _over(found: Consequence, own: str, lang: str) -> Iterator[str]:
    ended = found.over
    if ended is None or own not in FAITHS:
        return
    other = FAITHS[1 - FAITHS.index(own)]
    key = "draw" if ended["winner"] is None else "won" if ended["winner"] == own else "lost"
    yield catalogue(lang).render(f"consequence.over.{key}", own=ended[own], other=ended[other])
