"""`solafide serve`: a server for people who are far apart."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from solafide.commands.context import DONE, Context
from solafide.commands.server_extra import server_extra
from solafide.terminal.store import data_folder

if TYPE_CHECKING:
    from solafide.server.runtime.settings import Settings

GIVEN = ("address", "port", "origins", "data", "database")
FOLDER = "online"  # beside the games of `solafide play`: those have no secrets


def run(context: Context) -> int:
    with server_extra():
        from solafide.server.runtime import access_log, settings
        from solafide.server.runtime.online_server import OnlineServer

    values = context.values
    file = Path(values["settings"]) if values["settings"] is not None else None
    found = settings.read({name: values[name] for name in GIVEN}, os.environ, file)
    if values["list"]:
        _print(found, context)
        return DONE

    def ready(address: str) -> None:
        context.print_text("server.serving", address=address)
        sys.stdout.flush()

    def at_last() -> None:
        context.print_text("server.stopped")
        sys.stdout.flush()
        os._exit(DONE)

    access_log.set_up(found.log_level)
    folder = Path(found.data) if found.data else data_folder() / FOLDER
    OnlineServer(found, folder, ready, at_last).run()
    context.print_text("server.stopped")
    return DONE


def _print(found: Settings, context: Context) -> None:
    """One line a setting; what is secret is only said to be there."""
    from solafide.server.runtime.settings import TABLE, variable

    context.print_text("settings.heading")
    for key, field in TABLE.items():
        value = shown(getattr(found, field.name))
        if value and field.metadata["secret"]:
            value = context.texts.render("settings.hidden")
        meaning = context.texts.render(f"settings.meaning.{field.name}")
        print(" | ".join((key, variable(key), value, meaning)))


def shown(value: object) -> str:
    """A value as it would be written in the environment.

    >>> shown(("a", "b")), shown(True)
    ('a,b', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
