"""Storage in PostgreSQL, shared by several processes: one thread writes in groups, another listens for changes."""

from __future__ import annotations

import asyncio
import logging
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
    Job,
    OnChange,
    OnGap,
    QueuedWork,
    Storage,
    StorageError,
    StorageProblem,
    T,
    WorkResult,
    resolve_futures,
    storage_problem,
    translate_error,
)
from solafide.server.storage.ledger import CHANGED_GAMES, LedgerAppend, WriteConflict
from solafide.server.storage.migrations import MIGRATING, create_tables, current_revision, is_foreign, migrate
from solafide.server.storage.schema import SCHEMA_HEAD, dump_json

MAX_JOBS_PER_COMMIT = 500  # in one commit
CHANGES_CHANNEL, BROADCAST_CHANNEL = "solafide", "solafide_calls"
SEPARATOR, NULL = "\x1f", "\x1e"
MAX_NOTIFY_BYTES = 7900  # PostgreSQL takes no more than 8,000
ADVISORY_LOCK_CLASS = 1517  # of the advisory locks, that of the process that changes the tables
LISTEN_PING_S = 10.0  # after which a silent connection is tested
THREAD_SWITCH_S = 0.0002  # a busy event loop must give way to the writer: with the usual 5 ms it does half as much
RECONNECT_DELAY_S = 1.0
LOCK_TIMEOUT_MS = 10_000  # a restore locks all tables: requests are refused meanwhile, and do not wait for its end
log = logging.getLogger(__name__)
# A server that has vanished must be noticed before players give up waiting.
CONNECT_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,  # milliseconds; keepalives are not sent while an answer to sent data is missing
}

# Whatever the database is set to: an answered request must be on disk.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""

# Whether the database can be written: one that is read-only or full is noticed at the start.
_WRITE = "INSERT INTO uptime (began, beat) VALUES (0, 0); DELETE FROM uptime WHERE began = 0"

# One statement, which is its own transaction, appends to all games of a group. A game that another process has changed
# is left out: it is not in the result, and the others do not suffer from it. Ids have 22 letters: 200 of them fit into
# a notification. Each column is one text, its values separated by a character that neither JSON nor an id can contain:
# lists took psycopg fifteen times as long. One empty text alone becomes an empty list: hence coalesce where a value may
# be empty.
_LIST = "string_to_array(%s, E'\\x1f', E'\\x1e')"
_APPEND = f"""
WITH new AS (
    SELECT * FROM unnest({_LIST}, {_LIST}, {_LIST}, {_LIST}::bool[], {_LIST}::int[], {_LIST}::int[])
        AS new (id, at, summary, asked, before, after)
), changed AS (
    UPDATE games SET changed = new.at, summary = new.summary, asked = new.asked, length = new.after
    FROM new WHERE games.id = new.id AND games.length = new.before
    RETURNING games.id, games.length, games.changed
), added AS (
    INSERT INTO ledger (game, version, kind, who, choice, client, step, public, at)
    SELECT entry.game, version, kind, coalesce(who, ''), coalesce(choice, ''), client, step, public, changed.changed
    FROM unnest({_LIST}, {_LIST}::int[], {_LIST}, {_LIST}, {_LIST}, {_LIST}, {_LIST}::int[], {_LIST}::int[])
        AS entry (game, version, kind, who, choice, client, step, public)
    JOIN changed ON changed.id = entry.game
    ORDER BY entry.game, entry.version
    RETURNING game, seq
), notified AS (
    SELECT pg_notify('solafide', string_agg(id || ' ' || length, ' '))
    FROM (SELECT id, length, (row_number() OVER () - 1) / 200 AS part FROM changed) AS parts GROUP BY part
)
SELECT game, max(seq), (SELECT count(*) FROM notified) FROM added GROUP BY game
""".encode()


@dataclass(frozen=True)
class ReadJob:
    """A job of one statement that changes nothing: it needs no transaction."""

    job: Job[Any]

    def __call__(self, connection: Connection) -> Any:
        return self.job(connection)


class PostgresStorage(Storage):
    """The database decides which of two processes was first, and notifies each of what the others have written."""

    shared = True
    _begin = "BEGIN"

    def __init__(self, address: str) -> None:
        self._address = address
        try:
            self._connect()
        except (psycopg.Error, DBAPIError) as error:
            raise start_error(error, address) from None
        sys.setswitchinterval(THREAD_SWITCH_S)
        self._queue: queue.SimpleQueue[tuple[QueuedWork, asyncio.AbstractEventLoop] | None] = queue.SimpleQueue()
        self._connection_lock = threading.Lock()
        self._listener: ChangeListener | None = None
        self._receive_broadcast: Callable[[str], None] | None = None
        self._writer = threading.Thread(target=self._write_groups, name="store", daemon=True)
        self._writer.start()

    def subscribe(self, on_change: OnChange, on_gap: OnGap) -> None:
        self._listener = ChangeListener(self._address, self, on_change, on_gap)

    def broadcast(self, text: str) -> None:
        def job(connection: Connection) -> None:
            self._raw.execute("SELECT pg_notify(%s, %s)", (BROADCAST_CHANNEL, text))

        self.do(job).add_done_callback(lambda future: future.exception())  # nobody waits for it

    def on_broadcast(self, receive: Callable[[str], None]) -> None:
        self._receive_broadcast = receive

    def deliver_broadcast(self, text: str) -> None:
        """Pass on a broadcast that the listener has received."""
        if self._receive_broadcast is not None:
            self._receive_broadcast(text)

    @property
    def queue_length(self) -> int:
        return self._queue.qsize()

    def close(self) -> None:
        self._queue.put(None)
        self._writer.join()
        if self._listener is not None:
            self._listener.close()
        self._connection.close()
        self._connection.engine.dispose()

    def do_sync(self, job: Job[Any]) -> Any:
        with self._connection_lock:
            return super().do_sync(job)

    def is_own_backend(self, pid: int) -> bool:
        """Whether this process of PostgreSQL is the one that writes for us."""
        return self._backend_pid == pid

    # ------------------------------------------------------------ the connection

    def _connect(self) -> None:
        self._raw = connect(self._address)
        try:
            self._raw.execute(_DURABLE)
            self._backend_pid = self._raw.info.backend_pid
            self._connection = wrap_connection(self._raw)
            self._prepare_schema()
        except BaseException:
            self._raw.close()
            raise

    def _prepare_schema(self) -> None:
        """Create or migrate the tables; of several processes that start at once one does it."""
        self._raw.execute("BEGIN")
        self._raw.execute("SELECT pg_advisory_xact_lock(%s)", (ADVISORY_LOCK_CLASS,))
        revision = current_revision(self._connection)
        if is_foreign(self._connection, revision):
            raise SolaFideError("server.error.foreign_database", address=redact_address(self._address))
        if revision is not None and revision > SCHEMA_HEAD:
            raise SolaFideError("server.error.newer_database", address=redact_address(self._address))
        if revision is None:
            create_tables(self._connection)
        elif revision != SCHEMA_HEAD:
            log.warning(MIGRATING, revision, SCHEMA_HEAD)
            migrate(self._connection)
        self._raw.execute(f"SET lock_timeout = {LOCK_TIMEOUT_MS}".encode())
        self._raw.execute(_WRITE)
        self._raw.execute("COMMIT")

    def _reconnect_if_lost(self) -> None:
        if self._raw.closed:
            self._connection.invalidate()
            self._connection.engine.dispose()
            try:
                self._connect()
            except SolaFideError as error:
                self._raw.close()  # it may have failed after connecting
                raise StorageError(str(error), StorageProblem.UNREACHABLE) from None
            except (psycopg.Error, DBAPIError) as error:
                self._raw.close()
                cause = error.orig if isinstance(error, DBAPIError) else error
                raise StorageError(str(cause), storage_problem(cause)) from None

    # ------------------------------------------------------------ the writer

    def read(self, job: Job[T]) -> asyncio.Future[T]:
        return self._enqueue(ReadJob(job))

    def _enqueue(self, work: Job[Any] | LedgerAppend) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        queued = QueuedWork(work, loop.create_future())
        self._queue.put((queued, loop))
        return queued.future

    def _write_groups(self) -> None:
        closing = False
        while not closing:
            group = [self._queue.get()]
            while group[-1] is not None and len(group) < MAX_JOBS_PER_COMMIT:
                try:
                    group.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            closing = group[-1] is None
            self._commit([each for each in group if each is not None])

    def _commit(self, group: list[tuple[QueuedWork, asyncio.AbstractEventLoop]]) -> None:
        if not group:
            return
        try:
            with self._connection_lock:
                outcomes = self._commit_group_timed([queued.work for queued, _ in group])
        except Exception as error:  # nobody would write any more if this thread ended
            log.exception("commit of %s jobs", len(group))
            outcomes = [WorkResult(None, StorageError(str(error)))] * len(group)
        loop = group[0][1]
        if not loop.is_closed():
            loop.call_soon_threadsafe(resolve_futures, [queued for queued, _ in group], outcomes)

    def _commit_group(self, group: list[Job[Any] | LedgerAppend]) -> list[WorkResult]:
        """First the reads, then all ledger appends in one statement; the rest is one transaction."""
        additions = [work for work in group if isinstance(work, LedgerAppend)]
        reads = [work for work in group if isinstance(work, ReadJob)]
        jobs = [work for work in group if not isinstance(work, LedgerAppend | ReadJob)]
        try:
            self._reconnect_if_lost()
            read_results = iter(self._run_reads(reads))
        except StorageError as error:
            return [WorkResult(None, error)] * len(group)
        append_results = iter(self._run_appends(additions) if additions else ())
        job_results = iter(super()._commit_group(list(jobs)) if jobs else ())
        outcomes = [
            next(append_results)
            if isinstance(work, LedgerAppend)
            else next(read_results)
            if isinstance(work, ReadJob)
            else next(job_results)
            for work in group
        ]
        return [outcome._replace(error=_translate_raw_error(outcome.error)) for outcome in outcomes]

    def _run_reads(self, reads: list[ReadJob]) -> list[WorkResult]:
        """Repeat them if only now it shows that the connection was lost: a read changes nothing."""
        outcomes = [self._run_read(read) for read in reads]
        if not self._raw.closed:
            return outcomes
        self._reconnect_if_lost()
        return [self._run_read(read) for read in reads]

    def _run_read(self, read: ReadJob) -> WorkResult:
        try:
            return WorkResult(read.job(self._connection))
        except Exception as error:
            return WorkResult(None, translate_error(error))

    def _run_appends(self, additions: list[LedgerAppend]) -> list[WorkResult]:
        if len({each.game for each in additions}) == len(additions):
            try:
                return self._append_in_one_statement(additions)
            except psycopg.Error as error:
                if len(additions) == 1:
                    return [WorkResult(None, error)]
        outcomes: list[WorkResult] = []
        for each in additions:
            try:
                self._reconnect_if_lost()
                outcomes += self._append_in_one_statement([each])
            except (psycopg.Error, StorageError) as error:
                outcomes.append(WorkResult(None, error))
        return outcomes

    def _append_in_one_statement(self, additions: list[LedgerAppend]) -> list[WorkResult]:
        games = [
            (game, at, dump_json(summary), awaits_opponent, entries[0].version - 1, entries[-1].version)
            for game, entries, at, summary, awaits_opponent in additions
        ]
        rows = [(each.game, *entry) for each in additions for entry in each.entries]
        columns = [_join_column(column) for part in (games, rows) for column in zip(*part, strict=True)]
        numbers = {game: number for game, number, _ in self._raw.execute(_APPEND, columns)}
        return [
            WorkResult(numbers[each.game]) if each.game in numbers else WorkResult(None, WriteConflict(each.game))
            for each in additions
        ]

    def _append_all(self, additions: list[LedgerAppend]) -> list[int]:
        raise NotImplementedError  # appends are never in a group with jobs

    def _execute(self, statement: str) -> None:
        self._raw.execute(statement.encode())

    def _roll_back(self) -> None:
        if not self._raw.closed:
            self._raw.rollback()

    def _notify_changes(self) -> None:
        for payload in encode_changes(self._connection.info.pop(CHANGED_GAMES, ())):
            self._raw.execute("SELECT pg_notify(%s, %s)", (CHANGES_CHANNEL, payload))


class ChangeListener:
    """Listens for what other processes write; after a lost connection it reports a gap."""

    def __init__(self, address: str, store: PostgresStorage, on_change: OnChange, on_gap: OnGap) -> None:
        self._address, self._store, self._on_change, self._on_gap = address, store, on_change, on_gap
        self._loop = asyncio.get_running_loop()
        self._raw = self._connect()
        self._closing = False
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing = True
        try:
            with connect(self._address) as other:
                other.execute("SELECT pg_notify(%s, '')", (CHANGES_CHANNEL,))  # wakes the thread
        except SolaFideError:
            self._raw.close()
        self._thread.join(LISTEN_PING_S)
        self._raw.close()

    def _connect(self) -> psycopg.Connection[Any]:
        raw = connect(self._address)
        raw.execute(f"LISTEN {CHANGES_CHANNEL}")
        raw.execute(f"LISTEN {BROADCAST_CHANNEL}")
        return raw

    def _listen(self) -> None:
        wait = threading.Event()
        while not self._closing:
            try:
                for notification in self._raw.notifies(timeout=LISTEN_PING_S):
                    if self._closing:
                        return
                    if self._store.is_own_backend(notification.pid):
                        continue
                    if notification.channel == BROADCAST_CHANNEL:
                        self._loop.call_soon_threadsafe(self._store.deliver_broadcast, notification.payload)
                    else:
                        self._report(decode_changes(notification.payload))
                self._raw.execute("SELECT 1")
            except psycopg.Error:
                self._raw.close()
                while not self._closing and self._raw.closed:
                    try:
                        self._raw = self._connect()
                    except (SolaFideError, psycopg.Error):
                        wait.wait(RECONNECT_DELAY_S)
                self._report(None)

    def _report(self, changes: list[tuple[str, int]] | None) -> None:
        """Report changes in the event loop; None: a gap."""
        if self._closing or self._loop.is_closed():
            return
        if changes is None:
            self._loop.call_soon_threadsafe(self._on_gap)
        else:
            self._loop.call_soon_threadsafe(lambda: [self._on_change(game, version) for game, version in changes])


def _join_column(column: Sequence[Any]) -> str:
    return SEPARATOR.join([NULL if value is None else str(value) for value in column])


def encode_changes(changes: Sequence[tuple[str, int]]) -> list[str]:
    """Write games and versions into as few notifications as possible.

    >>> encode_changes([("abc", 1), ("def", 2)])
    ['abc 1 def 2']
    """
    payloads: list[str] = []
    for game, version in changes:
        change = f"{game} {version}"
        if payloads and len(payloads[-1]) + len(change) < MAX_NOTIFY_BYTES:
            payloads[-1] += f" {change}"
        else:
            payloads.append(change)
    return payloads


def decode_changes(payload: str) -> list[tuple[str, int]]:
    """Read what `encode_changes` wrote.

    >>> decode_changes("abc 1 def 2")
    [('abc', 1), ('def', 2)]
    """
    words = iter(payload.split())
    return [(game, int(version)) for game, version in zip(words, words, strict=True)]


def connect(address: str) -> psycopg.Connection[Any]:
    try:
        return psycopg.connect(address, autocommit=True, **CONNECT_OPTIONS)
    except psycopg.Error as error:
        answered = "FATAL" in str(error) or (error.pgconn is not None and error.pgconn.used_password)
        key = "server.error.database_refuses" if answered else "server.error.database"
        raise SolaFideError(key, address=redact_address(address), why=_first_line(error)) from None


def _first_line(error: BaseException) -> str:
    """Return the reason that PostgreSQL gives, without the address before it."""
    return str(error).partition("\n")[0].rpartition("failed: ")[2].strip()


def start_error(error: psycopg.Error | DBAPIError, address: str) -> SolaFideError:
    """Return the sentence about a database that answers and cannot be used."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    key = {
        StorageProblem.DISK_FULL: "server.error.database_full",
        StorageProblem.READ_ONLY: "server.error.database_read_only",
    }.get(storage_problem(cause), "server.error.database_failed")
    return SolaFideError(key, address=redact_address(address), why=_first_line(cause))


def wrap_connection(raw: psycopg.Connection[Any]) -> Connection:
    """An SQLAlchemy connection that neither begins nor ends transactions: this module does."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: raw,
        hide_parameters=True,  # errors are logged, and parameters hold secrets
        poolclass=StaticPool,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
    )
    return engine.connect()


def redact_address(address: str) -> str:
    """An address without the user and the password in it."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://"
    return f"postgresql://{parts.get('host', '')}:{parts.get('port', 5432)}/{parts.get('dbname', '')}"


def _translate_raw_error(error: Exception | None) -> Exception | None:
    if isinstance(error, psycopg.IntegrityError):
        return WriteConflict(str(error))
    return StorageError(str(error), storage_problem(error)) if isinstance(error, psycopg.Error) else error
