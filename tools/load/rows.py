"""What can be measured: each row a server, a number of games, and a pace."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

import uvloop

from load.book import Figures
from load.course import Course, Plan
from load.disk import disk
from load.house import House, OnPostgres, Ours, Yardstick
from load.peer import boardgame


@dataclass(frozen=True)
class Wish:
    """What the command line asks for instead of the row's own numbers."""

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
    """measure: what is to be done; long: only if it is asked for by name."""

    measure: Callable[[Wish], Figures]
    long: bool = False


SATURATION = Plan(games=200, watchers=0, seconds=20)
LATENCY = Plan(games=500, watchers=1, seconds=45, rate=1000)
PEER_LATENCY = Plan(games=200, watchers=1, seconds=20, rate=1000)


def of_games(opened: Callable[[Wish], House], plan: Plan, wish: Wish) -> Figures:
    """Play a plan against a server of our protocol."""
    bare = disk(wish.folder, 1.0)
    house = opened(wish)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        course = Course(wish.of(plan), house.ports, house.sample, house.begins, house.ends)
        try:
            figures = runner.run(course.run())
        finally:
            ended = house.close()
            course.close()
    return figures | ended | {"disk": bare, "ledger": course.book.compared(house.ledger())}


def of_peer(files: bool, plan: Plan, wish: Wish) -> Figures:
    return boardgame(wish.boardgame.absolute(), wish.folder, files, wish.of(plan))


def ours(wish: Wish) -> House:
    return Ours(wish.folder, variant=wish.variant)


def watched(wish: Wish) -> House:
    return Ours(wish.folder, watched=True)


def on_postgres(wish: Wish) -> House:
    return OnPostgres(wish.folder)


def yardstick(wish: Wish) -> House:
    return Yardstick(wish.folder)


ROWS: dict[str, Row] = {
    "disk": Row(lambda wish: disk(wish.folder, wish.seconds or 3.0)),
    "saturation": Row(partial(of_games, ours, SATURATION)),
    "split": Row(partial(of_games, watched, SATURATION)),
    "latency": Row(partial(of_games, ours, LATENCY)),
    "long": Row(partial(of_games, ours, replace(LATENCY, seconds=900)), long=True),
    "postgres": Row(partial(of_games, on_postgres, SATURATION)),
    "yardstick": Row(partial(of_games, yardstick, SATURATION)),
    "yardstick-latency": Row(partial(of_games, yardstick, LATENCY)),
    "boardgame-memory": Row(partial(of_peer, False, SATURATION)),
    "boardgame-files": Row(partial(of_peer, True, SATURATION)),
    "boardgame-memory-latency": Row(partial(of_peer, False, PEER_LATENCY)),
    "boardgame-files-latency": Row(partial(of_peer, True, PEER_LATENCY)),
}


def measure(name: str, wish: Wish) -> Figures:
    return {"row": name, "day": date.today().isoformat(), "python": python(), **ROWS[name].measure(wish)}


def python() -> str:
    """Which Python serves and generates."""
    return f"CPython {platform.python_version()} ({platform.python_compiler()}) on {platform.system()}"
