"""An event as a sentence, and its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSet, Effect
from solafide.game import FAITHS
from solafide.text.catalogue import catalogue
from solafide.text.render.card import effect_at, effect_text
from solafide.text.render.names import (
    Names,
    card_or_result_name,
    circle_name_by_number,
    deck_name,
    estate_name,
    faith_name,
    faith_subject,
    option_letter,
    power_space_name,
    seat_name,
    territory_name,
)

# The section of the rulebook for each kind of event.
SECTIONS: Mapping[str, str] = {
    "rolled": "§3",
    "faiths": "§3",
    "dealt": "§3",
    "kept": "§3",
    "starts": "§3",
    "turn": "§4",
    "played": "§4",
    "drew": "§4",
    "passed": "§4",
    "reshuffled": "§4",
    "discarded": "§6.4",
    "chose": "§6",
    "skipped": "§6",
    "recovered": "§6",
    "converted": "§6.1",
    "shifted": "§6.2",
    "disputation": "§6.3",
    "used": "§6.5",
    "front": "§6.5",
    "replaced": "§6.5",
    "chart": "§6.6",
    "claimed": "§7",
    "reward": "§7",
    "revealed": "§8",
    "chosen_deck": "§9",
    "foreign": "§9",
    "foreign_seen": "§9",
    "neutralised": "§9",
    "over": "§10",
}

Event = Mapping[str, Any]


def event_text(event: Event, cards: CardSet, lang: str, reader: str | None = None, names: Names | None = None) -> str:
    """An event, redacted for its reader, as a sentence.

    reader: the faith that is addressed as "you", if any. names: of the persons, for events before the faiths are known,
    and of the faiths that named people play, for the headings of turns.

    >>> from solafide.cards import builtin
    >>> event_text({"event": "drew", "by": "C"}, builtin(), "en")
    'The Catholics draw a card.'
    >>> event_text({"event": "played", "by": "C", "card": "C03"}, builtin(), "en", "C")
    'You play “Ursulines”.'
    """
    key = addressed_key(reader, event, _key(event, cards), lang)
    return catalogue(lang).render(key, **_blanks(event, cards, lang, names))


def addressed_key(reader: str | None, event: Event, key: str, lang: str) -> str:
    """The key of an event's sentence: the one that addresses the reader ("You play …"), if it is the reader's event."""
    addressed = f"own.{key}"
    # Before the faiths are known nobody is addressed: the log must read the same afterwards.
    return addressed if reader in FAITHS and event.get("by") == reader and addressed in catalogue(lang) else key


def event_section(event: Event) -> str:
    """The section of the rulebook for an event.

    >>> event_section({"event": "discarded", "by": "P", "card": "P01", "why": "limit"})
    '§5'
    """
    match event:
        case {"event": "discarded", "why": "limit"}:
            return "§5"
        case {"event": "rolled", "for": "military"}:
            return "§6.6"
        case {"event": kind}:
            return SECTIONS[kind]
    raise KeyError("event")


def _key(event: Event, cards: CardSet) -> str:
    kind: str = event["event"]
    match kind:
        case "rolled":
            variant = event["for"]
        case "discarded":
            variant = event["why"]
        case "neutralised":
            variant = event["side"]
        case "dealt" | "kept" | "drew" | "foreign_seen":
            variant = "card" if event.get("card") else "hidden"
        case "converted":
            variant = _conversion(event)
        case "shifted":
            variant = "nobility" if event["to"] < event["from"] else "commoners"
        case "disputation":
            variant = _disputation(event)
        case "over":
            variant = f"{_ending(event)}.{event['winner'] or 'draw'}"
        case "skipped":
            kind = "lost" if event["lost"] else "skipped"
            return f"event.{kind}" if _skipped_effect(event, cards) else f"event.{kind}_plain"
        case _:
            return f"event.{kind}"
    return f"event.{kind}.{variant}"


def _conversion(event: Event) -> str:
    # §6.1: remove a token from one's own print, place one on the opponent's or a neutral print, or replace one.
    if event["holder"] == "N":
        return "neutral"
    if event["print"] == event["by"]:
        return "removed"
    return "placed" if event["print"] == event["holder"] else "replaced"


def _ending(event: Event) -> str:
    reason: str = event.get("reason", "points")
    return reason if reason != "points" else "limited" if event["limited"] else "won"


def _skipped_effect(event: Event, cards: CardSet) -> Effect | None:
    """The effect that was skipped; an option of `choose` has no card of its own in the event."""
    return effect_at(event["card"], event["effect"], cards) if event["card"] else None


def _disputation(event: Event) -> str:
    if event["from"] is None:
        return "placed"
    return "stays" if event["from"] == event["circle"] else "moved"


def _blanks(event: Event, cards: CardSet, lang: str, names: Names | None) -> dict[str, object]:
    blanks: dict[str, object] = {name: event[name] for name in ("value", "roll", "number") if name in event}
    if event.get("by"):
        blanks["who"] = faith_subject(event["by"], lang, names)
    if event.get("card"):
        blanks["card"] = card_or_result_name(event["card"], cards, lang)
    if event.get("circle"):
        blanks["circle"] = circle_name_by_number(event["circle"], cards, lang)
    if event.get("deck"):
        blanks["deck"] = deck_name(event["deck"], lang)
    return blanks | _special_blanks(event, cards, lang, names)


def _special_blanks(event: Event, cards: CardSet, lang: str, names: Names | None) -> dict[str, object]:
    match event["event"]:
        case "faiths":
            faiths = {name: faith_name(event[name], lang) for name in ("first", "second")}
            return {"one": faith_subject("1", lang, names), "two": faith_subject("2", lang, names), **faiths}
        case "turn":
            return {"who": (names or {}).get(event["by"]) or seat_name(event["by"], lang)}
        case "reshuffled":
            return {"n": event["count"]}
        case "claimed":
            return {"n": event["points"]}
        case "converted":
            circle = cards.circles[event["circle"] - 1]
            territory = territory_name(circle, event["side"], event["territory"], lang)
            return {"territory": territory, "side": estate_name(event["side"], lang)}
        case "shifted":
            return {"n": abs(event["to"] - event["from"]), "space": power_space_name(event["to"], lang)}
        case "disputation" if event["from"]:
            return {"origin": circle_name_by_number(event["from"], cards, lang)}
        case "chart":
            return {"result": card_or_result_name(event["result"], cards, lang)}
        case "chose":
            return {"letter": option_letter(event["option"] - 1)}
        case "skipped":
            effect = _skipped_effect(event, cards)
            return {"effect": effect_text(effect, lang, cards)} if effect else {}
        case "over":
            return {"catholic": event["C"], "protestant": event["P"]}
    return {}
