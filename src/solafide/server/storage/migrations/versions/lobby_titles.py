"""Names for online games, from the lobby on."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("tables", sa.Column("title", sa.Text, nullable=False, server_default=""))
