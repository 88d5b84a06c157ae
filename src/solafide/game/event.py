"""Events as plain data, and what each seat may know of them."""

from collections.abc import Callable
from typing import Any

from solafide.game.notation import DECKS, ENDINGS, ESTATES, FAITHS, WHO, card_id
from solafide.game.outcome import outcome_of_ending
from solafide.kernel import codes as k

Event = dict[str, Any]

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
DISCARD_REASONS = ("cost", "forced", "limit", "keep", "redraw")
SECRET_EVENTS = frozenset({"dealt", "kept", "drew", "foreign_seen"})
_CARD_EVENTS = frozenset({k.E_DEALT, k.E_KEPT, k.E_DREW, k.E_PLAYED, k.E_USED, k.E_FRONT, k.E_REPLACED, k.E_RECOVERED})


def event_from_row(row: tuple[int, ...], version: int) -> Event:
    """Return an event row of the kernel as JSON."""
    kind, a, b, c, d = row
    if kind in _CARD_EVENTS:
        return {"event": EVENTS[kind], "version": version, "by": FAITHS[a], "card": card_id(k.CARDS_PER_FAITH * a + b)}
    if kind == ENDED_EVENT:
        return _ending(WHO[a], ENDINGS[b], {"C": c, "P": d}, version)
    return {"event": EVENTS[kind], "version": version, **_FIELDS.get(kind, _by)(a, b, c, d)}


def _by(a: int, b: int, c: int, d: int) -> Event:
    return {"by": FAITHS[a]}


def _ending(who: str, ending: str, points: dict[str, int], version: int) -> Event:
    end = outcome_of_ending(ending, who, points)
    result = {"winner": end.winner, **points, "limited": end.limited, "reason": end.reason}
    return {"event": "over", "version": version, "by": who, **result}


def _rolled(a: int, b: int, c: int, d: int) -> Event:
    reason = "military" if a == k.ROLL else "faith" if b >= k.PERSON_1 else "first"
    return {"for": reason, "by": WHO[b], "value": c}


def _converted(a: int, b: int, c: int, d: int) -> Event:
    own, other = FAITHS[a], FAITHS[1 - a]
    printed, holder = ((own, other), (other, other), ("N", other), ("N", "N"))[d]
    place = {"circle": b // 2 + 1, "side": ESTATES[b % 2], "territory": c}
    return {"by": own, **place, "print": printed, "holder": holder}


def _over(a: int, b: int, c: int, d: int) -> Event:
    return {"winner": "C" if a > b else "P" if b > a else None, "C": a, "P": b, "limited": bool(c)}


_FIELDS: dict[int, Callable[[int, int, int, int], Event]] = {
    k.E_ROLLED: _rolled,
    k.E_FAITHS: lambda a, b, c, d: {"first": FAITHS[a], "second": FAITHS[b]},
    k.E_RESHUFFLED: lambda a, b, c, d: {"by": FAITHS[a], "count": b},
    k.E_TURN: lambda a, b, c, d: {"by": FAITHS[a], "number": b},
    k.E_DISCARDED: lambda a, b, c, d: {
        "by": FAITHS[a],
        "card": card_id(k.CARDS_PER_FAITH * a + b),
        "why": DISCARD_REASONS[c],
    },
    k.E_CHART: lambda a, b, c, d: {"by": FAITHS[a], "roll": b, "result": f"M{b}"},
    k.E_CHOSEN_DECK: lambda a, b, c, d: {"by": FAITHS[a], "deck": DECKS[b]},
    k.E_FOREIGN_SEEN: lambda a, b, c, d: {"by": FAITHS[a], "card": card_id(k.FIRST_FOREIGN_LIST + b)},
    k.E_FOREIGN: lambda a, b, c, d: {"by": FAITHS[a], "deck": DECKS[b], "card": card_id(k.FIRST_FOREIGN_LIST + c)},
    k.E_CHOSE: lambda a, b, c, d: {"by": FAITHS[a], "card": card_id(b), "option": c + 1},
    k.E_SKIPPED: lambda a, b, c, d: {"by": FAITHS[a], "card": card_id(b), "effect": c, "lost": bool(d)},
    k.E_CONVERTED: _converted,
    k.E_SHIFTED: lambda a, b, c, d: {"by": FAITHS[a], "circle": b + 1, "from": c, "to": d},
    k.E_NEUTRALISED: lambda a, b, c, d: {"by": FAITHS[a], "circle": b // 2 + 1, "side": ESTATES[b % 2]},
    k.E_DISPUTATION: lambda a, b, c, d: {
        "by": FAITHS[a],
        "circle": b + 1,
        "from": None if c == k.NONE else c + 1,
    },
    k.E_CLAIMED: lambda a, b, c, d: {"by": FAITHS[a], "circle": b + 1, "points": c},
    k.E_REWARD: lambda a, b, c, d: {"by": FAITHS[a], "circle": b + 1},
    k.E_REVEALED: lambda a, b, c, d: {"circle": a + 1},
    k.E_OVER: _over,
}


def redacted(found: Event, seat: str | None) -> Event:
    """Return the event as a seat may know it (R36): cards drawn, dealt and kept are the owner's secret.

    >>> redacted({"event": "drew", "version": 4, "by": "C", "card": "C03"}, "P")
    {'event': 'drew', 'version': 4, 'by': 'C'}
    """
    if found["event"] in SECRET_EVENTS and found["by"] != seat:
        return {name: value for name, value in found.items() if name != "card"}
    return found
