"""How a game ended: by points (§10), or because the players left it at that."""

from dataclasses import dataclass
from typing import Any

from solafide.game.notation import ENDINGS, FAITHS
from solafide.kernel.state import State

REASONS = dict(zip(ENDINGS, ("resigned", "agreed", "time"), strict=True))
OTHER = {"C": "P", "P": "C", "1": "2", "2": "1"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (None: equal points are a draw, R29), the points, and whether a turn limit cut the game off (R44).

    reason: `points`; or `resigned`, `agreed` (a draw), `time` (it ran out), whatever the points. Where the players
    left it at that before the faiths were settled, the winner is person "1" or "2".
    """

    winner: str | None
    points: dict[str, int]
    limited: bool
    reason: str = "points"

    def json(self) -> dict[str, Any]:
        return {"winner": self.winner, "points": self.points, "limited": self.limited, "reason": self.reason}


def outcome(state: State) -> Outcome | None:
    """Of a game that was played to its end."""
    if not state.over:
        return None
    points = {FAITHS[f]: int(state.score(f)) for f in range(2)}
    lead = points["C"] - points["P"]
    return Outcome("C" if lead > 0 else "P" if lead < 0 else None, points, bool(state.limited))


def left_at(ending: str, who: str, points: dict[str, int]) -> Outcome:
    """Of a game in which this player resigned, accepted a draw, or claimed it because the other's time ran out.

    >>> left_at("resign", "C", {"C": 20, "P": 3}).winner
    'P'
    """
    winner = {"resign": OTHER[who], "agree": None, "time": who}[ending]
    return Outcome(winner, points, False, REASONS[ending])
