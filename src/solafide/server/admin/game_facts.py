"""What an operator may know of games: public facts, sizes and times; no hands, no secrets, no chat."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, Connection, Row, Select, Text, and_, func, select, type_coerce

from solafide.server.matches.capacity import UNFINISHED_PATTERN
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.schema import chat, games, ledger, lobbies, responses, seats

GameState = Literal["waiting", "opening", "running", "finished", "void"]
MAX_LISTED_GAMES = 1000
_is_unfinished = type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN)
_changed = func.coalesce(games.c.changed, lobbies.c.changed)
_WHERE: dict[str, ColumnElement[bool]] = {
    "waiting": lobbies.c.state == "waiting",
    "opening": lobbies.c.state == "opening",
    "running": and_(lobbies.c.state == "begun", _is_unfinished),
    "finished": and_(lobbies.c.state == "begun", ~_is_unfinished),
    "void": lobbies.c.state == "void",
}


class GameFilter(BaseModel):
    """Which games to list: in a state, not changed since a time, the longest untouched first."""

    model_config = ConfigDict(extra="forbid")

    state: GameState | None = None
    unchanged_since: str | None = None
    oldest: bool = False
    limit: int = Field(default=50, ge=1, le=MAX_LISTED_GAMES)


def _rows() -> Select[Any]:
    return select(
        lobbies.c.id,
        lobbies.c.state,
        lobbies.c.created,
        _changed.label("changed"),
        lobbies.c.players,
        lobbies.c.pace,
        lobbies.c.options,
        lobbies.c.deal,
        games.c.summary,
        games.c.length,
    ).select_from(lobbies.outerjoin(games, games.c.id == lobbies.c.id))


def list_games(connection: Connection, which: GameFilter) -> dict[str, Any]:
    """Return a line for each game of a filter, and how many there are in all."""
    conditions = [_WHERE[which.state]] if which.state else []
    if which.unchanged_since is not None:
        conditions.append(_changed < which.unchanged_since)
    joined = lobbies.outerjoin(games, games.c.id == lobbies.c.id)
    count = connection.execute(select(func.count()).select_from(joined).where(*conditions)).scalar_one()
    order = _changed.asc() if which.oldest else _changed.desc()
    rows = connection.execute(_rows().where(*conditions).order_by(order, lobbies.c.id).limit(which.limit))
    return {"count": count, "games": [_line(row) for row in rows]}


def show_game(connection: Connection, game: str) -> dict[str, Any]:
    """Return the public facts of one game."""
    row = connection.execute(_rows().where(lobbies.c.id == game)).first()
    if row is None:
        raise RequestRefused(404, "server.error.no_game")
    names = select(seats.c.person, seats.c.name).where(seats.c.game == game).order_by(seats.c.person)
    summary = row.summary or {}

    def count(table: Any) -> int:
        counted = select(func.count()).select_from(table).where(table.c.game == game)
        return connection.execute(counted).scalar_one()

    answers = select(func.coalesce(func.sum(func.length(responses.c.body)), 0)).where(responses.c.game == game)
    return {
        **_line(row),
        "options": row.options,
        "pace": row.pace,
        "deal": row.deal or "",
        "names": {row.person: row.name for row in connection.execute(names)},
        "phase": summary.get("phase", ""),
        "turn": summary.get("turn_number", 0),
        "waiting_for": summary.get("waiting_for", []),
        "outcome": summary.get("outcome"),
        "entries": count(ledger),
        "chat_lines": count(chat),
        "stored_answers_bytes": int(connection.execute(answers).scalar_one()),
    }


def count_games(connection: Connection) -> dict[str, int]:
    """Return how many games there are in each state."""
    joined = lobbies.outerjoin(games, games.c.id == lobbies.c.id)
    return {
        state: connection.execute(select(func.count()).select_from(joined).where(where)).scalar_one()
        for state, where in _WHERE.items()
    }


def _line(row: Row[Any]) -> dict[str, Any]:
    summary = row.summary or {}
    state = row.state if row.state != "begun" else "finished" if summary.get("outcome") else "running"
    return {
        "game": row.id,
        "state": state,
        "created": row.created,
        "changed": row.changed,
        "mode": row.options["mode"],
        "players": row.players,
        "steps": summary.get("steps", 0),
    }
