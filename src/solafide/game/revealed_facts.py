"""List what a seat learned since a step: taking turns back does not make anybody forget it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NotRequired, TypedDict

from solafide.game.event_types import Event
from solafide.game.identity import Faith, Seat

FactKind = Literal["drawn", "rolled", "foreign_seen", "foreign", "shown"]


class RevealedFact(TypedDict):
    """How many cards or dice of one kind a seat learned of a faith; `cards` is None if it may not know which."""

    kind: FactKind
    by: Seat
    count: int
    cards: NotRequired[list[str] | None]
    values: NotRequired[list[int]]


# Events by which somebody learns what was hidden; all others follow from public facts.
FACT_KINDS: Mapping[str, FactKind] = {
    "drew": "drawn",
    "foreign_seen": "foreign_seen",
    "foreign": "foreign",
    "played": "shown",
    "discarded": "shown",
}


def revealed_facts(events: Iterable[Event], known_hands: Mapping[Faith, Collection[str]]) -> list[RevealedFact]:
    """Return one fact for each kind and faith, from events as redacted for the reader.

    held: the cards of each faith that everybody knew to be in its hand.

    >>> revealed_facts([{"event": "drew", "by": "P"}, {"event": "drew", "by": "P"}], {"C": (), "P": ()})
    [{'kind': 'drawn', 'by': 'P', 'count': 2, 'cards': None}]
    """
    facts: dict[tuple[str, Seat], RevealedFact] = {}
    for event in events:
        match event["event"]:
            case "rolled":
                fact = facts.setdefault(("rolled", event["by"]), _no_dice(event["by"]))
                fact["count"] += 1
                fact["values"].append(event["value"])
            case "drew" | "foreign_seen" | "foreign" | "played" | "discarded":
                kind, card = FACT_KINDS[event["event"]], event.get("card")
                if kind == "shown" and card in known_hands[event["by"]]:
                    continue
                fact = facts.setdefault((kind, event["by"]), _no_cards(kind, event["by"], are_visible=card is not None))
                fact["count"] += 1
                if card is not None and (cards := fact["cards"]) is not None:
                    cards.append(card)
    return list(facts.values())


def _no_dice(by: Seat) -> RevealedFact:
    return {"kind": "rolled", "by": by, "count": 0, "values": []}


def _no_cards(kind: FactKind, by: Seat, are_visible: bool) -> RevealedFact:
    return {"kind": kind, "by": by, "count": 0, "cards": [] if are_visible else None}
