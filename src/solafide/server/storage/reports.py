"""Games that players have reported to the operator, as they stand in the database."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from solafide.server.storage.schema import reports, seats


class Report(NamedTuple):
    """A reported game; see `schema.reports`."""

    id: str
    game: str
    person: str
    reason: str
    text: str
    consent: bool
    step: int
    client: str
    created: str
    closed: str | None = None
    outcome: str | None = None
    note: str = ""


_ALL: Select[Any] = select(*(reports.c[name] for name in Report._fields))


def store_report(connection: Connection, report: Report) -> None:
    """Store a new report."""
    connection.execute(insert(reports), report._asdict())


def find_repeated_report(connection: Connection, game: str, idempotency_key: str) -> Report | None:
    """Return the report that a request with this key has made before."""
    row = connection.execute(_ALL.where(reports.c.game == game, reports.c.client == idempotency_key)).first()
    return Report(*row) if row else None


def find_report(connection: Connection, report: str) -> Report | None:
    """Return a report by its id."""
    row = connection.execute(_ALL.where(reports.c.id == report)).first()
    return Report(*row) if row else None


def seat_reports(connection: Connection, game: str, person: str) -> list[Report]:
    """Return the reports of one seat, the oldest first."""
    own = _ALL.where(reports.c.game == game, reports.c.person == person)
    return [Report(*row) for row in connection.execute(own.order_by(reports.c.created, reports.c.id))]


def list_reports(connection: Connection, with_closed: bool, limit: int) -> list[Report]:
    """Return the reports that wait for the operator, the oldest first; with_closed: after them the closed ones."""
    shown = _ALL if with_closed else _ALL.where(reports.c.closed.is_(None))
    order = (reports.c.closed.is_not(None), reports.c.created, reports.c.id)
    return [Report(*row) for row in connection.execute(shown.order_by(*order).limit(limit))]


def count_reports(connection: Connection, with_closed: bool = False) -> int:
    """Count the reports that wait for the operator; with_closed: all."""
    count = select(func.count()).select_from(reports)
    return connection.execute(count if with_closed else count.where(reports.c.closed.is_(None))).scalar_one()


def count_player_reports(connection: Connection, game: str, person: str, since: str) -> int:
    """Count the reports since a time of the player who has a seat, by the hash of the player key; 0 without one."""
    owner = select(seats.c.owner).where(seats.c.game == game, seats.c.person == person).scalar_subquery()
    own = seats.join(reports, (reports.c.game == seats.c.game) & (reports.c.person == seats.c.person))
    count = select(func.count()).select_from(own).where(seats.c.owner == owner, reports.c.created > since)
    return connection.execute(count).scalar_one()


def close_report(connection: Connection, report: str, outcome: str, note: str, at: str) -> bool:
    """Note what the operator decided; return whether there is such a report and it was open."""
    change = update(reports).where(reports.c.id == report, reports.c.closed.is_(None))
    return connection.execute(change.values(closed=at, outcome=outcome, note=note)).rowcount > 0


def delete_reports_closed_before(connection: Connection, time: str) -> int:
    """Delete reports that were closed before a time; return how many."""
    return connection.execute(delete(reports).where(reports.c.closed < time)).rowcount
