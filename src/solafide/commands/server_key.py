"""`solafide server-key`: print the public keys of an online server, or replace its key, also while it runs."""

from __future__ import annotations

from solafide.commands.backup import storage_location
from solafide.commands.context import DONE, Context, print_json
from solafide.commands.server_extra import server_extra


def run(context: Context) -> int:
    with server_extra():
        from solafide.game.record.receipt import KEYS_VERSION
        from solafide.server.runtime.wall_clock import SYSTEM_CLOCK
        from solafide.server.storage.database import transaction
        from solafide.server.storage.server_keys import ensure_server_key, list_server_keys, rotate_server_key

    with transaction(*storage_location(context)) as connection:
        if context.values["rotate"]:
            rotate_server_key(connection, SYSTEM_CLOCK.timestamp)
        else:
            ensure_server_key(connection, SYSTEM_CLOCK.timestamp())
        keys = list_server_keys(connection)
    if context.values["json"]:
        print_json({"version": KEYS_VERSION, "keys": [key.json() for key in keys]})
        return DONE
    for key in keys:
        name = "server_key.current" if key.retired is None else "server_key.retired"
        context.print_text(name, key=key.key, created=key.created, retired=key.retired)
    return DONE
