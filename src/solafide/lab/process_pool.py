"""Several processes that work off a list of tasks, and can be stopped at once."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Protocol, TypeVar

from solafide.game import SolaFideError

Task = TypeVar("Task")
Done = TypeVar("Done")
Channel = Any  # one end of a pipe: its class has another name on Windows


class TaskPool(Protocol):
    """Workers that all run one function, in this process, in others, or on a cluster."""

    def run(self, tasks: Iterable[Any]) -> Generator[tuple[Any, Any]]:
        """Yield each task with its result as soon as it is done. To close the iterator is to close the pool."""
        ...

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        ...


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def open_pool(work: Callable[[Any], Any], jobs: int | None = 1, ray_address: str | None = None) -> TaskPool:
    """Return a pool: in this process for one job, else in so many processes; with an address, on a Ray cluster.

    jobs: None means all cores, of this machine or of the cluster.
    """
    if ray_address is not None:
        from solafide.lab.ray_pool import RayPool

        return RayPool(work, ray_address, jobs)
    count = usable_cores() if jobs is None else jobs
    return ProcessPool(work, count) if count > 1 else InlinePool(work)


def run_tasks(
    work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int | None = 1, ray_address: str | None = None
) -> Generator[tuple[Task, Done]]:
    """Yield each task with its result as soon as it is done; with several workers in any order.

    When the iterator is closed, or an error or an interrupt ends it, so do the workers, whatever they are doing.

    >>> list(run_tasks(abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    with closing(open_pool(work, jobs, ray_address)) as pool:
        yield from pool.run(tasks)


def in_order(done: Iterable[tuple[int, Done]], first: int = 1) -> Iterator[Done]:
    """Yield the results of numbered tasks in the order of their numbers.

    >>> list(in_order([(2, "b"), (1, "a"), (3, "c")]))
    ['a', 'b', 'c']
    """
    early: dict[int, Done] = {}
    for number, came in done:
        early[number] = came
        while first in early:
            yield early.pop(first)
            first += 1


class InlinePool:
    """A pool without other processes."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work

    def run(self, tasks: Iterable[Any]) -> Generator[tuple[Any, Any]]:
        """Yield each task with its result."""
        yield from ((task, self.work(task)) for task in tasks)

    def close(self) -> None:
        """Do nothing: there are no processes."""


class ProcessPool:
    """A pool of processes on this machine; one is started when there is a task for it."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self.work, self.jobs = work, jobs
        self._processes: list[Any] = []
        self._idle: list[Channel] = []

    def run(self, tasks: Iterable[Any]) -> Generator[tuple[Any, Any]]:
        """Yield each task with its result as soon as it is done."""
        waiting = iter(tasks)
        busy: dict[Channel, Any] = {}
        try:
            for task in islice(waiting, self.jobs):
                end: Channel = self._idle.pop() if self._idle else self._start_worker()
                end.send(task)
                busy[end] = task
            while busy:
                for end in wait(list(busy)):
                    result = busy.pop(end), _receive(end)
                    self._idle.append(end)
                    for task in islice(waiting, 1):
                        end = self._idle.pop()
                        end.send(task)
                        busy[end] = task
                    yield result
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
        self._processes, self._idle = [], []

    def _start_worker(self) -> Channel:
        # Spawned, not forked: the caller may have threads, a progress bar for one.
        context = multiprocessing.get_context("spawn")
        parent_end, child_end = context.Pipe()
        process = context.Process(target=_work, args=(self.work, child_end), daemon=True)
        with _interrupts_ignored():
            process.start()
        self._processes.append(process)
        child_end.close()
        return parent_end


def _work(work: Callable[[Task], Done], orders: Channel) -> None:
    """Run tasks in a child process until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles it and ends this one
    try:
        while True:
            task = orders.recv()
            try:
                orders.send((True, work(task)))
            except Exception as error:
                orders.send((False, error))
    except (EOFError, OSError):
        return


def _receive(end: Channel) -> Any:
    try:
        well, came = end.recv()
    except (EOFError, OSError):
        raise SolaFideError("error.process_ended") from None
    if not well:
        raise came
    return came


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A process that is started here does not hear Ctrl-C, not even before its first line."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
