"""One load run: start many games at once, play them forward until their phases are mixed, then measure."""

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

from load.game_slot import GameNotStarted, GameSlot
from load.run_log import Figures, RunLog, spread
from load.steal_time import POLL_INTERVAL_S, CalmMoments, stolen_cpu_seconds

CONCURRENT_STARTS = 16  # games started at the same time
# Before the measurement each game is played forward by a random part of this, so that games end evenly over time.
AVERAGE_CHOICES_PER_GAME = 365
TICK_S = 0.001
DRAIN_TIMEOUT_S = 10.0  # for requests and messages under way at the end

TakeSample = Callable[[], Figures]
MeasuringHook = Callable[[], None]


@dataclass(frozen=True)
class Plan:
    """The size and pace of a run.

    rate: choices a second of an open loop; None: a closed loop, each player chooses as soon as possible.
    """

    games: int
    watchers: int
    seconds: float
    rate: float | None = None
    forward: int = AVERAGE_CHOICES_PER_GAME
    every: float = 10.0  # seconds between two samples of the servers


@dataclass
class LoadRun:
    """Play one plan against the servers at the given ports."""

    plan: Plan
    ports: list[int]
    sample: TakeSample
    on_begin: MeasuringHook = lambda: None
    on_end: MeasuringHook = lambda: None
    log: RunLog = field(default_factory=RunLog)
    calm: CalmMoments = field(default_factory=CalmMoments)
    slots: list[GameSlot] = field(default_factory=list)
    samples: list[Figures] = field(default_factory=list)
    _ahead: dict[int, int] = field(default_factory=dict)
    _mixed: asyncio.Event = field(default_factory=asyncio.Event)
    _closed_loop: bool = True
    _resting: bool = False
    _last_slot: int = 0
    longest_delay: float = 0.0

    async def run(self) -> Figures:
        """Start the games, mix their phases, measure, and wait for outstanding answers."""
        await self._begin()
        await self._mix()
        gc.collect()
        gc.freeze()
        gc.disable()  # a collection of the generator would look like a slow server
        self._closed_loop = self.plan.rate is None
        self.on_begin()
        started, cpu_before = time.monotonic(), cpu_seconds()
        before = self.sample()
        self.log.begin, self.log.end = started, started + self.plan.seconds
        tasks = asyncio.create_task(self._sample_servers()), asyncio.create_task(self._watch_machine())
        if self.plan.rate is None:
            self._wake()
            await asyncio.sleep(self.plan.seconds)
        else:
            await self._run_open_loop(self.plan.rate)
        took, cpu_used, after = time.monotonic() - started, cpu_seconds() - cpu_before, self.sample()
        for task in tasks:
            task.cancel()
        self.on_end()
        self.samples.append({"at": round(took, 1), **after})
        gc.enable()
        behind = sum(len(slot.due) for slot in self.slots)
        await self._drain()
        return self._figures(took, cpu_used, before, after, behind)

    def close(self) -> None:
        for slot in self.slots:
            slot.close()

    # ------------------------------------------------------------ before

    async def _begin(self) -> None:
        places = asyncio.Semaphore(CONCURRENT_STARTS)
        self._resting = True

        async def begin(slot: GameSlot) -> None:
            async with places:
                await slot.begin()

        for number in range(self.plan.games):
            self.slots.append(GameSlot(self.ports, number, self.plan.watchers, self.log, self._on_seats_free))
        try:
            await asyncio.gather(*[begin(slot) for slot in self.slots])
        except GameNotStarted as error:
            raise SystemExit(f"The games could not be started: {error}") from None

    async def _mix(self) -> None:
        """Play each game forward by its own random number of choices."""
        random = Random(len(self.slots))
        self._ahead = {slot.number: random.randint(0, self.plan.forward) for slot in self.slots}
        self._resting = False
        self._wake()
        await self._mixed.wait()
        await self._drain()

    def _wake(self) -> None:
        self._resting = False
        for slot in self.slots:
            self._on_seats_free(slot)

    def _on_seats_free(self, slot: GameSlot) -> None:
        """Make the choices that are due in a game where a player may choose; in a closed loop, at once."""
        if self._resting:
            return
        if not slot.playing:
            while slot.due:
                self._schedule_choice(slot.due.popleft())
            return
        if not self._mixed.is_set() and not self._plays_ahead(slot):
            return
        if not self._closed_loop:
            while slot.due and any(seat.may_choose for seat in slot.seats):
                slot.choose(slot.due.popleft())
            return
        now = time.monotonic()
        for seat in slot.seats:
            if seat.may_choose:
                slot.choose_at(seat, now)

    def _plays_ahead(self, slot: GameSlot) -> bool:
        remaining = self._ahead.get(slot.number, 0)
        if remaining:
            self._ahead[slot.number] = remaining - 1
            return True
        self._ahead.pop(slot.number, None)
        if not self._ahead:
            self._resting = True
            self._mixed.set()
        return False

    # ------------------------------------------------------------ the schedule

    async def _run_open_loop(self, rate: float) -> None:
        """Schedule choices at random moments, whether or not the server keeps up."""
        random = Random(1517)
        self._resting = False
        due = time.monotonic()
        end = due + self.plan.seconds
        while due < end:
            now = time.monotonic()
            while due <= now and due < end:
                self.longest_delay = max(self.longest_delay, time.monotonic() - due)
                self._schedule_choice(due)
                due += random.expovariate(rate)
            await asyncio.sleep(TICK_S)

    def _schedule_choice(self, due: float) -> None:
        """Give a choice to the next game in turn that is being played."""
        for _ in range(len(self.slots)):
            self._last_slot = (self._last_slot + 1) % len(self.slots)
            slot = self.slots[self._last_slot]
            if slot.playing:
                slot.due.append(due)
                self._on_seats_free(slot)
                return
        self.log.wrong["no game goes on"] += 1

    # ------------------------------------------------------------ samples, and the end

    async def _sample_servers(self) -> None:
        started = time.monotonic()
        while True:
            await asyncio.sleep(self.plan.every)
            self.samples.append({"at": round(time.monotonic() - started, 1), **self.sample()})

    async def _watch_machine(self) -> None:
        while True:
            self.calm.add_sample(time.monotonic(), stolen_cpu_seconds())
            await asyncio.sleep(POLL_INTERVAL_S)

    async def _drain(self) -> None:
        """Stop choosing, and wait for outstanding answers and messages."""
        self._resting = True
        for slot in self.slots:
            slot.due.clear()
        end = time.monotonic() + DRAIN_TIMEOUT_S
        while time.monotonic() < end and not all(slot.quiet for slot in self.slots):
            await asyncio.sleep(0.01)

    def _figures(self, took: float, cpu_used: float, before: Figures, after: Figures, behind: int) -> Figures:
        log = self.log
        server = sum(after["cpu"].values()) - sum(before["cpu"].values())
        generator = cpu_used / took
        return {
            "seconds": round(took, 2),
            "games": self.plan.games,
            "players": 2 * self.plan.games,
            "spectators": self.plan.watchers * self.plan.games,
            "scheduled_per_second": self.plan.rate,
            "choices": log.measured,
            "choices_per_second": round(log.measured / took, 1),
            "answer_ms": spread(log.answers.took),
            "opponent_ms": spread(log.deliveries.took),
            "calm_answer_ms": self.calm.figures(log.answers),
            "calm_opponent_ms": self.calm.figures(log.deliveries),
            "behind": behind,
            "generator_cpu": round(generator, 3),
            "generator_late_ms": round(1000 * self.longest_delay, 1),
            "server_cpu": round(server / took, 3),
            "stolen": round((after["stolen"] - before["stolen"]) / took, 3),
            "cpu": {name: round((after["cpu"][name] - before["cpu"].get(name, 0)) / took, 3) for name in after["cpu"]},
            "valid": generator <= 1,
            "games_begun": log.games,
            "drafted": log.drafted,
            "messages": log.messages,
            "watched": log.watched,
            "unheard": log.undelivered,
            "repeated": sum(seat.connection.repeated for slot in self.slots for seat in slot.seats),
            "wrong": dict(log.wrong),
            "memory": [{"at": sample["at"], "mb": sample["mb"]} for sample in self.samples],
            "memory_slope": slope([(sample["at"], sample["mb"]) for sample in self.samples]),
        }


def slope(samples: list[tuple[float, float]], first: float = 300.0) -> float | None:
    """Return how much memory grew from minute 5 to the end, by linear regression: 0.01 is one per cent.

    >>> slope([(0, 50), (300, 100), (600, 101), (900, 102)])
    0.02
    """
    samples_after_warm_up = [(at, mb) for at, mb in samples if at >= first]
    if len(samples_after_warm_up) < 3:
        return None
    fit = linear_regression(*zip(*samples_after_warm_up, strict=True))
    begin = fit.intercept + fit.slope * samples_after_warm_up[0][0]
    return round(fit.slope * (samples_after_warm_up[-1][0] - samples_after_warm_up[0][0]) / begin, 5)


def cpu_seconds() -> float:
    """Return the CPU seconds that this process has used."""
    used: Any = os.times()
    return float(used.user + used.system)
