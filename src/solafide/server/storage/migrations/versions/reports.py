"""Games that players have reported to the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    boolean = sa.Integer() if op.get_bind().dialect.name == "sqlite" else sa.Boolean()
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("consent", boolean, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("closed", sa.Text),
        sa.Column("outcome", sa.Text),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
        sa.UniqueConstraint("game", "client"),
        sqlite_strict=True,
    )
    op.create_index("reports_closed_index", "reports", ["closed"])
