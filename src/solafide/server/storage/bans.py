"""Addresses and networks that the operator has banned, as they stand in the database."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select

from solafide.server.storage.schema import bans


class Ban(NamedTuple):
    """A banned address or network; until: when it ends, None for never."""

    network: str
    created: str
    until: str | None
    reason: str


def load_bans(connection: Connection, now: str) -> list[Ban]:
    """Return the bans that hold at a time, the newest first."""
    holds = or_(bans.c.until.is_(None), bans.c.until > now)
    rows = select(bans.c.network, bans.c.created, bans.c.until, bans.c.reason).where(holds)
    return [Ban(*row) for row in connection.execute(rows.order_by(bans.c.created.desc(), bans.c.network))]


def store_ban(connection: Connection, ban: Ban) -> None:
    """Store a ban in the place of an earlier one of the same network."""
    delete_ban(connection, ban.network)
    connection.execute(insert(bans), ban._asdict())


def delete_ban(connection: Connection, network: str) -> bool:
    """Delete a ban; return whether there was one."""
    return connection.execute(delete(bans).where(bans.c.network == network)).rowcount > 0


def delete_ended_bans(connection: Connection, now: str) -> None:
    """Delete the bans that no longer hold at a time."""
    connection.execute(delete(bans).where(bans.c.until <= now))
