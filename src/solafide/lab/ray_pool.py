"""A pool on a Ray cluster: tasks go to the cores of several machines, and come back as if from one process."""

import hashlib
import os
from collections.abc import Callable, Generator, Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import solafide
from solafide.game import SolaFideError
from solafide.lab.extras import import_extra

EXTRA = "ray"
MAX_ATTEMPTS = 6  # at a task whose worker or node ends
TASKS_PER_CORE = 2  # one that is played and one that waits, so that no core is idle between two
PACKAGES = ("cards", "game", "kernel", "lab", "players")  # what decides the result of a task
SOURCE_SUFFIXES = (".py", ".pxd", ".toml", ".json", ".solafide-network")


class _WorkerEnded(Exception):
    """The worker of a task, its node or the connection to it has ended."""


class RayPool:
    """Workers of a Ray cluster; `address` is that of `ray.init`: `auto`, HOST:PORT, `ray://HOST:PORT`, or `local`.

    A task whose worker was killed is done again; since it depends on its arguments alone, the result is the same.
    """

    def __init__(
        self, work: Callable[[Any], Any], address: str, jobs: int | None = None, fingerprint: str | None = None
    ) -> None:
        # Ray would report its use to its makers.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        self.ray = import_extra("ray", EXTRA)
        self.jobs = jobs
        self.fingerprint = fingerprint or program_fingerprint()
        self._has_connected = not self.ray.is_initialized()
        if self._has_connected:
            self._connect(address)
        # The function is sent by its name: each worker runs the program that is installed there.
        self._remote = self.ray.remote(num_cpus=1, max_retries=0)(run_checked)
        self._work = self.ray.put(work)
        self._pending: dict[Any, tuple[Any, int]] = {}  # by the future result: the task, and which attempt it is

    def run(self, tasks: Iterable[Any]) -> Generator[tuple[Any, Any]]:
        """Yield each task with its result as soon as it is done."""
        waiting = iter(tasks)
        try:
            self._submit(waiting)
            while self._pending:
                (ready, *_), _ = self.ray.wait(list(self._pending), num_returns=1)
                task, attempt = self._pending.pop(ready)
                try:
                    result = self._result(ready)
                except _WorkerEnded:
                    if attempt == MAX_ATTEMPTS:
                        raise SolaFideError("error.process_ended") from None
                    self._send(task, attempt + 1)
                    continue
                self._submit(waiting)
                yield task, result
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Cancel what is outstanding, and leave the cluster."""
        for pending in self._pending:
            self.ray.cancel(pending, force=True)
        self._pending = {}
        if self._has_connected:
            self.ray.shutdown()
            self._has_connected = False

    def _connect(self, address: str) -> None:
        try:
            self.ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:  # every kind of connection has its own errors
            raise SolaFideError("error.ray.connection", address=address, detail=_first_line(error)) from None

    def _submit(self, waiting: Iterable[Any]) -> None:
        """Send tasks until every core has one to do and one to wait for; nodes may have come or gone."""
        limit = self.jobs or TASKS_PER_CORE * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        for task in islice(waiting, max(0, limit - len(self._pending))):
            self._send(task, 1)

    def _send(self, task: Any, attempt: int) -> None:
        self._pending[self._remote.remote(self._work, task, self.fingerprint)] = task, attempt

    def _result(self, ready: Any) -> Any:
        try:
            is_done, value = self.ray.get(ready)
        except self.ray.exceptions.RayTaskError as error:  # the worker could not even import the program
            raise SolaFideError("error.ray.failed", detail=_first_line(error)) from None
        except self.ray.exceptions.RayError:
            raise _WorkerEnded from None
        if not is_done:
            raise value
        return value


def run_checked(work: Callable[[Any], Any], task: Any, fingerprint: str) -> tuple[bool, Any]:
    """Run a task on a worker, if its program is the caller's; return whether it is done, and its value or error."""
    installed = program_fingerprint()
    if installed != fingerprint:
        return False, SolaFideError("error.ray.version", here=fingerprint[:12], there=installed[:12])
    try:
        return True, work(task)
    except Exception as error:
        return False, error


@cache
def program_fingerprint() -> str:
    """Return a hash of everything in this installation that decides the result of a task: sources, cards, weights."""
    home = Path(solafide.__file__).parent
    digest = hashlib.sha256(solafide.__version__.encode())
    for package in PACKAGES:
        for path in sorted((home / package).rglob("*")):
            if path.suffix in SOURCE_SUFFIXES:
                content = path.read_bytes()
                digest.update(f"{path.relative_to(home).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)[:200]
