"""`solafide play --terminal`: a game in the terminal."""

from pathlib import Path
from typing import Any

from solafide.cards import load
from solafide.commands.context import DONE, Context
from solafide.commands.network_warning import warn
from solafide.commands.paths import existing
from solafide.players import NAMES, player
from solafide.terminal.screen import Screen
from solafide.terminal.session import Evening
from solafide.terminal.setup import Setup

NO_OPPONENT = "none"
SEED_DIGITS = 64
RULES = ("mode", "claims", "tokens", "faith", "first")


def run(context: Context) -> int:
    warn(context)
    values = context.values
    given = _given(context)
    screen = Screen(context.lang, plain=values["plain"], colour=not values["no_color"])
    evening = Evening(screen)
    if values["load"] is not None:
        evening.spend(Path(values["load"]), {})
    elif values["opponent"] is not None or values["seed"] is not None:
        evening.spend(Setup(opponent=_opponent(context), **given), {})
    else:
        evening.spend(None, given)
    return DONE


def _given(context: Context) -> dict[str, Any]:
    """What the command line settles, checked."""
    values = context.values
    settled = [name for name in (*RULES, "cards", "seed", "opponent") if values[name] is not None]
    if values["load"] is not None:
        if settled:
            raise context.usage_error("cli.error.together", first="--load", second=f"--{settled[0]}")
        return {}
    given: dict[str, Any] = {name: values[name] for name in RULES if values[name] is not None}
    if values["cards"] is not None:
        given["cards"] = load(existing(values["cards"]))
    if values["seed"] is not None:
        given["seed"] = _seed(context)
    return given


def _seed(context: Context) -> bytes:
    text = context.values["seed"]
    if len(text) != SEED_DIGITS or not set(text.lower()) <= set("0123456789abcdef"):
        raise context.usage_error("cli.error.seed", option="--seed", value=text, count=SEED_DIGITS)
    return bytes.fromhex(text)


def _opponent(context: Context) -> str | None:
    name = context.values["opponent"]
    if name is None or name == NO_OPPONENT:
        return None
    if name.partition(":")[0] not in NAMES:
        known = ", ".join((NO_OPPONENT, *NAMES))
        raise context.usage_error("cli.error.choice", option="--opponent", value=name, allowed=known)
    player(name)  # its options are checked before anybody sits down
    return str(name)
