"""First answers by the fingerprint of their request, so that a repeated request gets the same one."""

from __future__ import annotations

import logging
import zlib
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.ledger import WriteConflict
from solafide.server.storage.schema import responses

ANSWER_TTL = timedelta(days=7)  # a later repeat is treated as new
MAX_ANSWERS_PER_GAME = 200  # the oldest go first; a repeated request is answered from the ledger then
SWEEP_INTERVAL_S = 3600.0
SWEEP_BATCH_ROWS = 200
ZLIB_LEVEL = 1
_BY_FINGERPRINT = select(responses.c.status, responses.c.body).where(responses.c.request == bindparam("fingerprint"))
log = logging.getLogger(__name__)


class StoredAnswer(NamedTuple):
    status: int
    body: bytes


class IdempotencyStore:
    """Stored before it is sent: a client that has got an answer gets it again."""

    def __init__(self, store: Storage, clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store, self._clock = store, clock

    async def find(self, fingerprint: bytes) -> StoredAnswer | None:
        """Return what a request with this fingerprint was answered, if it was answered before."""
        return await self._store.read(lambda connection: _find(connection, fingerprint))

    async def keep(self, fingerprint: bytes, game: str, answer: StoredAnswer) -> StoredAnswer:
        """Store an answer; return the one to send, which is another if the same request was answered meanwhile.

        What was asked for is already done: if storing fails, the answer is sent all the same, and a repeated request is
        answered from the ledger.
        """
        row = {
            "request": fingerprint,
            "game": game,
            "at": self._clock.timestamp(),
            "status": answer.status,
            "body": zlib.compress(answer.body, ZLIB_LEVEL),
        }

        def job(connection: Connection) -> StoredAnswer:
            stored_answer = _find(connection, fingerprint)
            if stored_answer is None:
                connection.execute(insert(responses), row)
                _delete_surplus(connection, game)
            return stored_answer or answer

        try:
            with suppress(WriteConflict):  # another process has answered it just now
                return await self._store.do(job)
            return await self.find(fingerprint) or answer
        except StorageError as error:
            log.error("first answer of a request about %s not stored: %s", game, error)
            return answer

    async def sweep(self) -> None:
        """Delete answers that are too old, a few in each transaction: nobody else can write meanwhile."""
        oldest = self._clock.timestamp_after(-ANSWER_TTL)
        some = select(responses.c.request).where(responses.c.at < oldest).limit(SWEEP_BATCH_ROWS)
        old = delete(responses).where(responses.c.request.in_(some))
        while await self._store.do(lambda connection: connection.execute(old).rowcount):
            pass

    async def sweep_forever(self) -> None:
        """Sweep now and every hour, until the task is cancelled."""
        await repeat_forever("deleting old answers", SWEEP_INTERVAL_S, self.sweep)


def _delete_surplus(connection: Connection, game: str) -> None:
    """Delete the oldest answers of a game that has too many."""
    of_game = responses.c.game == game
    newest_first = select(responses.c.at).where(of_game).order_by(responses.c.at.desc())
    last_surplus = connection.execute(newest_first.limit(1).offset(MAX_ANSWERS_PER_GAME)).scalar()
    if last_surplus is not None:
        connection.execute(delete(responses).where(of_game, responses.c.at <= last_surplus))


def _find(connection: Connection, fingerprint: bytes) -> StoredAnswer | None:
    row = connection.execute(_BY_FINGERPRINT, {"fingerprint": fingerprint}).first()
    return None if row is None else StoredAnswer(row.status, zlib.decompress(row.body))
