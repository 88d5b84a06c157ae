"""Measure units of work and the cost of handing them out, and write what 10, 100 and 1,000 cores give into the docs.

    .venv/compiled/bin/python tools/scale_out.py            # print the section of docs/experiments.md
    .venv/compiled/bin/python tools/scale_out.py --write

What a unit costs is the processor's time, so that other programs on the machine do not change it. What the caller
spends on a unit bounds how many cores it can keep busy. The page says which figures are measured and which computed.
"""

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from performance import format_number, table

from solafide.lab.arena import ArenaJournal, make_schedule
from solafide.lab.experiment import ExperimentJournal, play_unit
from solafide.lab.experiment_design import Design, Factor
from solafide.lab.process_pool import open_pool
from solafide.lab.schedule import play_pair
from solafide.lab.training import TrainingSettings, begin, block_task, merged_network, train_block

PAGE = Path(__file__).parent.parent / "docs" / "experiments.md"
START, END = "<!-- scale -->", "<!-- /scale -->"
CORES = (10, 100, 1000)
UNITS = 12  # of each kind, to measure what one costs
RAY_TASKS = 400  # empty tasks, to measure what handing one out costs
RAY_START_TASKS = 20  # before that, so that the workers are started
FACTORS = {
    "player": "network",
    "mode": "draft",
    "claims": "at-once",
    "tokens": "16",
    "first": "rolled",
    "deck_C": "random",
    "deck_P": "random",
}
DESIGN = Design("scale", "scale", 10_000, 20, None, tuple(Factor(name, (level,)) for name, level in FACTORS.items()))
ARENA_PLAYERS = ("search:iterations=1000", "search:iterations=500")
BATCH_OF_TABLE = 16  # blocks; the largest batch whose learning was compared with block after block


@dataclass(frozen=True)
class Cost:
    """What a unit of work takes of a worker, and of the caller besides handing it out, in seconds of a processor."""

    title: str
    games: int
    worker_s: float
    caller_s: float


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the processor's time of a call in this process."""
    started = time.process_time()
    work()
    return time.process_time() - started


def experiment_cost(folder: Path) -> Cost:
    """Measure units of an experiment between two networks with random decks."""
    journal = ExperimentJournal(folder / "experiment")
    journal.begin(DESIGN.settings())
    played: list[Any] = []
    worker = cpu_seconds(lambda: played.extend(play_unit(DESIGN, unit) for unit in range(1, UNITS + 1)))
    results = [{"unit": number, "games": rows} for number, rows in enumerate(played, 1)]
    written = cpu_seconds(lambda: exhaust(map(journal.add, range(1, UNITS + 1), results)))
    return Cost("experiment, network games", DESIGN.unit, worker / UNITS, written / UNITS)


def arena_cost(folder: Path) -> Cost:
    """Measure pairs of an arena between two searches."""
    schedule, journal = make_schedule(ARENA_PLAYERS, seed="scale"), ArenaJournal(folder / "arena")
    journal.begin(schedule.settings())
    played: list[Any] = []
    worker = cpu_seconds(lambda: played.extend(play_pair(schedule, number) for number in range(1, UNITS + 1)))
    numbers, results, times = range(1, UNITS + 1), [pair.json() for pair in played], [pair.times() for pair in played]
    written = cpu_seconds(lambda: exhaust(map(journal.add, numbers, results, [1.0] * UNITS, times)))
    return Cost(f"arena, {ARENA_PLAYERS[0]}", 2, worker / UNITS, written / UNITS)


def training_cost(search: bool) -> Cost:
    """Measure blocks of self-play with and without search, and the merging of their weights."""
    settings = TrainingSettings(batch=UNITS)
    run = begin(settings)
    if search:
        run.learning_rate = settings.min_learning_rate / 2
    start = run.trainable.checkpoint()
    block = replace(block_task(run, 0, 0.001, start), settings=replace(settings, block=20 if search else 100))
    ends: list[Any] = []
    worker = cpu_seconds(lambda: ends.append(train_block(block))) * settings.block / block.settings.block
    merged = cpu_seconds(lambda: merged_network(start, [ends[0]] * UNITS))
    title = "training, blocks with search" if search else "training, blocks without search"
    return Cost(title, settings.block, worker, merged / UNITS)


def handing_out_s(address: str) -> float:
    """Return the caller's time for a task on Ray: sending it, waiting for it, receiving it."""
    with closing(open_pool(abs, None, address)) as pool:
        exhaust(pool.run(range(RAY_START_TASKS)))
        return cpu_seconds(lambda: exhaust(pool.run(range(RAY_TASKS)))) / RAY_TASKS


def exhaust(results: Iterable[object]) -> None:
    for _ in results:
        pass


def row(cost: Cost, handing_out: float) -> list[str]:
    """Return a row of the table: games an hour, bounded by the workers or by the caller."""
    caller = cost.caller_s + handing_out
    batch = BATCH_OF_TABLE if cost.title.startswith("training") else None
    cells = [cost.title, str(cost.games), f"{cost.worker_s:.2f}", f"{1000 * caller:.1f}"]
    for cores in (1, *CORES):
        # A batch is as long as its longest row of blocks, and then its weights are merged.
        rate = (
            min(cores / cost.worker_s, 1 / caller)
            if batch is None
            else batch / (-(-batch // cores) * cost.worker_s + batch * caller)
        )
        cells.append(format_number(3600 * rate * cost.games))
    return cells


def section(costs: list[Cost], handing_out: float, ray_version: str) -> str:
    """Return the text between the marks."""
    heading = ["unit of work", "games", "worker, s", "caller, ms", "1 core: games an hour"]
    rows = [[*heading, *(f"{cores:,} cores" for cores in CORES)], *(row(cost, handing_out) for cost in costs)]
    about = (
        f"Measured with CPython {platform.python_version()} on {platform.system()}, {platform.machine()}, "
        f"{os.cpu_count()} cores, Ray {ray_version}: what a unit takes of a worker and of the caller, in time "
        f"of the processor. Of the caller's, {1000 * handing_out:.1f} ms are for handing a task out. "
        "Computed: the games an hour."
    )
    return "\n".join([about, "", table(rows)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the section into docs/experiments.md")
    parser.add_argument("--ray", default="local", metavar="ADDRESS", help="the cluster (default: one on this machine)")
    arguments = parser.parse_args()
    import ray

    with TemporaryDirectory() as folder:
        costs = [experiment_cost(Path(folder)), arena_cost(Path(folder)), training_cost(False), training_cost(True)]
    text = section(costs, handing_out_s(arguments.ray), ray.__version__)
    if not arguments.write:
        print(text)
        return
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    PAGE.write_text(f"{before}{START}\n{text}\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
