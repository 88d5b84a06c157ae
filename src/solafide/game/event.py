"""Events as plain data, and what each seat may know of them."""

from collections.abc import Callable
from typing import cast

from solafide.game import event_types as types
from solafide.game.event_types import DiscardReason, Event, Holder, Purpose
from solafide.game.identity import FAITHS, ROLES, Faith, Seat, is_faith
from solafide.game.notation import DECKS, ENDINGS, ESTATES, card_id
from solafide.game.outcome import outcome_of_ending
from solafide.kernel import codes as k

EVENTS = (
    "rolled",
    "faiths",
    "dealt",
    "kept",
    "drew",
    "reshuffled",
    "starts",
    "turn",
    "played",
    "used",
    "discarded",
    "front",
    "replaced",
    "converted",
    "shifted",
    "neutralised",
    "disputation",
    "claimed",
    "reward",
    "revealed",
    "chart",
    "chosen_deck",
    "foreign_seen",
    "foreign",
    "recovered",
    "chose",
    "skipped",
    "passed",
    "over",
)
ENDED_EVENT = len(EVENTS)  # an ending outside the kernel: who, which of `ENDINGS`, both points
DISCARD_REASONS: tuple[DiscardReason, ...] = ("cost", "forced", "limit", "keep", "redraw")
SECRET_EVENTS = frozenset({"dealt", "kept", "drew", "foreign_seen"})


def event_from_row(row: tuple[int, ...], version: int) -> Event:
    """Return an event row of the kernel as JSON."""
    kind, a, b, c, d = row
    return _BUILDERS[kind](version, a, b, c, d)


def redacted(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat may know it (R36): cards drawn, dealt and kept are the owner's secret.

    >>> redacted({"event": "drew", "version": 4, "by": "C", "card": "C03"}, "P")
    {'event': 'drew', 'version': 4, 'by': 'C'}
    """
    if event["event"] in SECRET_EVENTS and event.get("by") != seat:
        return cast(Event, {name: value for name, value in event.items() if name != "card"})
    return event


# One builder for each kind of row: version and the row's four numbers. The order of the fields is that of the JSON.


def _faith_card(faith: int, card: int) -> str:
    return card_id(k.CARDS_PER_FAITH * faith + card)


def _foreign_card(card: int) -> str:
    return card_id(k.FIRST_FOREIGN_LIST + card)


def _rolled(version: int, a: int, b: int, c: int, d: int) -> types.RolledEvent:
    by = _seat(b)
    purpose: Purpose = "military" if a == k.ROLL else "first" if is_faith(by) else "faith"
    return {"event": "rolled", "version": version, "for": purpose, "by": by, "value": c}


def _faiths(version: int, a: int, b: int, c: int, d: int) -> types.FaithsEvent:
    return {"event": "faiths", "version": version, "first": FAITHS[a], "second": FAITHS[b]}


def _dealt(version: int, a: int, b: int, c: int, d: int) -> types.DealtEvent:
    return {"event": "dealt", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _kept(version: int, a: int, b: int, c: int, d: int) -> types.KeptEvent:
    return {"event": "kept", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _drew(version: int, a: int, b: int, c: int, d: int) -> types.DrewEvent:
    return {"event": "drew", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _reshuffled(version: int, a: int, b: int, c: int, d: int) -> types.ReshuffledEvent:
    return {"event": "reshuffled", "version": version, "by": FAITHS[a], "count": b}


def _starts(version: int, a: int, b: int, c: int, d: int) -> types.StartsEvent:
    return {"event": "starts", "version": version, "by": FAITHS[a]}


def _turn(version: int, a: int, b: int, c: int, d: int) -> types.TurnEvent:
    return {"event": "turn", "version": version, "by": FAITHS[a], "number": b}


def _played(version: int, a: int, b: int, c: int, d: int) -> types.PlayedEvent:
    return {"event": "played", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _used(version: int, a: int, b: int, c: int, d: int) -> types.UsedEvent:
    return {"event": "used", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _discarded(version: int, a: int, b: int, c: int, d: int) -> types.DiscardedEvent:
    reason = DISCARD_REASONS[c]
    return {"event": "discarded", "version": version, "by": FAITHS[a], "card": _faith_card(a, b), "why": reason}


def _front(version: int, a: int, b: int, c: int, d: int) -> types.FrontEvent:
    return {"event": "front", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _replaced(version: int, a: int, b: int, c: int, d: int) -> types.ReplacedEvent:
    return {"event": "replaced", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _converted(version: int, a: int, b: int, c: int, d: int) -> types.ConvertedEvent:
    own, other = FAITHS[a], FAITHS[1 - a]
    kinds: tuple[tuple[Holder, Holder], ...] = ((own, other), (other, other), ("N", other), ("N", "N"))
    printed, holder = kinds[d]
    return {
        "event": "converted",
        "version": version,
        "by": own,
        "circle": b // 2 + 1,
        "side": ESTATES[b % 2],
        "territory": c,
        "print": printed,
        "holder": holder,
    }


def _shifted(version: int, a: int, b: int, c: int, d: int) -> types.ShiftedEvent:
    return {"event": "shifted", "version": version, "by": FAITHS[a], "circle": b + 1, "from": c, "to": d}


def _neutralised(version: int, a: int, b: int, c: int, d: int) -> types.NeutralisedEvent:
    circle, side = b // 2 + 1, ESTATES[b % 2]
    return {"event": "neutralised", "version": version, "by": FAITHS[a], "circle": circle, "side": side}


def _disputation(version: int, a: int, b: int, c: int, d: int) -> types.DisputationEvent:
    before = None if c == k.NONE else c + 1
    return {"event": "disputation", "version": version, "by": FAITHS[a], "circle": b + 1, "from": before}


def _claimed(version: int, a: int, b: int, c: int, d: int) -> types.ClaimedEvent:
    return {"event": "claimed", "version": version, "by": FAITHS[a], "circle": b + 1, "points": c}


def _reward(version: int, a: int, b: int, c: int, d: int) -> types.RewardEvent:
    return {"event": "reward", "version": version, "by": FAITHS[a], "circle": b + 1}


def _revealed(version: int, a: int, b: int, c: int, d: int) -> types.RevealedEvent:
    return {"event": "revealed", "version": version, "circle": a + 1}


def _chart(version: int, a: int, b: int, c: int, d: int) -> types.ChartEvent:
    return {"event": "chart", "version": version, "by": FAITHS[a], "roll": b, "result": f"M{b}"}


def _chosen_deck(version: int, a: int, b: int, c: int, d: int) -> types.ChosenDeckEvent:
    return {"event": "chosen_deck", "version": version, "by": FAITHS[a], "deck": DECKS[b]}


def _foreign_seen(version: int, a: int, b: int, c: int, d: int) -> types.ForeignSeenEvent:
    return {"event": "foreign_seen", "version": version, "by": FAITHS[a], "card": _foreign_card(b)}


def _foreign(version: int, a: int, b: int, c: int, d: int) -> types.ForeignEvent:
    return {"event": "foreign", "version": version, "by": FAITHS[a], "deck": DECKS[b], "card": _foreign_card(c)}


def _recovered(version: int, a: int, b: int, c: int, d: int) -> types.RecoveredEvent:
    return {"event": "recovered", "version": version, "by": FAITHS[a], "card": _faith_card(a, b)}


def _chose(version: int, a: int, b: int, c: int, d: int) -> types.ChoseEvent:
    return {"event": "chose", "version": version, "by": FAITHS[a], "card": card_id(b), "option": c + 1}


def _skipped(version: int, a: int, b: int, c: int, d: int) -> types.SkippedEvent:
    by = FAITHS[a]
    return {"event": "skipped", "version": version, "by": by, "card": card_id(b), "effect": c, "lost": bool(d)}


def _passed(version: int, a: int, b: int, c: int, d: int) -> types.PassedEvent:
    return {"event": "passed", "version": version, "by": FAITHS[a]}


def _over(version: int, a: int, b: int, c: int, d: int) -> types.OverEvent:
    winner: Faith | None = "C" if a > b else "P" if b > a else None
    return {"event": "over", "version": version, "winner": winner, "C": a, "P": b, "limited": bool(c)}


def _ended(version: int, a: int, b: int, c: int, d: int) -> types.OverEvent:
    """The game ended before its last turn: by resignation, agreement or time, or its server closed it."""
    by = _seat(a)
    end = outcome_of_ending(ENDINGS[b], by, {"C": c, "P": d})
    return {
        "event": "over",
        "version": version,
        "by": by,
        "winner": end.winner,
        "C": c,
        "P": d,
        "limited": end.limited,
        "reason": end.reason,
    }


def _seat(code: int) -> Seat:
    return cast(Seat, ROLES[code])


_BUILDERS: tuple[Callable[[int, int, int, int, int], Event], ...] = (
    _rolled,
    _faiths,
    _dealt,
    _kept,
    _drew,
    _reshuffled,
    _starts,
    _turn,
    _played,
    _used,
    _discarded,
    _front,
    _replaced,
    _converted,
    _shifted,
    _neutralised,
    _disputation,
    _claimed,
    _reward,
    _revealed,
    _chart,
    _chosen_deck,
    _foreign_seen,
    _foreign,
    _recovered,
    _chose,
    _skipped,
    _passed,
    _over,
    _ended,
)
