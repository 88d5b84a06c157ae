"""Other processes at the same database: what they did at the tables that stand here is done here as well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from solafide.game import ENDINGS, SolaFideError
from solafide.server.company import ASIDE, Company
from solafide.server.ledger import EVERYTHING, Entry, entries
from solafide.server.schema import games
from solafide.server.seating import seating
from solafide.server.store import Unwritten
from solafide.server.table import BACK, Table

if TYPE_CHECKING:
    from solafide.server.hall import Hall

log = logging.getLogger(__name__)
SWEEP = 3.0  # seconds between two looks for opponents whom nobody lets think
DEAD = timedelta(seconds=10)  # after which whoever let an opponent think may have died; two at once only cost time
ADOPTED = 20  # opponents in one sweep


class Follower:
    """Keeps the tables in memory in step with the ledger, and takes over whoever thought in a process that died."""

    def __init__(self, house: Hall) -> None:
        self._house = house
        self._due: dict[str, bool] = {}  # games of which something was heard; whether it is not in the ledger
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        self._house.store.follow(self._heard, self._lost)
        if self._house.store.shared:
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
        if game == EVERYTHING:
            self._begin_anew()
            return
        table = self._house.known(game)
        if table is None and not self._house.readers.follows(game):
            return
        if table is not None and 0 < version <= table.length:
            return
        if game in self._due:
            self._due[game] |= version == 0
        else:
            self._due[game] = version == 0
            self._start(self._hear(game))

    def _begin_anew(self) -> None:
        """Whatever stands in memory may never have happened."""
        for game in self._house.in_mind():
            self._house.forget(game)
        for game in self._house.readers.games():
            self._house.tell_table(game)

    def _lost(self) -> None:
        """Nothing was heard for a while: all that is followed is looked at again."""
        for game in {*self._house.in_mind(), *self._house.readers.games()}:
            if game not in self._due:
                self._start(self._hear(game))
            self._due[game] = True

    async def _hear(self, game: str) -> None:
        try:
            await self.catch_up(game)
        except (SolaFideError, Unwritten):  # said to whoever asks for it; a table before its first card has no game
            if self._due.pop(game, False):
                self._house.tell_table(game)

    async def catch_up(self, game: str) -> bool:
        """Bring a table in step with the ledger; whether it was behind."""
        async with self._house.at(game) as table:
            aside = self._due.pop(game, False)
            length, told = table.length, table.company.chat if table.company else 0

            def job(connection: Connection) -> tuple[Any, list[Entry], Company | None]:
                row = connection.execute(select(games).where(games.c.id == game)).first()
                found = seating(connection, game, row.online) if row and row.online and aside else None
                return row, entries(connection, game, length), found

            row, new, beside = await self._house.store.do(job)
            if row is None:
                self._house.forget(game)
                self._house.tell_table(game)
                return True
            if beside is not None and table.company is not None:
                table.company.renew(beside)
                self._house.tell_table(game)
                if table.company.chat > told:
                    self._house.tell_chat(game, table.company.chat)
            if row.length == length:
                return False
            await self._bring(table, row, new)
        return True

    async def _bring(self, table: Table, row: Any, new: list[Entry]) -> None:
        """Step by step; where it comes out differently, the whole game is read again."""
        house = self._house
        house.opponents.give_up(table)
        if new and row.length == new[-1].version and take_in(table, new):
            table.changed = row.changed
            house.seat(table, row.summary.get("clock"))
        else:
            house.forget(table.id)
            table = await house.table(table.id)
        if table.company is not None:
            house.readers.tell(table, kind_of(new))

    # ------------------------------------------------------------ taking over

    async def _sweep(self) -> None:
        """Opponents who were asked something and have not answered for long think here."""
        while True:
            with suppress(SolaFideError, Unwritten):
                await self.adopt()
            await asyncio.sleep(SWEEP)

    async def adopt(self) -> None:
        oldest = (datetime.now(UTC) - DEAD).isoformat(timespec="milliseconds")
        left = select(games.c.id).where(games.c.asked, games.c.changed < oldest).order_by(games.c.changed)
        wanted = left.limit(ADOPTED)
        for game in await self._house.store.do(lambda connection: list(connection.execute(wanted).scalars())):
            known = self._house.known(game)
            if known is not None and known.thinking:
                continue
            with suppress(SolaFideError):  # said when somebody opens it
                await self.catch_up(game)
                self._house.opponents.let_think(await self._house.table(game))


def take_in(table: Table, new: Sequence[Entry]) -> bool:
    """What another process has entered is done here as well; False if it comes out differently: the table is spoilt."""
    if table.founding.seed is None:
        return False
    rest = list(new)
    try:
        while rest:
            made = _again(table, rest[0])
            if not made or [_same(entry) for entry in made] != [_same(entry) for entry in rest[: len(made)]]:
                return False
            del rest[: len(made)]
    except (SolaFideError, ValueError, IndexError, KeyError):
        return False
    return True


def _same(entry: Entry) -> tuple[Any, ...]:
    """`public` counts what came of a whole request, and that may be more than one choice."""
    return entry[:-1]


def _again(table: Table, entry: Entry) -> list[Entry]:
    match entry.kind:
        case "choice" if entry.choice in ENDINGS:
            return table.end(entry.choice, entry.who, entry.client) if entry.client is not None else []
        case "choice":
            return table.choose(entry.who, entry.choice, entry.client)
        case "follow":  # by a standing order
            return table.obey(entry.who, entry.choice, entry.kind)
        case "undo":
            return table.undo(entry.who, entry.client)
        case "back":
            return table.go_back(entry.who, int(entry.choice.removeprefix(BACK)), entry.client)
        case kind if kind in ASIDE:
            return [table.aside(kind, entry.who, entry.client, entry.choice)]
    return []


def kind_of(new: Sequence[Entry]) -> str:
    """What is told of several entries at once."""
    kinds = {entry.kind for entry in new}
    if "back" in kinds:
        return "takeback"
    if "undo" in kinds:
        return "undo"
    return "offer" if kinds <= set(ASIDE) else "step"
