"""Several processes that work off a list of tasks, and can be stopped at once."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, TypeVar

from solafide.game import SolaFideError

Task = TypeVar("Task")
Done = TypeVar("Done")
Channel = Any  # one end of a pipe: its class has another name on Windows


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_tasks(work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int = 1) -> Generator[tuple[Task, Done]]:
    """Yield each task with its result as soon as it is done; with several jobs in any order.

    When the iterator is closed, or an error or an interrupt ends it, so do the processes, whatever they are doing.

    >>> list(run_tasks(abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if jobs <= 1:
        yield from ((task, work(task)) for task in tasks)
        return
    waiting = iter(tasks)
    busy: dict[Channel, Task] = {}
    hired: list[Any] = []
    try:
        for task in islice(waiting, jobs):
            busy[_start_worker(work, task, hired)] = task
        while busy:
            end: Channel
            for end in wait(list(busy)):
                result = busy.pop(end), _receive(end)
                for task in islice(waiting, 1):
                    end.send(task)
                    busy[end] = task
                yield result
    finally:
        for process in hired:
            process.terminate()
        for process in hired:
            process.join()


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


def _start_worker(work: Callable[[Task], Done], task: Task, hired: list[Any]) -> Channel:
    # Spawned, not forked: the caller may have threads, a progress bar for one.
    context = multiprocessing.get_context("spawn")
    parent_end, child_end = context.Pipe()
    process = context.Process(target=_work, args=(work, child_end), daemon=True)
    with _interrupts_ignored():
        process.start()
    hired.append(process)
    child_end.close()
    parent_end.send(task)
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
