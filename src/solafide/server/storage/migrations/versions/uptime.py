"""When servers were up: clocks stop while no server can be reached."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

LARGE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "uptime",
        sa.Column("id", LARGE, sa.Identity(), primary_key=True),
        sa.Column("began", LARGE, nullable=False),
        sa.Column("beat", LARGE, nullable=False),
        sqlite_strict=True,
    )
