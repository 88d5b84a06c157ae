"""Your-turn notifications: when they are due, in which language, and who does not want any."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("signs", sa.Column("lang", sa.Text, nullable=False, server_default="en"))
    for name in ("leave", "due", "error"):
        op.add_column("signs", sa.Column(name, sa.Text))
    _fill_in_unsubscribe_tokens()
    op.create_index("signs_leave_index", "signs", ["leave"])
    op.create_index("signs_due_index", "signs", ["due"])
    op.create_table(
        "unwanted",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sqlite_strict=True,
    )


def _fill_in_unsubscribe_tokens() -> None:
    """Give the rows that are there a way to unsubscribe too."""
    names = ("game", "person", "kind")
    signs = sa.table("signs", *(sa.column(name, sa.Text) for name in (*names, "leave")))
    connection = op.get_bind()
    for row in connection.execute(sa.select(*(signs.c[name] for name in names))).all():
        same = [signs.c[name] == value for name, value in zip(names, row, strict=True)]
        connection.execute(sa.update(signs).where(*same).values(leave=secrets.token_urlsafe(32)))
