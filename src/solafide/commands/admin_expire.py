"""`solafide admin expire`: close what nobody plays on, and delete card sets that nobody needs, now."""

from __future__ import annotations

from solafide.commands.admin_connection import ask
from solafide.commands.context import DONE, Context, print_json

COUNTED = ("closed", "warned", "lobbies", "deals", "card_sets")


def run(context: Context) -> int:
    result = ask(context, "expire")
    if context.values["json"]:
        print_json(result)
        return DONE
    for name in COUNTED:
        context.print_text(f"admin.expire.{name}", n=result[name])
    return DONE
