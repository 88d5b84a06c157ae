"""The server under attack: one process on SQLite or two on PostgreSQL, started, killed and started again."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import psycopg
from load.servers import CHOICES_QUERY, ServerProcess, free_port, ledger_choices, memory_mb, serve
from postgres import Server, programs

from attack.loop_watch import FIGURES, worst_ms
from attack.waits import LoopDelay, read_loop_delays

PROCESSES_ON_POSTGRES = 2
LOOP_FILE = "loop.jsonl"
# The attacks come from many addresses, but all honest players share one.
NO_LIMIT = {"SOLAFIDE_LIMITS_WRONG": "0", "SOLAFIDE_SIGNS_DELAY": "0"}


class Site:
    """The processes of one server and what they store."""

    def __init__(self, folder: Path, postgres: bool = False, environ: Mapping[str, str] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._environ = folder, {**NO_LIMIT, **(environ or {})}
        self._postgres = Server() if postgres else None
        count = PROCESSES_ON_POSTGRES if postgres else 1
        self.ports = [free_port() for _ in range(count)]
        self._places = [folder / str(number) for number in range(count)]
        self.processes: list[ServerProcess] = []
        for place in self._places:
            place.mkdir(exist_ok=True)
        for number in range(count):
            self.processes.append(self._start(number))

    def _start(self, number: int) -> ServerProcess:
        database = ("--database", self._postgres.address()) if self._postgres else ()
        place = self._places[number]
        process = serve(self.ports[number], place, *database, environ=self._environ, loop_file=place / LOOP_FILE)
        process.wait("/healthz")
        return process

    @property
    def data_folder(self) -> Path:
        """The folder of the SQLite file."""
        return self._places[0] / "games"

    def kill(self, number: int) -> None:
        """End a process at once, without a chance to finish anything."""
        self.processes[number].running.send_signal(signal.SIGKILL)
        self.processes[number].running.wait()

    def restart(self, number: int) -> None:
        self.processes[number] = self._start(number)

    def has_ended(self, number: int) -> bool:
        return self.processes[number].running.poll() is not None

    def memory_mb(self) -> float:
        """Return the memory of all processes that run."""
        return sum(memory_mb(process.running.pid) for process in self.processes if process.running.poll() is None)

    def loop_ms(self) -> dict[str, float]:
        """Return the worst that was noted in the event loops of all processes."""
        each = [worst_ms(place / LOOP_FILE) for place in self._places]
        return {name: max(one[name] for one in each) for name in FIGURES}

    def loop_delays(self) -> list[LoopDelay]:
        """Return when the event loops of all processes were held up."""
        return [delay for place in self._places for delay in read_loop_delays(place / LOOP_FILE)]

    def logs(self) -> str:
        """Return what all processes have printed in all their lives."""
        return "".join(process.output_file.read_text("utf-8", "replace") for process in self.processes)

    def stop(self) -> list[tuple[str, str]]:
        """Stop the processes; return the idempotency key and choice of each stored choice."""
        for process in self.processes:
            process.close()
        if self._postgres is None:
            file = self.data_folder / "games.sqlite3"
            check_integrity(file)
            return ledger_choices(file)
        with psycopg.connect(self._postgres.address()) as connection:
            choices: list[tuple[str, str]] = connection.execute(CHOICES_QUERY).fetchall()
        self._postgres.stop()
        return choices

    def abandon(self) -> None:
        """Stop everything after a failure."""
        for process in self.processes:
            process.close()
        if self._postgres is not None:
            self._postgres.stop()


def check_integrity(file: Path) -> None:
    """Raise an error if SQLite finds a database file damaged."""
    with closing(sqlite3.connect(file)) as connection:
        if (verdict := connection.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
            raise RuntimeError(f"the database is damaged: {verdict}")


def has_postgres() -> bool:
    return programs() is not None
