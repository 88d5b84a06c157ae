"""The benchmark: measure the compiled and the plain kernel in turn, so that both meet the same conditions."""

import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, ignore_patterns
from time import perf_counter
from types import TracebackType
from typing import Any

from solafide.lab import Progress, bench_openspiel, bench_worker

Figures = dict[str, Any]

BENCH_ROUNDS, ROUND_DURATION_S = 5, 0.4  # in each round every figure is measured for so long
QUICK_ROUNDS, QUICK_ROUND_DURATION_S = 2, 0.05
MODES = ("compiled", "plain")
IMPORTS = {"import_seconds": "import solafide", "import_game_seconds": "from solafide import Game"}
# The rows of the table: the key of each in the catalogues, and its field.
ROWS = (
    ("random_first", "decisions_per_second"),
    ("random_draft", "draft_decisions_per_second"),
    ("driven_first", "driven_decisions_per_second"),
    ("driven_draft", "driven_draft_decisions_per_second"),
    ("game_door", "door_decisions_per_second"),
    ("clones_python", "clones_per_second"),
    ("clones_kernel", "copies_per_second"),
    ("threads", "two_threads"),
    ("search_network", "search_iterations_per_second"),
    ("search_playouts", "playout_iterations_per_second"),
    ("evaluations", "evaluations_per_second"),
    ("training", "training_games_per_second"),
    ("import", "import_seconds"),
    ("import_game", "import_game_seconds"),
)


class Worker:
    """A separate process that measures on request."""

    def __init__(self, module: str, plain: bool) -> None:
        environ = os.environ | {"SOLAFIDE_PLAIN": "1" if plain else "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", module], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.greeting = self._answer()

    def measure(self, **request: Any) -> Any:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"a measuring process ended with {self.process.wait()}")
        return json.loads(line)

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.communicate()


def bench(
    quick: bool = False, openspiel: bool = False, install: str | Path | None = None, progress: Progress | None = None
) -> Figures:
    """Measure everything; each figure is the best of several rounds, in which all are measured in turn.

    openspiel: measure OpenSpiel's card games for comparison. install: the folder with the sources, to time a cold
    `pip install` of it.

    In JSON: `machine`, `rounds`, `seconds` (of one measurement); `compiled` (null where there is no compiled kernel)
    and `plain`, each with `decisions_per_second` (random play in the kernel, first game),
    `draft_decisions_per_second`, `driven_decisions_per_second` and `driven_draft_decisions_per_second` (a loop in
    Python over the kernel), `door_decisions_per_second` (through `Game`, choices as text), `clones_per_second` (from
    Python), `copies_per_second` (inside the kernel), `two_threads` (against one), `search_iterations_per_second` (at
    the start of a first game, one thread, with the network), `playout_iterations_per_second` (with random play to the
    end instead), `evaluations_per_second` (features and network), `training_games_per_second` (self-play that goes on
    from the network that comes with the game), `import_seconds`, `import_game_seconds`, and
    `spread`, for each the part by which the worst round lay behind the best; `ratio`, compiled to plain; `verified`,
    how many of the benchmark's games were replayed and verified; `peers` (null, or by game of OpenSpiel its figures and
    `ratio`, ours to it); `install_seconds`.
    """
    rounds, seconds = (QUICK_ROUNDS, QUICK_ROUND_DURATION_S) if quick else (BENCH_ROUNDS, ROUND_DURATION_S)
    plain, other = Worker("solafide.lab.bench_worker", True), Worker("solafide.lab.bench_worker", False)
    with plain, other:
        workers = {"compiled": other if other.greeting["mode"] == "compiled" else None, "plain": plain}
        spiel = Worker("solafide.lab.bench_openspiel", False) if openspiel and find_spec("pyspiel") else None
        benchmark = BenchmarkRun(workers, spiel, rounds, seconds, progress)
        benchmark.run()
        if spiel:
            spiel.process.communicate()
    return benchmark.figures() | {"install_seconds": install_seconds(Path(install)) if install else None}


class BenchmarkRun:
    """Measure all figures in several rounds, and collect the results."""

    def __init__(
        self,
        workers: dict[str, Worker | None],
        spiel: Worker | None,
        rounds: int,
        seconds: float,
        progress: Progress | None,
    ) -> None:
        self.workers, self.spiel, self.rounds, self.seconds, self.progress = workers, spiel, rounds, seconds, progress
        self.samples: dict[tuple[str, str], list[float]] = {}
        self.verified = self.measurements_done = 0
        measures = len(bench_worker.MEASURES) + len(IMPORTS)
        self.total = rounds * measures * sum(worker is not None for worker in workers.values())
        self.total += (
            rounds * len(bench_openspiel.OPENSPIEL_GAMES) * len(bench_openspiel.MEASURES) * (spiel is not None)
        )

    def run(self) -> None:
        for _ in range(self.rounds):
            for name in bench_worker.MEASURES:
                for mode, worker in self.workers.items():
                    if worker:
                        self._record(mode, name, worker.measure(measure=name, seconds=self.seconds))
            for name, statement in IMPORTS.items():
                for mode, worker in self.workers.items():
                    if worker:
                        self._record(mode, name, import_seconds(statement, mode == "plain"))
            for game in bench_openspiel.OPENSPIEL_GAMES if self.spiel else ():
                for name in bench_openspiel.MEASURES:
                    assert self.spiel
                    answer = self.spiel.measure(game=game, measure=name, seconds=self.seconds)
                    self._record(game, name, answer)

    def _record(self, source: str, name: str, answer: Any) -> None:
        if isinstance(answer, list):
            answer, verified = answer
            self.verified += verified
        self.samples.setdefault((source, name), []).append(answer)
        self.measurements_done += 1
        if self.progress:
            self.progress(self.measurements_done, self.total)

    def figures(self) -> Figures:
        modes = {mode: self._figures_of(mode) if worker else None for mode, worker in self.workers.items()}
        return {
            "machine": machine(),
            "rounds": self.rounds,
            "seconds": self.seconds,
            **modes,
            "ratio": _ratio(modes["compiled"], modes["plain"]),
            "verified": self.verified,
            "peers": self._peers(modes["compiled"] or modes["plain"] or {}) if self.spiel else None,
        }

    def _figures_of(self, source: str) -> Figures:
        """Return the best value of each figure, and the spread between the best and the worst round."""
        best: Figures = {}
        spread = {}
        for (sample_source, name), samples in self.samples.items():
            if sample_source == source:
                lower_is_better = name.endswith("_seconds")
                best[name] = _rounded(min(samples) if lower_is_better else max(samples))
                spread[name] = round(1 - min(samples) / max(samples), 3)
        return best | {"spread": spread}

    def _peers(self, own_figures: Figures) -> Figures:
        peers = {}
        for game in bench_openspiel.OPENSPIEL_GAMES:
            figures = self._figures_of(game)
            peers[game] = figures | {
                "ratio": {name: round(own_figures[name] / figures[name], 1) for name in bench_openspiel.MEASURES}
            }
        return peers


def import_seconds(statement: str, plain: bool) -> float:
    """Return the seconds of an import in a fresh interpreter, without the start of the interpreter."""
    script = f"from time import perf_counter as now; begin = now(); {statement}; print(now() - begin)"
    environ = os.environ | {"SOLAFIDE_PLAIN": "1" if plain else "0"}
    process = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
    return float(process.stdout)


def install_seconds(sources: Path) -> float:
    """Return the seconds of `pip install` in a new environment, without any cache."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        sources_copy = Path(folder, "sources")
        copytree(sources, sources_copy, ignore=ignore_patterns(".git", ".venv", "build", "dist", "*.egg-info"))
        begin = perf_counter()
        command = [
            str(Path(folder, "bin", "python")),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-cache-dir",
            str(sources_copy),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return round(perf_counter() - begin, 1)


def machine() -> Figures:
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }


def _ratio(compiled: Figures | None, plain: Figures | None) -> Figures | None:
    if not compiled or not plain:
        return None
    return {name: _rounded(value / plain[name]) for name, value in compiled.items() if name != "spread"}


def _rounded(number: float) -> float:
    """Round to four digits."""
    return int(number) if number >= 1000 else float(f"{number:.4g}")
