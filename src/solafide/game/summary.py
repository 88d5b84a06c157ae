"""A game at a glance: the few public facts that lists and seats are about, without the rest of a view."""

from typing import Any

from solafide.game.game import Game
from solafide.game.notation import FAITHS
from solafide.game.view import persons, phase, turn_number, waiting_for
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State


def glance(game: Game) -> dict[str, Any]:
    """These fields of a spectator's view; to make all of it takes five times as long.

    >>> glance(Game())["phase"] == Game().view()["phase"]
    True
    """
    state = game._state
    numbers = _numbers(state)
    ended = game.outcome
    return {
        "phase": phase(numbers),
        "turn_number": turn_number(numbers),
        "waiting_for": waiting_for(numbers),
        "persons": persons(numbers),
        "faiths": {faith: {"points": int(state.score(f))} for f, faith in enumerate(FAITHS)},
        "outcome": ended.json() if ended else None,
    }


def _numbers(state: State) -> dict[str, Any]:
    """As many of a state's numbers as it takes: all of them only in the preparations, above which nothing lies."""
    task = state.context()[0]
    if task == k.SETUP:
        found: dict[str, Any] = dump(state)
        return found
    few = {"over": state.over, "limited": state.limited, "who": state.who, "turns": state.turns}
    return {**few, "person": state.person, "rows": [task]}
