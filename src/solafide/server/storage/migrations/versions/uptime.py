"""When servers were up, for the clocks of those who could not reach them."""

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
