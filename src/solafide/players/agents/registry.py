"""The registry of players: by name, with options, such as `greedy`, `greedy:worlds=6`, `random:seed=3`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from solafide.game import SolaFideError
from solafide.players.agents.base import Player
from solafide.players.agents.greedy import GreedyPlayer
from solafide.players.agents.levels import LEVELS, LevelPlayer
from solafide.players.agents.network_file import load_network
from solafide.players.agents.network_only import NetworkPlayer
from solafide.players.agents.random_agent import RandomPlayer
from solafide.players.agents.search import SearchPlayer

_FACTORIES: dict[str, Callable[..., Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "network": NetworkPlayer,
    "search": SearchPlayer,
    **{name: partial(LevelPlayer, name) for name in LEVELS},
}
_SEED_RANGE = {"seed": (0, 2**63 - 1)}
_OPTION_RANGES: dict[str, dict[str, tuple[int, int]]] = {
    "random": _SEED_RANGE,
    "greedy": {**_SEED_RANGE, "worlds": (1, 64)},
    "network": {**_SEED_RANGE, "overlooks": (0, 63)},
    "search": {
        **_SEED_RANGE,
        "iterations": (1, 10**9),
        "ms": (1, 10**7),
        "threads": (1, 64),
        "playouts": (0, 1),
        "viewer": (0, 2),
        "horizon": (0, 1000),
        "assume_known_hand": (0, 1),
        "exploration": (0, 10_000),
        "reuse": (0, 1),
        "overlooks": (0, 63),
    },
    **dict.fromkeys(LEVELS, _SEED_RANGE),
}
_OPTION_ALIASES = {"unsuspecting": "assume_known_hand"}  # earlier names, still accepted
_FILE_OPTIONS = dict.fromkeys(("network", "search", *LEVELS), ("weights",))

PLAYER_NAMES = tuple(_FACTORIES)


def player(description: str, seed: int = 0) -> Player:
    """The player of that name; options follow a colon, separated by commas. An option `seed` wins over the argument.

    >>> player("greedy:worlds=6").worlds
    6
    """
    name, _, rest = description.partition(":")
    if name not in _FACTORIES:
        raise SolaFideError("cli.error.player", player=description, players=", ".join(PLAYER_NAMES))
    files = {key: value for key, value in map(_split_option, rest.split(",")) if key in _FILE_OPTIONS.get(name, ())}
    for file in files.values():
        load_network(Path(file))  # raises if the file cannot be used, before the first game
    others = ",".join(part for part in rest.split(",") if _split_option(part)[0] not in files)
    return _FACTORIES[name](**{"seed": seed} | parse_options(name, others, _OPTION_RANGES[name]), **files)


def table_player(description: str, seed: int = 0) -> Player:
    """The player of that name for a game with people: a level stops at the time limit of a table.

    >>> table_player("rector").budget
    SearchBudget(iterations=40000, seconds=1.8)
    """
    agent = player(description, seed)
    if isinstance(agent, LevelPlayer):
        agent.limit_to_table_time()
    return agent


def _split_option(option: str) -> tuple[str, str]:
    """Split an option into its name and value.

    >>> _split_option("unsuspecting=1")
    ('assume_known_hand', '1')
    """
    name, _, value = option.partition("=")
    return _OPTION_ALIASES.get(name, name), value


def parse_options(name: str, options: str, limits: dict[str, tuple[int, int]]) -> dict[str, int]:
    """Read the options of a player and check their ranges.

    >>> parse_options("greedy", "worlds=6", {"worlds": (1, 64)})
    {'worlds': 6}
    """
    parts = [_split_option(part) for part in filter(None, options.split(","))]
    return {key: _parse_number(name, key, value, limits) for key, value in parts}


def _parse_number(name: str, key: str, value: str, limits: dict[str, tuple[int, int]]) -> int:
    if key not in limits:
        raise SolaFideError(
            "cli.error.choice", option=f"{name}:", value=key, allowed=", ".join((*limits, *_FILE_OPTIONS.get(name, ())))
        )
    low, high = limits[key]
    if not value.isdecimal() or not value.isascii() or not low <= int(value) <= high:
        raise SolaFideError("cli.error.choice", option=f"{name}:{key}", value=value, allowed=f"{low}-{high}")
    return int(value)
