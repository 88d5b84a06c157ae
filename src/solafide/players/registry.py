"""Players by name, with options: `greedy`, `greedy:worlds=6`, `random:seed=3`."""

from collections.abc import Callable

from solafide.game import SolaFideError
from solafide.players.greedy import Greedy
from solafide.players.player import Player
from solafide.players.random import Random
from solafide.players.search import Search

_MAKERS: dict[str, Callable[..., Player]] = {"random": Random, "greedy": Greedy, "search": Search}
_LIMITS: dict[str, dict[str, tuple[int, int]]] = {
    "random": {"seed": (0, 2**63 - 1)},
    "greedy": {"seed": (0, 2**63 - 1), "worlds": (1, 64)},
    "search": {
        "seed": (0, 2**63 - 1),
        "iterations": (1, 10**9),
        "ms": (1, 10**7),
        "threads": (1, 64),
        "playouts": (0, 1),
        "viewer": (0, 2),
        "horizon": (0, 1000),
        "unsuspecting": (0, 1),
        "exploration": (0, 1000),
        "reuse": (0, 1),
    },
}

NAMES = tuple(_MAKERS)


def player(description: str, seed: int = 0) -> Player:
    """The player of that name; options follow a colon, separated by commas. An option `seed` wins over the argument.

    >>> player("greedy:worlds=6").worlds
    6
    """
    name, _, rest = description.partition(":")
    if name not in _MAKERS:
        raise SolaFideError("cli.error.player", player=description, players=", ".join(NAMES))
    return _MAKERS[name](**{"seed": seed} | numbers(name, rest, _LIMITS[name]))


def numbers(name: str, options: str, limits: dict[str, tuple[int, int]]) -> dict[str, int]:
    """The options of a player as numbers, checked.

    >>> numbers("greedy", "worlds=6", {"worlds": (1, 64)})
    {'worlds': 6}
    """
    parts = [part.partition("=") for part in filter(None, options.split(","))]
    return {key: _number(name, key, value, limits) for key, _, value in parts}


def _number(name: str, key: str, value: str, limits: dict[str, tuple[int, int]]) -> int:
    if key not in limits:
        raise SolaFideError("cli.error.choice", option=f"{name}:", value=key, allowed=", ".join(limits))
    low, high = limits[key]
    if not value.isdecimal() or not value.isascii() or not low <= int(value) <= high:
        raise SolaFideError("cli.error.choice", option=f"{name}:{key}", value=value, allowed=f"{low}-{high}")
    return int(value)
