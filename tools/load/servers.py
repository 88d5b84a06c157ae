"""Start the servers under test as processes, sample their CPU time and memory, and stop them."""

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
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

import psycopg
from postgres import Server

from load.http_client import HOST
from load.run_log import Figures
from load.steal_time import TICKS, stolen_cpu_seconds

ROOT = Path(__file__).parent.parent.parent
START_TIMEOUT_S, STOP_TIMEOUT_S = 240.0, 15.0  # all cores may be busy
CHOICES_QUERY = "SELECT client, choice FROM ledger WHERE client IS NOT NULL"


class ServerUnderTest(Protocol):
    """What a load run needs of a server."""

    ports: list[int]

    def sample(self) -> Figures: ...

    def on_begin(self) -> None: ...

    def on_end(self) -> None: ...

    def ledger(self) -> Iterable[tuple[str, str]]: ...

    def close(self) -> Figures: ...


def free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


def paths() -> dict[str, str]:
    """Return the environment in which a server can import the modules of this load generator."""
    return {"PYTHONPATH": os.pathsep.join([str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")])}


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("utf-8"))
    return int(match[1]) / 1024 if match else 0.0


class ServerProcess:
    """A server process. Its output goes into a file; it is stopped by SIGTERM."""

    def __init__(self, command: list[str], port: int, folder: Path, environ: dict[str, str]) -> None:
        self.port = port
        self.output_file = folder / f"output-{port}"
        with self.output_file.open("ab") as file:  # a server that is started again goes on in the same file
            self.running = subprocess.Popen(
                command, env=os.environ | environ, cwd=folder, stdout=file, stderr=subprocess.STDOUT
            )

    def wait(self, path: str) -> None:
        """Wait until it answers."""
        end = time.monotonic() + START_TIMEOUT_S
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
        raise SystemExit(f"A server did not start:\n{self.output_file.read_text('utf-8')[-2000:]}")

    def close(self) -> float:
        """Stop it, and return how many seconds that took."""
        started = time.monotonic()
        if self.running.poll() is None:
            self.running.send_signal(signal.SIGTERM)
            try:
                self.running.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self.running.kill()
                self.running.wait()
        return time.monotonic() - started


class ServerProcesses:
    """One or more processes of a server."""

    def __init__(self, processes: list[ServerProcess], health: str) -> None:
        self.processes = processes
        self.ports = [process.port for process in processes]
        for process in processes:
            process.wait(health)

    def sample(self) -> Figures:
        pids = [process.running.pid for process in self.processes]
        return {
            "cpu": {f"server {number}": cpu_seconds(pid) for number, pid in enumerate(pids, 1)},
            "mb": round(sum(memory_mb(pid) for pid in pids), 1),
            "stolen": stolen_cpu_seconds(),
        }

    def ledger(self) -> Iterable[tuple[str, str]]:
        """Return the idempotency key and choice of each stored choice."""
        return ()

    def on_begin(self) -> None:
        """Called when the measurement begins."""

    def on_end(self) -> None:
        """Called when the measurement ends."""

    def signal(self, number: signal.Signals) -> None:
        for process in self.processes:
            process.running.send_signal(number)

    def close(self) -> Figures:
        return {"closing_seconds": round(max(process.close() for process in self.processes), 2)}


class NoRulesServer(ServerProcesses):
    """A server with the same requests, streams and commits, but without rules: `load.no_rules_server`."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        command = [sys.executable, "-m", "load.no_rules_server", str(port), str(folder / "yardstick.sqlite3")]
        super().__init__([ServerProcess(command, port, folder, paths())], "/healthz")
        self._file = folder / "yardstick.sqlite3"

    def ledger(self) -> Iterable[tuple[str, str]]:
        return ledger_choices(self._file)


# All players of a run share one address, so the rate limits are raised; all checks are still made.
HIGH_LIMITS = {
    "RATE": "1000000",
    "BURST": "1000000",
    "RATE_ALL": "1000000",
    "BURST_ALL": "1000000",
    "TABLES": "1000000",
    "STREAMS": "100000",
    "STREAMS_ALL": "100000",
    "GAMES": "1000000",
    "GUEST_GAMES": "1000000",
    "GUEST_STORED": "1000000",
}
LIMITS = {f"SOLAFIDE_LIMITS_{name}": value for name, value in HIGH_LIMITS.items()}


def serve(
    port: int,
    folder: Path,
    *more: str,
    time_split_file: Path | None = None,
    loop_file: Path | None = None,
    variant: str = "",
    environ: Mapping[str, str] | None = None,
) -> ServerProcess:
    """Start `solafide serve`.

    time_split_file: time its parts, and write the result into this file; loop_file: note there when its event loop is
    held up; variant: of its HTTP server; environ: more environment variables.
    """
    module = ["load.http_variant", variant] if variant else ["solafide"]
    module = ["load.time_split", str(time_split_file)] if time_split_file else module
    module = ["attack.loop_watch", str(loop_file)] if loop_file else module
    command = [sys.executable, "-m", *module, "serve", "--port", str(port), "--data", str(folder / "games"), *more]
    return ServerProcess(command, port, folder, {**LIMITS, **paths(), **(environ or {})})


class SolaFideServer(ServerProcesses):
    """One `solafide serve` with SQLite."""

    def __init__(self, folder: Path, split: bool = False, variant: str = "") -> None:
        self._file = folder / "games" / "games.sqlite3"
        self._parts = folder / "parts.json" if split else None
        super().__init__([serve(free_port(), folder, time_split_file=self._parts, variant=variant)], "/healthz")

    def ledger(self) -> Iterable[tuple[str, str]]:
        return ledger_choices(self._file)

    def on_begin(self) -> None:
        if self._parts:
            self.signal(signal.SIGUSR1)

    def on_end(self) -> None:
        if self._parts:
            self.signal(signal.SIGUSR2)

    def close(self) -> Figures:
        figures: Figures = {"split": self._split()} if self._parts else {}
        return figures | super().close()

    def _split(self) -> Figures:
        assert self._parts is not None
        end = time.monotonic() + STOP_TIMEOUT_S
        while not self._parts.exists() and time.monotonic() < end:
            time.sleep(0.1)
        figures: Figures = json.loads(self._parts.read_text("utf-8"))
        return figures


class PostgresServers(ServerProcesses):
    """Several processes of `solafide serve` with one PostgreSQL server."""

    def __init__(self, folder: Path, count: int = 2) -> None:
        self._postgres = Server()
        database = ("--database", self._postgres.address())
        self._pid = self._postgres._process.pid
        processes: list[ServerProcess] = []
        try:
            for number in range(count):
                place = folder / str(number)
                place.mkdir()
                processes.append(serve(free_port(), place, *database))
                processes[-1].wait("/healthz")  # the first one creates the tables
        except SystemExit:
            for process in processes:
                process.close()
            self._postgres.stop()
            raise
        super().__init__(processes, "/healthz")
        self._ledger: list[tuple[str, str]] = []

    def sample(self) -> Figures:
        figures = super().sample()
        figures["cpu"]["postgres"] = sum(cpu_seconds(pid) for pid in [self._pid, *children(self._pid)])
        return figures

    def ledger(self) -> Iterable[tuple[str, str]]:
        return self._ledger

    def close(self) -> Figures:
        figures = super().close()
        with psycopg.connect(self._postgres.address()) as connection:
            self._ledger = connection.execute(CHOICES_QUERY).fetchall()
        self._postgres.stop()
        return figures


def children(pid: int) -> list[int]:
    """Return the ids of the child processes of a process."""
    child_pids = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((place / "stat").read_text("utf-8").rpartition(")")[2].split()[1]) == pid:
                child_pids.append(int(place.name))
    return child_pids


def ledger_choices(file: Path) -> list[tuple[str, str]]:
    """Read the idempotency key and choice of each choice from an SQLite file that no process has open."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(CHOICES_QUERY).fetchall()
