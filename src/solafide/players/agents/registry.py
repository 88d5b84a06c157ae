"""Players by name, with options: `greedy`, `greedy:worlds=6`, `random:seed=3`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from solafide.game import SolaFideError
from solafide.players.agents.base import Player
from solafide.players.agents.greedy import Greedy
from solafide.players.agents.levels import LEVELS, Level
from solafide.players.agents.network_file import load
from solafide.players.agents.network_only import Intuition
from solafide.players.agents.random_agent import Random
from solafide.players.agents.search import Search

_MAKERS: dict[str, Callable[..., Player]] = {
    "random": Random,
    "greedy": Greedy,
    "network": Intuition,
    "search": Search,
    **{name: partial(Level, name) for name in LEVELS},
}
_SEED = {"seed": (0, 2**63 - 1)}
_LIMITS: dict[str, dict[str, tuple[int, int]]] = {
    "random": _SEED,
    "greedy": {**_SEED, "worlds": (1, 64)},
    "network": {**_SEED, "overlooks": (0, 63)},
    "search": {
        **_SEED,
        "iterations": (1, 10**9),
        "ms": (1, 10**7),
        "threads": (1, 64),
        "playouts": (0, 1),
        "viewer": (0, 2),
        "horizon": (0, 1000),
        "unsuspecting": (0, 1),
        "exploration": (0, 10_000),
        "reuse": (0, 1),
        "overlooks": (0, 63),
    },
    **dict.fromkeys(LEVELS, _SEED),
}
_FILES = {"network": ("weights",), "search": ("weights",)}

NAMES = tuple(_MAKERS)


def player(description: str, seed: int = 0) -> Player:
    """The player of that name; options follow a colon, separated by commas. An option `seed` wins over the argument.

    >>> player("greedy:worlds=6").worlds
    6
    """
    name, _, rest = description.partition(":")
    if name not in _MAKERS:
        raise SolaFideError("cli.error.player", player=description, players=", ".join(NAMES))
    files = {key: value for key, _, value in map(_parts, rest.split(",")) if key in _FILES.get(name, ())}
    for file in files.values():
        load(Path(file))  # what is wrong with it is said before the first game
    others = ",".join(part for part in rest.split(",") if _parts(part)[0] not in files)
    return _MAKERS[name](**{"seed": seed} | numbers(name, others, _LIMITS[name]), **files)


def table_player(description: str, seed: int = 0) -> Player:
    """The player of that name for a game with people: a level stops at the time limit of a table.

    >>> table_player("rector").budget
    SearchBudget(iterations=40000, seconds=1.8)
    """
    found = player(description, seed)
    if isinstance(found, Level):
        found.limit_to_table_time()
    return found


def _parts(option: str) -> tuple[str, str, str]:
    return option.partition("=")


def numbers(name: str, options: str, limits: dict[str, tuple[int, int]]) -> dict[str, int]:
    """The options of a player as numbers, checked.

    >>> numbers("greedy", "worlds=6", {"worlds": (1, 64)})
    {'worlds': 6}
    """
    parts = [_parts(part) for part in filter(None, options.split(","))]
    return {key: _number(name, key, value, limits) for key, _, value in parts}


def _number(name: str, key: str, value: str, limits: dict[str, tuple[int, int]]) -> int:
    if key not in limits:
        raise SolaFideError(
            "cli.error.choice", option=f"{name}:", value=key, allowed=", ".join((*limits, *_FILES.get(name, ())))
        )
    low, high = limits[key]
    if not value.isdecimal() or not value.isascii() or not low <= int(value) <= high:
        raise SolaFideError("cli.error.choice", option=f"{name}:{key}", value=value, allowed=f"{low}-{high}")
    return int(value)
