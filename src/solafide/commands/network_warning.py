"""Warn if the network file is missing: opponents and hints are weaker without it."""

import sys

from solafide.commands.context import Context
from solafide.players.agents.network_file import shipped_network
from solafide.text import error_text


def warn_without_network(context: Context) -> None:
    """Print why the network of the package could not be read, and what that means."""
    problem = shipped_network().problem
    if problem is not None:
        print(error_text(problem, context.lang), file=sys.stderr)
        print(context.texts.render("cli.no_network"), file=sys.stderr)
