"""Run the attacks: each on a server of its own beside honest games, the damaged files in this process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from attack.attacked_game import AttackedGame
from attack.damaged_files import attack_readers
from attack.disk_faults import FaultyDisk, attack_disk
from attack.honest_play import HonestPlay
from attack.kills import attack_with_kills
from attack.races import Races
from attack.report import AttackResult
from attack.request_attack import attack_with_requests
from attack.site import Site, has_postgres
from attack.slow_clients import attack_with_slow_clients
from attack.two_worlds import compare_worlds
from attack.waits import ExplainedWait, explain_waits
from attack.webhook_targets import attack_with_webhooks

WARM_UP_S = 1.0
MEMORY_INTERVAL_S = 60.0


@dataclass(frozen=True)
class Amounts:
    """How much is tried; bounded, whatever happens."""

    requests: int
    rate: float  # illegal requests a second
    races: int
    slow: int
    until_closed: bool  # wait until the server has closed each slow connection
    webhooks: int
    kills: int
    kills_postgres: int
    faults: int
    files: int
    games: int  # honest games at once
    pause_s: float  # how long an honest player thinks on average
    messages: int  # to each player of a game that are compared with another world
    quiet_s: float  # how long the honest games are watched before the attack, for comparison
    minutes: float = 0.0  # the requests, races and slow clients are repeated for so long


LONG_RUN = Amounts(
    requests=100_000,
    rate=200.0,
    races=1_000,
    slow=200,
    until_closed=True,
    webhooks=100,
    kills=200,
    kills_postgres=100,
    faults=100,
    files=100_000,
    games=50,
    pause_s=1.0,
    messages=20,
    quiet_s=60.0,
)
SHORT_RUN = Amounts(
    requests=300,
    rate=1_000.0,
    races=12,
    slow=5,
    until_closed=False,
    webhooks=2,
    kills=1,
    kills_postgres=0,
    faults=5,
    files=300,
    games=4,
    pause_s=0.02,
    messages=6,
    quiet_s=0.5,
)


class Siege:
    """The attacks of one run: what is tried follows from the seed and the amounts."""

    def __init__(self, amounts: Amounts, seed: int, folder: Path) -> None:
        self.amounts, self.seed, self.folder = amounts, seed, folder

    def random(self, name: str, turn: int = 0) -> Random:
        """Return the source of an attack's random numbers; each turn of a repeated attack has its own."""
        return Random(f"{self.seed} {name}{f' {turn}' if turn else ''}")

    # ------------------------------------------------------------ attacks on one server at the same time

    async def attack_together(self, names: list[str]) -> list[AttackResult]:
        """Run several attacks at the same time on one server, beside honest games."""
        site = Site(self.folder / "together")
        try:
            return await self._attack_together(site, names)
        except BaseException:
            site.abandon()
            raise

    async def _attack_together(self, site: Site, names: list[str]) -> list[AttackResult]:
        results = {name: AttackResult(name) for name in names}
        play = await self._start_play(site)
        memory = site.memory_mb()
        races = Races(site.ports, play.index, self.random("races"), results.get("races", AttackResult("races")))
        attacks: dict[str, Callable[[int], Awaitable[None]]] = {
            "requests": lambda turn: attack_with_requests(
                site.ports,
                play.index,
                self.random("requests", turn),
                self.amounts.requests,
                self.amounts.rate,
                results["requests"],
            ),
            "races": lambda turn: races.run(self.amounts.races),
            "slow clients": lambda turn: attack_with_slow_clients(
                AttackedGame(site.ports, 1, play.index, self.random("slow addresses", turn)),
                play,
                self.random("slow", turn),
                self.amounts.slow,
                self.amounts.until_closed,
                results["slow clients"],
            ),
            "webhooks": lambda turn: attack_with_webhooks(
                site.ports, play.index, self.random("webhooks"), self.amounts.webhooks, results["webhooks"]
            ),
        }
        memory_samples: list[float] = []
        sampling = asyncio.create_task(_sample_memory(site, play, list(results.values()), memory_samples))
        await asyncio.gather(*(self._repeat(results[name], attacks[name]) for name in names))
        sampling.cancel()
        explained = explain_waits(play.waits, play.tool_delays, site.loop_delays())
        for result in results.values():
            self._note_play(result, play, site, memory, explained)
            result.memory_samples_mb = memory_samples
        search = await self._finish(site, play, list(results.values()))
        races.compare_with_ledger(search.ledger)
        return [*results.values(), search.result]

    async def _repeat(self, result: AttackResult, attack: Callable[[int], Awaitable[None]]) -> None:
        """Run an attack once, and again until the minutes are over, each time with other random numbers."""
        started, turn = monotonic(), 0
        await attack(turn)
        while monotonic() < started + 60 * self.amounts.minutes and result.attack != "webhooks":
            turn += 1
            await attack(turn)
        result.seconds = round(monotonic() - started, 1)

    # ------------------------------------------------------------ attacks with an outage

    async def attack_by_kills(self, postgres: bool) -> list[AttackResult]:
        """Kill the server again and again."""
        result = AttackResult("kills, PostgreSQL, two processes" if postgres else "kills, SQLite", outage=True)
        count = self.amounts.kills_postgres if postgres else self.amounts.kills
        if not count or (postgres and not has_postgres()):
            result.skipped = "there is no PostgreSQL" if count else "none in this run"
            return [result]
        site = Site(self.folder / ("kills-postgres" if postgres else "kills"), postgres)

        async def attack(play: HonestPlay) -> None:
            await attack_with_kills(site, play, self.random(result.attack), count, result)

        return await self._attack_with_outage(site, result, attack)

    async def attack_disk(self) -> list[AttackResult]:
        """Let the disk fail in several ways."""
        result = AttackResult("disk faults", outage=True, without_disk=True)
        folder = self.folder / "disk"
        disk = FaultyDisk(folder)
        disk.mount(folder / "0" / "games")
        try:
            site = Site(folder, environ=disk.environ())

            async def attack(play: HonestPlay) -> None:
                await attack_disk(site, disk, play, self.random("disk"), self.amounts.faults, result)

            results = await self._attack_with_outage(site, result, attack)
        finally:
            disk.unmount()
        skipped = [
            AttackResult(f"disk faults, {missing.partition(':')[0]}", skipped=missing) for missing in disk.missing
        ]
        return [*results, *skipped]

    async def _attack_with_outage(
        self, site: Site, result: AttackResult, attack: Callable[[HonestPlay], Awaitable[None]]
    ) -> list[AttackResult]:
        try:
            play = await self._start_play(site)
            memory, started = site.memory_mb(), monotonic()
            await attack(play)
            result.seconds = round(monotonic() - started, 1)
            self._note_play(result, play, site, memory, [])
            search = await self._finish(site, play, [result])
        except BaseException:
            site.abandon()
            raise
        return [result, search.result]

    # ------------------------------------------------------------ honest players

    async def _start_play(self, site: Site) -> HonestPlay:
        play = HonestPlay(site.ports, self.amounts.games, self.amounts.pause_s, self.seed)
        await play.start()
        await asyncio.sleep(min(WARM_UP_S, 10 * self.amounts.pause_s))
        play.new_window()
        await asyncio.sleep(self.amounts.quiet_s)
        play.end_quiet_window()
        return play

    def _note_play(
        self, result: AttackResult, play: HonestPlay, site: Site, memory: float, explained: list[ExplainedWait]
    ) -> None:
        result.worst_wait_ms, result.quiet_wait_ms = play.worst_wait_ms, play.quiet_wait_ms
        if not result.outage:
            result.note_waits(play.waits, explained)
        result.loop_ms = site.loop_ms()
        result.tool_delay_ms = round(1000 * play.tool_delay_s, 1)
        result.memory_mb = (round(memory, 1), round(site.memory_mb(), 1))

    async def _finish(self, site: Site, play: HonestPlay, results: list[AttackResult]) -> SearchOutcome:
        """Stop players and server; compare what was acknowledged with the ledger, and search what was sent."""
        await play.stop()
        ledger = site.stop()
        stored = play.log.compare_with_ledger(ledger)
        first = results[0]  # attacks at the same time share the honest games
        first.lost_choices += stored["lost"]
        first.doubled_choices += stored["doubled"] + stored["altered"]
        for reason, count in play.log.wrong.items():
            first.server_errors += count * (" 500 " in reason)
            first.add_failure(f"an honest player met {reason}, {count} times")
        result = AttackResult(f"search of what was sent ({', '.join(one.attack for one in results)})")
        play.index.search_logs(site.logs())
        result.tried = result.withstood = play.index.searched
        result.leaks = len(play.index.leaks)
        for leak in play.index.leaks:
            result.add_failure(leak)
        if not first.without_disk:
            for line in errors_in(site.logs()):
                first.add_failure(f"an error in the log: {line[-500:]}")
        random = self.random("worlds")
        for traffic in play.finished:
            compare_worlds(traffic, result, random, self.amounts.messages)
        result.kinds["acknowledged choices"] = play.log.acknowledged
        result.kinds["games"] = play.log.games
        return SearchOutcome(result, ledger)

    # ------------------------------------------------------------ files

    def attack_files(self) -> list[AttackResult]:
        result, started = AttackResult("damaged files"), monotonic()
        attack_readers(self.random("files"), self.amounts.files, result)
        result.seconds = round(monotonic() - started, 1)
        return [result]


def errors_in(log: str) -> list[str]:
    """Return the lines of a log that report an error: an attack must cause none."""
    marks = ('"level": "error"', '"level": "critical"', "Traceback", "RuntimeError")
    return [line for line in log.splitlines() if any(mark in line for mark in marks)]


async def _sample_memory(site: Site, play: HonestPlay, results: list[AttackResult], samples: list[float]) -> None:
    """Note and print the server's memory each minute: it must not grow with the attacks."""
    while True:
        await asyncio.sleep(MEMORY_INTERVAL_S)
        samples.append(round(site.memory_mb(), 1))
        tried = ", ".join(f"{result.tried:,} {result.attack}" for result in results)
        wait, late = play.worst_wait_ms or 0.0, 1000 * play.tool_delay_s
        print(
            f"minute {len(samples)}: {samples[-1]:.0f} MB; tried {tried}; worst honest wait {wait:,.0f} ms,"
            f" this tool late by up to {late:,.0f} ms",
            file=sys.stderr,
            flush=True,
        )


@dataclass(frozen=True)
class SearchOutcome:
    """The search of everything that was sent, and the stored choices."""

    result: AttackResult
    ledger: list[tuple[str, str]]


TOGETHER = ("requests", "races", "slow clients", "webhooks")
ALONE: dict[str, Callable[[Siege], list[AttackResult]]] = {
    "kills": lambda siege: asyncio.run(siege.attack_by_kills(postgres=False)),
    "kills-postgres": lambda siege: asyncio.run(siege.attack_by_kills(postgres=True)),
    "disk": lambda siege: asyncio.run(siege.attack_disk()),
    "files": Siege.attack_files,
}
ATTACKS = (*TOGETHER, *ALONE)


def run_attacks(siege: Siege, names: list[str], on_result: Callable[[AttackResult], None]) -> list[AttackResult]:
    """Run the named attacks, and report each when it is over."""
    results: list[AttackResult] = []
    together = [name for name in TOGETHER if name in names]
    steps: list[Callable[[], list[AttackResult]]] = []
    if together:
        steps.append(lambda: asyncio.run(siege.attack_together(together)))
    steps += [lambda name=name: ALONE[name](siege) for name in ALONE if name in names]  # type: ignore[misc]
    for step in steps:
        for result in step():
            on_result(result)
            results.append(result)
    return results
