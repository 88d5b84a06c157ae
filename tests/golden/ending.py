"""How a finished game ended, read from its events."""

from solafide.game import Event

BEGINNINGS = {"played": "card", "chart": "chart", "foreign": "foreign-influence"}
PERSISTENT = {"P44": "own-claim", "C44": "opponent-claim", "C43": "draw-action", "P43": "own-turn"}


def ending(events: list[Event]) -> dict[str, str]:
    """Return the winner and the cause of the end: the turn limit, or what was being executed at the last claim."""
    last = events[-1]
    assert last["event"] == "over"
    winner = {"C": "catholic", "P": "protestant", None: "nobody"}[last["winner"]]
    if last["limited"]:
        return {"winner": winner, "by": "turn-limit"}
    assert events[-2]["event"] in ("claimed", "reward")
    cause = next(e for e in reversed(events) if e["event"] in ("used", *BEGINNINGS))
    by = PERSISTENT[cause["card"]] if cause["event"] == "used" else BEGINNINGS[cause["event"]]
    return {"winner": winner, "by": by}
