"""`solafide backup FILE`: write all games of a server to one file, also while it runs."""

from __future__ import annotations

from pathlib import Path

from solafide.commands.context import DONE, Context
from solafide.commands.serve import ONLINE_FOLDER
from solafide.commands.server_extra import server_extra
from solafide.game import SolaFideError
from solafide.terminal.store import data_folder

STORAGE_OPTIONS = ("data", "database")


def run(context: Context) -> int:
    with server_extra():
        from solafide.server.storage.backup import backup

    file = Path(context.values["file"])
    if file.is_dir():
        raise SolaFideError("error.file.folder", file=str(file))
    if file.exists() and not context.values["force"]:
        raise SolaFideError("error.file.exists", file=str(file))
    address, folder = storage_location(context)
    game_count = backup(address, folder, file)
    context.print_text("backup.done", n=game_count, file=file)
    return DONE


def storage_location(context: Context) -> tuple[str | None, Path]:
    """The database address and the data folder that `solafide serve` would use with the same settings."""
    from solafide.server.runtime import settings

    values = context.values
    file = Path(values["settings"]) if values["settings"] is not None else None
    server_settings = settings.read_settings({name: values[name] for name in STORAGE_OPTIONS}, file)
    database = (
        None
        if values["data"] is not None and values["database"] is None
        else server_settings.database.get_secret_value() or None
    )
    return database, Path(server_settings.data) if server_settings.data else data_folder() / ONLINE_FOLDER
