"""The servers that are put under load: started as processes of their own, looked at from outside, ended."""

from __future__ import annotations

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
from contextlib import closing
from pathlib import Path
from typing import Protocol

from load.book import Figures
from load.wire import HOST

ROOT = Path(__file__).parent.parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
START, END = 60.0, 15.0  # seconds


class House(Protocol):
    """What a run needs to know of a server."""

    ports: list[int]

    def sample(self) -> Figures: ...

    def ledger(self) -> Iterable[tuple[str, str]]: ...

    def close(self) -> Figures: ...


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


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
        }

    def ledger(self) -> Iterable[tuple[str, str]]:
        """Clients and choices, as the store has them."""
        return ()

    def signal(self, number: signal.Signals) -> None:
        for process in self.processes:
            process.running.send_signal(number)

    def close(self) -> Figures:
        return {"closing_seconds": round(max(process.close() for process in self.processes), 2)}


class Yardstick(Served):
    """The same requests, streams and commits without any rules."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        environ = {"PYTHONPATH": str(ROOT / "tools")}
        command = [sys.executable, "-m", "load.yardstick", str(port), str(folder / "yardstick.sqlite3")]
        super().__init__([Process(command, port, folder, environ)], "/healthz")
        self._file = folder / "yardstick.sqlite3"

    def ledger(self) -> Iterable[tuple[str, str]]:
        return written(self._file)


def written(file: Path) -> list[tuple[str, str]]:
    """Clients and choices of a file that nobody has open any more."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT client, choice FROM ledger WHERE client IS NOT NULL").fetchall()
