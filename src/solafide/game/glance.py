"""A game at a glance: the few public facts that lists and seats are about, without the rest of a view."""

from typing import Any

from solafide.game.choice import FAITHS
from solafide.game.game import Game
from solafide.game.view import persons, phase, turn_number, waiting_for
from solafide.kernel.snapshot import dump


def glance(game: Game) -> dict[str, Any]:
    """These fields of a spectator's view; to make all of it takes five times as long.

    >>> glance(Game())["phase"] == Game().view()["phase"]
    True
    """
    state = game._state
    numbers: dict[str, Any] = dump(state)
    ended = game.outcome
    return {
        "phase": phase(numbers),
        "turn_number": turn_number(numbers),
        "waiting_for": waiting_for(numbers),
        "persons": persons(numbers),
        "faiths": {faith: {"points": int(state.score(f))} for f, faith in enumerate(FAITHS)},
        "outcome": ended.json() if ended else None,
    }
