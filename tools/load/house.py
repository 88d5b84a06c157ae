"""The servers that are put under load: started as processes of their own, looked at from outside, ended."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

import psycopg
from postgres import Server

from load.book import Figures
from load.calm import TICKS, stolen
from load.wire import HOST

ROOT = Path(__file__).parent.parent.parent
START, END = 60.0, 15.0  # seconds
CHOICES = "SELECT client, choice FROM ledger WHERE client IS NOT NULL"


class House(Protocol):
    """What a run needs to know of a server."""

    ports: list[int]

    def sample(self) -> Figures: ...

    def begins(self) -> None: ...

    def ends(self) -> None: ...

    def ledger(self) -> Iterable[tuple[str, str]]: ...

    def close(self) -> Figures: ...


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def paths() -> dict[str, str]:
    """Where a server finds the modules of this generator, besides its own."""
    return {"PYTHONPATH": os.pathsep.join([str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")])}


def worked(pid: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """What a process has in memory, in MB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("utf-8"))
    return int(found[1]) / 1024 if found else 0.0


class Process:
    """A server that is ended by a signal; what it says goes into a file."""

    def __init__(self, command: list[str], port: int, folder: Path, environ: dict[str, str]) -> None:
        self.port = port
        self.said = folder / f"said-{port}"
        with self.said.open("wb") as file:
            self.running = subprocess.Popen(
                command, env=os.environ | environ, cwd=folder, stdout=file, stderr=subprocess.STDOUT
            )

    def wait(self, path: str) -> None:
        """Until it answers."""
        end = time.monotonic() + START
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while time.monotonic() < end:
            if self.running.poll() is not None:
                break
            try:
                with opener.open(f"http://{HOST}:{self.port}{path}", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        self.close()
        raise SystemExit(f"A server did not start:\n{self.said.read_text('utf-8')[-2000:]}")

    def close(self) -> float:
        """How many seconds its end took."""
        begun = time.monotonic()
        if self.running.poll() is None:
            self.running.send_signal(signal.SIGTERM)
            try:
                self.running.wait(END)
            except subprocess.TimeoutExpired:
                self.running.kill()
                self.running.wait()
        return time.monotonic() - begun


class Served:
    """One or more processes of a server."""

    def __init__(self, processes: list[Process], health: str) -> None:
        self.processes = processes
        self.ports = [process.port for process in processes]
        for process in processes:
            process.wait(health)

    def sample(self) -> Figures:
        pids = [process.running.pid for process in self.processes]
        return {
            "cpu": {f"server {number}": worked(pid) for number, pid in enumerate(pids, 1)},
            "mb": round(sum(memory(pid) for pid in pids), 1),
            "stolen": stolen(),
        }

    def ledger(self) -> Iterable[tuple[str, str]]:
        """Clients and choices, as the store has them."""
        return ()

    def begins(self) -> None:
        """The measuring begins."""

    def ends(self) -> None:
        """It is over."""

    def signal(self, number: signal.Signals) -> None:
        for process in self.processes:
            process.running.send_signal(number)

    def close(self) -> Figures:
        return {"closing_seconds": round(max(process.close() for process in self.processes), 2)}


class Yardstick(Served):
    """The same requests, streams and commits without any rules."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        command = [sys.executable, "-m", "load.yardstick", str(port), str(folder / "yardstick.sqlite3")]
        super().__init__([Process(command, port, folder, paths())], "/healthz")
        self._file = folder / "yardstick.sqlite3"

    def ledger(self) -> Iterable[tuple[str, str]]:
        return written(self._file)


# All players of a run come from one address: they would be held back like one stranger. All checks are made.
ROOMY = {
    "RATE": "1000000",
    "BURST": "1000000",
    "RATE_ALL": "1000000",
    "BURST_ALL": "1000000",
    "TABLES": "1000000",
    "STREAMS": "100000",
    "STREAMS_ALL": "100000",
    "GAMES": "1000000",
}
LIMITS = {f"SOLAFIDE_LIMITS_{name}": value for name, value in ROOMY.items()}


def serve(port: int, folder: Path, *more: str, watched: Path | None = None, variant: str = "") -> Process:
    """`solafide serve`; watched: with a stopwatch on its parts, which writes into this file; variant: of its HTTP."""
    module = ["load.http_variant", variant] if variant else ["solafide"]
    module = ["load.stopwatch", str(watched)] if watched else module
    command = [sys.executable, "-m", *module, "serve", "--port", str(port), "--data", str(folder / "games"), *more]
    return Process(command, port, folder, LIMITS | paths())


class Ours(Served):
    """`solafide serve`, with its games in a file."""

    def __init__(self, folder: Path, watched: bool = False, variant: str = "") -> None:
        self._file = folder / "games" / "games.sqlite3"
        self._parts = folder / "parts.json" if watched else None
        super().__init__([serve(free_port(), folder, watched=self._parts, variant=variant)], "/healthz")

    def ledger(self) -> Iterable[tuple[str, str]]:
        return written(self._file)

    def begins(self) -> None:
        if self._parts:
            self.signal(signal.SIGUSR1)

    def ends(self) -> None:
        if self._parts:
            self.signal(signal.SIGUSR2)

    def close(self) -> Figures:
        found: Figures = {"split": self._split()} if self._parts else {}
        return found | super().close()

    def _split(self) -> Figures:
        assert self._parts is not None
        end = time.monotonic() + END
        while not self._parts.exists() and time.monotonic() < end:
            time.sleep(0.1)
        found: Figures = json.loads(self._parts.read_text("utf-8"))
        return found


class OnPostgres(Served):
    """Several processes of `solafide serve` at one PostgreSQL server."""

    def __init__(self, folder: Path, count: int = 2) -> None:
        self._postgres = Server()
        database = ("--database", self._postgres.address())
        self._pid = self._postgres._process.pid
        processes: list[Process] = []
        try:
            for number in range(count):
                place = folder / str(number)
                place.mkdir()
                processes.append(serve(free_port(), place, *database))
                processes[-1].wait("/healthz")  # the first one lays out the tables
        except SystemExit:
            self._postgres.stop()
            raise
        super().__init__(processes, "/healthz")
        self._ledger: list[tuple[str, str]] = []

    def sample(self) -> Figures:
        found = super().sample()
        found["cpu"]["postgres"] = sum(worked(pid) for pid in [self._pid, *children(self._pid)])
        return found

    def ledger(self) -> Iterable[tuple[str, str]]:
        return self._ledger

    def close(self) -> Figures:
        found = super().close()
        with psycopg.connect(self._postgres.address()) as connection:
            self._ledger = connection.execute(CHOICES).fetchall()
        self._postgres.stop()
        return found


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((place / "stat").read_text("utf-8").rpartition(")")[2].split()[1]) == pid:
                found.append(int(place.name))
    return found


def written(file: Path) -> list[tuple[str, str]]:
    """Clients and choices of a file that nobody has open any more."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(CHOICES).fetchall()
