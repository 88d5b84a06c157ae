"""What became known since a step, as far as one seat may know it: it stays in the minds when turns are taken back."""

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.game.event import Event

# Events by which somebody learns what was hidden; the others follow from what everybody could see.
KINDS: Mapping[str, str] = {
    "drew": "drawn",
    "rolled": "rolled",
    "foreign_seen": "foreign_seen",
    "foreign": "foreign",
    "played": "shown",
    "discarded": "shown",
}

Fact = dict[str, Any]


def facts(events: Iterable[Event], held: Mapping[str, Iterable[str]]) -> list[Fact]:
    """One fact for each kind and faith, from events as redacted for whoever reads them.

    held: the cards of either faith that everybody knew to be in its hand.

    >>> facts([{"event": "drew", "by": "P"}, {"event": "drew", "by": "P"}], {"C": (), "P": ()})
    [{'kind': 'drawn', 'by': 'P', 'count': 2, 'cards': None}]
    """
    found: dict[tuple[str, str], Fact] = {}
    for event in events:
        kind = KINDS.get(event["event"])
        if kind is None or (kind == "shown" and event["card"] in held[event["by"]]):
            continue
        fact = found.setdefault((kind, event["by"]), _fact(kind, event))
        fact["count"] += 1
        for name, value in (("cards", event.get("card")), ("values", event.get("value"))):
            if value is not None:
                fact[name].append(value)
    return list(found.values())


def _fact(kind: str, event: Event) -> Fact:
    known: Fact = {"values": []} if kind == "rolled" else {"cards": [] if "card" in event else None}
    return {"kind": kind, "by": event["by"], "count": 0, **known}
