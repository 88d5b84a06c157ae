"""Measure the iterations a second of searches at the start of a first game, and of OpenSpiel's; `-m` prints them."""

import json
from importlib.util import find_spec

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.kernel.build_mode import MODE
from solafide.lab.bench_worker import rate
from solafide.lab.player_registry import lab_player

OURS = ("search", "search:playouts=1")
THEIRS = ("openspiel", "openspiel:rollouts=1")


def iterations_per_second(description: str, seconds: float = 2.0) -> float:
    """Iterations a second of a search in one thread, by the name of its player; what it takes to begin counts too."""
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    decision = game.decision()
    assert decision
    view = game.view(decision.who)

    def work(iterations: int) -> float:
        full_description = f"{description}{',' if ':' in description else ':'}iterations={iterations}"
        lab_player(full_description).choose(view, decision, builtin())
        return iterations

    return rate(work, seconds, first=2)


def all_iterations_per_second(seconds: float = 2.0) -> dict[str, int]:
    """Return the iterations a second of all available searches, by name."""
    names = OURS + (THEIRS if find_spec("pyspiel") else ())
    return {name: round(iterations_per_second(name, seconds)) for name in names}


if __name__ == "__main__":
    print(json.dumps({"mode": MODE, "iterations_per_second": all_iterations_per_second()}, indent=2))
