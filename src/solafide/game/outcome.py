"""The outcome of a game: by points (§10), resignation, agreement or time; or that its server closed it."""

from dataclasses import dataclass

from solafide.game.event_types import EndReason
from solafide.game.identity import FAITHS, Faith, Seat
from solafide.game.notation import Ending
from solafide.game.view_types import OutcomeJson
from solafide.kernel.state import State

ENDING_REASONS: dict[Ending, EndReason] = {
    "resign": "resigned",
    "agree": "agreed",
    "time": "time",
    "close": "closed",
}
OPPONENT: dict[Seat, Seat] = {"C": "P", "P": "C", "1": "2", "2": "1"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (None: equal points are a draw, R29), the points, and whether a turn limit cut the game off (R44).

    reason: `points`; or, no matter what the points are, `resigned`, `agreed` (a draw), `time` (it ran out) or `closed`
    (nobody played on: the game has no result, and is no draw). Before the faiths are settled the winner is person "1"
    or "2".
    """

    winner: Seat | None
    points: dict[Faith, int]
    limited: bool
    reason: EndReason = "points"

    @property
    def is_draw(self) -> bool:
        """Whether nobody has won a game that has a result."""
        return self.winner is None and self.reason != "closed"

    def json(self) -> OutcomeJson:
        return {"winner": self.winner, "points": self.points, "limited": self.limited, "reason": self.reason}


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a game that was played to its end; None before that."""
    if not state.over:
        return None
    points = {FAITHS[f]: int(state.score(f)) for f in range(2)}
    lead = points["C"] - points["P"]
    return Outcome("C" if lead > 0 else "P" if lead < 0 else None, points, bool(state.limited))


def outcome_of_ending(ending: Ending, who: Seat, points: dict[Faith, int]) -> Outcome:
    """Return the outcome of a game in which this player resigned, accepted a draw, or claimed a win on time.

    close: the game waited for this player in vain, and its server has closed it without a result.

    >>> outcome_of_ending("resign", "C", {"C": 20, "P": 3}).winner
    'P'
    """
    winners: dict[Ending, Seat | None] = {"resign": OPPONENT[who], "agree": None, "time": who, "close": None}
    return Outcome(winners[ending], points, False, ENDING_REASONS[ending])
