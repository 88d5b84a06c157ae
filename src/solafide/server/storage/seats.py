"""Load the players of an online match from the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from solafide.server.duplicate.deal import deal
from solafide.server.matches.access import SPECTATE
from solafide.server.matches.online_state import MatchTerms, OnlineState
from solafide.server.matches.order_execution import read
from solafide.server.storage.schema import chat, deals, lobbies, seats

SEATS = select(seats).where(seats.c.game == bindparam("game"))
_SPECTATOR_KEY = select(lobbies.c.watch).where(lobbies.c.id == bindparam("game"))
_LAST_CHAT = select(func.max(chat.c.number)).where(chat.c.game == bindparam("game"))


def load_online_state(connection: Connection, game: str, online: dict[str, Any]) -> OnlineState:
    """Load what is stored of the players of an online match; `online`: its terms, from the table `games`."""
    rows = connection.execute(SEATS, {"game": game}).all()
    spectator_key = connection.execute(_SPECTATOR_KEY, {"game": game}).scalar()
    keys = {row.person: row.hash for row in rows if row.hash is not None}
    terms = MatchTerms(**online)
    withheld, withdrawn = _deal_state(connection, terms.deal, game)
    return OnlineState(
        terms,
        keys | ({SPECTATE: spectator_key} if spectator_key else {}),
        names={row.person: row.name for row in rows},
        muted=frozenset(row.person for row in rows if row.muted),
        chat=connection.execute(_LAST_CHAT, {"game": game}).scalar() or 0,
        standing=read(connection, game),
        withheld=withheld,
        withdrawn=withdrawn,
    )


def _deal_state(connection: Connection, deal_id: str, game: str) -> tuple[bool, bool]:
    """Of a game of a duplicate deal: whether others still play the deal, and whether the game was withdrawn."""
    data = connection.execute(select(deals.c.data).where(deals.c.id == deal_id)).scalar() if deal_id else None
    if data is None:
        return False, False
    its_deal = deal(data["deal"])
    return not its_deal.over, any(board.game == game and board.withdrawn for board in its_deal.boards)
