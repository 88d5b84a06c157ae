"""`solafide play`: the table in the browser, or with `--terminal` in the terminal."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

from solafide.commands.context import DONE, Context
from solafide.commands.network_warning import warn_without_network
from solafide.commands.server_extra import server_extra
from solafide.terminal.store import ONLINE_FOLDER, data_folder

BROWSER_OPTIONS = ("no_browser", "port", "data")


def run(context: Context) -> int:
    values = context.values
    if values["terminal"]:
        if options := [name for name in BROWSER_OPTIONS if values[name]]:
            raise context.usage_error("cli.error.together", first="--terminal", second=_option(options[0]))
        from solafide.commands.play_terminal import run as run_in_terminal

        return run_in_terminal(context)
    allowed = ("terminal", "lang", *BROWSER_OPTIONS)
    if options := [name for name, value in values.items() if value and name not in allowed]:
        raise context.usage_error("cli.error.only_with", option=_option(options[0]), needed="--terminal")
    return _serve(context)


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _serve(context: Context) -> int:
    with server_extra("server.error.extra_to_play"):
        from solafide.server.runtime.local_server import serve
        from solafide.server.runtime.network_server import NetworkServer

    values = context.values
    folder = Path(values["data"]) if values["data"] is not None else data_folder()

    def ready(address: str) -> None:
        context.print_text("server.address", address=address)
        context.print_text("server.end")
        sys.stdout.flush()
        if not values["no_browser"] and not webbrowser.open(address):
            context.print_text("server.open_yourself")
            sys.stdout.flush()
        warn_without_network(context)  # after the address is printed: reading the network takes a moment

    if serve(folder, values["port"], ready, NetworkServer(folder / ONLINE_FOLDER)):
        context.print_text("server.ended")
    return DONE
