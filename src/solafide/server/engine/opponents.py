"""Our opponents at the tables: whoever of them is asked thinks and answers, until somebody else is asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Protocol

from solafide.game import Decision, SolaFideError
from solafide.players import Player, player
from solafide.server.engine.search_pool import NO_PROGRESS, SearchJob, SearchLimits, SearchPool, SearchProgress
from solafide.server.matches.match import HUMAN, PERSONS, Match
from solafide.server.realtime.local_stream import LocalStream, LocalStreamEvent
from solafide.server.realtime.online_stream import Subscriptions
from solafide.server.storage.ledger import LedgerEntry

PEOPLE = dict.fromkeys(PERSONS, HUMAN)
BETWEEN_TURNS, BETWEEN_CHOICES, BLINK = 0.6, 0.25, 0.05  # seconds, where two of ours are watched

log = logging.getLogger(__name__)


class MatchHost(Protocol):
    """Where the tables stand."""

    news: LocalStream
    readers: Subscriptions

    def stands(self, table: Match) -> bool: ...

    async def table(self, game: str) -> Match: ...

    async def commit(self, table: Match, entries: list[LedgerEntry], since: int) -> None: ...

    def tell_table(self, game: str) -> None: ...


class Opponents:
    """Each of them sees the view of its own seat, and no more."""

    def __init__(self, house: MatchHost, bounds: SearchLimits) -> None:
        self._house, self._bounds = house, bounds
        self._thinkers = SearchPool(bounds.threads)
        self._outside: dict[str, None] = {}  # games for which there was no room, the first one first
        self._fetched: set[str] = set()
        self._thoughts: dict[tuple[str, str], SearchJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    @property
    def asked(self) -> int:
        """How many of them think or wait for it."""
        return len(self._thoughts) + len(self._outside)

    def let_think(self, table: Match) -> None:
        """Whoever of ours is asked begins to think, or waits until there is room for it."""
        table.outside.clear()
        for name, asked in decisions(table):
            if (table.id, asked.who) in self._thoughts or self.closed:
                continue
            if sum(game == table.id for game, _ in self._thoughts) >= self._bounds.table:
                continue  # when the other one has answered
            if len(self._thoughts) >= self._bounds.queue:
                self._wait_outside(table, asked.who, name)
                continue
            thought = self._thoughts[table.id, asked.who] = SearchJob()
            table.thinking[asked.who] = name
            task = asyncio.create_task(self._play(table, asked.who, thought))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, table: Match, seat: str, thought: SearchJob) -> None:
        """One opponent answers until somebody else is asked; so long it goes on thinking where it was."""
        machine = player(table.who_is(seat), table.opponents_seed())
        try:
            while await self._answer(table, seat, thought, machine):
                # Whoever waits wants the turn; who watches, or drafts, only the next choice.
                if table.game.drafting or _watched(table):
                    thought.answer_now.clear()
        except SolaFideError as error:  # it did not count; whoever opens the table again lets it think again
            log.error("%s: %s", table.id, error.key)
        finally:
            if self._thoughts.get((table.id, seat)) is thought:
                del self._thoughts[table.id, seat]
                table.thinking.pop(seat, None)
        if self._wanted(table, thought):
            self.let_think(table)
            if not table.thinking:
                self._tell(table, None)
        self._call_in()

    # ------------------------------------------------------------ waiting for one's turn

    def _wait_outside(self, table: Match, seat: str, name: str) -> None:
        """Nothing is kept of it but its name: a full house costs no memory and slows nobody."""
        self._outside.setdefault(table.id)
        table.outside[seat] = name
        table.ahead = len(self._thoughts) + list(self._outside).index(table.id)

    def line_up(self, games: Iterable[str]) -> None:
        """Games in which one of ours is asked, in the order in which they wait."""
        self._outside.update(dict.fromkeys(games))
        self._call_in()

    def _call_in(self) -> None:
        """Whoever waits outside comes in as soon as there is room."""
        while self._outside and not self.closed and len(self._thoughts) + len(self._fetched) < self._bounds.queue:
            game = next(iter(self._outside))
            del self._outside[game]
            self._fetched.add(game)
            task = asyncio.create_task(self._fetch(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _fetch(self, game: str) -> None:
        try:
            table = await self._house.table(game)
        except SolaFideError:  # said when somebody opens it
            return
        finally:
            self._fetched.discard(game)
        self.let_think(table)
        self._house.tell_table(game)

    # ------------------------------------------------------------ answering

    async def _answer(self, table: Match, seat: str, thought: SearchJob, machine: Player) -> bool:
        """One decision: the answer counts if the question is still the same."""
        game = table.game
        async with table.lock:
            asked = game.decision(seat)
            if asked is None or not self._wanted(table, thought):
                return False
            version, question = table.version(seat), (game.view(seat), asked, game.cards)
        told = {"who": table.who_is(seat), "iterations": 0, "chance": None}
        table.ahead = self._thinkers.ahead
        self._tell(table, told)

        def watch(progress: SearchProgress) -> None:
            if table.ahead:
                table.ahead = 0
                self._house.tell_table(table.id)
            if progress is NO_PROGRESS:
                return
            # What it thinks of its chances comes from its cards: whoever plays against it may not know.
            chance = progress.chance if _watched(table) else None
            self._tell(table, told | {"iterations": progress.iterations, "chance": chance})

        choice = await self._thinkers.ask(machine, question, thought, watch)
        if _watched(table):
            await self._pause(BETWEEN_TURNS if asked.question == "action" else BETWEEN_CHOICES, thought)
        async with table.lock:
            if choice is None or not self._wanted(table, thought) or table.version(seat) != version:
                return False
            since = game.version_for(None)
            await self._house.commit(table, table.choose(seat, choice), since)
        return True

    async def _pause(self, seconds: float, thought: SearchJob) -> None:
        """Whoever watches two of ours should be able to follow; where nobody does, there is no need to wait."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while self._house.news.heard and not thought.answer_now.is_set() and clock() < end:
            await asyncio.sleep(BLINK)

    def _wanted(self, table: Match, thought: SearchJob) -> bool:
        """Whether the answer is still waited for, at this table."""
        return not (thought.given_up or self.closed) and self._house.stands(table)

    def _tell(self, table: Match, told: dict[str, Any] | None) -> None:
        step = table.game.version_for(None)
        data = {"kind": "thinking", "step": step, "events": [], "thinking": told}
        if table.company is not None:
            self._house.readers.say(table.id, lambda role: data)
        else:
            self._house.news.tell(LocalStreamEvent(None, {"game": table.id, **data}))

    # ------------------------------------------------------------ stopping

    def answer_now(self, game: str) -> None:
        """With what was found so far."""
        for (there, _), thought in self._thoughts.items():
            if there == game:
                thought.answer_now.set()

    def give_up(self, table: Match) -> None:
        """What is being thought at this table is not wanted any more."""
        self._outside.pop(table.id, None)
        table.outside.clear()
        for (game, seat), thought in list(self._thoughts.items()):
            if game == table.id:
                thought.give_up()
                del self._thoughts[game, seat]
        table.thinking.clear()

    def hurry(self) -> None:
        self.closed = True
        for thought in self._thoughts.values():
            thought.give_up()

    async def close(self) -> None:
        self.hurry()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.close()


def _watched(table: Match) -> bool:
    """Whether no person plays."""
    return HUMAN not in table.players.values()


def decisions(table: Match) -> list[tuple[str, Decision]]:
    """Which opponents are asked something now; in the draft both may be."""
    if table.players == PEOPLE:
        return []
    found = []
    for who in table.public()["waiting_for"]:
        if table.who_is(who) != HUMAN and (asked := table.game.decision(who)):
            found.append((table.who_is(who), asked))
    return found
