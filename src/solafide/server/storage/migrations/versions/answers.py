"""Store the first responses to requests, so that they outlive a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("request", sa.LargeBinary, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("answers_game_index", "answers", ["game"])
    op.create_index("answers_at_index", "answers", ["at"])
