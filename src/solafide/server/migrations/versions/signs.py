"""Your-turn signs: when they are due, in which language, and who does not want any."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("signs", sa.Column("lang", sa.Text, nullable=False, server_default="en"))
    for name in ("leave", "due", "error"):
        op.add_column("signs", sa.Column(name, sa.Text))
    op.create_index("signs_leave_index", "signs", ["leave"])
    op.create_index("signs_due_index", "signs", ["due"])
    op.create_table(
        "unwanted",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sqlite_strict=True,
    )
