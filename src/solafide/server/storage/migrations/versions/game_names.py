"""Names for games, and for the people who play at one screen."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("games", sa.Column("names", sa.Text))
    op.add_column("games", sa.Column("title", sa.Text, nullable=False, server_default=""))
