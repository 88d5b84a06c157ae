"""The ledger of all games: what was chosen, what nature answered, what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from solafide.server.storage.schema import games, ledger

# An entry of the ledger that begins what one request has brought about; others only follow from it.
REQUEST_KINDS = (
    "created",
    "choice",
    "undo",
    "back",
    "deleted",
    "offer",
    "declined",
    "withdrawn",
    "paused",
    "returned",
    "replaced",
    "rematch",
)

ALL_GAMES = "*"  # instead of a game: a backup was put in
CHANGED_GAMES = "changed"  # in `Connection.info`: games and versions that others are told of after the commit
_LAST = {"sqlite": "SELECT last_insert_rowid()", "postgresql": "SELECT lastval()"}


class LedgerEntry(NamedTuple):
    """A line of the ledger: a step, or that something was taken back.

    version: its number within the game; step: how many steps the game has afterwards, as `who` counts them; public: how
    many it has for everybody when all is done that came of the same request.
    """

    version: int
    kind: str
    who: str
    choice: str
    client: str | None
    step: int
    public: int


class LedgerAppend(NamedTuple):
    """What one request adds to a game that is there; summary, asked: as in the table `games`."""

    game: str
    entries: Sequence[LedgerEntry]
    at: str
    summary: dict[str, Any]
    asked: bool


class WriteConflict(Exception):
    """Something else was written first: another process has gone on with this game, or has used this name."""


_columns = [ledger.c[name] for name in LedgerEntry._fields]
_insert = insert(ledger)
_of_game = select(*_columns).where(ledger.c.game == bindparam("id")).order_by(ledger.c.version)
_since = _of_game.where(ledger.c.version > bindparam("version"))


def append(connection: Connection, game: str, entries: Iterable[LedgerEntry], at: str) -> int:
    """Entries at the end of a game's ledger; the last one's number in the whole ledger."""
    rows = [{"game": game, "at": at, **entry._asdict()} for entry in entries]
    connection.execute(_insert, rows)
    announce(connection, game, rows[-1]["version"])
    number: int = connection.exec_driver_sql(_LAST[connection.dialect.name]).scalar_one()
    return number


def go_on(connection: Connection, addition: LedgerAppend) -> int:
    """A game goes on, unless somebody else has gone on with it; `Store.add` does the same for many games at once."""
    game, new, at, summary, asked = addition
    before, after = new[0].version - 1, new[-1].version
    wanted = update(games).where(games.c.id == game, games.c.length == before)
    changed = wanted.values(changed=at, summary=summary, length=after, asked=asked)
    if connection.execute(changed).rowcount != 1:
        raise WriteConflict(game)
    return append(connection, game, new, at)


def announce(connection: Connection, game: str, version: int = 0) -> None:
    """After the commit other processes hear of it; version 0: something has changed that is not in the ledger."""
    connection.info.setdefault(CHANGED_GAMES, []).append((game, version))


def entries(connection: Connection, game: str, after: int | None = None) -> list[LedgerEntry]:
    """All of a game, or those after a version."""
    wanted = _of_game if after is None else _since
    found = connection.execute(wanted, {"id": game} if after is None else {"id": game, "version": after})
    return [LedgerEntry(*row) for row in found]


def upto(found: Sequence[LedgerEntry], client: str) -> Sequence[LedgerEntry]:
    """The ledger of a game when a request was done, with all that came of it."""
    end = next(at for at, entry in enumerate(found, 1) if entry.client == client)
    while end < len(found) and found[end].kind not in REQUEST_KINDS:
        end += 1
    return found[:end]


class LedgerBatch(NamedTuple):
    """All entries that one request brought about; `number` is the last one's.

    step: how many steps there were afterwards; of those, `since` to `upto` came with it and were not taken back later.
    """

    number: int
    game: str
    kind: str
    step: int
    since: int
    upto: int


def batches(connection: Connection, last: int, most: int) -> list[LedgerBatch]:
    """What came into the ledger after an entry."""
    row = ledger.c
    wanted = select(row.seq, row.game, row.version, row.kind, row.public).where(row.seq > last)
    found: list[LedgerBatch] = []
    before: dict[str, int] = {}
    for number, game, version, kind, public in connection.execute(wanted.order_by(row.seq).limit(most)).all():
        if kind not in REQUEST_KINDS and found and found[-1].game == game:
            found[-1] = found[-1]._replace(number=number, step=public, upto=public)
        else:
            since = before[game] if game in before else _public_before(connection, game, version)
            found.append(LedgerBatch(number, game, kind, public, since, public))
        before[game] = public
    return _kept(found)


def _public_before(connection: Connection, game: str, version: int) -> int:
    row = ledger.c
    wanted = select(row.public).where(row.game == game, row.version < version).order_by(row.version.desc()).limit(1)
    return connection.execute(wanted).scalar() or 0


def _kept(found: list[LedgerBatch]) -> list[LedgerBatch]:
    """Without the steps that were taken back."""
    lowest: dict[str, int] = {}
    kept: list[LedgerBatch] = []
    for batch in reversed(found):
        kept.append(batch._replace(upto=min(batch.upto, lowest.get(batch.game, batch.upto))))
        if batch.kind in ("undo", "back"):
            lowest[batch.game] = min(batch.step, lowest.get(batch.game, batch.step))
    return kept[::-1]
