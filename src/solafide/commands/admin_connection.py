"""What every `solafide admin` command needs: the socket of the running server, and texts for sizes and times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solafide.commands.context import Context
from solafide.commands.server_extra import server_extra
from solafide.terminal.store import ONLINE_FOLDER, data_folder


def admin_socket(context: Context) -> Path:
    """Return the socket of the server that runs with the same settings."""
    with server_extra():
        from solafide.server.admin.client import find_socket
        from solafide.server.runtime import settings

    values = context.values
    file = Path(values["settings"]) if values["settings"] is not None else None
    server_settings = settings.read_settings({"data": values["data"]}, file)
    folder = Path(server_settings.data) if server_settings.data else data_folder() / ONLINE_FOLDER
    own_place = "" if values["data"] is not None else server_settings.admin.socket
    return find_socket(folder, values["socket"] or own_place)


def ask(context: Context, command: str, **arguments: Any) -> dict[str, Any]:
    """Send a command to the running server and return its result."""
    from solafide.server.admin.client import send_command

    return send_command(admin_socket(context), command, **arguments)


def size_text(size_bytes: int | None) -> str:
    """
    >>> size_text(2_500_000), size_text(None)
    ('2.5 MB', '–')
    """
    return "–" if size_bytes is None else f"{size_bytes / 1_000_000:.1f} MB"


def duration_text(seconds: int) -> str:
    """
    >>> duration_text(93_784)
    '1 d 2 h 3 min'
    """
    minutes = seconds // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    return f"{days} d {hours} h {minutes % 60} min"


def time_text(timestamp: str) -> str:
    """
    >>> time_text("2026-11-18T08:30:00.123+00:00")
    '2026-11-18 08:30 UTC'
    """
    return f"{timestamp[:10]} {timestamp[11:16]} UTC"
