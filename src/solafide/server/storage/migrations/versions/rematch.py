"""Find out whether a game is a rematch without reading the whole ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    rematch = sa.text("kind = 'rematch'")
    op.create_index("ledger_rematch_index", "ledger", ["choice"], sqlite_where=rematch, postgresql_where=rematch)
