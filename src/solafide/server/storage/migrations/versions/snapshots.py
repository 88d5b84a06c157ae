"""Snapshots of long games, so that loading one does not replay its whole ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
    )
