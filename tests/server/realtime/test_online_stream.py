"""Messages to one subscriber: written at once when the connection is free, queued in order when it is not."""

import asyncio

import pytest

from server.waiting import wait_in_loop
from solafide.server.realtime import online_stream
from solafide.server.realtime.online_stream import KEEPALIVE_COMMENT, MAX_QUEUED_MESSAGES, Subscriber, Subscriptions
from solafide.server.schemas.identity import SPECTATOR


def test_direct_and_queued_messages_keep_their_order() -> None:
    async def run() -> list[bytes]:
        written: list[bytes] = []
        free = True

        def write(message: bytes) -> bool:
            if free:
                written.append(message)
            return free

        reader = Subscriber()
        reader.put(b"1")  # before the line is open
        reader.direct_write = write
        reader.put(b"2")
        assert written == []
        message_taken = await reader.take()
        reader.put(b"3")  # what was taken is still on its way
        assert written == []
        written.append(message_taken)
        written.append(await reader.take())
        going = asyncio.create_task(reader.take())
        await asyncio.sleep(0)
        reader.put(b"4")
        free = False
        reader.put(b"5")
        free = True
        reader.put(b"6")
        written.append(await going)
        reader.close()
        reader.put(b"7")
        return [*written, await reader.take()]

    assert asyncio.run(run()) == [b"12", b"3", b"4", b"56", b""]


def test_a_subscriber_that_names_a_game_twice_is_counted_once() -> None:
    async def run() -> list[tuple[bool, bool, int]]:
        readers = Subscriptions()
        reader, presence = readers.open(), readers.presence("game")
        snapshots = []
        for role in ("1", "1", "2", SPECTATOR, "2"):  # what was named last counts
            readers.subscribe(reader, "game", role)
            snapshots.append(presence.snapshot())
        readers.unsubscribe(reader)
        readers.close()
        return [*snapshots, presence.snapshot()]

    here = [(True, False, 0), (True, False, 0), (False, True, 0), (False, False, 1), (False, True, 0)]
    assert asyncio.run(run()) == [*here, (False, False, 0)]


def test_a_subscriber_too_far_behind_is_disconnected() -> None:
    async def run() -> bool:
        reader = Subscriber()
        for _ in range(MAX_QUEUED_MESSAGES + 1):
            reader.put(b"x")
        return reader.closed

    assert asyncio.run(run())


def test_heartbeats_go_to_one_subscriber_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets one in a round, and between two of them others have their turn."""
    monkeypatch.setattr(online_stream, "KEEPALIVE_INTERVAL_S", 0.2)

    async def run() -> list[int]:
        readers, turns_of_keepalive = Subscriptions(), list[int]()
        turns = 0

        def listener() -> Subscriber:
            reader = readers.open()
            reader.direct_write = lambda message: (
                message == KEEPALIVE_COMMENT and turns_of_keepalive.append(turns) is None
            )
            return reader

        there = [listener() for _ in range(5)]

        def have_two_rounds_ended() -> bool:
            nonlocal turns
            turns += 1
            return len(turns_of_keepalive) >= 10

        await wait_in_loop(have_two_rounds_ended, 0.001)
        readers.close()
        assert not any(reader._queue for reader in there)
        return turns_of_keepalive

    turns_of_keepalive = asyncio.run(run())
    assert len(set(turns_of_keepalive)) == 10
