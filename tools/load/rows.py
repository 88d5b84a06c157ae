"""The rows of the load benchmark: each is a server, a number of games, and a pace."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

import uvloop

from load.boardgame_io import boardgame
from load.disk import disk
from load.load_run import LoadRun, Plan
from load.run_log import Figures
from load.servers import NoRulesServer, PostgresServers, ServerUnderTest, SolaFideServer


@dataclass(frozen=True)
class RunOptions:
    """Options of the command line that override a row's own plan."""

    folder: Path
    boardgame: Path
    games: int | None = None
    seconds: float | None = None
    rate: float | None = None
    variant: str = ""  # of the server's HTTP, see `load.http_variant`

    def of(self, plan: Plan) -> Plan:
        return replace(
            plan,
            games=self.games or plan.games,
            seconds=self.seconds or plan.seconds,
            rate=(self.rate or plan.rate) if plan.rate else None,
        )


@dataclass(frozen=True)
class Row:
    """A row of the benchmark; long: measured only when it is named, not with --all."""

    measure: Callable[[RunOptions], Figures]
    long: bool = False


SATURATION = Plan(games=200, watchers=0, seconds=20)
LATENCY = Plan(games=500, watchers=1, seconds=45, rate=1000)
PEER_LATENCY = Plan(games=200, watchers=1, seconds=20, rate=1000)


def measure_games(start_server: Callable[[RunOptions], ServerUnderTest], plan: Plan, options: RunOptions) -> Figures:
    """Run a plan against a server that speaks the protocol of Sola Fide."""
    disk_speed = disk(options.folder, 1.0)
    server = start_server(options)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        run = LoadRun(options.of(plan), server.ports, server.sample, server.on_begin, server.on_end)
        try:
            figures = runner.run(run.run())
        finally:
            closing_figures = server.close()
            run.close()
    return figures | closing_figures | {"disk": disk_speed, "ledger": run.log.compare_with_ledger(server.ledger())}


def measure_boardgame(files: bool, plan: Plan, options: RunOptions) -> Figures:
    return boardgame(options.boardgame.absolute(), options.folder, files, options.of(plan))


def solafide_server(options: RunOptions) -> ServerUnderTest:
    return SolaFideServer(options.folder, variant=options.variant)


def solafide_server_with_split(options: RunOptions) -> ServerUnderTest:
    return SolaFideServer(options.folder, split=True)


def postgres_servers(options: RunOptions) -> ServerUnderTest:
    return PostgresServers(options.folder)


def no_rules_server(options: RunOptions) -> ServerUnderTest:
    return NoRulesServer(options.folder)


ROWS: dict[str, Row] = {
    "disk": Row(lambda options: disk(options.folder, options.seconds or 3.0)),
    "saturation": Row(partial(measure_games, solafide_server, SATURATION)),
    "split": Row(partial(measure_games, solafide_server_with_split, SATURATION)),
    "latency": Row(partial(measure_games, solafide_server, LATENCY)),
    "long": Row(partial(measure_games, solafide_server, replace(LATENCY, seconds=900)), long=True),
    "postgres": Row(partial(measure_games, postgres_servers, SATURATION)),
    "yardstick": Row(partial(measure_games, no_rules_server, SATURATION)),
    "yardstick-latency": Row(partial(measure_games, no_rules_server, LATENCY)),
    "boardgame-memory": Row(partial(measure_boardgame, False, SATURATION)),
    "boardgame-files": Row(partial(measure_boardgame, True, SATURATION)),
    "boardgame-memory-latency": Row(partial(measure_boardgame, False, PEER_LATENCY)),
    "boardgame-files-latency": Row(partial(measure_boardgame, True, PEER_LATENCY)),
}


def measure(name: str, options: RunOptions) -> Figures:
    return {"row": name, "day": date.today().isoformat(), "python": python_version(), **ROWS[name].measure(options)}


def python_version() -> str:
    """Return the version of Python that runs the server and the generator."""
    return f"CPython {platform.python_version()} ({platform.python_compiler()}) on {platform.system()}"
