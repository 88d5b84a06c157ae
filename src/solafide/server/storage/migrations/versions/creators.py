"""From where games were created, as keyed hashes, and how much guests have stored: for quotas of guests."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "creators",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("address", sa.LargeBinary, nullable=False),
        sa.Column("network", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("creators_address_index", "creators", ["address"])
    op.create_index("creators_network_index", "creators", ["network"])
    op.create_table(
        "guest_days",
        sa.Column("guest", sa.LargeBinary, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("card_sets", sa.Integer, nullable=False),
        sa.Column("bytes", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sqlite_strict=True,
    )
