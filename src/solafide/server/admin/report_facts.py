"""What an operator may know of a reported game: with the consent of who reported it, what that player has seen."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from solafide.game import SolaFideError
from solafide.server.admin.game_facts import show_game
from solafide.server.matches.match import Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.storage.reports import Report, count_reports, find_report, list_reports
from solafide.server.storage.schema import chat, seats
from solafide.server.views.moment import moment

MAX_SHOWN_MESSAGES = 500
MAX_SHOWN_EVENTS = 500


def list_report_facts(connection: Connection, with_closed: bool, limit: int) -> dict[str, Any]:
    """Return a line for each report, and how many there are."""
    shown = [report_line(report) for report in list_reports(connection, with_closed, limit)]
    return {"count": count_reports(connection, with_closed), "reports": shown}


def require_report(connection: Connection, report: str) -> Report:
    """Return a report by its id; refuse an unknown one."""
    stored = find_report(connection, report)
    if stored is None:
        raise SolaFideError("admin.error.no_report", report=report)
    return stored


async def show_report(registry: MatchRegistry, report: str, lang: str) -> dict[str, Any]:
    """Return a report with the public facts of its game; `seen`: only with consent, else None."""

    def job(connection: Connection) -> tuple[Report, dict[str, Any], list[dict[str, Any]]]:
        stored = require_report(connection, report)
        messages = _chat_until(connection, stored) if stored.consent else []
        return stored, show_game(connection, stored.game), messages

    stored, public, messages = await registry.store.do(job)
    shown_game = None
    if stored.consent:
        async with registry.locked(stored.game) as match:
            shown_game = {"chat": messages, **_seen_by_reporter(match, stored, lang)}
    return {**report_line(stored), "text": stored.text, "note": stored.note, "public": public, "seen": shown_game}


def report_line(report: Report) -> dict[str, Any]:
    """Return what a list shows of a report."""
    fields = ("id", "game", "person", "reason", "consent", "created", "closed", "outcome")
    return {name: getattr(report, name) for name in fields}


def _chat_until(connection: Connection, report: Report) -> list[dict[str, Any]]:
    """Return the last chat messages before a report, the oldest first; the consent covers no later ones."""
    sat = chat.outerjoin(seats, (seats.c.game == chat.c.game) & (seats.c.person == chat.c.person))
    query = select(chat.c.person, seats.c.name, chat.c.text, chat.c.at).select_from(sat)
    until = query.where(chat.c.game == report.game, chat.c.at <= report.created)
    rows = connection.execute(until.order_by(chat.c.number.desc()).limit(MAX_SHOWN_MESSAGES)).all()
    return [{"by": person, "name": name or "", "text": text, "at": at} for person, name, text, at in reversed(rows)]


def _seen_by_reporter(match: Match, report: Report, lang: str) -> dict[str, Any]:
    """Return the hand and the events that the reporting seat saw at the time of the report, field by field."""
    seat = match.current_seat("1" if report.person == "1" else "2")
    step = min(report.step, match.game.version_for(seat))
    shown = moment(match, seat, lang, 0, step)
    own = shown["view"].get("own") or {}
    events = [event["standalone_text"] for event in shown["events"] if event["standalone_text"]]
    return {"seat": seat, "step": step, "hand": list(own.get("hand", ())), "events": events[-MAX_SHOWN_EVENTS:]}
