"""Whether a game is decided on points, and for how long nothing was claimed: facts that everybody can see."""

from solafide.game.game import Game
from solafide.game.identity import FAITHS, Faith
from solafide.kernel import codes as k


def points_lead(game: Game) -> int:
    """Return by how many points the Catholics lead; negative: the Protestants do."""
    return int(game._state.score(k.CATHOLIC) - game._state.score(k.PROTESTANT))


def unclaimed_points(game: Game) -> int:
    """Return the most points that a faith can still gain: every unclaimed circle with a Reward (R17, R25).

    >>> unclaimed_points(Game())
    72
    """
    return int(game._state.unclaimed_points())


def decided_winner(game: Game) -> Faith | None:
    """Return the faith that leads by more than the other can still gain; None while both can win or draw.

    >>> decided_winner(Game()) is None
    True
    """
    lead = points_lead(game)
    if game.over or abs(lead) <= unclaimed_points(game):
        return None
    return FAITHS[k.CATHOLIC if lead > 0 else k.PROTESTANT]


def turns_without_claim(game: Game) -> int:
    """Return how many turns were played to their end since the last claim, or since the start.

    >>> turns_without_claim(Game())
    0
    """
    turns = 0
    for step in reversed(game._history.steps):
        kinds = [row[0] for row in step.events]
        if k.E_CLAIMED in kinds:
            return turns + (k.E_TURN in kinds)
        turns += k.E_TURN in kinds and k.E_STARTS not in kinds
    return turns
