"""A match that is loaded from a snapshot is the same as one that is replayed from its whole ledger."""

import asyncio
import random
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.server.http.dependencies import short_answer
from solafide.server.matches import registry as registry_module
from solafide.server.matches import snapshot_service
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import Match, MatchSetup, import_match, restore_match, start_match
from solafide.server.matches.online_state import MatchTerms, Offer, OnlineState
from solafide.server.matches.perform import Action, perform
from solafide.server.matches.registry import MatchRegistry
from solafide.server.matches.snapshot import EMPTY_SNAPSHOT, MatchSnapshot, SnapshotStep, parse_snapshot
from solafide.server.matches.snapshot_service import make_snapshot
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.realtime.presence import Presence
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.storage.ledger import EntryKind, LedgerEntry, load_entries
from solafide.server.storage.schema import ledger, snapshots
from solafide.server.storage.sqlite import SqliteStorage

PLAYERS = {"1": HUMAN, "2": HUMAN}
SEATS = (None, "1", "2", "C", "P")
PRESENCE = Presence()  # is not in the ledger
INTERVAL_ENTRIES = 20
UNDONE_CHOICES = 50
LOCAL = Credentials(is_local=True)


def facts(match: Match) -> dict[str, Any]:
    """Return all that a request could notice of a match, and how many choices can be undone."""
    game, online = match.game, match.online
    shown = {seat: (game.view(seat), game.events(seat), match.version(seat)) for seat in SEATS}
    noticed = {
        "length": match.length,
        "whole": game.whole(),
        "choices": game.choices,
        "shown": shown,
        "picks": dict(game.nature.counters) if isinstance(game.nature, LiveNature) else None,
        "online": online.snapshot() if online else None,
        "turns": [game.last_turn(seat) for seat in ("C", "P")],
        "ways_back": [game.ways_back(seat) for seat in ("C", "P")],
        "undo": 0,
    }
    while game.can_undo():
        game.undo()
        noticed["undo"] += 1
    return noticed


def some_action(match: Match, dice: random.Random, number: int) -> list[LedgerEntry]:
    """Do one of the things that enter something into the ledger."""
    online, key = match.require_online(), f"request{number}"
    who = dice.choice(match.public_summary()["waiting_for"])
    if match.game.can_undo(who) and dice.random() < 0.5:
        return match.undo(who, key)
    back = match.game.ways_back(who)
    if back and number % 13 == 5:
        return match.take_back_to(who, dice.choice(back[:5]), key)
    if number % 11 == 3:
        return match.add_offer(Offer("draw", who, None), key)
    if number % 17 == 4 and online.offers:
        return match.decline(who, "draw", key)
    if number % 19 == 6:
        return match.pause(who, key)
    decision = match.game.decision(who)
    assert decision is not None
    choice = dice.choice(decision.options)
    return match.choose(who, choice, key) if number % 3 else match.apply_order(who, choice, EntryKind.FOLLOW)


@pytest.mark.parametrize(("mode", "seed"), [("first", 1), ("first", 2), ("draft", 3), ("draft", 4)])
def test_every_snapshot_gives_the_match_that_the_ledger_gives(mode: str, seed: int) -> None:
    terms, dice = MatchTerms(), random.Random(seed)
    setup = MatchSetup("m", "", Options(mode=mode), builtin(), PLAYERS, bytes([seed]) * 32, terms=terms)
    match = start_match(setup)
    match.online = OnlineState(terms, presence=PRESENCE)
    entries, snapshots_so_far = match.opening_entries(), [EMPTY_SNAPSHOT]

    def restored(from_snapshot: MatchSnapshot) -> Match:
        rest = [entry for entry in entries if entry.version > from_snapshot.version or not from_snapshot.version]
        return restore_match(setup, rest, OnlineState(terms, presence=PRESENCE), from_snapshot)

    for number in range(400):
        if match.game.over:
            break
        entries += some_action(match, dice, number)
        since = [
            entry
            for entry in entries
            if entry.version > snapshots_so_far[-1].version or not snapshots_so_far[-1].version
        ]
        if len(since) >= INTERVAL_ENTRIES:
            newest = make_snapshot(match, snapshots_so_far[-1], since)
            assert newest is not None
            newest = parse_snapshot(newest.version, newest.dump())
            assert newest is not None
            snapshots_so_far.append(newest)
        if number % 10 == 0 or match.game.over:
            expected = facts(restored(EMPTY_SNAPSHOT))
            for snapshot in (snapshots_so_far[-1], snapshots_so_far[len(snapshots_so_far) // 2]):
                assert facts(restored(snapshot)) == expected
    assert len(snapshots_so_far) > 5
    assert any(snapshot.taken_back.lines and snapshot.taken_back_picks for snapshot in snapshots_so_far)
    kinds = {entry.kind for entry in entries}
    assert kinds >= {EntryKind.UNDO, EntryKind.TAKEBACK, EntryKind.OFFER, EntryKind.DECLINED, EntryKind.PAUSED}


def test_games_from_elsewhere_have_snapshots_too() -> None:
    dice, played = random.Random(5), Game(Options(), nature=LiveNature(bytes(32)))
    for _ in range(40):
        decision = played.decision()
        assert decision is not None
        played.choose(dice.choice(decision.options))
    start, branched_options = played.start_json(), played.options
    imported, entries = import_match(MatchSetup("i", "", played.options, builtin(), PLAYERS, None), played)
    branch = start_match(MatchSetup("b", "", branched_options, builtin(), PLAYERS, bytes(32), start))
    for match, opening in ((imported, entries), (branch, branch.opening_entries())):
        snapshot = make_snapshot(match, EMPTY_SNAPSHOT, opening)
        assert snapshot is not None
        assert facts(restore_match(match.setup, (), snapshot=snapshot)) == facts(restore_match(match.setup, opening))


# ---------------------------------------------------------------- in a registry


def with_registry(folder: Path, act: Callable[[MatchRegistry], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = SqliteStorage(folder)
        registry = MatchRegistry(store, LocalStream())
        registry.snapshots.interval_entries = INTERVAL_ENTRIES
        try:
            await act(registry)
        finally:
            await registry.close()
            store.close()

    asyncio.run(inside())


async def choose(registry: MatchRegistry, match: Match, choice: str, key: str, version: int) -> bytes:
    seat = match.public_summary()["waiting_for"][0]
    action = Action(EntryKind.CHOICE, lambda match, seat: match.choose(seat, choice, key), key, version, seat, choice)
    return await perform(registry, match.id, LOCAL, action, lambda seat: None, short_answer, replayable=True)


async def undo(registry: MatchRegistry, match: Match, key: str) -> None:
    seat = match.public_summary()["waiting_for"][0]
    action = Action(EntryKind.UNDO, lambda match, seat: match.undo(seat, key), key, match.version(seat), seat)
    await perform(registry, match.id, LOCAL, action, lambda seat: None, short_answer, replayable=True)


async def long_match(registry: MatchRegistry) -> tuple[Match, list[tuple[str, str, int, bytes]]]:
    """Make a match with many choices that were undone; return it with each choice and its answer."""
    options = Options(faiths="agreed", first="C")
    match = await registry.create_match(options, builtin(), dict.fromkeys(PERSONS, HUMAN), None)
    answers: list[tuple[str, str, int, bytes]] = []
    for number in range(UNDONE_CHOICES):
        decision = match.game.decision()
        assert decision is not None
        choice = next(option for option in decision.options if option.startswith("play:"))
        version, key = match.length, f"choice{number:08}"
        answers.append((choice, key, version, await choose(registry, match, choice, key, version)))
        assert match.game.can_undo()
        await undo(registry, match, f"undo{number:08}")
    return match, answers


async def count(registry: MatchRegistry, table: Any) -> int:
    query = select(func.count()).select_from(table)
    return int(await registry.store.do(lambda connection: connection.execute(query).scalar_one()))


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run: what the first card does can be undone."""
    monkeypatch.setattr(registry_module, "LiveNature", lambda: LiveNature(bytes(32)))


@pytest.fixture
def loaded_entries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many entries were loaded each time."""
    counts: list[int] = []

    def counted(*arguments: Any) -> list[LedgerEntry]:
        entries = load_entries(*arguments)
        counts.append(len(entries))
        return entries

    for module in (registry_module, snapshot_service):
        monkeypatch.setattr(module, "load_entries", counted)
    return counts


def test_loading_and_repeating_read_few_entries_of_a_long_ledger(tmp_path: Path, loaded_entries: list[int]) -> None:
    async def act(registry: MatchRegistry) -> None:
        match, answers = await long_match(registry)
        assert match.length > 4 * INTERVAL_ENTRIES
        assert len(match.completed_requests) <= INTERVAL_ENTRIES  # memory is bounded too
        expected = facts(await replayed(registry, match))
        entries = await count(registry, ledger)
        registry.evict(match.id)
        loaded_entries.clear()
        again = await registry.match(match.id)
        for choice, key, version, answer in answers[::10]:
            assert await choose(registry, again, choice, key, version) == answer
        assert max(loaded_entries) <= INTERVAL_ENTRIES + 2  # a snapshot is made after a request, not within it
        assert len(loaded_entries) == 1 + len(answers[::10])
        with pytest.raises(RequestRefused) as refused:  # a key of long ago is not used for something else
            await choose(registry, again, "draw", answers[0][1], again.length)
        assert refused.value.key == "server.error.idempotency_key"
        assert await count(registry, ledger) == entries
        assert facts(again) == expected

    with_registry(tmp_path, act)


async def replayed(registry: MatchRegistry, match: Match) -> Match:
    return restore_match(match.setup, await registry.store.do(lambda connection: load_entries(connection, match.id)))


def test_a_snapshot_that_cannot_be_used_is_ignored(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        match, _ = await long_match(registry)
        expected = facts(await replayed(registry, match))
        other_steps = EMPTY_SNAPSHOT._replace(steps=(SnapshotStep(EntryKind.CHOICE, "C", "play:C99"),))
        for damage in (b"", b"no zlib", zlib.compress(b'{"format": 99}'), other_steps.dump()):
            registry.evict(match.id)
            damaged = update(snapshots).values(data=damage)
            await registry.store.do(lambda connection, damaged=damaged: connection.execute(damaged).rowcount)
            assert facts(await registry.match(match.id)) == expected

    with_registry(tmp_path, act)


def test_a_long_ledger_without_snapshots_gets_one_when_it_is_loaded(tmp_path: Path) -> None:
    async def act(registry: MatchRegistry) -> None:
        match, _ = await long_match(registry)
        registry.evict(match.id)
        await registry.store.do(lambda connection: connection.execute(delete(snapshots)).rowcount)
        await registry.match(match.id)
        assert await count(registry, snapshots) == 1
        await registry.delete(match.id)
        assert await count(registry, snapshots) == 0

    with_registry(tmp_path, act)
