"""Blocks: players who never meet again. Whom a player has blocked is stored as a keyed hash."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import Connection, insert, or_, select

from solafide.server.storage.schema import blocks

_PURPOSE = b"solafide block 1\n"


def blocked_hash(owner: bytes, blocked: bytes) -> bytes:
    """Return the hash of a blocked player, under the key of who blocks; both by the hashes of their player keys.

    It says nothing of the blocked player, so it stays when that player deletes everything, and the hashes that two
    players store of a third one are different.
    """
    return hmac.digest(owner, _PURPOSE + blocked, hashlib.sha256)


def add_block(connection: Connection, owner: bytes, blocked: bytes) -> None:
    """Store that a player has blocked another one; once is enough."""
    row = {"owner": owner, "blocked": blocked_hash(owner, blocked)}
    stored = select(blocks).where(blocks.c.owner == owner, blocks.c.blocked == row["blocked"])
    if connection.execute(stored).first() is None:
        connection.execute(insert(blocks), row)


def is_blocked(connection: Connection, one: bytes, other: bytes) -> bool:
    """Whether one of two players has blocked the other; both by the hashes of their player keys."""
    directions = ((one, blocked_hash(one, other)), (other, blocked_hash(other, one)))
    either = or_(*((blocks.c.owner == owner) & (blocks.c.blocked == blocked) for owner, blocked in directions))
    return connection.execute(select(blocks.c.owner).where(either)).first() is not None
