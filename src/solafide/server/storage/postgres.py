"""All games in PostgreSQL, for several processes: one thread writes in groups, another hears what others wrote."""

from __future__ import annotations

import asyncio
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from solafide.game import SolaFideError
from solafide.server.storage.base import (
    Heard,
    Job,
    Lost,
    QueuedWork,
    Storage,
    StorageError,
    T,
    WorkResult,
    answer,
    plain,
)
from solafide.server.storage.ledger import CHANGED_GAMES, LedgerAppend, WriteConflict
from solafide.server.storage.migrations import lay_out, migrate, present
from solafide.server.storage.schema import SCHEMA_HEAD, written

MAX_COMMIT_JOBS = 500  # requests in one commit at most
CHANNEL, CALLS = "solafide", "solafide_calls"
PARTING, NULL = "\x1f", "\x1e"
MAX_NOTIFY_BYTES = 7900  # bytes of a notification; PostgreSQL takes no more than 8,000
ADVISORY_LOCK_CLASS = 1517  # of the locks that programs may invent, that of whoever changes the tables
LISTEN_PING_S = 10.0  # seconds after which a silent line is tried
THREAD_SWITCH_S = (
    0.0002  # seconds after which a busy event loop lets the writer go on; with the usual 5 ms it does half as much
)
RECONNECT_DELAY_S = 1.0  # seconds between two attempts to get it back
# A server that has vanished is noticed before the people who wait for it lose their patience.
CONNECT_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}

# Whatever is usual at this database: who is answered may rely on it.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""

# All games of a group go on in one statement, which is its own transaction. A game that somebody else has gone on with
# is left out: it is not in the answer, and the others do not suffer from it. Ids have 22 letters: 200 of them fit into
# a notification. Each column is one text, its values parted by a sign that neither JSON nor an id can contain: lists
# took psycopg fifteen times as long. One empty text alone becomes an empty list: hence coalesce where one may be empty.
_GIVEN = "string_to_array(%s, E'\\x1f', E'\\x1e')"
_ADD = f"""
WITH new AS (
    SELECT * FROM unnest({_GIVEN}, {_GIVEN}, {_GIVEN}, {_GIVEN}::bool[], {_GIVEN}::int[], {_GIVEN}::int[])
        AS new (id, at, summary, asked, before, after)
), changed AS (
    UPDATE games SET changed = new.at, summary = new.summary, asked = new.asked, length = new.after
    FROM new WHERE games.id = new.id AND games.length = new.before
    RETURNING games.id, games.length, games.changed
), added AS (
    INSERT INTO ledger (game, version, kind, who, choice, client, step, public, at)
    SELECT entry.game, version, kind, coalesce(who, ''), coalesce(choice, ''), client, step, public, changed.changed
    FROM unnest({_GIVEN}, {_GIVEN}::int[], {_GIVEN}, {_GIVEN}, {_GIVEN}, {_GIVEN}, {_GIVEN}::int[], {_GIVEN}::int[])
        AS entry (game, version, kind, who, choice, client, step, public)
    JOIN changed ON changed.id = entry.game
    ORDER BY entry.game, entry.version
    RETURNING game, seq
), told AS (
    SELECT pg_notify('solafide', string_agg(id || ' ' || length, ' '))
    FROM (SELECT id, length, (row_number() OVER () - 1) / 200 AS part FROM changed) AS parts GROUP BY part
)
SELECT game, max(seq), (SELECT count(*) FROM told) FROM added GROUP BY game
""".encode()


@dataclass(frozen=True)
class ReadConnection:
    """A job of one statement that changes nothing: it needs no transaction."""

    job: Job[Any]

    def __call__(self, connection: Connection) -> Any:
        return self.job(connection)


class PostgresStorage(Storage):
    """The database settles who was first; what one process has written the others hear."""

    shared = True
    _begin = "BEGIN"

    def __init__(self, address: str) -> None:
        self._address = address
        self._open()
        sys.setswitchinterval(THREAD_SWITCH_S)
        self._jobs: queue.SimpleQueue[tuple[QueuedWork, asyncio.AbstractEventLoop] | None] = queue.SimpleQueue()
        self._turn = threading.Lock()
        self._listener: ChangeListener | None = None
        self._calls: Callable[[str], None] | None = None
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def follow(self, heard: Heard, lost: Lost) -> None:
        self._listener = ChangeListener(self._address, self, heard, lost)

    def call(self, text: str) -> None:
        told = "SELECT pg_notify(%s, %s)"

        def job(connection: Connection) -> None:
            self._raw.execute(told, (CALLS, text))

        self.do(job).add_done_callback(lambda done: done.exception())  # nobody waits for it

    def overhear(self, heard: Callable[[str], None]) -> None:
        self._calls = heard

    def called(self, text: str) -> None:
        if self._calls is not None:
            self._calls(text)

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        if self._listener is not None:
            self._listener.close()
        self._connection.close()
        self._connection.engine.dispose()

    def now(self, job: Job[Any]) -> Any:
        with self._turn:
            return super().now(job)

    def writes(self, process: int) -> bool:
        """Whether a process of PostgreSQL is the one that writes for us."""
        return self._process == process

    # ------------------------------------------------------------ the line

    def _open(self) -> None:
        self._raw = connected(self._address)
        self._raw.execute(_DURABLE)
        self._process = self._raw.info.backend_pid
        self._connection = bound(self._raw)
        self._prepare()

    def _prepare(self) -> None:
        """Tables as this version wants them; of several that start at once one makes them."""
        self._raw.execute("BEGIN")
        self._raw.execute("SELECT pg_advisory_xact_lock(%s)", (ADVISORY_LOCK_CLASS,))
        found = present(self._connection)
        if found is not None and found > SCHEMA_HEAD:
            self._raw.close()
            raise SolaFideError("server.error.newer_database", address=named(self._address))
        if found is None:
            lay_out(self._connection)
        elif found != SCHEMA_HEAD:
            migrate(self._connection)
        self._raw.execute("COMMIT")

    def _revive(self) -> None:
        """A line that was lost is made anew."""
        if self._raw.closed:
            self._connection.invalidate()
            self._connection.engine.dispose()
            try:
                self._open()
            except (SolaFideError, psycopg.Error, DBAPIError) as error:
                self._raw.close()  # half of a line is none
                raise StorageError(str(error)) from None

    # ------------------------------------------------------------ the writer

    def read(self, job: Job[T]) -> asyncio.Future[T]:
        return self._hand_in(ReadConnection(job))

    def _hand_in(self, what: Job[Any] | LedgerAppend) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        work = QueuedWork(what, loop.create_future())
        self._jobs.put((work, loop))
        return work.answer

    def _work(self) -> None:
        ended = False
        while not ended:
            group = [self._jobs.get()]
            while group[-1] is not None and len(group) < MAX_COMMIT_JOBS:
                try:
                    group.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            ended = group[-1] is None
            self._commit([each for each in group if each is not None])

    def _commit(self, group: list[tuple[QueuedWork, asyncio.AbstractEventLoop]]) -> None:
        if not group:
            return
        with self._turn:
            outcomes = self._timed([work.what for work, _ in group])
        loop = group[0][1]
        if not loop.is_closed():
            loop.call_soon_threadsafe(answer, [work for work, _ in group], outcomes)

    def _settled(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        """First what is only looked up, then the games that go on, in one statement; the rest is one transaction."""
        additions = [what for what in group if isinstance(what, LedgerAppend)]
        readings = [what for what in group if isinstance(what, ReadConnection)]
        jobs = [what for what in group if not isinstance(what, LedgerAppend | ReadConnection)]
        try:
            self._revive()
            found = iter(self._looked_up(readings))
        except StorageError as error:
            return [WorkResult(None, error)] * len(group)
        added = iter(self._added(additions) if additions else ())
        done = iter(super()._settled(list(jobs)) if jobs else ())
        outcomes = [
            next(added)
            if isinstance(what, LedgerAppend)
            else next(found)
            if isinstance(what, ReadConnection)
            else next(done)
            for what in group
        ]
        return [outcome._replace(error=_said(outcome.error)) for outcome in outcomes]

    def _looked_up(self, readings: list[ReadConnection]) -> list[WorkResult]:
        """Once more, if only now it shows that the line was cut: that changes nothing."""
        found = [self._seen(reading) for reading in readings]
        if not self._raw.closed:
            return found
        self._revive()
        return [self._seen(reading) for reading in readings]

    def _seen(self, reading: ReadConnection) -> WorkResult:
        try:
            return WorkResult(reading.job(self._connection))
        except Exception as error:
            return WorkResult(None, plain(error))

    def _added(self, additions: list[LedgerAppend]) -> list[WorkResult]:
        if len({each.game for each in additions}) == len(additions):
            try:
                return self._add(additions)
            except psycopg.Error as error:
                if len(additions) == 1:
                    return [WorkResult(None, error)]
        found: list[WorkResult] = []
        for each in additions:
            try:
                self._revive()
                found += self._add([each])
            except (psycopg.Error, StorageError) as error:
                found.append(WorkResult(None, error))
        return found

    def _add(self, additions: list[LedgerAppend]) -> list[WorkResult]:
        games = [
            (game, at, written(summary), asked, new[0].version - 1, new[-1].version)
            for game, new, at, summary, asked in additions
        ]
        rows = [(each.game, *entry) for each in additions for entry in each.entries]
        columns = [_joined(column) for part in (games, rows) for column in zip(*part, strict=True)]
        numbers = {game: number for game, number, _ in self._raw.execute(_ADD, columns)}
        return [
            WorkResult(numbers[each.game]) if each.game in numbers else WorkResult(None, WriteConflict(each.game))
            for each in additions
        ]

    def _add_all(self, additions: list[LedgerAppend]) -> list[int]:
        raise NotImplementedError  # they never come into a group with jobs

    def _execute(self, statement: str) -> None:
        self._raw.execute(statement.encode())

    def _give_up(self) -> None:
        if not self._raw.closed:
            self._raw.rollback()

    def _last_words(self) -> None:
        for payload in payloads(self._connection.info.pop(CHANGED_GAMES, ())):
            self._raw.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))


class ChangeListener:
    """Hears what other processes have written; when it did not hear for a while, it says so."""

    def __init__(self, address: str, store: PostgresStorage, heard: Heard, lost: Lost) -> None:
        self._address, self._store, self._heard, self._lost = address, store, heard, lost
        self._loop = asyncio.get_running_loop()
        self._raw = self._listening()
        self._ended = False
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended = True
        try:
            with connected(self._address) as other:
                other.execute("SELECT pg_notify(%s, '')", (CHANNEL,))  # so that it looks up
        except SolaFideError:
            self._raw.close()
        self._thread.join(LISTEN_PING_S)
        self._raw.close()

    def _listening(self) -> psycopg.Connection[Any]:
        raw = connected(self._address)
        raw.execute(f"LISTEN {CHANNEL}")
        raw.execute(f"LISTEN {CALLS}")
        return raw

    def _listen(self) -> None:
        wait = threading.Event()
        while not self._ended:
            try:
                for note in self._raw.notifies(timeout=LISTEN_PING_S):
                    if self._ended:
                        return
                    if self._store.writes(note.pid):
                        continue
                    if note.channel == CALLS:
                        self._loop.call_soon_threadsafe(self._store.called, note.payload)
                    else:
                        self._tell(pairs(note.payload))
                self._raw.execute("SELECT 1")
            except psycopg.Error:
                self._raw.close()
                while not self._ended and self._raw.closed:
                    try:
                        self._raw = self._listening()
                    except (SolaFideError, psycopg.Error):
                        wait.wait(RECONNECT_DELAY_S)
                self._tell(None)

    def _tell(self, found: list[tuple[str, int]] | None) -> None:
        if self._ended or self._loop.is_closed():
            return
        if found is None:
            self._loop.call_soon_threadsafe(self._lost)
        else:
            self._loop.call_soon_threadsafe(lambda: [self._heard(game, version) for game, version in found])


def _joined(column: Sequence[Any]) -> str:
    return PARTING.join([NULL if value is None else str(value) for value in column])


def payloads(changed: Sequence[tuple[str, int]]) -> list[str]:
    """Games and versions as few notifications as possible.

    >>> payloads([("abc", 1), ("def", 2)])
    ['abc 1 def 2']
    """
    found: list[str] = []
    for game, version in changed:
        pair = f"{game} {version}"
        if found and len(found[-1]) + len(pair) < MAX_NOTIFY_BYTES:
            found[-1] += f" {pair}"
        else:
            found.append(pair)
    return found


def pairs(payload: str) -> list[tuple[str, int]]:
    """What `payloads` wrote.

    >>> pairs("abc 1 def 2")
    [('abc', 1), ('def', 2)]
    """
    words = iter(payload.split())
    return [(game, int(version)) for game, version in zip(words, words, strict=True)]


def connected(address: str) -> psycopg.Connection[Any]:
    try:
        return psycopg.connect(address, autocommit=True, **CONNECT_OPTIONS)
    except psycopg.Error:
        raise SolaFideError("server.error.database", address=named(address)) from None


def bound(raw: psycopg.Connection[Any]) -> Connection:
    """The transactions are ours: SQLAlchemy neither begins nor ends any."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: raw,
        poolclass=StaticPool,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
    )
    return engine.connect()


def named(address: str) -> str:
    """An address without what is secret in it."""
    try:
        known = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://"
    return f"postgresql://{known.get('host', '')}:{known.get('port', 5432)}/{known.get('dbname', '')}"


def _said(error: Exception | None) -> Exception | None:
    if isinstance(error, psycopg.IntegrityError):
        return WriteConflict(str(error))
    return StorageError(str(error)) if isinstance(error, psycopg.Error) else error
