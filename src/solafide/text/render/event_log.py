"""What happened, told in sentences; events that always become known together may share one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from solafide.cards import CardSet
from solafide.game import Event
from solafide.text.catalogue import catalogue
from solafide.text.render.event import addressed_key, event_text
from solafide.text.render.names import (
    Names,
    card_or_result_name,
    circle_name_by_number,
    estate_name,
    faith_subject,
    territory_name,
)

IMPORTANT_EVENTS = frozenset({"played", "used", "chart", "foreign", "claimed", "reward", "over"})
UNLOGGED_EVENTS = frozenset({"dealt"})  # such a card stands among the options, or is somebody else's
DEALT = frozenset({"drew", "foreign_seen"})  # by nature, who answers one question after the other at once


class LogSentence(NamedTuple):
    """What is told, and whether it must be told even if there is hardly room."""

    text: str
    matters: bool


def log_sentences(
    events: Iterable[Event], cards: CardSet, lang: str, reader: str | None = None, forced: Collection[int] = ()
) -> list[LogSentence]:
    """What is to be told of these events; `forced` are the versions of draws that were the only possibility.

    reader: the faith that is spoken to, if one is.
    """
    return [
        LogSentence(_said(group, cards, lang, reader, forced), group[0]["event"] in IMPORTANT_EVENTS)
        for group in _groups(events, cards, lang, forced)
    ]


def log_lines(
    events: Iterable[Event], cards: CardSet, lang: str, reader: str | None = None, names: Names | None = None
) -> list[str]:
    """A sentence for each event; an empty one where it needs none, or an earlier one tells it as well."""
    listed = list(events)
    first = {id(group[0]): _said(group, cards, lang, reader, (), names) for group in _groups(listed, cards, lang, ())}
    return [first.get(id(event), "") for event in listed]


def _groups(events: Iterable[Event], cards: CardSet, lang: str, forced: Collection[int]) -> Iterator[list[Event]]:
    group: list[Event] = []
    before: tuple[object, ...] = ()
    for event in events:
        if event["event"] in UNLOGGED_EVENTS:
            continue
        bond = _bond(event, cards, lang, forced)
        if group and not (bond == before and _at_once(group[-1], event)):
            yield group
            group = []
        group.append(event)
        before = bond
    if group:
        yield group


def _at_once(event: Event, after: Event) -> bool:
    """Whether nobody could choose in between: else the log would read otherwise to whoever looks at it later."""
    if event["event"] == "kept":  # §3: in the draft nobody sees what the other one does before it is over
        return True
    between: int = after["version"] - event["version"]
    return between <= (event["event"] in DEALT)


def _bond(event: Event, cards: CardSet, lang: str, forced: Collection[int]) -> tuple[object, ...]:
    """What events in a row have in common if one sentence can tell them all."""
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


def _said(
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
    return _together(group, cards, lang, reader) or f"{text} (×{len(group)})"


def _together(group: list[Event], cards: CardSet, lang: str, reader: str | None) -> str:
    """Several events of one kind in one sentence, if there is one for them."""
    texts, first = catalogue(lang), group[0]
    who = faith_subject(first["by"], lang) if "by" in first else ""
    match first["event"]:
        case "drew" if "card" in first:
            key = addressed_key(reader, first, "log.drew_cards", lang)
            return texts.render(key, who=who, cards=_named(group, cards, lang))
        case "drew":
            return texts.render("log.drew", who=who, n=len(group))
        case "kept":
            return texts.render("log.kept", who=who, n=len(group))
        case "revealed":
            circles = (circle_name_by_number(event["circle"], cards, lang) for event in group)
            return texts.render("log.revealed", circles=", ".join(circles))
        case "converted":
            key = addressed_key(reader, first, "log.converted", lang)
            return texts.render(key, who=who, **_places(group, cards, lang))
    return ""


def _places(group: list[Event], cards: CardSet, lang: str) -> dict[str, str]:
    circle, side = group[0]["circle"], group[0]["side"]
    names = (territory_name(cards.circles[circle - 1], side, event["territory"], lang) for event in group)
    return {
        "territories": ", ".join(names),
        "circle": circle_name_by_number(circle, cards, lang),
        "side": estate_name(side, lang),
    }


def _named(group: list[Event], cards: CardSet, lang: str) -> str:
    names = (card_or_result_name(event["card"], cards, lang) for event in group)
    return ", ".join(catalogue(lang).render("choice.card", card=name) for name in names)
