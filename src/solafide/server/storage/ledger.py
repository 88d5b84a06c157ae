"""The ledger of every match: what was chosen, what nature answered, what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select

from solafide.server.storage.schema import ledger


class EntryKind(StrEnum):
    """The kind of a ledger entry; the values are stored in databases."""

    CREATED = "created"
    CHOICE = "choice"
    FOLLOW = "follow"  # a step that nobody was asked for, or that a standing order took
    NATURE = "nature"
    UNDO = "undo"
    TAKEBACK = "back"
    DELETED = "deleted"
    OFFER = "offer"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    PAUSED = "paused"
    RETURNED = "returned"
    REPLACED = "replaced"
    REMATCH = "rematch"


# The first entry of what one request brought about has one of these kinds; the others follow from it.
REQUEST_KINDS = frozenset(EntryKind) - {EntryKind.FOLLOW, EntryKind.NATURE}

ALL_GAMES = "*"  # instead of a game: a backup was restored
MAX_VERSION = 2**31 - 1  # of an entry: what a column holds
MAX_ENTRIES_OF_REQUEST = 1000  # one choice brings about far fewer
CHANGED_GAMES = "changed"  # in `Connection.info`: games and versions to notify other processes of after the commit
_LAST_NUMBER = {"sqlite": "SELECT last_insert_rowid()", "postgresql": "SELECT lastval()"}


class LedgerEntry(NamedTuple):
    """An entry of the ledger: a step of the game, or something between the players.

    version: its number within the game; step: how many steps the game has afterwards, as `who` counts them; public: how
    many steps it has for everybody after the whole request.
    """

    version: int
    kind: EntryKind
    who: str
    choice: str
    idempotency_key: str | None
    step: int
    public: int

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> LedgerEntry:
        """Read the columns of an entry, in the order of the fields."""
        version, kind, *rest = row
        return cls(version, EntryKind(kind), *rest)


# The columns of the fields of LedgerEntry, in their order; the column of the idempotency key is called `client`.
ENTRY_COLUMNS = ("version", "kind", "who", "choice", "client", "step", "public")


class LedgerAppend(NamedTuple):
    """The entries that one request adds to a game; `at`, `summary`, `awaits_opponent`: columns of the table `games`."""

    game: str
    entries: Sequence[LedgerEntry]
    at: str
    summary: dict[str, Any]
    awaits_opponent: bool


class WriteConflict(Exception):
    """Something else was written first: another process has changed this game, or has used this name."""


_columns = [ledger.c[name] for name in ENTRY_COLUMNS]
_insert = insert(ledger)
_of_game = select(*_columns).where(ledger.c.game == bindparam("id")).order_by(ledger.c.version)
_of_game_between = _of_game.where(ledger.c.version > bindparam("after"), ledger.c.version <= bindparam("last"))
_of_request = select(*_columns).where(ledger.c.game == bindparam("id"), ledger.c.client == bindparam("key"))


def append(connection: Connection, game: str, entries: Iterable[LedgerEntry], at: str) -> int:
    """Add entries to a game's ledger; returns the last one's number in the whole ledger."""
    rows: list[dict[str, Any]] = [
        {"game": game, "at": at, **dict(zip(ENTRY_COLUMNS, entry, strict=True))} for entry in entries
    ]
    connection.execute(_insert, rows)
    announce_change(connection, game, rows[-1]["version"])
    number: int = connection.exec_driver_sql(_LAST_NUMBER[connection.dialect.name]).scalar_one()
    return number


def announce_change(connection: Connection, game: str, version: int = 0) -> None:
    """Notify other processes after the commit; version 0: something has changed that is not in the ledger."""
    connection.info.setdefault(CHANGED_GAMES, []).append((game, version))


def load_entries(
    connection: Connection, game: str, after: int | None = None, last: int = MAX_VERSION
) -> list[LedgerEntry]:
    """Load the ledger of a game, or its entries after a version, up to another one."""
    limits = {"id": game, "after": -1 if after is None else after, "last": last}
    return [LedgerEntry.from_row(row) for row in connection.execute(_of_game_between, limits)]


def find_request(connection: Connection, game: str, idempotency_key: str) -> LedgerEntry | None:
    """Return the first entry that a request has brought about, if it has."""
    row = connection.execute(_of_request, {"id": game, "key": idempotency_key}).first()
    return None if row is None else LedgerEntry.from_row(row)


def end_of_request(connection: Connection, game: str, version: int) -> int:
    """Return the version of the last entry that followed from the request whose first entry has this version."""
    row = ledger.c
    later = select(row.version, row.kind).where(row.game == game, row.version > version).order_by(row.version)
    for next_version, kind in connection.execute(later.limit(MAX_ENTRIES_OF_REQUEST)):
        if kind in REQUEST_KINDS:
            break
        version = next_version
    return version


class LedgerBatch(NamedTuple):
    """All entries that one request brought about; `number` is the last one's.

    step: how many steps there were afterwards. The steps after `after_step`, up to `last_step`, came with the request
    and were not taken back later.
    """

    number: int
    game: str
    kind: EntryKind
    step: int
    after_step: int
    last_step: int


def load_batches(connection: Connection, after_number: int, max_entries: int) -> list[LedgerBatch]:
    """Load what was added to the ledger after an entry."""
    row = ledger.c
    query = select(row.seq, row.game, row.version, row.kind, row.public).where(row.seq > after_number)
    batches: list[LedgerBatch] = []
    before: dict[str, int] = {}
    for number, game, version, kind, public in connection.execute(query.order_by(row.seq).limit(max_entries)).all():
        if kind not in REQUEST_KINDS and batches and batches[-1].game == game:
            batches[-1] = batches[-1]._replace(number=number, step=public, last_step=public)
        else:
            after_step = before[game] if game in before else _public_before(connection, game, version)
            batches.append(LedgerBatch(number, game, EntryKind(kind), public, after_step, public))
        before[game] = public
    return _without_steps_taken_back(batches)


def _public_before(connection: Connection, game: str, version: int) -> int:
    row = ledger.c
    query = select(row.public).where(row.game == game, row.version < version).order_by(row.version.desc()).limit(1)
    return connection.execute(query).scalar() or 0


def _without_steps_taken_back(batches: list[LedgerBatch]) -> list[LedgerBatch]:
    lowest: dict[str, int] = {}
    shortened: list[LedgerBatch] = []
    for batch in reversed(batches):
        shortened.append(batch._replace(last_step=min(batch.last_step, lowest.get(batch.game, batch.last_step))))
        if batch.kind in (EntryKind.UNDO, EntryKind.TAKEBACK):
            lowest[batch.game] = min(batch.step, lowest.get(batch.game, batch.step))
    return shortened[::-1]
