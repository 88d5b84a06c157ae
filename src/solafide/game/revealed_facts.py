"""List what a seat learned since a step: taking turns back does not make anybody forget it."""

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.game.event import Event

# Events by which somebody learns what was hidden; all others follow from public facts.
FACT_KINDS: Mapping[str, str] = {
    "drew": "drawn",
    "rolled": "rolled",
    "foreign_seen": "foreign_seen",
    "foreign": "foreign",
    "played": "shown",
    "discarded": "shown",
}

Fact = dict[str, Any]


def revealed_facts(events: Iterable[Event], held: Mapping[str, Iterable[str]]) -> list[Fact]:
    """Return one fact for each kind and faith, from events as redacted for the reader.

    held: the cards of each faith that everybody knew to be in its hand.

    >>> revealed_facts([{"event": "drew", "by": "P"}, {"event": "drew", "by": "P"}], {"C": (), "P": ()})
    [{'kind': 'drawn', 'by': 'P', 'count': 2, 'cards': None}]
    """
    found: dict[tuple[str, str], Fact] = {}
    for event in events:
        kind = FACT_KINDS.get(event["event"])
        if kind is None or (kind == "shown" and event["card"] in held[event["by"]]):
            continue
        fact = found.setdefault((kind, event["by"]), _fact(kind, event))
        fact["count"] += 1
        for name, value in (("cards", event.get("card")), ("values", event.get("value"))):
            if value is not None:
                fact[name].append(value)
    return list(found.values())


def _fact(kind: str, event: Event) -> Fact:
    details: Fact = {"values": []} if kind == "rolled" else {"cards": [] if "card" in event else None}
    return {"kind": kind, "by": event["by"], "count": 0, **details}
