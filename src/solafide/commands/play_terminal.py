"""`solafide play --terminal`: a game in the terminal."""

from pathlib import Path
from typing import Any

from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, Context
from solafide.commands.network_warning import warn_without_network
from solafide.players import PLAYER_NAMES, player
from solafide.terminal.screen import Screen
from solafide.terminal.session import TerminalSession
from solafide.terminal.setup import GameSetup

NO_OPPONENT = "none"
SEED_DIGITS = 64
RULE_OPTIONS = ("mode", "claims", "tokens", "faith", "first")


def run(context: Context) -> int:
    warn_without_network(context)
    values = context.values
    preset = _preset(context)
    screen = Screen(context.lang, plain=values["plain"], colour=not values["no_color"])
    session = TerminalSession(screen)
    if values["load"] is not None:
        session.run(Path(values["load"]), {})
    elif values["opponent"] is not None or values["seed"] is not None:
        session.run(GameSetup(opponent=_opponent(context), **preset), {})
    else:
        session.run(None, preset)
    return DONE


def _preset(context: Context) -> dict[str, Any]:
    """The settings that the command line gives, checked."""
    values = context.values
    options = [name for name in (*RULE_OPTIONS, "cards", "seed", "opponent") if values[name] is not None]
    if values["load"] is not None:
        if options:
            raise context.usage_error("cli.error.together", first="--load", second=f"--{options[0]}")
        return {}
    preset: dict[str, Any] = {name: values[name] for name in RULE_OPTIONS if values[name] is not None}
    if values["cards"] is not None:
        preset["cards"] = named_card_set(context)
    if values["seed"] is not None:
        preset["seed"] = _seed(context)
    return preset


def _seed(context: Context) -> bytes:
    text = context.values["seed"]
    if len(text) != SEED_DIGITS or not set(text.lower()) <= set("0123456789abcdef"):
        raise context.usage_error("cli.error.seed", option="--seed", value=text, count=SEED_DIGITS)
    return bytes.fromhex(text)


def _opponent(context: Context) -> str | None:
    name = context.values["opponent"]
    if name is None or name == NO_OPPONENT:
        return None
    if name.partition(":")[0] not in PLAYER_NAMES:
        allowed = ", ".join((NO_OPPONENT, *PLAYER_NAMES))
        raise context.usage_error("cli.error.choice", option="--opponent", value=name, allowed=allowed)
    player(name)  # check its options now
    return str(name)
