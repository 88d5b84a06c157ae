"""`solafide admin reports`: games that players have reported; list, show, close or dismiss a report."""

from __future__ import annotations

from typing import Any

from solafide.commands.admin_connection import ask, time_text
from solafide.commands.context import DONE, Context, print_json

OUTCOMES = {"close": "closed", "dismiss": "dismissed"}


def run(context: Context) -> int:
    name = context.parser.definition.name
    if name in OUTCOMES:
        return _close(context, OUTCOMES[name])
    return _show(context) if name == "show" else _list(context)


def _list(context: Context) -> int:
    values = context.values
    listed = ask(context, "reports", with_closed=values["all"], limit=values["limit"])
    if values["json"]:
        print_json(listed)
        return DONE
    context.print_text("admin.reports.count", n=listed["count"])
    if listed["reports"]:
        context.print_text("admin.reports.heading")
    for report in listed["reports"]:
        print(_line(context, report))
    return DONE


def _line(context: Context, report: dict[str, Any]) -> str:
    texts = context.texts
    reason = texts.render(f"admin.reports.reason.{report['reason']}")
    consent = texts.render("admin.reports.with_consent" if report["consent"] else "admin.reports.without_consent")
    state = texts.render(f"admin.reports.state.{report['outcome'] or 'open'}")
    return " | ".join((report["id"], time_text(report["created"]), state, reason, consent, report["game"]))


def _show(context: Context) -> int:
    report = ask(context, "report", report=context.values["report"], lang=context.lang)
    if context.values["json"]:
        print_json(report)
        return DONE
    print(_line(context, report))
    names = report["public"]["names"]
    context.print_text("admin.reports.by", person=report["person"], name=names.get(report["person"]) or "–")
    context.print_text("admin.reports.text", text=_one_line(report["text"]) or "–")
    if report["note"]:
        context.print_text("admin.reports.note", note=_one_line(report["note"]))
    public = report["public"]
    players = ", ".join(name for name in names.values() if name) or "–"
    context.print_text("admin.games.about", created=time_text(public["created"]), names=players)
    context.print_text("admin.games.progress", turn=public["turn"], waiting_for=", ".join(public["waiting_for"]) or "–")
    if report["seen"] is None:
        context.print_text("admin.reports.hidden")
    else:
        _print_seen(context, report["seen"])
    return DONE


def _print_seen(context: Context, shown_game: dict[str, Any]) -> None:
    """Print the chat, the hand and the events that the player who reported the game has seen."""
    context.print_text("admin.reports.chat", n=len(shown_game["chat"]))
    for message in shown_game["chat"]:
        print(f"  {time_text(message['at'])} {message['by']} {message['name']}: {_one_line(message['text'])}")
    context.print_text("admin.reports.hand", cards=", ".join(shown_game["hand"]) or "–")
    context.print_text("admin.reports.events", n=len(shown_game["events"]))
    for sentence in shown_game["events"]:
        print(f"  {sentence}")


def _one_line(text: str) -> str:
    """Return what a player wrote without characters that could change the terminal or look like another line.

    >>> _one_line("first\\nsecond \\x1b[2J")
    'first second \ufffd[2J'
    """
    spaced = " ".join(text.split())
    return "".join(character if character.isprintable() else "\ufffd" for character in spaced)


def _close(context: Context, outcome: str) -> int:
    values = context.values
    report = ask(context, "close_report", report=values["report"], outcome=outcome, note=values["note"])
    if values["json"]:
        print_json(report)
    else:
        print(_line(context, report))
    return DONE
