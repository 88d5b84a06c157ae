"""`solafide admin rotate-logs`: let a running server open its log file again, after the old one was moved away."""

from __future__ import annotations

from solafide.commands.admin_connection import ask
from solafide.commands.context import DONE, NEGATIVE, Context, print_json


def run(context: Context) -> int:
    result = ask(context, "rotate_logs")
    if context.values["json"]:
        print_json(result)
    else:
        context.print_text("admin.logs.reopened" if result["reopened"] else "admin.logs.no_file")
    return DONE if result["reopened"] else NEGATIVE
