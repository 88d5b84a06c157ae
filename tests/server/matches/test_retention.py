"""What may not be stored any longer is deleted: addresses that nobody confirmed, and bans that have ended."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert, select

from server.online_server import AdjustableClock
from solafide.server.matches.retention import CONFIRMATION_TTL, RetentionSweep
from solafide.server.storage.bans import Ban, load_bans, store_ban
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import bans, notifications


@pytest.fixture
def clock() -> AdjustableClock:
    return AdjustableClock()


def targets(store: Storage) -> set[str]:
    return set(store.do_sync(lambda connection: connection.execute(select(notifications.c.target)).scalars().all()))


def test_addresses_that_nobody_confirmed_are_deleted_after_some_days(store: Storage, clock: AdjustableClock) -> None:
    def add(connection: Connection, target: str, kind: str, confirmed: bool) -> None:
        row = {"game": "g", "person": target, "kind": kind, "target": target, "confirmed": confirmed}
        connection.execute(insert(notifications), row | {"created": clock.timestamp()})

    store.do_sync(lambda connection: add(connection, "old@example.org", "mail", False))
    store.do_sync(lambda connection: add(connection, "confirmed@example.org", "mail", True))
    store.do_sync(lambda connection: add(connection, "https://example.org/hook", "hook", True))
    clock.advance(days=CONFIRMATION_TTL.days, hours=-1)
    store.do_sync(lambda connection: add(connection, "new@example.org", "mail", False))
    sweep = RetentionSweep(store, clock)
    asyncio.run(sweep.sweep())
    assert len(targets(store)) == 4
    clock.advance(hours=2)
    asyncio.run(sweep.sweep())
    assert targets(store) == {"new@example.org", "confirmed@example.org", "https://example.org/hook"}


def test_a_ban_replaces_the_earlier_one_of_its_network(store: Storage, clock: AdjustableClock) -> None:
    for network, reason in (("203.0.113.1/32", "first"), ("203.0.113.2/32", "other"), ("203.0.113.1/32", "second")):
        ban = Ban(network, clock.timestamp(), None, reason)
        store.do_sync(lambda connection, ban=ban: store_ban(connection, ban))
    stored = store.do_sync(lambda connection: load_bans(connection, clock.timestamp()))
    assert sorted(ban.reason for ban in stored) == ["other", "second"]


def test_bans_that_have_ended_are_deleted(store: Storage, clock: AdjustableClock) -> None:
    for network, ends_after in (("203.0.113.1/32", timedelta(hours=1)), ("203.0.113.2/32", None)):
        until = None if ends_after is None else clock.timestamp_after(ends_after)
        ban = Ban(network, clock.timestamp(), until, "a reason")
        store.do_sync(lambda connection, ban=ban: store_ban(connection, ban))
    sweep = RetentionSweep(store, clock)
    asyncio.run(sweep.sweep())
    assert len(store.do_sync(lambda connection: load_bans(connection, clock.timestamp()))) == 2
    clock.advance(hours=1)
    asyncio.run(sweep.sweep())
    networks = store.do_sync(lambda connection: connection.execute(select(bans.c.network)).scalars().all())
    assert networks == ["203.0.113.2/32"]
