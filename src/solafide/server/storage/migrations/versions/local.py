"""The tables of the first release: games of the local server."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("client", sa.Text, unique=True),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("recorded", sa.Text),
        sa.Column("seed", sa.LargeBinary),
        sa.Column("start", sa.Text),
        sa.Column("summary", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "ledger",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("choice", sa.Text, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "version"),
        sa.UniqueConstraint("game", "client"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_table(
        "sets",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("canonical", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "analyses",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("found", sa.Text, nullable=False),
        sqlite_strict=True,
    )
