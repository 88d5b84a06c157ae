"""Keys of the server, and the promises that it signed with them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "server_keys",
        sa.Column("public", sa.Text, primary_key=True),
        sa.Column("private", sa.LargeBinary),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("retired", sa.Text),
        sa.Column("current", sa.Integer, unique=True),
        sqlite_strict=True,
    )
    op.create_table(
        "promises",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sqlite_strict=True,
    )
