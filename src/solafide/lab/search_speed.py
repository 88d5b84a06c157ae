"""How many iterations a second searches do at the start of a first game, ours and OpenSpiel's: `-m` prints them."""

import json
from importlib.util import find_spec

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.kernel.build_mode import MODE
from solafide.lab.bench_worker import rate
from solafide.lab.player_registry import guest

OURS = ("search", "search:playouts=1")
THEIRS = ("openspiel", "openspiel:rollouts=1")


def pace(description: str, seconds: float = 2.0) -> float:
    """Iterations a second of a search in one thread, by the name of its player; what it takes to begin counts too."""
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    decision = game.decision()
    assert decision
    view = game.view(decision.who)

    def work(iterations: int) -> float:
        named = f"{description}{',' if ':' in description else ':'}iterations={iterations}"
        guest(named).choose(view, decision, builtin())
        return iterations

    return rate(work, seconds, first=2)


def paces(seconds: float = 2.0) -> dict[str, int]:
    """Those of all searches that are there, by name."""
    names = OURS + (THEIRS if find_spec("pyspiel") else ())
    return {name: round(pace(name, seconds)) for name in names}


if __name__ == "__main__":
    print(json.dumps({"mode": MODE, "iterations_per_second": paces()}, indent=2))
