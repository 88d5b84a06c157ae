"""`solafide restore FILE`: what a backup holds instead of what a server has; servers that run go on with it."""

from __future__ import annotations

from pathlib import Path

from solafide.commands.backup import house
from solafide.commands.context import DONE, Context
from solafide.commands.paths import existing
from solafide.commands.server_extra import server_extra


def run(context: Context) -> int:
    with server_extra():
        from solafide.server.storage.backup import restore

    file = Path(existing(context.values["file"]))
    address, folder = house(context)
    found = restore(file, address, folder, context.values["force"])
    context.print_text("restore.done", n=found, file=file)
    return DONE
