"""The tables of the database, the same in a file of SQLite and in PostgreSQL."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal_column,
)
from sqlalchemy.types import TypeDecorator, TypeEngine

SCHEMA_HEAD = "0006"  # the last migration; the user_version of a file of SQLite is the same as a number

# Times are texts as `hall.now` writes them, in UTC: they sort. Hashes are the 32 bytes of SHA-256.


def written(data: Any) -> str:
    """JSON as it stands in the database."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()


class Json(TypeDecorator[Any]):
    """Given and found as plain data, kept as text; None is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else written(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(value)


class Flag(TypeDecorator[bool]):
    """A bool; strict tables of SQLite have none and keep 0 or 1. It may stand alone as a condition."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_result_value(self, value: int | bool | None, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


Large = BigInteger().with_variant(Integer, "sqlite")
metadata = MetaData(naming_convention={"ix": "%(table_name)s_%(column_0_N_name)s_index"})


def _table(name: str, *parts: Any, **options: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True, **options)


# ---------------------------------------------------------------- games that were begun

# Setup of a game. cards: `CardSet.storage_key`, in older rows the full hash of a built-in set; summary: public facts
# for lists; length: the version of its last entry in the ledger, so that two processes cannot both go on from the same
# one; asked: whether a computer opponent must choose; online: the terms of an online game {pace, study, deal, chance:
# {part, "1", "2"} as hex}, else NULL.
games = _table(
    "games",
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("client", Text, unique=True),
    Column("rules", Integer, nullable=False),
    Column("options", Json, nullable=False),
    Column("cards", Text, nullable=False),
    Column("players", Json, nullable=False),
    Column("recorded", Json),
    Column("seed", LargeBinary),
    Column("start", Json),
    Column("summary", Json, nullable=False),
    Column("length", Integer, nullable=False, server_default="0"),
    Column("asked", Flag, nullable=False, server_default=false()),
    Column("online", Json),
)
Index("games_asked_index", games.c.asked, sqlite_where=games.c.asked, postgresql_where=games.c.asked)

# The ledger only grows; see `ledger.Entry`. seq: a number in the whole ledger.
ledger = _table(
    "ledger",
    Column("seq", Large, Identity(), primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("choice", Text, nullable=False),
    Column("client", Text),
    Column("step", Integer, nullable=False),
    Column("public", Integer, nullable=False),
    Column("at", Text, nullable=False),
    UniqueConstraint("game", "version"),
    UniqueConstraint("game", "client"),
    sqlite_autoincrement=True,
)
_rematch = ledger.c.kind == literal_column("'rematch'")
Index("ledger_rematch_index", ledger.c.choice, sqlite_where=_rematch, postgresql_where=_rematch)

# What requests with an id were answered first; see `answers`. request: its fingerprint; body: packed with zlib.
answers = _table(
    "answers",
    Column("request", LargeBinary, primary_key=True),
    Column("game", Text, nullable=False, index=True),
    Column("at", Text, nullable=False, index=True),
    Column("status", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Card sets of people's own, by their full hash.
sets = _table("sets", Column("hash", Text, primary_key=True), Column("canonical", Text, nullable=False))

# Browsers that were let in at home.
sessions = _table("sessions", Column("hash", LargeBinary, primary_key=True), Column("created", Text, nullable=False))

# What was found when finished games were looked at again.
analyses = _table("analyses", Column("game", Text, primary_key=True), Column("found", Json, nullable=False))

# ---------------------------------------------------------------- people far apart

# A table before its first card; the game that begins there has the same id, and the row stays.
# state: waiting, opening, begun or void. part: the server's share of chance. watch, invite: hashes of these secrets,
# invite NULL when it is spent. pace: NULL or {kind, bank, plus, cap}. deal: id of a deal that several tables play.
tables = _table(
    "tables",
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("client", Text, unique=True),
    Column("options", Json, nullable=False),
    Column("cards", Text, nullable=False),
    Column("players", Json, nullable=False),
    Column("pace", Json),
    Column("study", Flag, nullable=False),
    Column("open", Flag, nullable=False),
    Column("part", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("watch", LargeBinary),
    Column("invite", LargeBinary),
    Column("deal", Text, index=True),
    Index("tables_state_index", "state", "created"),
)

LOBBY_STATES = ("waiting", "opening")  # states of a table before its first card

# Who sits where; person: "1" or "2". hash: of the seat's secret, NULL for an opponent of ours (kind names it, or says
# person). owner: hash of the browser's player key, if it gave one. promise: hash of the contribution, as hex;
# contribution: its 32 bytes once opened. muted: does not want to read the other one's chat.
seats = _table(
    "seats",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("hash", LargeBinary, unique=True),
    Column("owner", LargeBinary, index=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("lang", Text),
    Column("promise", Text),
    Column("contribution", LargeBinary),
    Column("joined", Text, nullable=False),
    Column("muted", Flag, nullable=False, server_default=false()),
)

# Standing orders of a seat.
orders = _table(
    "orders",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("data", Json, nullable=False),
)

# Private notes of a seat.
notes = _table(
    "notes",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

# What the two said to each other; number: from 1 on in each game.
chat = _table(
    "chat",
    Column("game", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("client", Text),
    Column("at", Text, nullable=False),
    UniqueConstraint("game", "client"),
)

# Your-turn signs; kind: mail or hook. token: hash of what confirms an address, NULL when it is spent. failures: how
# often it could not be delivered since it last was; sent: when that was; step: the version of the game of which one was
# told last. leave: ends it, and stands in every letter. due: when to try next, NULL when nothing is to be told.
signs = _table(
    "signs",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("target", Text, nullable=False),
    Column("confirmed", Flag, nullable=False, server_default=false()),
    Column("token", LargeBinary, index=True),
    Column("created", Text, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("sent", Text),
    Column("step", Integer, nullable=False, server_default="0"),
    Column("lang", Text, nullable=False, server_default="en"),
    Column("leave", Text, index=True),
    Column("due", Text, index=True),
    Column("error", Text),
)

# Addresses of e-mail whose owners do not want to hear from us, as hashes.
unwanted = _table("unwanted", Column("hash", LargeBinary, primary_key=True), Column("created", Text, nullable=False))

# Whom somebody does not want to meet; both by their player keys' hashes.
blocks = _table(
    "blocks",
    Column("owner", LargeBinary, primary_key=True),
    Column("blocked", LargeBinary, primary_key=True),
)

# Deals that several tables play; the seed is made once and told when all its games are over.
deals = _table(
    "deals",
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("data", Json, nullable=False),
    Column("part", LargeBinary),
    Column("contribution", LargeBinary),
    Column("seed", LargeBinary),
)

# From when to when each server was up, in milliseconds; beat: its last sign of life.
uptime = _table(
    "uptime",
    Column("id", Large, Identity(), primary_key=True),
    Column("began", Large, nullable=False),
    Column("beat", Large, nullable=False),
)

# All that belongs to one game goes when it is deleted.
GAME_COLUMNS = (*(table.c.game for table in metadata.sorted_tables if "game" in table.c), games.c.id, tables.c.id)
