"""Addresses and networks that the operator has banned."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("network", sa.Text, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("until", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_strict=True,
    )
