"""Tasks that the tests give to a Ray cluster; they are sent as they are, because its workers import no tests."""

import os
import signal
import time
from pathlib import Path

from solafide.game import SolaFideError


def node_of_worker(number: int) -> tuple[int, str]:
    """Take a while, so that every node gets a task."""
    time.sleep(0.5)
    import ray

    return number, ray.get_runtime_context().get_node_id()


def kills_its_worker_once(mark: Path, number: int) -> int:
    """The first attempt at the third task ends its process in the middle."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def square_with_mark(task: tuple[str, int]) -> int:
    return kills_its_worker_once(Path(task[0]), task[1])


def refuses(number: int) -> int:
    raise SolaFideError("error.file.missing", file=str(number))


def runs_for_an_hour(task: tuple[str, int]) -> int:
    """Leave a mark at the start; only the first task ends."""
    folder, number = task
    Path(folder, str(number)).touch()
    time.sleep(0 if number == 1 else 3600)
    return number
