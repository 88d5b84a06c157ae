"""`solafide serve`: run a server for online games."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from solafide.commands.context import DONE, Context
from solafide.commands.server_extra import server_extra
from solafide.terminal.store import ONLINE_FOLDER, data_folder

if TYPE_CHECKING:
    from solafide.server.runtime.settings import ServerSettings

SETTING_OPTIONS = ("address", "port", "origins", "data", "database")


def run(context: Context) -> int:
    with server_extra():
        from solafide.server.runtime import access_log, settings
        from solafide.server.runtime.online_server import OnlineServer

    values = context.values
    file = Path(values["settings"]) if values["settings"] is not None else None
    server_settings = settings.read_settings({name: values[name] for name in SETTING_OPTIONS}, file)
    if values["list"]:
        _print(server_settings, context)
        return DONE

    def ready(address: str) -> None:
        context.print_text("server.serving", address=address)
        sys.stdout.flush()

    def on_forced_stop() -> None:
        context.print_text("server.stopped")
        sys.stdout.flush()
        os._exit(DONE)

    log_file = Path(server_settings.log.file) if server_settings.log.file else None
    access_log.set_up(server_settings.log.level, file=log_file)
    folder = Path(server_settings.data) if server_settings.data else data_folder() / ONLINE_FOLDER
    OnlineServer(server_settings, folder, ready, on_forced_stop).run()
    context.print_text("server.stopped")
    return DONE


def _print(server_settings: ServerSettings, context: Context) -> None:
    """Print one line for each setting; secret values are not shown."""
    from solafide.server.runtime.settings import FIELDS, is_secret, variable_name

    context.print_text("settings.heading")
    for key in FIELDS:
        value = setting_text(server_settings.value_of(key))
        if value and is_secret(key):
            value = context.texts.render("settings.hidden")
        meaning = context.texts.render(f"settings.meaning.{key.replace('.', '_')}")
        print(" | ".join((key, variable_name(key), value, meaning)))


def setting_text(value: object) -> str:
    """A value as it would be written in the environment.

    >>> setting_text(("a", "b")), setting_text(True)
    ('a,b', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
