"""What happened, as plain data, and what of it each seat may know."""

from typing import Any

from solafide.game.choice import DECKS, ENDINGS, ESTATES, FAITHS, WHO, card_id
from solafide.game.outcome import left_at
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
ENDED = len(EVENTS)  # an end that is none of the kernel's: who, which of the endings, both points
REASONS = ("cost", "forced", "limit", "keep", "redraw")
SECRET = frozenset({"dealt", "kept", "drew", "foreign_seen"})
_BY_CARD = {k.E_DEALT, k.E_KEPT, k.E_DREW, k.E_PLAYED, k.E_USED, k.E_FRONT, k.E_REPLACED, k.E_RECOVERED}


def event(row: tuple[int, ...], version: int) -> Event:
    """A row of the kernel in words that last."""
    kind, a, b, c, d = row
    if kind == ENDED:
        return _ended(WHO[a], ENDINGS[b], {"C": c, "P": d}, version)
    found: Event = {"event": EVENTS[kind], "version": version}
    if kind in _BY_CARD:
        return found | {"by": FAITHS[a], "card": card_id(k.CARDS * a + b)}
    return found | _fields(kind, a, b, c, d)


def _fields(kind: int, a: int, b: int, c: int, d: int) -> Event:
    if kind in (k.E_CONVERTED, k.E_SHIFTED, k.E_NEUTRALISED, k.E_DISPUTATION, k.E_CLAIMED, k.E_REWARD, k.E_REVEALED):
        return _on_board(kind, a, b, c, d)
    if kind == k.E_ROLLED:
        reason = "military" if a == k.ROLL else "faith" if b >= k.PERSON_1 else "first"
        return {"for": reason, "by": WHO[b], "value": c}
    if kind == k.E_FAITHS:
        return {"first": FAITHS[a], "second": FAITHS[b]}
    if kind == k.E_RESHUFFLED:
        return {"by": FAITHS[a], "count": b}
    if kind == k.E_TURN:
        return {"by": FAITHS[a], "number": b}
    if kind == k.E_DISCARDED:
        return {"by": FAITHS[a], "card": card_id(k.CARDS * a + b), "why": REASONS[c]}
    if kind == k.E_CHART:
        return {"by": FAITHS[a], "roll": b, "result": f"M{b}"}
    if kind == k.E_CHOSEN_DECK:
        return {"by": FAITHS[a], "deck": DECKS[b]}
    if kind == k.E_FOREIGN_SEEN:
        return {"by": FAITHS[a], "card": card_id(k.FOREIGN_CARDS + b)}
    if kind == k.E_FOREIGN:
        return {"by": FAITHS[a], "deck": DECKS[b], "card": card_id(k.FOREIGN_CARDS + c)}
    if kind == k.E_CHOSE:
        return {"by": FAITHS[a], "card": card_id(b), "option": c + 1}
    if kind == k.E_SKIPPED:
        return {"by": FAITHS[a], "card": card_id(b), "effect": c, "lost": bool(d)}
    if kind == k.E_OVER:
        return {"winner": "C" if a > b else "P" if b > a else None, "C": a, "P": b, "limited": bool(c)}
    return {"by": FAITHS[a]}


def _ended(who: str, ending: str, points: dict[str, int], version: int) -> Event:
    end = left_at(ending, who, points)
    told = {"winner": end.winner, **points, "limited": end.limited, "reason": end.reason}
    return {"event": "over", "version": version, "by": who, **told}


def _on_board(kind: int, a: int, b: int, c: int, d: int) -> Event:
    if kind == k.E_CONVERTED:
        own, other = FAITHS[a], FAITHS[1 - a]
        printed, holder = ((own, other), (other, other), ("N", other), ("N", "N"))[d]
        place = {"circle": b // 2 + 1, "side": ESTATES[b % 2], "territory": c}
        return {"by": own, **place, "print": printed, "holder": holder}
    if kind == k.E_SHIFTED:
        return {"by": FAITHS[a], "circle": b + 1, "from": c, "to": d}
    if kind == k.E_NEUTRALISED:
        return {"by": FAITHS[a], "circle": b // 2 + 1, "side": ESTATES[b % 2]}
    if kind == k.E_DISPUTATION:
        return {"by": FAITHS[a], "circle": b + 1, "from": None if c == k.NONE else c + 1}
    if kind == k.E_CLAIMED:
        return {"by": FAITHS[a], "circle": b + 1, "points": c}
    if kind == k.E_REWARD:
        return {"by": FAITHS[a], "circle": b + 1}
    return {"circle": a + 1}


def redacted(found: Event, seat: str | None) -> Event:
    """The event as a seat may know it (R36): cards drawn, dealt and kept are the owner's secret.

    >>> redacted({"event": "drew", "version": 4, "by": "C", "card": "C03"}, "P")
    {'event': 'drew', 'version': 4, 'by': 'C'}
    """
    if found["event"] in SECRET and found["by"] != seat:
        return {name: value for name, value in found.items() if name != "card"}
    return found
