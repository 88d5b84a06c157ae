"""`solafide admin games`: list the games of a running server; show, close or delete one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from solafide.commands.admin_connection import ask, size_text, time_text
from solafide.commands.context import DONE, Context, print_json


def run(context: Context) -> int:
    match context.parser.definition.name:
        case "show":
            return _show(context)
        case "close" | "delete" as name:
            return _end(context, name)
    return _list(context)


def _end(context: Context, name: str) -> int:
    """Close or delete a game."""
    game = ask(context, f"{name}_game", game=context.values["game"])
    if context.values["json"]:
        print_json(game)
    else:
        context.print_text(f"admin.games.done.{name}", game=game["game"])
    return DONE


def _list(context: Context) -> int:
    values = context.values
    listed = ask(
        context,
        "games",
        state=values["state"],
        unchanged_since=_days_ago(values["untouched"]),
        oldest=values["oldest"],
        limit=values["limit"],
    )
    if values["json"]:
        print_json(listed)
        return DONE
    context.print_text("admin.games.count", n=listed["count"])
    if listed["games"]:
        context.print_text("admin.games.heading")
    for game in listed["games"]:
        print(_line(context, game))
    return DONE


def _days_ago(days: int | None) -> str | None:
    if days is None:
        return None
    from solafide.server.runtime.wall_clock import SYSTEM_CLOCK

    return SYSTEM_CLOCK.timestamp_after(-timedelta(days=days))


def _line(context: Context, game: dict[str, Any]) -> str:
    state = context.texts.render(f"admin.state.{game['state']}")
    players = "/".join(game["players"].values())
    changed = time_text(game["changed"])
    return " | ".join((game["game"], state, changed, game["mode"], players, str(game["steps"])))


def _show(context: Context) -> int:
    game = ask(context, "game", game=context.values["game"])
    if context.values["json"]:
        print_json(game)
        return DONE
    print(_line(context, game))
    names = ", ".join(name for name in game["names"].values() if name) or "–"
    context.print_text("admin.games.about", created=time_text(game["created"]), names=names)
    waiting_for = ", ".join(game["waiting_for"]) or "–"
    context.print_text("admin.games.progress", turn=game["turn"], waiting_for=waiting_for)
    outcome = game["outcome"] or {}
    context.print_text("admin.games.outcome", winner=outcome.get("winner") or "–", reason=outcome.get("reason") or "–")
    size = size_text(game["stored_answers_bytes"])
    context.print_text("admin.games.size", entries=game["entries"], chat=game["chat_lines"], size=size)
    return DONE
