"""Games that nobody plays on are closed, and card sets that nobody needs are deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "expiry_warnings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("warned", sa.Text, nullable=False),
        sa.Column("closes", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "expiry_start",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.add_column("sets", sa.Column("unused", sa.Text))
    op.add_column("signs", sa.Column("about", sa.Text, nullable=False, server_default="turn"))
