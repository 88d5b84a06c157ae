"""The keys of an online server and the promises that it signs with them, in the database that its processes share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Insert, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql

from solafide.game.record.receipt import PROMISERS, ServerKey, SignedPromise, promise_statement
from solafide.server.storage.schema import server_keys, signed_promises
from solafide.server.storage.signatures import new_private_key, public_key_of, sign

# Locked against a rotation until the transaction ends: no promise is signed with a key that is retired meanwhile.
_CURRENT = select(server_keys.c.public, server_keys.c.private).where(server_keys.c.current == 1)
_CURRENT_FOR_SHARE = _CURRENT.with_for_update(read=True)
_PROMISES = select(
    signed_promises.c.who,
    *(signed_promises.c[name] for name in ("commitment", "at", "key", "signature")),
).where(signed_promises.c.game == bindparam("game"))


def ensure_server_key(connection: Connection, at: str) -> bytes:
    """Return the private key in use; make one where there is none.

    Another process may make or rotate a key at the same time: its key counts, and is read again.
    """
    row = connection.execute(_CURRENT_FOR_SHARE).first()
    if row is None:
        connection.execute(_insert_unless_current(connection), _new_key(at))
        row = connection.execute(_CURRENT_FOR_SHARE).one()
    private: bytes = row.private
    return private


def _new_key(at: str) -> dict[str, Any]:
    private = new_private_key()
    return {"public": public_key_of(private).hex(), "private": private, "created": at, "current": 1}


def _insert_unless_current(connection: Connection) -> Insert:
    if connection.dialect.name == "postgresql":  # waits for a transaction that makes a key, and then does nothing
        return postgresql.insert(server_keys).on_conflict_do_nothing(index_elements=["current"])
    return insert(server_keys)  # SQLite: one transaction at a time


def list_server_keys(connection: Connection) -> list[ServerKey]:
    """Return all public keys that the server has had, the one in use first."""
    columns = (server_keys.c.public, server_keys.c.created, server_keys.c.retired)
    newest_first = select(*columns).order_by(server_keys.c.current.is_(None), server_keys.c.created.desc())
    return [ServerKey(*row) for row in connection.execute(newest_first)]


def rotate_server_key(connection: Connection, read_time: Callable[[], str]) -> None:
    """Make a new key; of the old one only the public half is kept.

    The old key is retired not before the last promise that it signed: the clock of another process may be ahead.
    """
    current = connection.execute(_CURRENT.with_for_update()).first()
    at = read_time()
    if current is not None:
        last = select(func.max(signed_promises.c.at)).where(signed_promises.c.key == current.public)
        retired = max(at, connection.execute(last).scalar() or "")
        old = update(server_keys).where(server_keys.c.public == current.public)
        connection.execute(old.values(private=None, current=None, retired=retired))
    connection.execute(insert(server_keys), _new_key(at))


def keep_public_keys(connection: Connection, earlier_keys: list[ServerKey], at: str) -> None:
    """Add public keys that were known before a backup replaced everything: what they signed stays verifiable."""
    restored = set(connection.execute(select(server_keys.c.public)).scalars())
    for each in earlier_keys:
        if each.key not in restored:
            row = {"public": each.key, "created": each.created, "retired": each.retired or at}
            connection.execute(insert(server_keys), row)


def sign_promise(connection: Connection, game: str, who: str, commitment: str, at: str) -> None:
    """Sign a promise with the time, and store it."""
    private = ensure_server_key(connection, at)
    row = {
        "game": game,
        "who": who,
        "commitment": commitment,
        "at": at,
        "key": public_key_of(private).hex(),
        "signature": sign(private, promise_statement(game, who, commitment, at)).hex(),
    }
    connection.execute(insert(signed_promises), row)


def load_promises(connection: Connection, game: str) -> tuple[SignedPromise, ...]:
    """Return the signed promises of a lobby or a duplicate deal; none if it is older than the server's keys."""
    rows = connection.execute(_PROMISES, {"game": game})
    return tuple(sorted((SignedPromise(*row) for row in rows), key=lambda promise: PROMISERS.index(promise.by)))
