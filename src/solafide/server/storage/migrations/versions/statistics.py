"""Statistics of players, tags of games, and daily deals."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "game_facts",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("mistakes", sa.Text),
        sqlite_strict=True,
    )
    op.create_table(
        "game_tags",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("tag", sa.Text, primary_key=True),
        sqlite_strict=True,
    )
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("part", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("margin", sa.Integer),
        sqlite_strict=True,
    )
    op.create_table(
        "daily_games",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("owner", sa.LargeBinary),
        sa.Column("margin", sa.Integer),
        sa.UniqueConstraint("day", "owner"),
        sqlite_strict=True,
    )
    op.create_index("daily_games_day_index", "daily_games", ["day"])
    has_owner = sa.text("owner IS NOT NULL")
    op.create_index(
        "daily_games_owner_index", "daily_games", ["owner"], sqlite_where=has_owner, postgresql_where=has_owner
    )
