"""`solafide admin ban`, `unban` and `bans`: the addresses and networks that a running server refuses."""

from __future__ import annotations

from typing import Any

from solafide.commands.admin_connection import ask, time_text
from solafide.commands.context import DONE, Context, print_json


def run(context: Context) -> int:
    values, name = context.values, context.parser.definition.name
    if name == "ban":
        result = ask(context, "ban", network=values["network"], hours=values["hours"], reason=values["reason"])
    elif name == "unban":
        result = ask(context, "unban", network=values["network"])
    else:
        result = ask(context, "bans")
    if values["json"]:
        print_json(result)
    elif name == "ban":
        context.print_text("admin.bans.banned", network=result["network"], until=_until(context, result))
    elif name == "unban":
        context.print_text("admin.bans.unbanned", network=result["network"])
    else:
        _print_all(context, result["bans"])
    return DONE


def _print_all(context: Context, bans: list[dict[str, Any]]) -> None:
    context.print_text("admin.bans.count", n=len(bans))
    for ban in bans:
        print(" | ".join((ban["network"], time_text(ban["created"]), _until(context, ban), ban["reason"])))


def _until(context: Context, ban: dict[str, Any]) -> str:
    if ban["until"] is None:
        return context.texts.render("admin.bans.for_ever")
    return context.texts.render("admin.bans.until", time=time_text(ban["until"]))
