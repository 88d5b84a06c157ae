"""`solafide restore FILE`: replace the games of a server by those of a backup; running servers go on with them."""

from __future__ import annotations

from pathlib import Path

from solafide.commands.backup import checking, print_problems, storage_location
from solafide.commands.context import DONE, NEGATIVE, Context
from solafide.commands.paths import existing_file
from solafide.commands.server_extra import server_extra


def run(context: Context) -> int:
    with server_extra():
        from solafide.server.matches.backup_check import DamagedBackup
        from solafide.server.storage.backup import restore

    file = Path(existing_file(context.values["file"]))
    address, folder = storage_location(context)
    try:
        with checking(context) as check:
            game_count = restore(file, address, folder, check, context.values["force"])
    except DamagedBackup as error:
        print_problems(context, error, file)
        return NEGATIVE
    context.print_text("restore.done", n=game_count, file=file)
    return DONE
