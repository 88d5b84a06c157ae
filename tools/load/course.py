"""The course of a run: so many games at once, played forward until they are well mixed, then measured."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import linear_regression
from typing import Any

from load.book import Book, Figures, spread
from load.calm import POLL_INTERVAL_S, Calm, stolen
from load.party import Failed, Party

AT_ONCE = 16  # games that are begun at the same time
FORWARD = 365  # choices of a game on average: each goes forward by a part of them, so that at any time as many end
TICK = 0.001  # seconds
DRAIN = 10.0  # seconds for what is under way at the end

Sample = Callable[[], Figures]
Signal = Callable[[], None]


@dataclass(frozen=True)
class Plan:
    """rate: choices a second of an open loop; None: everybody chooses as soon as asked."""

    games: int
    watchers: int
    seconds: float
    rate: float | None = None
    forward: int = FORWARD
    every: float = 10.0  # seconds between two looks at the servers


@dataclass
class Course:
    """Plays one plan against a server on a port."""

    plan: Plan
    ports: list[int]
    sample: Sample
    begins: Signal = lambda: None
    ends: Signal = lambda: None
    book: Book = field(default_factory=Book)
    calm: Calm = field(default_factory=Calm)
    parties: list[Party] = field(default_factory=list)
    samples: list[Figures] = field(default_factory=list)
    _ahead: dict[int, int] = field(default_factory=dict)
    _mixed: asyncio.Event = field(default_factory=asyncio.Event)
    _closed_loop: bool = True
    _resting: bool = False
    _at: int = 0
    late: float = 0.0

    async def run(self) -> Figures:
        """Begin, mix, measure, let it fade away."""
        await self._begin()
        await self._mix()
        gc.collect()
        gc.freeze()
        gc.disable()  # a collection of the generator would look like a slow server
        self._closed_loop = self.plan.rate is None
        self.begins()
        begun, used = time.monotonic(), own_seconds()
        before = self.sample()
        self.book.begin, self.book.end = begun, begun + self.plan.seconds
        looking = asyncio.create_task(self._look()), asyncio.create_task(self._watch_machine())
        if self.plan.rate is None:
            self._wake()
            await asyncio.sleep(self.plan.seconds)
        else:
            await self._keep_time(self.plan.rate)
        took, worked, after = time.monotonic() - begun, own_seconds() - used, self.sample()
        for task in looking:
            task.cancel()
        self.ends()
        self.samples.append({"at": round(took, 1), **after})
        gc.enable()
        behind = sum(len(party.due) for party in self.parties)
        await self._fade()
        return self._figures(took, worked, before, after, behind)

    def close(self) -> None:
        for party in self.parties:
            party.close()

    # ------------------------------------------------------------ before

    async def _begin(self) -> None:
        places = asyncio.Semaphore(AT_ONCE)
        self._resting = True

        async def begin(party: Party) -> None:
            async with places:
                await party.begin()

        for number in range(self.plan.games):
            self.parties.append(Party(self.ports, number, self.plan.watchers, self.book, self._free))
        try:
            await asyncio.gather(*[begin(party) for party in self.parties])
        except Failed as error:
            raise SystemExit(f"The games could not be begun: {error}") from None

    async def _mix(self) -> None:
        """Every game goes forward by a number of choices of its own."""
        random = Random(len(self.parties))
        self._ahead = {party.number: random.randint(0, self.plan.forward) for party in self.parties}
        self._resting = False
        self._wake()
        await self._mixed.wait()
        await self._fade()

    def _wake(self) -> None:
        self._resting = False
        for party in self.parties:
            self._free(party)

    def _free(self, party: Party) -> None:
        """Somebody of a party may choose: at once, or when it is due."""
        if self._resting:
            return
        if not party.playing:
            while party.due:
                self._next_party(party.due.popleft())
            return
        if not self._mixed.is_set() and not self._goes_ahead(party):
            return
        if not self._closed_loop:
            while party.due and any(seat.may_choose for seat in party.seats):
                party.choose(party.due.popleft())
            return
        now = time.monotonic()
        for seat in party.seats:
            if seat.may_choose:
                party.choose_at(seat, now)

    def _goes_ahead(self, party: Party) -> bool:
        left = self._ahead.get(party.number, 0)
        if left:
            self._ahead[party.number] = left - 1
            return True
        self._ahead.pop(party.number, None)
        if not self._ahead:
            self._resting = True
            self._mixed.set()
        return False

    # ------------------------------------------------------------ the schedule

    async def _keep_time(self, rate: float) -> None:
        """An open loop: choices are due at random moments, whether the server is ready for them or not."""
        random = Random(1517)
        self._resting = False
        due = time.monotonic()
        end = due + self.plan.seconds
        while due < end:
            now = time.monotonic()
            while due <= now and due < end:
                self.late = max(self.late, time.monotonic() - due)
                self._next_party(due)
                due += random.expovariate(rate)
            await asyncio.sleep(TICK)

    def _next_party(self, due: float) -> None:
        """Games take turns; one that is just over leaves its turn to the next."""
        for _ in range(len(self.parties)):
            self._at = (self._at + 1) % len(self.parties)
            party = self.parties[self._at]
            if party.playing:
                party.due.append(due)
                self._free(party)
                return
        self.book.wrong["no game goes on"] += 1

    # ------------------------------------------------------------ looking, and the end

    async def _look(self) -> None:
        begun = time.monotonic()
        while True:
            await asyncio.sleep(self.plan.every)
            self.samples.append({"at": round(time.monotonic() - begun, 1), **self.sample()})

    async def _watch_machine(self) -> None:
        while True:
            self.calm.look(time.monotonic(), stolen())
            await asyncio.sleep(POLL_INTERVAL_S)

    async def _fade(self) -> None:
        """Nobody chooses any more; what is on its way arrives."""
        self._resting = True
        for party in self.parties:
            party.due.clear()
        end = time.monotonic() + DRAIN
        while time.monotonic() < end and not all(party.quiet for party in self.parties):
            await asyncio.sleep(0.01)

    def _figures(self, took: float, worked: float, before: Figures, after: Figures, behind: int) -> Figures:
        book = self.book
        server = sum(after["cpu"].values()) - sum(before["cpu"].values())
        generator = worked / took
        return {
            "seconds": round(took, 2),
            "games": self.plan.games,
            "players": 2 * self.plan.games,
            "spectators": self.plan.watchers * self.plan.games,
            "scheduled_per_second": self.plan.rate,
            "choices": book.measured,
            "choices_per_second": round(book.measured / took, 1),
            "answer_ms": spread(book.answers.took),
            "opponent_ms": spread(book.echoes.took),
            "calm_answer_ms": self.calm.of(book.answers),
            "calm_opponent_ms": self.calm.of(book.echoes),
            "behind": behind,
            "generator_cpu": round(generator, 3),
            "generator_late_ms": round(1000 * self.late, 1),
            "server_cpu": round(server / took, 3),
            "stolen": round((after["stolen"] - before["stolen"]) / took, 3),
            "cpu": {name: round((after["cpu"][name] - before["cpu"].get(name, 0)) / took, 3) for name in after["cpu"]},
            "valid": generator <= 1,
            "games_begun": book.games,
            "drafted": book.drafted,
            "messages": book.messages,
            "watched": book.watched,
            "unheard": book.unheard,
            "repeated": sum(seat.line.repeated for party in self.parties for seat in party.seats),
            "wrong": dict(book.wrong),
            "memory": [{"at": found["at"], "mb": found["mb"]} for found in self.samples],
            "memory_slope": slope([(found["at"], found["mb"]) for found in self.samples]),
        }


def slope(samples: list[tuple[float, float]], first: float = 300.0) -> float | None:
    """How much memory grew from minute 5 to the end, by the line that fits best: 0.01 is one per cent.

    >>> slope([(0, 50), (300, 100), (600, 101), (900, 102)])
    0.02
    """
    late = [(at, mb) for at, mb in samples if at >= first]
    if len(late) < 3:
        return None
    fit = linear_regression(*zip(*late, strict=True))
    begin = fit.intercept + fit.slope * late[0][0]
    return round(fit.slope * (late[-1][0] - late[0][0]) / begin, 5)


def own_seconds() -> float:
    """What this process has worked, in seconds."""
    used: Any = os.times()
    return float(used.user + used.system)
