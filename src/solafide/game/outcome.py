"""How a game ended (§10)."""

from dataclasses import dataclass
from typing import Any

from solafide.game.choice import FAITHS
from solafide.kernel.state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (None: equal points are a draw, R29), the points, and whether a turn limit cut the game off (R44)."""

    winner: str | None
    points: dict[str, int]
    limited: bool

    def json(self) -> dict[str, Any]:
        return {"winner": self.winner, "points": self.points, "limited": self.limited}


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    points = {FAITHS[f]: int(state.score(f)) for f in range(2)}
    lead = points["C"] - points["P"]
    return Outcome("C" if lead > 0 else "P" if lead < 0 else None, points, bool(state.limited))
