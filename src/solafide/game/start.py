"""Start positions: a moment of a game as plain numbers, from which another game goes on."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSet
from solafide.game.error import SolaFideError
from solafide.game.identity import FAITHS, Faith
from solafide.game.options import RULES_VERSION, Options, kernel_tables
from solafide.game.view import phase
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State


def start_position(state: State, cards: CardSet, hidden_from: Faith | None, seed: int) -> dict[str, Any]:
    """Return a state as plain numbers, with all hidden cards; those that `hidden_from` cannot know are dealt again."""
    if state.over:
        raise SolaFideError("error.start.over")
    if phase(dump(state)) != "play":
        raise SolaFideError("error.start.early")
    twin = state.clone()
    if hidden_from is not None:
        redeal(twin, FAITHS.index(hidden_from), seed)
    numbers = dump(twin) | {"rng": 0}
    return {"rules": RULES_VERSION, "cards": cards.rules_hash, "state": numbers, "hash": _hash(numbers)}


def load_start_position(data: Mapping[str, Any], options: Options, cards: CardSet) -> State:
    """Return the state of a start position; one of other rules or cards, or a damaged one, is refused."""
    if data.get("rules") != RULES_VERSION or data.get("cards") != cards.rules_hash:
        raise SolaFideError("error.start.other")
    if data.get("hash") != _hash(data.get("state")):  # the kernel does not check its input
        raise SolaFideError("error.start.damaged")
    state = State(kernel_tables(cards, options))
    state.new_game(0)
    load(state, data["state"])
    return state


def _hash(numbers: Any) -> str:
    return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()
