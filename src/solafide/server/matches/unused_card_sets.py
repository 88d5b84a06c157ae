"""Delete card sets that no game, lobby or deal needs any more, after a grace time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Text,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
    type_coerce,
    update,
)

from solafide.server.matches.registry import delete_rows
from solafide.server.runtime.wall_clock import WallClock
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import LOBBY_STATES, card_sets, deals, games, lobbies, seats

UNUSED_FOR = timedelta(days=7)  # somebody may be about to use it again


def is_needed(connection: Connection) -> ColumnElement[bool]:
    """Whether a game, a lobby that may still begin, or a deal needs the card set of a row.

    Each table is read once, not once for each card set.
    """
    may_begin = lobbies.c.state.in_(LOBBY_STATES)
    return or_(
        card_sets.c.hash.in_(select(games.c.cards)),
        card_sets.c.hash.in_(select(lobbies.c.cards).where(may_begin)),
        card_sets.c.hash.in_(select(_deal_card_set(connection))),
    )


def _deal_card_set(connection: Connection) -> ColumnElement[str]:
    """The hash of the card set of a deal, which stands in its JSON; never NULL."""
    data = type_coerce(deals.c.data, Text)
    if connection.dialect.name == "sqlite":
        hash_: ColumnElement[str] = func.json_extract(data, "$.terms.cards")
    else:
        hash_ = func.json_extract_path_text(cast(data, JSON), "terms", "cards")
    return func.coalesce(hash_, "")


def mark_unused_card_sets(connection: Connection, at: str) -> None:
    """Store since when nobody needs a card set; one that is needed again is no longer marked."""
    is_marked, needed = card_sets.c.unused.is_not(None), is_needed(connection)
    connection.execute(update(card_sets).where(is_marked, needed).values(unused=None))
    connection.execute(update(card_sets).where(~is_marked, ~needed).values(unused=at))


async def delete_unused_card_sets(store: Storage, clock: WallClock) -> int:
    """Mark the card sets that nobody needs, and delete those that nobody has needed for a while."""
    at, oldest = clock.timestamp(), clock.timestamp_after(-UNUSED_FOR)

    def job(connection: Connection) -> int:
        mark_unused_card_sets(connection, at)
        is_old = card_sets.c.unused < oldest
        return connection.execute(delete(card_sets).where(is_old, ~is_needed(connection))).rowcount

    return await store.do(job)


def delete_abandoned_games(connection: Connection, candidates: Sequence[str], at: str) -> list[str]:
    """Delete the games with a player's own card set in which nobody has a seat any more, and those sets; return them.

    candidates: games and lobbies that a player has left. The games of a duplicate deal stay.
    """
    has_player = exists().where(seats.c.game == lobbies.c.id, seats.c.hash.is_not(None))
    own_sets = select(card_sets.c.hash)
    abandoned = select(lobbies.c.id, lobbies.c.cards).where(
        lobbies.c.id.in_(candidates), lobbies.c.deal.is_(None), lobbies.c.cards.in_(own_sets), ~has_player
    )
    rows = connection.execute(abandoned).all()
    for game, _ in rows:
        delete_rows(connection, game, at)
    hashes = {cards for _, cards in rows}
    if not hashes:
        return []
    is_unneeded = card_sets.c.hash.in_(hashes) & ~is_needed(connection)
    connection.execute(update(card_sets).where(is_unneeded).values(unused=at))
    is_marked = card_sets.c.unused.is_not(None)
    connection.execute(delete(card_sets).where(is_unneeded, is_marked))  # nobody has begun to use it meanwhile
    return [game for game, _ in rows]
