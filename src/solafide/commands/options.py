"""Game options from the values of a command line."""

from typing import Any

from solafide.game import Options


def game_options(values: dict[str, Any], mode: Any) -> Options:
    """The options of a game; the faiths are agreed, since the command line names who plays which."""
    return Options(
        mode=mode,
        claims=values["claims"],
        tokens=None if values["tokens"] == "unlimited" else 16,
        turn_limit=values["turn_limit"],
        faiths="agreed",
    )
