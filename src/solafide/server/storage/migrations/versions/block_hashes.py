"""Whom a player has blocked is stored as a keyed hash, which stays when the blocked player deletes everything."""

import hashlib
import hmac

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    blocks = sa.table("blocks", sa.column("owner", sa.LargeBinary), sa.column("blocked", sa.LargeBinary))
    connection = op.get_bind()
    for owner, blocked in connection.execute(sa.select(blocks.c.owner, blocks.c.blocked)).all():
        keyed = hmac.digest(owner, b"solafide block 1\n" + blocked, hashlib.sha256)
        row = (blocks.c.owner == owner) & (blocks.c.blocked == blocked)
        connection.execute(sa.update(blocks).where(row).values(blocked=keyed))
