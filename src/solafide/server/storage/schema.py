"""The tables of the database, the same in SQLite and in PostgreSQL.

Table and column names are stored data and stay as they are; the variables here carry the names that the code uses.
"""

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

SCHEMA_HEAD = "0016"  # the last migration; the user_version of an SQLite file is the same as a number

# Times are texts as `WallClock.timestamp` writes them, in UTC, so that they sort. Hashes are the 32 bytes of SHA-256.


def dump_json(data: Any) -> str:
    """Serialise data as it stands in the database."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()


class JsonText(TypeDecorator[Any]):
    """A column of plain data, stored as JSON text; None is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else dump_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(value)


class PortableBoolean(TypeDecorator[bool]):
    """A bool; strict SQLite tables have none and store 0 or 1. A column of it may stand alone as a condition."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_result_value(self, value: int | bool | None, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


BigInt = BigInteger().with_variant(Integer, "sqlite")
metadata = MetaData(naming_convention={"ix": "%(table_name)s_%(column_0_N_name)s_index"})


def _table(name: str, *parts: Any, **options: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True, **options)


# ---------------------------------------------------------------- games that have begun

# What a game was set up with. cards: `CardSet.storage_key`, in older rows the full hash of a built-in set; summary:
# public facts for lists; length: the version of its last ledger entry, so that two processes cannot both append to the
# same one; asked: a computer opponent has to choose; online: the terms of an online game {pace, study, deal, promises,
# parts as hex, decides}, else NULL; names: of the people who play on a local server, by person, if they have any;
# title: the name that a player has given to the game, or "".
games = _table(
    "games",
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("client", Text, unique=True),
    Column("rules", Integer, nullable=False),
    Column("options", JsonText, nullable=False),
    Column("cards", Text, nullable=False),
    Column("players", JsonText, nullable=False),
    Column("recorded", JsonText),
    Column("seed", LargeBinary),
    Column("start", JsonText),
    Column("summary", JsonText, nullable=False),
    Column("length", Integer, nullable=False, server_default="0"),
    Column("asked", PortableBoolean, nullable=False, server_default=false()),
    Column("online", JsonText),
    Column("names", JsonText),
    Column("title", Text, nullable=False, server_default=""),
)
Index("games_asked_index", games.c.asked, sqlite_where=games.c.asked, postgresql_where=games.c.asked)

# The ledger only grows; see `ledger.LedgerEntry`. seq: a number in the whole ledger.
ledger = _table(
    "ledger",
    Column("seq", BigInt, Identity(), primary_key=True),
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
_is_rematch = ledger.c.kind == literal_column("'rematch'")
Index("ledger_rematch_index", ledger.c.choice, sqlite_where=_is_rematch, postgresql_where=_is_rematch)

# What is left of the first entries of a long ledger, so that loading a game does not read them all; see
# `matches.snapshot`. version: of the last entry that it stands for; data: JSON compressed with zlib.
snapshots = _table(
    "snapshots",
    Column("game", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

# The first responses to requests with an idempotency key; see `http.idempotency`. request: its fingerprint; body:
# compressed with zlib.
responses = _table(
    "answers",
    Column("request", LargeBinary, primary_key=True),
    Column("game", Text, nullable=False, index=True),
    Column("at", Text, nullable=False, index=True),
    Column("status", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Users' own card sets, by their full hash. unused: since when no game, lobby or deal needs it; see
# `matches.unused_card_sets`.
card_sets = _table(
    "sets",
    Column("hash", Text, primary_key=True),
    Column("canonical", Text, nullable=False),
    Column("unused", Text),
)

# Browsers that have logged in to the local server.
sessions = _table("sessions", Column("hash", LargeBinary, primary_key=True), Column("created", Text, nullable=False))

# Analyses of finished games.
analyses = _table("analyses", Column("game", Text, primary_key=True), Column("found", JsonText, nullable=False))

# What a finished game adds to the statistics of its players, computed once; see `statistics.game_facts`. mistakes: by
# faith, once the game is analysed, else NULL.
game_facts = _table(
    "game_facts",
    Column("game", Text, primary_key=True),
    Column("data", JsonText, nullable=False),
    Column("mistakes", JsonText),
)

# Words under which a player files a game. person: whose they are; "" on a local server.
game_tags = _table(
    "game_tags",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("tag", Text, primary_key=True),
)

# The daily deals, one for each day in UTC. terms: level, person and options; part: the server's contribution, of which
# the seed is made; margin: the Catholics' lead in the level's own game, NULL until it was played.
daily_deals = _table(
    "daily_deals",
    Column("day", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("terms", JsonText, nullable=False),
    Column("part", LargeBinary, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("margin", Integer),
)

# The games of daily deals. owner: hash of the player key, so that nobody plays a deal twice; NULL after that day, and
# on a local server. margin: the Catholics' lead, if the game was over on that day.
daily_games = _table(
    "daily_games",
    Column("game", Text, primary_key=True),
    Column("day", Text, nullable=False, index=True),
    Column("owner", LargeBinary),
    Column("margin", Integer),
    UniqueConstraint("day", "owner"),
)
_has_owner = daily_games.c.owner.is_not(None)
Index("daily_games_owner_index", daily_games.c.owner, sqlite_where=_has_owner, postgresql_where=_has_owner)

# ---------------------------------------------------------------- online games

# A match before its first card; the game that begins there has the same id, and the row stays.
# state: waiting, opening, begun or void. part: the server's contribution to the seed. watch, invite: hashes of these
# secrets, invite NULL after use. pace: NULL or {kind, bank, plus, cap}. deal: id of the duplicate deal it belongs to.
# title: the name of the game, or "".
lobbies = _table(
    "tables",
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("client", Text, unique=True),
    Column("options", JsonText, nullable=False),
    Column("cards", Text, nullable=False),
    Column("players", JsonText, nullable=False),
    Column("pace", JsonText),
    Column("study", PortableBoolean, nullable=False),
    Column("open", PortableBoolean, nullable=False),
    Column("part", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("watch", LargeBinary),
    Column("invite", LargeBinary),
    Column("deal", Text, index=True),
    Column("title", Text, nullable=False, server_default=""),
    Index("tables_state_index", "state", "created"),
)

LOBBY_STATES = ("waiting", "opening")  # states before the first card

# From where an unfinished game, a lobby, a deal or a board of a deal was created, for quotas; see `matches.quotas`.
# game: its id; address, network: keyed hashes.
creators = _table(
    "creators",
    Column("game", Text, primary_key=True),
    Column("address", LargeBinary, nullable=False, index=True),
    Column("network", LargeBinary, nullable=False, index=True),
)

# How many card sets came from an address or a network on one day, and about how many bytes they take together with the
# games of that guest that ended. guest: one of the two keyed hashes.
guest_days = _table(
    "guest_days",
    Column("guest", LargeBinary, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("card_sets", Integer, nullable=False),
    Column("bytes", BigInt, nullable=False),
)

# Who sits where; person: "1" or "2". hash: of the seat's secret, NULL for a computer opponent. kind: the opponent, or
# "person". owner: hash of the browser's player key, if it sent one. promise: hash of the contribution to the seed, as
# hex; contribution: its 32 bytes once opened. muted: does not want to read the other player's chat.
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
    Column("muted", PortableBoolean, nullable=False, server_default=false()),
)

# Standing orders of a seat.
standing_orders = _table(
    "orders",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("data", JsonText, nullable=False),
)

# Private notes of a seat.
notes = _table(
    "notes",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

# Chat between the two players; number: from 1 on in each game.
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

# Your-turn notifications; kind: mail or hook. token: hash of the confirmation token, NULL after use. failures: failed
# deliveries since the last success; sent: when that was; step: the version of the game of the last notification.
# leave: the unsubscribe token, which stands in every e-mail. due: when to deliver next, NULL when nothing is queued;
# about: what the queued one says, `turn` or `expiry`.
notifications = _table(
    "signs",
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("target", Text, nullable=False),
    Column("confirmed", PortableBoolean, nullable=False, server_default=false()),
    Column("token", LargeBinary, index=True),
    Column("created", Text, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("sent", Text),
    Column("step", Integer, nullable=False, server_default="0"),
    Column("lang", Text, nullable=False, server_default="en"),
    Column("leave", Text, index=True),
    Column("due", Text, index=True),
    Column("error", Text),
    Column("about", Text, nullable=False, server_default="turn"),
)

# E-mail addresses whose owners want no e-mail from this server, as hashes.
email_blocklist = _table(
    "unwanted", Column("hash", LargeBinary, primary_key=True), Column("created", Text, nullable=False)
)

# Players whom a player does not want to meet. owner: hash of the player key; blocked: see `matches.blocks`.
blocks = _table(
    "blocks",
    Column("owner", LargeBinary, primary_key=True),
    Column("blocked", LargeBinary, primary_key=True),
)

# Duplicate deals; the seed is drawn once and published when all games of the deal are over.
deals = _table(
    "deals",
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("data", JsonText, nullable=False),
    Column("part", LargeBinary),
    Column("contribution", LargeBinary),
    Column("seed", LargeBinary),
)

# The keys with which an online server signs promises. public: as hex; private: 32 bytes, NULL once it is retired;
# current: 1 for the key in use, else NULL, so that there is never a second one.
server_keys = _table(
    "server_keys",
    Column("public", Text, primary_key=True),
    Column("private", LargeBinary),
    Column("created", Text, nullable=False),
    Column("retired", Text),
    Column("current", Integer, unique=True),
)

# The promises of joint seeds as the server signed them; see `game.record.receipt`. game: a lobby or a duplicate deal;
# who: server, 1, 2 or seed; key: the public one; signature: as hex.
signed_promises = _table(
    "promises",
    Column("game", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("commitment", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("signature", Text, nullable=False),
)

# From when to when each server process was up, in milliseconds; beat: its last heartbeat.
uptime = _table(
    "uptime",
    Column("id", BigInt, Identity(), primary_key=True),
    Column("began", BigInt, nullable=False),
    Column("beat", BigInt, nullable=False),
)

# Addresses and networks that the operator has banned; until: NULL for ever.
bans = _table(
    "bans",
    Column("network", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("until", Text),
    Column("reason", Text, nullable=False),
)

# Games that a player has reported to the operator. reason: a kind, see `schemas.reports`; consent: the operator may see
# the game as this player saw it; step: how far the player had seen it; closed, outcome, note: by the operator.
reports = _table(
    "reports",
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("consent", PortableBoolean, nullable=False),
    Column("step", Integer, nullable=False),
    Column("client", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("closed", Text, index=True),
    Column("outcome", Text),
    Column("note", Text, nullable=False, server_default=""),
    UniqueConstraint("game", "client"),
)

# Running games that nobody plays on, and whose players were warned; see `matches.expiry`. closes: when such a game is
# closed without a result, unless somebody plays on.
expiry_warnings = _table(
    "expiry_warnings",
    Column("game", Text, primary_key=True),
    Column("warned", Text, nullable=False),
    Column("closes", Text, nullable=False),
)

# Since when games of this database expire: time before that does not count. One row, with the id 1.
expiry_start = _table(
    "expiry_start", Column("id", Integer, primary_key=True, autoincrement=False), Column("at", Text, nullable=False)
)

# The columns that name a game: all its rows go when it is deleted.
GAME_COLUMNS = (*(table.c.game for table in metadata.sorted_tables if "game" in table.c), games.c.id, lobbies.c.id)
