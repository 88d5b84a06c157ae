"""Summarize a game: the few public facts that lists of games show, without the rest of a view."""

from solafide.game.game import Game
from solafide.game.identity import FAITHS
from solafide.game.view import Numbers, persons, phase, turn_number, waiting_for
from solafide.game.view_types import PublicSummary
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State


def summarize(game: Game) -> PublicSummary:
    """Return a few fields of a spectator's view, and who must choose; a whole view takes five times as long to build.

    In the draft `waiting_for` is not public: it is for the host.

    >>> summarize(Game())["phase"] == Game().view()["phase"]
    True
    """
    state = game._state
    numbers = _needed_numbers(state)
    outcome = game.outcome
    return {
        "phase": phase(numbers),
        "turn_number": turn_number(numbers),
        "waiting_for": waiting_for(numbers),
        "persons": persons(numbers),
        "faiths": {faith: {"points": state.score(f)} for f, faith in enumerate(FAITHS)},
        "outcome": outcome.json() if outcome else None,
    }


def _needed_numbers(state: State) -> Numbers:
    """Return the numbers of a state that a summary needs: all of them only during the preparations."""
    task = state.context()[0]
    if task == k.SETUP:
        return dump(state)
    few = {"over": state.over, "limited": state.limited, "who": state.who, "turns": state.turns}
    return {**few, "person": state.person, "rows": [task]}
