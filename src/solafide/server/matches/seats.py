"""Load the players of an online match from the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from solafide.server.matches.online_state import MatchTerms, OnlineState
from solafide.server.matches.order_execution import load_orders
from solafide.server.schemas.identity import SPECTATOR
from solafide.server.storage.schema import chat, expiry_warnings, lobbies, seats

SEATS = select(seats).where(seats.c.game == bindparam("game"))
_SPECTATOR_KEY = select(lobbies.c.watch).where(lobbies.c.id == bindparam("game"))
_LAST_CHAT = select(func.max(chat.c.number)).where(chat.c.game == bindparam("game"))
_WARNING = select(expiry_warnings.c.warned, expiry_warnings.c.closes).where(expiry_warnings.c.game == bindparam("game"))


class DealState(NamedTuple):
    """What a match must know of its duplicate deal.

    withheld: others still play the deal, so nothing hidden may be shown; withdrawn: the match does not count in it.
    """

    withheld: bool
    withdrawn: bool


NO_DEAL = DealState(withheld=False, withdrawn=False)
LoadDealState = Callable[[Connection, str, str], DealState]  # from the ids of the deal and of the match


def withhold(connection: Connection, deal: str, game: str) -> DealState:
    """Show nothing hidden of a deal: the safe answer until `duplicate`, which knows how it stands, has set a loader."""
    return DealState(withheld=True, withdrawn=False)


def load_online_state(
    connection: Connection, game: str, online: dict[str, Any], load_deal_state: LoadDealState
) -> OnlineState:
    """Load what is stored of the players of an online match; `online`: its terms, from the table `games`."""
    rows = connection.execute(SEATS, {"game": game}).all()
    spectator_key = connection.execute(_SPECTATOR_KEY, {"game": game}).scalar()
    keys = {row.person: row.hash for row in rows if row.hash is not None}
    terms = MatchTerms.from_json(online)
    deal_state = load_deal_state(connection, terms.deal, game) if terms.deal else NO_DEAL
    warned_at, closes_at = connection.execute(_WARNING, {"game": game}).one_or_none() or ("", "")
    return OnlineState(
        terms,
        keys | ({SPECTATOR: spectator_key} if spectator_key else {}),
        names={row.person: row.name for row in rows},
        muted=frozenset(row.person for row in rows if row.muted),
        last_chat=connection.execute(_LAST_CHAT, {"game": game}).scalar() or 0,
        standing_orders=load_orders(connection, game),
        withheld=deal_state.withheld,
        withdrawn=deal_state.withdrawn,
        warned_at=warned_at,
        closes_at=closes_at,
    )
