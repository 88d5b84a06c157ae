"""Who sits at a table of people far apart, as the database knows them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from solafide.server.company import Company, Terms
from solafide.server.schema import chat, seats
from solafide.server.schema import tables as lobbies
from solafide.server.steward import read
from solafide.server.visitor import WATCH


def seating(connection: Connection, game: str, online: dict[str, Any]) -> Company:
    """Those who play a game far apart, as the database knows them."""
    sitting = connection.execute(select(seats).where(seats.c.game == game)).all()
    watch = connection.execute(select(lobbies.c.watch).where(lobbies.c.id == game)).scalar()
    keys = {row.person: row.hash for row in sitting if row.hash is not None}
    return Company(
        Terms(**online),
        keys | ({WATCH: watch} if watch else {}),
        names={row.person: row.name for row in sitting},
        muted=frozenset(row.person for row in sitting if row.muted),
        chat=connection.execute(select(func.max(chat.c.number)).where(chat.c.game == game)).scalar() or 0,
        standing=read(connection, game),
    )
