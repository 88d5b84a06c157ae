"""Online games: lobbies, seats with secrets, and what belongs to them."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

FLAG = sa.Boolean().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _alter_games()
    _create_lobbies()
    _create_seats()
    _create_chat_blocks_deals()


def _alter_games() -> None:
    op.add_column("games", sa.Column("length", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("asked", FLAG, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("online", sa.Text))
    connection = op.get_bind()
    longest = "SELECT max(version) FROM ledger WHERE ledger.game = games.id"
    connection.execute(sa.text(f"UPDATE games SET length = coalesce(({longest}), 0)"))
    games = sa.table(
        "games", sa.column("id", sa.Text), sa.column("summary", sa.Text), sa.column("asked", FLAG), sa.column("players")
    )
    for game, players, text in connection.execute(sa.select(games.c.id, games.c.players, games.c.summary)).all():
        summary = json.loads(text)
        if summary["outcome"] is not None:
            summary["outcome"].setdefault("reason", "points")
        summary_text = json.dumps(summary, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        values = {"summary": summary_text, "asked": _awaits_opponent(json.loads(players), summary)}
        connection.execute(sa.update(games).where(games.c.id == game).values(values))
    where = sa.text("asked = 1"), sa.text("asked")
    op.create_index("games_asked_index", "games", ["asked"], sqlite_where=where[0], postgresql_where=where[1])


def _awaits_opponent(players: dict[str, str], summary: dict[str, Any]) -> bool:
    """Whether a computer opponent has to choose."""
    persons, waiting = summary["persons"] or {}, summary["waiting_for"]
    seats = {persons.get(person, person): kind for person, kind in players.items()}
    return any(seats.get(who, "person") != "person" for who in waiting)


def _create_lobbies() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("client", sa.Text, unique=True),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("pace", sa.Text),
        sa.Column("study", FLAG, nullable=False),
        sa.Column("open", FLAG, nullable=False),
        sa.Column("part", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("watch", sa.LargeBinary),
        sa.Column("invite", sa.LargeBinary),
        sa.Column("deal", sa.Text),
        sqlite_strict=True,
    )
    op.create_index("tables_deal_index", "tables", ["deal"])
    op.create_index("tables_state_index", "tables", ["state", "created"])


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("hash", sa.LargeBinary, unique=True),
        sa.Column("owner", sa.LargeBinary),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("lang", sa.Text),
        sa.Column("promise", sa.Text),
        sa.Column("contribution", sa.LargeBinary),
        sa.Column("joined", sa.Text, nullable=False),
        sa.Column("muted", FLAG, nullable=False, server_default=sa.false()),
        sqlite_strict=True,
    )
    op.create_index("seats_owner_index", "seats", ["owner"])
    for name, column in (("orders", "data"), ("notes", "text")):
        op.create_table(
            name,
            sa.Column("game", sa.Text, primary_key=True),
            sa.Column("person", sa.Text, primary_key=True),
            sa.Column(column, sa.Text, nullable=False),
            sqlite_strict=True,
        )
    op.create_table(
        "signs",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("confirmed", FLAG, nullable=False, server_default=sa.false()),
        sa.Column("token", sa.LargeBinary),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sent", sa.Text),
        sa.Column("step", sa.Integer, nullable=False, server_default="0"),
        sqlite_strict=True,
    )
    op.create_index("signs_token_index", "signs", ["token"])


def _create_chat_blocks_deals() -> None:
    op.create_table(
        "chat",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("at", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "client"),
        sqlite_strict=True,
    )
    op.create_table(
        "blocks",
        sa.Column("owner", sa.LargeBinary, primary_key=True),
        sa.Column("blocked", sa.LargeBinary, primary_key=True),
        sqlite_strict=True,
    )
    op.create_table(
        "deals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("part", sa.LargeBinary),
        sa.Column("contribution", sa.LargeBinary),
        sa.Column("seed", sa.LargeBinary),
        sqlite_strict=True,
    )
