"""Turns at work that takes long, shared between guests and their networks."""

import asyncio

import pytest

from server.http_client import TIMEOUT_S
from server.waiting import wait_in_loop
from solafide.server.engine.guest_turns import GuestTurns
from solafide.server.schemas.errors import RequestRefused

NETWORK = [f"203.0.113.{number}" for number in range(1, 9)]
STRANGER = "198.51.100.1"


def test_a_network_of_many_addresses_takes_turns_with_others() -> None:
    async def run() -> list[str]:
        turns, order, is_free = GuestTurns(1, 100, 3), list[str](), asyncio.Event()

        async def work(guest: str) -> None:
            async with turns.turn(guest):
                order.append(guest)
                await asyncio.wait_for(is_free.wait(), TIMEOUT_S)

        tasks = [asyncio.create_task(work(guest)) for guest in [*NETWORK, STRANGER]]
        await wait_in_loop(lambda: turns.waiting.total() == len(tasks))
        is_free.set()
        await asyncio.gather(*tasks)
        assert not turns.waiting
        return order

    assert asyncio.run(run())[:3] == [NETWORK[0], STRANGER, NETWORK[1]]


def test_a_network_cannot_fill_the_queue() -> None:
    async def run() -> None:
        turns, is_free = GuestTurns(1, 8, 2), asyncio.Event()

        async def work(guest: str) -> None:
            async with turns.turn(guest):
                await asyncio.wait_for(is_free.wait(), TIMEOUT_S)

        tasks = [asyncio.create_task(work(guest)) for guest in NETWORK[:4]]
        await wait_in_loop(lambda: turns.waiting.total() == len(tasks))
        with pytest.raises(RequestRefused):
            turns.require_room(NETWORK[4])
        turns.require_room(STRANGER)
        is_free.set()
        await asyncio.gather(*tasks)
        turns.require_room(NETWORK[4])

    asyncio.run(run())
