"""Computer opponents in matches: one that is asked searches and answers, until somebody else is asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Protocol

from solafide.game import Decision, Seat, SolaFideError
from solafide.players import Player, table_player
from solafide.server.engine.search_pool import NO_PROGRESS, SearchJob, SearchLimits, SearchPool, SearchProgress
from solafide.server.matches.match import HUMAN, PERSONS, Match
from solafide.server.realtime.local_stream import LocalStream, LocalStreamEvent
from solafide.server.realtime.online_stream import Subscriptions
from solafide.server.storage.ledger import LedgerEntry

PEOPLE = dict.fromkeys(PERSONS, HUMAN)
BETWEEN_TURNS, BETWEEN_CHOICES, BLINK = 0.6, 0.25, 0.05  # seconds, where two computers are watched

log = logging.getLogger(__name__)


class MatchHost(Protocol):
    """Where the tables stand."""

    local_stream: LocalStream
    subscriptions: Subscriptions

    def is_current(self, match: Match) -> bool: ...

    async def match(self, game: str) -> Match: ...

    async def commit(self, match: Match, entries: list[LedgerEntry], since: int) -> None: ...

    def publish_change(self, game: str) -> None: ...


class Opponents:
    """Each of them sees the view of its own seat, and no more."""

    def __init__(self, registry: MatchHost, bounds: SearchLimits) -> None:
        self._registry, self._bounds = registry, bounds
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

    def start_searches(self, match: Match) -> None:
        """Start a search for every computer player who is asked, or queue it until there is room."""
        match.outside.clear()
        for name, asked in decisions(match):
            if (match.id, asked.who) in self._thoughts or self.closed:
                continue
            if sum(game == match.id for game, _ in self._thoughts) >= self._bounds.match:
                continue  # when the other one has answered
            if len(self._thoughts) >= self._bounds.queue:
                self._wait_outside(match, asked.who, name)
                continue
            thought = self._thoughts[match.id, asked.who] = SearchJob()
            match.thinking[asked.who] = name
            task = asyncio.create_task(self._play(match, asked.who, thought))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, match: Match, seat: Seat, thought: SearchJob) -> None:
        """One opponent answers until somebody else is asked; so long it goes on thinking where it was."""
        machine = table_player(match.player_kind(seat), match.opponent_seed())
        try:
            while await self._answer(match, seat, thought, machine):
                # A player who waits wants the whole turn; one who watches or drafts only the next choice.
                if match.game.drafting or _watched(match):
                    thought.answer_now.clear()
        except SolaFideError as error:  # the choice does not count; the next request loads the match and searches again
            log.error("%s: %s", match.id, error.key)
        finally:
            if self._thoughts.get((match.id, seat)) is thought:
                del self._thoughts[match.id, seat]
                match.thinking.pop(seat, None)
        if self._wanted(match, thought):
            self.start_searches(match)
            if not match.thinking:
                self._tell(match, None)
        self._call_in()

    # ------------------------------------------------------------ waiting for one's turn

    def _wait_outside(self, match: Match, seat: Seat, name: str) -> None:
        """Nothing is kept of it but its name: a full house costs no memory and slows nobody."""
        self._outside.setdefault(match.id)
        match.outside[seat] = name
        match.ahead = len(self._thoughts) + list(self._outside).index(match.id)

    def enqueue_games(self, games: Iterable[str]) -> None:
        """Queue games in which the computer is asked, in the order given."""
        self._outside.update(dict.fromkeys(games))
        self._call_in()

    def _call_in(self) -> None:
        """Start the searches that wait, as soon as there is room."""
        while self._outside and not self.closed and len(self._thoughts) + len(self._fetched) < self._bounds.queue:
            game = next(iter(self._outside))
            del self._outside[game]
            self._fetched.add(game)
            task = asyncio.create_task(self._fetch(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _fetch(self, game: str) -> None:
        try:
            match = await self._registry.match(game)
        except SolaFideError:  # said when somebody opens it
            return
        finally:
            self._fetched.discard(game)
        self.start_searches(match)
        self._registry.publish_change(game)

    # ------------------------------------------------------------ answering

    async def _answer(self, match: Match, seat: Seat, thought: SearchJob, machine: Player) -> bool:
        """One decision: the answer counts if the question is still the same."""
        game = match.game
        async with match.lock:
            asked = game.decision(seat)
            if asked is None or not self._wanted(match, thought):
                return False
            version, question = match.version(seat), (game.view(seat), asked, game.cards)
        told = {"who": match.player_kind(seat), "iterations": 0, "chance": None}
        match.ahead = self._thinkers.ahead
        self._tell(match, told)

        def watch(progress: SearchProgress) -> None:
            if match.ahead:
                match.ahead = 0
                self._registry.publish_change(match.id)
            if progress is NO_PROGRESS:
                return
            # Its estimate comes from its own cards: a human opponent must not see it.
            chance = progress.chance if _watched(match) else None
            self._tell(match, told | {"iterations": progress.iterations, "chance": chance})

        choice = await self._thinkers.ask(machine, question, thought, watch)
        if _watched(match):
            await self._pause(BETWEEN_TURNS if asked.question == "action" else BETWEEN_CHOICES, thought)
        async with match.lock:
            if choice is None or not self._wanted(match, thought) or match.version(seat) != version:
                return False
            since = game.version_for(None)
            await self._registry.commit(match, match.choose(seat, choice), since)
        return True

    async def _pause(self, seconds: float, thought: SearchJob) -> None:
        """Pause so that a person who watches two computers can follow; nobody listening means no pause."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while self._registry.local_stream.heard and not thought.answer_now.is_set() and clock() < end:
            await asyncio.sleep(BLINK)

    def _wanted(self, match: Match, thought: SearchJob) -> bool:
        """Whether the answer is still waited for, at this table."""
        return not (thought.given_up or self.closed) and self._registry.is_current(match)

    def _tell(self, match: Match, told: dict[str, Any] | None) -> None:
        step = match.game.version_for(None)
        data = {"kind": "thinking", "step": step, "events": [], "thinking": told}
        if match.online is not None:
            self._registry.subscriptions.say(match.id, lambda role: data)
        else:
            self._registry.local_stream.tell(LocalStreamEvent(None, {"game": match.id, **data}))

    # ------------------------------------------------------------ stopping

    def answer_now(self, game: str) -> None:
        """With what was found so far."""
        for (there, _), thought in self._thoughts.items():
            if there == game:
                thought.answer_now.set()

    def give_up(self, match: Match) -> None:
        """What is being thought at this table is not wanted any more."""
        self._outside.pop(match.id, None)
        match.outside.clear()
        for (game, seat), thought in list(self._thoughts.items()):
            if game == match.id:
                thought.give_up()
                del self._thoughts[game, seat]
        match.thinking.clear()

    def hurry(self) -> None:
        self.closed = True
        for thought in self._thoughts.values():
            thought.give_up()

    async def close(self) -> None:
        self.hurry()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.close()


def _watched(match: Match) -> bool:
    """Whether no person plays."""
    return HUMAN not in match.players.values()


def decisions(match: Match) -> list[tuple[str, Decision]]:
    """Which opponents are asked something now; in the draft both may be."""
    if match.players == PEOPLE:
        return []
    found = []
    for who in match.public()["waiting_for"]:
        if match.player_kind(who) != HUMAN and (asked := match.game.decision(who)):
            found.append((match.player_kind(who), asked))
    return found
