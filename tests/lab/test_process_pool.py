"""A pool of processes that executes tasks."""

import os
import pickle
import time

import pytest

from solafide.game import RecordError, SolaFideError
from solafide.lab.process_pool import in_order, run_tasks, usable_cores


def slowly(number: int) -> int:
    """The first task is done last."""
    time.sleep(0.3 if number == 1 else 0)
    return number * number


def refuses(number: int) -> int:
    if number == 3:
        raise SolaFideError("error.file.missing", file="three")
    return number


def dies(number: int) -> int:
    os._exit(7)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_task_is_done_once(jobs: int) -> None:
    done = list(run_tasks(slowly, range(1, 8), jobs))
    assert sorted(done) == [(n, n * n) for n in range(1, 8)]
    assert list(in_order(done)) == [n * n for n in range(1, 8)]


def test_no_tasks_give_no_results() -> None:
    assert list(run_tasks(slowly, [], 2)) == []


def very_slowly(number: int) -> int:
    """The first task takes longer than the start of another process on a busy machine."""
    time.sleep(4 if number == 1 else 0)
    return number


def test_results_come_in_order_of_completion() -> None:
    assert [number for number, _ in run_tasks(very_slowly, [1, 2], 2)] == [2, 1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_is_raised(jobs: int) -> None:
    with pytest.raises(SolaFideError) as error:
        list(run_tasks(refuses, range(9), jobs))
    assert (error.value.key, error.value.facts) == ("error.file.missing", {"file": "three"})


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(SolaFideError) as error:
        list(run_tasks(dies, [1], 2))
    assert error.value.key == "error.process_ended"


def test_closing_the_results_stops_the_processes() -> None:
    """The remaining tasks would take an hour."""
    working = run_tasks(time.sleep, [0.0, 3600.0, 3600.0], 2)
    assert next(working) == (0.0, None)
    working.close()


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(RecordError("error.record.line", line=3)))
    assert type(error) is RecordError
    assert (error.key, error.facts) == ("error.record.line", {"line": 3})


def test_number_of_cores() -> None:
    assert usable_cores() >= 1
