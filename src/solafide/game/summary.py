"""Summarize a game: the few public facts that lists of games show, without the rest of a view."""

from typing import Any

from solafide.game.game import Game
from solafide.game.notation import FAITHS
from solafide.game.view import persons, phase, turn_number, waiting_for
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State


def summarize(game: Game) -> dict[str, Any]:
    """Return a few fields of a spectator's view; a whole view takes five times as long to build.

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
        "faiths": {faith: {"points": int(state.score(f))} for f, faith in enumerate(FAITHS)},
        "outcome": outcome.json() if outcome else None,
    }


def _needed_numbers(state: State) -> dict[str, Any]:
    """Return the numbers of a state that a summary needs: all of them only during the preparations."""
    task = state.context()[0]
    if task == k.SETUP:
        every: dict[str, Any] = dump(state)
        return every
    few = {"over": state.over, "limited": state.limited, "who": state.who, "turns": state.turns}
    return {**few, "person": state.person, "rows": [task]}
