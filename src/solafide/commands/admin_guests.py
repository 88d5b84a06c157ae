"""`solafide admin guests`: who stores most on a running server, and who asks it most, by pseudonyms."""

from __future__ import annotations

from typing import Any

from solafide.commands.admin_connection import ask, size_text
from solafide.commands.context import DONE, Context, print_json


def run(context: Context) -> int:
    listed = ask(context, "guests", limit=context.values["limit"])
    if context.values["json"]:
        print_json(listed)
        return DONE
    context.print_text("admin.guests.count", n=listed["count"])
    if listed["guests"]:
        context.print_text("admin.guests.heading")
    for guest in listed["guests"]:
        print(_line(guest))
    return DONE


def _line(guest: dict[str, Any]) -> str:
    counts = (str(guest["games"]), str(guest["card_sets"]), size_text(guest["stored_bytes"]), str(guest["requests"]))
    return " | ".join((guest["guest"], guest["network"] or "–", guest["address"] or "–", *counts))
