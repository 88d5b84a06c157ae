"""A word of warning where opponents and advice are weaker than they should be."""

import sys

from solafide.commands.context import Context
from solafide.players.agents.network_file import shipped_network
from solafide.text import error_text


def warn(context: Context) -> None:
    """Without the network that comes with the game everything works, by random play to the end: say so, and why."""
    problem = shipped_network().problem
    if problem is not None:
        print(error_text(problem, context.lang), file=sys.stderr)
        print(context.texts.render("cli.no_network"), file=sys.stderr)
