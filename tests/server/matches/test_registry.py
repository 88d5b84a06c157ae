"""Which matches the registry keeps in memory."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from server.http_client import TIMEOUT_S
from server.remote_client import UnlimitedServerThread, begin_match, play
from server.waiting import POLL_INTERVAL_S, wait_in_loop
from solafide.cards import CardSet, builtin, from_canonical
from solafide.game import Options
from solafide.server.matches import registry as registry_module
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.match import Match
from solafide.server.matches.memory_use import MemoryUse, own_set_entries
from solafide.server.matches.registry import MatchRegistry, new_id
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.storage.ledger import EntryKind
from solafide.server.storage.schema import ledger
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


def test_a_damaged_ledger_is_refused_with_its_reason(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        match = await new_match(registry)
        damage = update(ledger).where(ledger.c.game == match.id).values(choice="play:Z99")
        await registry.store.do(lambda connection: connection.execute(damage).rowcount)
        registry.evict(match.id)
        with pytest.raises(RequestRefused) as refused:
            await registry.match(match.id)
        assert (refused.value.status, refused.value.key) == (409, "server.error.game_damaged")

    with_registry(tmp_path, act)


def test_long_matches_count_as_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of a match grows with its ledger: the bound holds for the entries of all, and spares the last one."""

    async def act(registry: MatchRegistry) -> None:
        registry.max_idle_matches = 10
        lengths = [(await new_match(registry)).length for _ in range(4)]
        assert registry.in_memory == 4
        monkeypatch.setattr(registry_module, "ENTRIES_PER_MATCH", sum(lengths) / 2 / 10)
        games = registry.loaded_games()
        last = await new_match(registry)
        loaded = registry.loaded_games()  # how many depends on the lengths of the games, which chance decides a little
        assert loaded == [*games, last.id][-len(loaded) :]
        assert 1 <= len(loaded) < 5
        monkeypatch.setattr(registry_module, "ENTRIES_PER_MATCH", 0)
        again = await registry.match(games[0])
        assert registry.loaded_games() == [again.id]

    with_registry(tmp_path, act)


def own_set(name: str, note: str = "A note.") -> CardSet:
    """A card set of a player's own, with a note on the history of each card."""
    cards = {key: replace(card, history={"en": note}) for key, card in builtin().cards.items()}
    return from_canonical(replace(builtin(), name=name, cards=cards, builtin=False).canonical())


def test_a_large_card_set_counts_as_several_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set of a player's own takes memory: once for all matches that have it."""

    async def act(registry: MatchRegistry) -> None:
        registry.max_idle_matches = 8
        players, large = dict.fromkeys(PERSONS, HUMAN), own_set("Large", "x" * 2000)
        for _ in range(3):  # read again for each match, as of a record that is imported
            copy = from_canonical(large.canonical())
            first = await registry.create_match(Options(), copy, players, None)
        use = MemoryUse([registry.loaded(game) or first for game in registry.loaded_games()])
        assert registry.in_memory == 3
        assert len({id(registry.loaded(game).setup.cards) for game in registry.loaded_games()}) == 1  # type: ignore[union-attr]
        assert own_set_entries(first) < use.entries < 2 * own_set_entries(first)
        monkeypatch.setattr(registry_module, "ENTRIES_PER_MATCH", use.entries // 8 + 1)
        await new_match(registry)
        assert registry.in_memory == 4
        await registry.create_match(Options(), own_set("Another", "y" * 2000), players, None)
        assert registry.in_memory == 2  # those of the first large set are gone, the built-in one has room

    with_registry(tmp_path, act)


def test_evicted_matches_leave_nothing_in_memory(tmp_path: Path) -> None:
    """Nor do they wait for the garbage collector, whose full collections hold up everybody."""

    async def act(registry: MatchRegistry) -> None:
        match = await new_match(registry)
        while (decision := match.game.decision()) is not None and match.length < 50:
            async with registry.locked(match.id):
                entries = match.choose(decision.who, decision.options[0], f"request-{match.length}")
                await registry.commit(match, entries, 0)
        references = [weakref.ref(match), weakref.ref(match.game)]
        game = match.id
        del match, decision, entries
        gc.collect()
        gc.disable()
        try:
            registry.evict(game)
            await asyncio.sleep(0)
            assert [reference() for reference in references] == [None, None]
        finally:
            gc.enable()

    with_registry(tmp_path, act)


def test_evicted_online_matches_leave_nothing_in_memory(server: UnlimitedServerThread) -> None:
    """Nor do the streams of their players hold them."""
    people = begin_match(server.base)
    play(people, 20)
    with people[0].open_stream():
        game = people[0].game
        reference = server.call(lambda registry: weakref.ref(registry.loaded(game)))
        gc.collect()
        gc.disable()
        try:
            server.call(lambda registry: registry.evict(game))
            assert server.call(lambda registry: reference()) is None
        finally:
            gc.enable()


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


def test_the_only_idle_match_stays_while_all_others_are_busy(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        busy = [await new_match(registry) for _ in range(3)]
        idle = await new_match(registry)
        for match in busy:
            match.thinking["P"] = "scholar"
        async with asyncio.timeout(TIMEOUT_S):
            async with registry.locked(idle.id) as match:
                assert match is idle
        assert all(registry.is_current(match) for match in busy)

    with_registry(tmp_path, act)


@pytest.fixture
def without_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two computers play on, although no page asks for their moves."""
    monkeypatch.setattr(Match, "may_search", True)


async def answer_at_once(registry: MatchRegistry, game: str, is_enough: Callable[[], object]) -> None:
    """Let the computer answer without a search, until something has come about."""

    def look() -> object:
        registry.opponents.answer_now(game)
        return is_enough()

    await wait_in_loop(look, POLL_INTERVAL_S)


def test_an_evicted_match_is_searched_again(tmp_path: Path, without_page: None) -> None:
    """The search of the evicted one answers no more: else the computer would never play."""

    async def act(registry: MatchRegistry) -> None:
        players = dict.fromkeys(PERSONS, "rector")
        evicted = await registry.create_match(Options(), builtin(), players, None)
        await wait_in_loop(lambda: registry.opponents._pool._pending)  # its search has begun
        registry.evict(evicted.id)
        match = await registry.match(evicted.id)
        before = match.length
        await answer_at_once(registry, match.id, lambda: match.length > before)
        assert registry.is_current(match)

    with_registry(tmp_path, act)


def test_a_match_evicted_while_its_choice_is_written_starts_no_search(tmp_path: Path, without_page: None) -> None:
    """The search of the evicted match would take the place of the search of the reloaded one, and answer nothing."""

    async def act(registry: MatchRegistry) -> None:
        reloaded: list[Match] = []

        def evict(match: Match, commit: Commit) -> None:
            if commit.entries[0].kind == EntryKind.CHOICE and not reloaded:
                registry.evict(match.id)

        async def reload(match: Match, commit: Commit) -> None:
            if commit.entries[0].kind == EntryKind.CHOICE and not reloaded:
                reloaded.append(await registry.match(match.id))

        registry.after_commit.add("snapshot", evict)  # runs before the hook that starts searches
        registry.after_commit.add("reload", reload)
        created = await registry.create_match(Options(), builtin(), dict.fromkeys(PERSONS, "rector"), None)
        await answer_at_once(registry, created.id, lambda: reloaded)
        (match,) = reloaded
        before = match.length
        await answer_at_once(registry, match.id, lambda: match.length > before)

    with_registry(tmp_path, act)


def test_a_match_that_is_created_and_loaded_at_once_is_one_object(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        created: list[Match] = []

        async def create() -> None:
            created.append(await new_match(registry))

        original, games = registry.store.do, list[asyncio.Task[Match]]()

        def do(job: Any) -> Any:
            future = original(job)
            if not games:  # a second request asks for the game while it is written
                row = job.__closure__ and next(
                    cell.cell_contents for cell in job.__closure__ if isinstance(cell.cell_contents, dict)
                )
                games.append(asyncio.create_task(registry.match(row["id"])))
            return future

        registry.store.do = do  # type: ignore[method-assign]
        await create()
        assert await games[0] is created[0]
        assert registry.is_current(created[0])

    with_registry(tmp_path, act)


def test_an_id_does_not_look_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = iter(["-Dyl", "--", "fete-8dN"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(tokens))
    assert new_id() == "fete-8dN"
