"""The options of games that a command line names."""

from typing import Any

from solafide.game import Options


def game_options(values: dict[str, Any], mode: Any) -> Options:
    """With the faiths agreed: whoever is named plays them."""
    return Options(
        mode=mode,
        claims=values["claims"],
        tokens=None if values["tokens"] == "unlimited" else 16,
        turn_limit=values["turn_limit"],
        faiths="agreed",
    )
