"""Events as sentences of the log; events that always become known together may share one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from solafide.cards import CardSet
from solafide.text.catalogue import catalogue
from solafide.text.render.event import Event, addressed_key, event_text
from solafide.text.render.names import (
    Names,
    card_or_result_name,
    circle_name_by_number,
    estate_name,
    faith_subject,
    territory_name,
)

IMPORTANT_EVENTS = frozenset({"played", "used", "chart", "foreign", "claimed", "reward", "over"})
UNLOGGED_EVENTS = frozenset({"dealt"})  # such a card is among the options, or belongs to the opponent
NATURE_EVENTS = frozenset({"drew", "foreign_seen"})  # chance events follow each other without a choice in between


class LogSentence(NamedTuple):
    """A sentence of the log; an important one is shown even if there is little room."""

    text: str
    important: bool


def log_sentences(
    events: Iterable[Event], cards: CardSet, lang: str, reader: str | None = None, forced: Collection[int] = ()
) -> list[LogSentence]:
    """The sentences for some events.

    reader: the faith that is addressed as "you", if any. forced: the versions of draws that were the only option.
    """
    return [
        LogSentence(_group_text(group, cards, lang, reader, forced), group[0]["event"] in IMPORTANT_EVENTS)
        for group in _groups(events, cards, lang, forced)
    ]


def log_lines(
    events: Iterable[Event], cards: CardSet, lang: str, reader: str | None = None, names: Names | None = None
) -> list[str]:
    """A sentence for each event; an empty one if it needs none, or if an earlier sentence covers it."""
    listed = list(events)
    first = {
        id(group[0]): _group_text(group, cards, lang, reader, (), names) for group in _groups(listed, cards, lang, ())
    }
    return [first.get(id(event), "") for event in listed]


def _groups(events: Iterable[Event], cards: CardSet, lang: str, forced: Collection[int]) -> Iterator[list[Event]]:
    group: list[Event] = []
    key_before: tuple[object, ...] = ()
    for event in events:
        if event["event"] in UNLOGGED_EVENTS:
            continue
        key = _group_key(event, cards, lang, forced)
        if group and not (key == key_before and _no_choice_between(group[-1], event)):
            yield group
            group = []
        group.append(event)
        key_before = key
    if group:
        yield group


def _no_choice_between(event: Event, after: Event) -> bool:
    """Whether nobody could choose between two events; otherwise the log would change when it is read later."""
    if event["event"] == "kept":  # §3: nobody sees the opponent's picks before the draft is over
        return True
    between: int = after["version"] - event["version"]
    return between <= (event["event"] in NATURE_EVENTS)


def _group_key(event: Event, cards: CardSet, lang: str, forced: Collection[int]) -> tuple[object, ...]:
    """Return what consecutive events have in common if one sentence can cover them."""
    kind, by = event["event"], event.get("by")
    match kind:
        case "drew" if event["version"] not in forced:
            return kind, by, "card" in event
        case "kept" if "card" not in event:
            return kind, by
        case "converted":
            return kind, by, event["circle"], event["side"]
        case "revealed":
            return (kind,)
    return kind, event_text(event, cards, lang)


def _group_text(
    group: list[Event],
    cards: CardSet,
    lang: str,
    reader: str | None,
    forced: Collection[int],
    names: Names | None = None,
) -> str:
    first = group[0]
    text = event_text(first, cards, lang, reader, names)
    if first["event"] == "drew" and first["version"] in forced:
        text = catalogue(lang).render("table.only_choice", sentence=text)
    if len(group) == 1:
        return text
    return _group_sentence(group, cards, lang, reader) or f"{text} (×{len(group)})"


def _group_sentence(group: list[Event], cards: CardSet, lang: str, reader: str | None) -> str:
    """Several events of one kind in one sentence, if there is one for them."""
    texts, first = catalogue(lang), group[0]
    who = faith_subject(first["by"], lang) if "by" in first else ""
    match first["event"]:
        case "drew" if "card" in first:
            key = addressed_key(reader, first, "log.drew_cards", lang)
            return texts.render(key, who=who, cards=_card_list(group, cards, lang))
        case "drew":
            return texts.render("log.drew", who=who, n=len(group))
        case "kept":
            return texts.render("log.kept", who=who, n=len(group))
        case "revealed":
            circles = (circle_name_by_number(event["circle"], cards, lang) for event in group)
            return texts.render("log.revealed", circles=", ".join(circles))
        case "converted":
            key = addressed_key(reader, first, "log.converted", lang)
            return texts.render(key, who=who, **_place_blanks(group, cards, lang))
    return ""


def _place_blanks(group: list[Event], cards: CardSet, lang: str) -> dict[str, str]:
    circle, side = group[0]["circle"], group[0]["side"]
    names = (territory_name(cards.circles[circle - 1], side, event["territory"], lang) for event in group)
    return {
        "territories": ", ".join(names),
        "circle": circle_name_by_number(circle, cards, lang),
        "side": estate_name(side, lang),
    }


def _card_list(group: list[Event], cards: CardSet, lang: str) -> str:
    names = (card_or_result_name(event["card"], cards, lang) for event in group)
    return ", ".join(catalogue(lang).render("choice.card", card=name) for name in names)
