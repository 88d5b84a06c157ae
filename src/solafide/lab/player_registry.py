"""The players of the lab by name: those of the game, and OpenSpiel's search, `openspiel:ms=100`."""

from importlib import import_module

from solafide.game import SolaFideError
from solafide.players import Player, player
from solafide.players.agents.registry import parse_options

OPENSPIEL = "openspiel"  # its name, and that of the extra it comes with
OPENSPIEL_OPTION_RANGES = {
    "seed": (0, 2**63 - 1),
    "iterations": (2, 10**9),
    "ms": (1, 10**7),
    "rollouts": (0, 1000),
    "exploration": (0, 10_000),
}


def lab_player(description: str, seed: int = 0) -> Player:
    """The player of that name, as `player` gives it; OpenSpiel's search is known here as well.

    >>> lab_player("random:seed=3").seed
    3
    """
    name, _, rest = description.partition(":")
    if name != OPENSPIEL:
        return player(description, seed)
    options = {"seed": seed} | parse_options(name, rest, OPENSPIEL_OPTION_RANGES)
    try:
        agent: Player = import_module("solafide.lab.openspiel_agent").OpenSpielPlayer(**options)
    except ModuleNotFoundError:
        raise SolaFideError("bench.no_peers", extra=OPENSPIEL) from None
    return agent
