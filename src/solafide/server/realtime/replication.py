"""Other processes at the same database: what they did at the tables that stand here is done here as well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import orjson
from sqlalchemy import Connection, select, tuple_

from solafide.game import Seat, SolaFideError
from solafide.game.notation import is_ending
from solafide.server.matches.match import TAKEBACK_PREFIX, Match
from solafide.server.matches.online_state import NON_STEP_KINDS, OnlineState
from solafide.server.storage.base import StorageError
from solafide.server.storage.ledger import ALL_GAMES, REQUEST_KINDS, EntryKind, LedgerEntry
from solafide.server.storage.schema import games
from solafide.server.storage.seats import load_online_state

if TYPE_CHECKING:
    from solafide.server.matches.registry import MatchRegistry

log = logging.getLogger(__name__)
RETRY_DELAY_S = 1.0  # after which a failed read is repeated
ORPHAN_SWEEP_S = 3.0  # how often to look for opponents whose process has died
# The process that let an opponent think may have died by then; if it has not, thinking twice only costs time.
SEARCH_TAKEOVER_AFTER = timedelta(seconds=10)
MAX_TAKEOVERS = 20  # opponents in one sweep
_ENTRY_COLUMNS = ", ".join(f"ledger.{name}" for name in LedgerEntry._fields)
_LOOK = f"""
SELECT games.id, games.length, games.changed, games.summary, {_ENTRY_COLUMNS}
FROM unnest(%s::text[], %s::int[]) AS due (game, after) JOIN games ON games.id = due.game
LEFT JOIN ledger ON ledger.game = games.id AND ledger.version > due.after
ORDER BY games.id, ledger.version
"""


class StaleGame(NamedTuple):
    """A game that may have gone on; length: how far it is known, None if it is not in memory; aside: see `announce`."""

    game: str
    length: int | None
    aside: bool


class GameUpdate(NamedTuple):
    """How far a game is in the database, and the entries that were not known."""

    length: int
    changed: str
    summary: dict[str, Any]
    entries: list[LedgerEntry]


class Replicator:
    """Keeps loaded matches in step with the ledger, and takes over searches of a process that died."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._due: dict[str, bool] = {}  # games of which something was heard; whether it is not in the ledger
        self._adopted = ("", "")  # up to which one, by date and name, all were looked at
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        self._registry.store.subscribe(self._heard, self._lost)
        if self._registry.store.shared:
            self._start(self._sweep())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ hearing

    def _heard(self, game: str, version: int) -> None:
        if game == ALL_GAMES:
            self._begin_anew()
            return
        match = self._registry.loaded(game)
        if match is None and not self._registry.subscriptions.follows(game):
            return
        if match is not None and 0 < version <= match.length:
            return
        self._expect(game, version == 0)

    def _expect(self, game: str, aside: bool) -> None:
        if not self._due:
            self._start(self._hear())
        self._due[game] = self._due.get(game, False) or aside

    def _begin_anew(self) -> None:
        """Whatever stands in memory may never have happened."""
        for game in self._registry.loaded_games():
            self._registry.evict(game)
        for game in self._registry.subscriptions.games():
            self._registry.publish_change(game)

    def _lost(self) -> None:
        """Nothing was heard for a while: all that is followed is looked at again."""
        for game in {*self._registry.loaded_games(), *self._registry.subscriptions.games()}:
            self._expect(game, True)

    async def _hear(self) -> None:
        """All that was heard by now, with one look into the database."""
        await asyncio.sleep(0)
        due, self._due = self._due, {}
        wanted = [StaleGame(game, _length(self._registry.loaded(game)), aside) for game, aside in due.items()]
        try:
            found = await self._registry.store.read(lambda connection: look(connection, wanted))
        except StorageError:
            await self._expect_later(due)
            return
        await asyncio.gather(*(self._tell(each.game, found.get(each.game), each.aside) for each in wanted))

    async def _expect_later(self, due: dict[str, bool]) -> None:
        """The database did not answer: what was heard is not said twice, so it is kept."""
        await asyncio.sleep(RETRY_DELAY_S)
        for game, aside in due.items():
            self._expect(game, aside)

    async def _tell(self, game: str, found: GameUpdate | None, aside: bool) -> None:
        registry, unknown = self._registry, self._registry.loaded(game) is None
        try:
            async with registry.locked(game) as match:
                if aside:
                    await self._renew(match)
                if not await self._settle(match, found) and unknown and match.online is not None:
                    registry.subscriptions.tell(match, "step")
        except StorageError:
            await self._expect_later({game: aside})
        except SolaFideError:  # reported when somebody opens it; a lobby has no match yet
            if aside:
                registry.publish_change(game)

    async def _renew(self, match: Match) -> None:
        """What is not in the ledger."""
        online, registry = match.online, self._registry
        now = await registry.store.do(lambda connection: look_beside(connection, match.id)) if online else None
        if online is not None and now is not None:
            told = online.chat
            online.renew(now)
            registry.publish_change(match.id)
            if online.chat > told:
                registry.publish_chat(match.id, online.chat)

    async def catch_up(self, game: str) -> bool:
        """Bring a table in step with the ledger; whether it was behind."""
        async with self._registry.locked(game) as match:
            wanted = [StaleGame(game, match.length, False)]
            found = (await self._registry.store.read(lambda connection: look(connection, wanted))).get(game)
            if found is not None and found.length < match.length:  # an older backup was put in
                self._registry.evict(game)
                return True
            return await self._settle(match, found)

    async def _settle(self, match: Match, found: GameUpdate | None) -> bool:
        registry = self._registry
        if found is None:  # it was deleted
            registry.evict(match.id)
            registry.publish_change(match.id)
            return True
        new = [entry for entry in found.entries if entry.version > match.length]
        if found.length <= match.length:  # meanwhile it has gone on here
            return False
        await self._bring(match, found, new)
        return True

    async def _bring(self, match: Match, found: GameUpdate, new: list[LedgerEntry]) -> None:
        """Step by step; where it comes out differently, the whole game is read again."""
        registry = self._registry
        registry.opponents.give_up(match)
        whole = [entry.version for entry in new] == list(range(match.length + 1, found.length + 1))
        if whole and take_in(match, new):
            match.changed = found.changed
            registry.attach_online_state(match, found.summary.get("clock"))
            for hook in registry.on_replicated:
                hook(match, [entry for entry in new if entry.kind in REQUEST_KINDS])
        else:
            registry.evict(match.id)
            match = await registry.match(match.id)
        if match.online is not None:
            registry.subscriptions.tell(match, kind_of(new))

    # ------------------------------------------------------------ taking over

    async def _sweep(self) -> None:
        """Opponents who were asked something and have not answered for long think here."""
        while True:
            with suppress(SolaFideError, StorageError):
                await self.adopt()
            await asyncio.sleep(ORPHAN_SWEEP_S)

    async def adopt(self) -> None:
        for game in await self._left():
            known = self._registry.loaded(game)
            if known is not None and known.thinking:
                continue
            with suppress(SolaFideError):  # said when somebody opens it
                await self.catch_up(game)
                self._registry.opponents.start_searches(await self._registry.match(game))

    async def _left(self) -> list[str]:
        """The next games that nobody seems to think about; after the last of them the first again."""
        oldest = self._registry.clock.timestamp_after(-SEARCH_TAKEOVER_AFTER)
        place = tuple_(games.c.changed, games.c.id)
        left = select(games.c.changed, games.c.id).where(games.c.asked, games.c.changed < oldest, place > self._adopted)
        wanted = left.order_by(games.c.changed, games.c.id).limit(MAX_TAKEOVERS)
        found = await self._registry.store.do(lambda connection: connection.execute(wanted).all())
        self._adopted = (found[-1].changed, found[-1].id) if len(found) == MAX_TAKEOVERS else ("", "")
        return [game for _, game in found]


def look(connection: Connection, wanted: Sequence[StaleGame]) -> dict[str, GameUpdate]:
    """What the database knows of some games, and what of it is new: one statement, in the words of PostgreSQL."""
    rows = connection.exec_driver_sql(_LOOK, ([each.game for each in wanted], [each.length for each in wanted])).all()
    found: dict[str, GameUpdate] = {}
    for game, length, changed, summary, *entry in rows:
        if game not in found:
            found[game] = GameUpdate(length, changed, orjson.loads(summary), [])
        if entry[0] is not None:
            found[game].entries.append(LedgerEntry.from_row(entry))
    return found


def look_beside(connection: Connection, game: str) -> OnlineState | None:
    """Who plays a game, as it is now."""
    online = connection.execute(select(games.c.online).where(games.c.id == game)).scalar()
    return load_online_state(connection, game, online) if online else None


def _length(match: Match | None) -> int | None:
    return match.length if match is not None else None


def take_in(match: Match, new: Sequence[LedgerEntry]) -> bool:
    """What another process has entered is done here as well; False if it comes out differently: the table is spoilt."""
    if match.setup.seed is None:
        return False
    rest = list(new)
    try:
        while rest:
            made = _again(match, rest[0])
            if not made or [_same(entry) for entry in made] != [_same(entry) for entry in rest[: len(made)]]:
                return False
            del rest[: len(made)]
    except (SolaFideError, ValueError, IndexError, KeyError):
        return False
    return True


def _same(entry: LedgerEntry) -> tuple[Any, ...]:
    """`public` counts what came of a whole request, and that may be more than one choice."""
    return entry[:-1]


def _again(match: Match, entry: LedgerEntry) -> list[LedgerEntry]:
    seat = cast(Seat, entry.who)
    match entry.kind:
        case EntryKind.CHOICE if is_ending(entry.choice):
            return match.end(entry.choice, seat, entry.client) if entry.client is not None else []
        case EntryKind.CHOICE:
            return match.choose(seat, entry.choice, entry.client)
        case EntryKind.FOLLOW:  # by a standing order
            return match.apply_order(seat, entry.choice, entry.kind)
        case EntryKind.UNDO:
            return match.undo(seat, entry.client)
        case EntryKind.TAKEBACK:
            return match.go_back(seat, int(entry.choice.removeprefix(TAKEBACK_PREFIX)), entry.client)
        case kind if kind in NON_STEP_KINDS:
            return [match.aside(kind, seat, entry.client, entry.choice)]
    return []


def kind_of(new: Sequence[LedgerEntry]) -> str:
    """What is told of several entries at once."""
    kinds = {entry.kind for entry in new}
    if EntryKind.TAKEBACK in kinds:
        return "takeback"
    if EntryKind.UNDO in kinds:
        return "undo"
    return "offer" if kinds <= set(NON_STEP_KINDS) else "step"
