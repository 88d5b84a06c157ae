"""Who sits at a table of people far apart, as the database knows them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from solafide.server.duplicate.deal import deal
from solafide.server.matches.access import SPECTATE
from solafide.server.matches.online_state import MatchTerms, OnlineState
from solafide.server.matches.order_execution import read
from solafide.server.storage.schema import chat, deals, seats
from solafide.server.storage.schema import tables as lobbies

SEATS = select(seats).where(seats.c.game == bindparam("game"))
_WATCH = select(lobbies.c.watch).where(lobbies.c.id == bindparam("game"))
_CHAT = select(func.max(chat.c.number)).where(chat.c.game == bindparam("game"))


def seating(connection: Connection, game: str, online: dict[str, Any]) -> OnlineState:
    """Those who play a game far apart, as the database knows them."""
    sitting = connection.execute(SEATS, {"game": game}).all()
    watch = connection.execute(_WATCH, {"game": game}).scalar()
    keys = {row.person: row.hash for row in sitting if row.hash is not None}
    terms = MatchTerms(**online)
    withheld, withdrawn = _in_deal(connection, terms.deal, game)
    return OnlineState(
        terms,
        keys | ({SPECTATE: watch} if watch else {}),
        names={row.person: row.name for row in sitting},
        muted=frozenset(row.person for row in sitting if row.muted),
        chat=connection.execute(_CHAT, {"game": game}).scalar() or 0,
        standing=read(connection, game),
        withheld=withheld,
        withdrawn=withdrawn,
    )


def _in_deal(connection: Connection, name: str, game: str) -> tuple[bool, bool]:
    """Of a game of a deal: whether others still play it, and whether it was withdrawn."""
    data = connection.execute(select(deals.c.data).where(deals.c.id == name)).scalar() if name else None
    if data is None:
        return False, False
    found = deal(data["deal"])
    return not found.over, any(board.game == game and board.withdrawn for board in found.boards)
