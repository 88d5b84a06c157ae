"""Which matches the registry keeps in memory."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from solafide.cards import builtin
from solafide.game import Options
from solafide.server.identity import HUMAN, PERSONS
from solafide.server.matches.match import Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.storage.sqlite import SqliteStorage


def with_registry(folder: Path, act: Callable[[MatchRegistry], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = SqliteStorage(folder)
        registry = MatchRegistry(store, LocalStream())
        registry.max_idle_matches = 1
        try:
            await act(registry)
        finally:
            await registry.close()
            store.close()

    asyncio.run(inside())


async def new_match(registry: MatchRegistry) -> Match:
    return await registry.create_match(Options(), builtin(), dict.fromkeys(PERSONS, HUMAN), None)


def test_an_idle_match_is_evicted_and_loaded_again(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        first, second = await new_match(registry), await new_match(registry)
        await registry.match(second.id)
        assert registry.loaded(first.id) is None
        assert registry.is_current(second)
        again = await registry.match(first.id)
        assert (again.id, again.length) == (first.id, first.length)

    with_registry(tmp_path, act)


def test_a_locked_match_is_not_evicted(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        first, second = await new_match(registry), await new_match(registry)
        async with registry.locked(first.id):
            await registry.match(second.id)
            assert registry.is_current(first)
        await registry.match(second.id)
        assert not registry.is_current(first)

    with_registry(tmp_path, act)


def test_a_match_with_a_thinking_opponent_is_not_evicted(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        first, second = await new_match(registry), await new_match(registry)
        first.thinking["P"] = "scholar"
        await registry.match(first.id)
        await registry.match(second.id)
        assert registry.is_current(first)
        first.thinking.clear()
        await registry.match(second.id)
        assert not registry.is_current(first)

    with_registry(tmp_path, act)
