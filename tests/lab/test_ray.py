"""Runs on a Ray cluster of three nodes on this machine: the same bytes as one process, even if a worker is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lab import ray_tasks
from lab.ray_tasks import node_of_worker, refuses, runs_for_an_hour, square_with_mark
from needs import needs_linux, skip_without_ray, skip_without_ray_nodes
from solafide.game import Options, SolaFideError
from solafide.lab.arena import ArenaJournal, make_schedule, play_schedule
from solafide.lab.experiment import ExperimentJournal, run_experiment
from solafide.lab.experiment_design import Design, Factor
from solafide.lab.ray_pool import RayPool, program_fingerprint
from solafide.lab.result import ArenaResult
from solafide.lab.sprt import Sprt
from solafide.lab.training import TrainingSettings, begin, train
from solafide.players.agents.network_file import network_bytes

# Ray's own modules warn when they are imported and when a worker is killed; the tests are about what comes back.
pytestmark = pytest.mark.filterwarnings("default")
ray: Any = skip_without_ray()
ray.cloudpickle.register_pickle_by_value(ray_tasks)  # workers cannot import modules of the tests

NODES = 3
CLUSTER_START_TIMEOUT_S = 300
DESIGN = Design(
    "ray",
    "s",
    games=16,
    unit=2,
    turn_limit=20,
    factors=(
        Factor("player", ("random", "greedy:worlds=1")),
        Factor("mode", ("first", "draft")),
        *(Factor(name, (level,)) for name, level in (("claims", "at-once"), ("tokens", "16"), ("first", "rolled"))),
        Factor("deck_C", ("drafted", "random")),
        Factor("deck_P", ("random",)),
    ),
)


class Nodes(NamedTuple):
    """The address of the cluster, and the process that has started its nodes."""

    address: str
    pid: int


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    """Start three nodes with a core each; this process is connected to them until the last test."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    script = Path(__file__).with_name("ray_cluster.py")
    command = [sys.executable, script, str(NODES), str(os.getpid())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            if not address:
                skip_without_ray_nodes()
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            yield Nodes(address, process.pid)
        finally:
            ray.shutdown()
            process.stdin.close()
            process.wait(CLUSTER_START_TIMEOUT_S)


def test_tasks_go_to_all_nodes(cluster: Nodes) -> None:
    done = dict(RayPool(node_of_worker, cluster.address).run(range(12)))
    assert sorted(done) == list(range(12))
    assert len({node for _, node in done.values()}) == NODES


def test_a_task_whose_worker_was_killed_is_done_again(cluster: Nodes, tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "mark"), number) for number in range(1, 7)]
    done = {task[1]: result for task, result in RayPool(square_with_mark, cluster.address).run(tasks)}
    assert done == {number: number * number for number in range(1, 7)}
    assert (tmp_path / "mark").exists()


def test_an_error_of_a_task_comes_back(cluster: Nodes) -> None:
    with pytest.raises(SolaFideError) as error:
        list(RayPool(refuses, cluster.address).run([7]))
    assert (error.value.key, error.value.facts) == ("error.file.missing", {"file": "7"})


def test_another_version_is_refused(cluster: Nodes) -> None:
    with pytest.raises(SolaFideError) as error:
        list(RayPool(abs, cluster.address, fingerprint="0" * 64).run([-1]))
    assert error.value.key == "error.ray.version"
    assert error.value.facts == {"here": "0" * 12, "there": program_fingerprint()[:12]}


def test_closing_cancels_what_is_outstanding(cluster: Nodes, tmp_path: Path) -> None:
    """Otherwise the next task would wait for an hour."""
    working = RayPool(runs_for_an_hour, cluster.address).run((str(tmp_path), number) for number in range(1, 100))
    assert next(working)[1] == 1
    working.close()
    assert len(list(tmp_path.iterdir())) < 10
    assert list(RayPool(abs, cluster.address).run([-5])) == [(-5, 5)]


@needs_linux("a folder /proc, in which the workers are found")
def test_an_experiment_writes_the_same_journal_as_one_process(cluster: Nodes, tmp_path: Path) -> None:
    """On one core of the cluster, on two and on all three; workers are killed in the middle."""
    run_experiment(DESIGN, ExperimentJournal(tmp_path / "alone"))
    for jobs in (1, 2, 3):
        kills = 0

        def kill_a_worker(done: int, total: int) -> None:
            nonlocal kills
            if done == 2:
                kills = end_workers(cluster.pid)

        journal = ExperimentJournal(tmp_path / f"{jobs}")
        run_experiment(DESIGN, journal, jobs, progress=kill_a_worker, ray_address=cluster.address)
        assert kills
        assert (tmp_path / f"{jobs}").read_bytes() == (tmp_path / "alone").read_bytes()


def end_workers(nodes: int) -> int:
    """Kill the workers below the process of the nodes; return how many there were."""
    # A node has other processes with such names, without which it ends.
    names = (b"ray::run_checked", b"ray::IDLE")
    workers = [pid for pid in descendants(nodes) if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(names)]
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    return len(workers)


def descendants(pid: int) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # one for each thread
    children = [int(name) for listed in lists for name in listed.read_text().split()]
    return [*children, *(below for child in children for below in descendants(child))]


def test_an_arena_with_a_sequential_test_writes_the_same_journal(cluster: Nodes, tmp_path: Path) -> None:
    for name, address in (("alone", None), ("cluster", cluster.address)):
        schedule = make_schedule(("greedy:worlds=1", "random"), Options(turn_limit=50), "s")
        result = ArenaResult(schedule, Sprt(0, 250, 0.2, 0.2))
        play_schedule(result, 200, None if address else 1, ArenaJournal(tmp_path / name), ray_address=address)
        assert result.verdict == "elo1"
    assert (tmp_path / "cluster").read_bytes() == (tmp_path / "alone").read_bytes()


def test_training_gives_the_same_weights(cluster: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solafide.lab.training.MAX_TURNS", 40)
    settings = TrainingSettings(generation=6, block=2, contest=1, games=6, past_networks=1, batch=3)
    alone, by_cluster = begin(settings), begin(replace(settings))
    train(alone)
    train(by_cluster, ray_address=cluster.address)
    assert network_bytes(by_cluster.network) == network_bytes(alone.network)
