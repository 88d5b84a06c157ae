"""Compare the speed of two checkouts: `python tools/compare_checkouts.py OLD --rounds 20 --write`.

OLD is a folder with an older checkout whose environment is set up; the new one is this. Both are measured in turn, so
that what else the machine does meets both. A ratio above 1: the new one is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from performance import PAGE, fill

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "load" / "checkouts.json"
WORKERS = ("solafide.lab.bench_worker", "solafide.lab.gauge")  # the present name, and one of older checkouts
TITLES = {
    "decisions_per_second": "random play in the kernel",
    "driven_decisions_per_second": "kernel driven from Python",
    "copies_per_second": "copies inside the kernel",
    "door_decisions_per_second": "through `Game`, choices as text",
    "search_iterations_per_second": "search with the network",
    "playout_iterations_per_second": "search with playouts",
    "evaluations_per_second": "evaluations of the network",
    "former": "server, synced choices a second, before the choice of an HTTP server",
    "server": "server, synced choices a second",
}
SERVER_ROWS = ("former", "server")
RESAMPLES = 10_000


class Worker:
    """The benchmark process of one checkout."""

    def __init__(self, checkout: Path) -> None:
        python = checkout / ".venv" / "compiled" / "bin" / "python"
        module = next(
            name for name in WORKERS if (checkout / "src" / Path(*name.split(".")).with_suffix(".py")).exists()
        )
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [str(python), "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        mode = self._read()
        if mode != {"mode": "compiled"}:
            raise SystemExit(f"{checkout}: {mode}; the kernel must be compiled")

    def measure(self, name: str, seconds: float) -> float:
        assert self._process.stdin is not None
        print(json.dumps({"measure": name, "seconds": seconds}), file=self._process.stdin, flush=True)
        answer = self._read()
        return float(answer[0] if isinstance(answer, list) else answer)

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


def measure_server(checkout: Path, games: int, seconds: float) -> float:
    python = checkout / ".venv" / "compiled" / "bin" / "python"
    with tempfile.TemporaryDirectory(dir=checkout) as folder:
        command = [str(python), "tools/load_bench.py", "saturation", "--games", str(games), "--seconds", str(seconds)]
        subprocess.run(
            [*command, "--found", folder, "--data", folder], cwd=checkout, check=True, stdout=subprocess.DEVNULL
        )
        return float(json.loads((Path(folder) / "saturation.json").read_text("utf-8"))["choices_per_second"])


def interval(ratios: list[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the median."""
    chance = random.Random(1)
    medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES))
    return medians[int(0.025 * RESAMPLES)], medians[int(0.975 * RESAMPLES)]


def table(ratios_by_row: dict[str, list[float]], old: str) -> str:
    lines = ["| new against old | median ratio | 95 % interval | rounds |", "|---|---:|---:|---:|"]
    for name, title in TITLES.items():
        if ratios := ratios_by_row.get(name):
            low, high = interval(ratios)
            lines.append(f"| {title} | {statistics.median(ratios):.2f} | {low:.2f} to {high:.2f} | {len(ratios)} |")
    return "\n".join([*lines, "", f"The old code is commit {old}. Measured {date.today().isoformat()}."])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, help="an older checkout, its environment set up")
    parser.add_argument("--new", type=Path, default=ROOT, help="the newer checkout, if not this one")
    parser.add_argument("--as", dest="row", default="server", choices=SERVER_ROWS, help="the server's row")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement of the kernel and the search")
    parser.add_argument("--games", type=int, default=50, help="at the same time on the server")
    parser.add_argument("--only", action="append", choices=list(TITLES), help="measure only this; may be repeated")
    parser.add_argument("--write", action="store_true", help="fill in docs/performance.md")
    options = parser.parse_args()
    old, new, names = options.old.resolve(), options.new.resolve(), options.only
    names = names or [*(name for name in TITLES if name not in SERVER_ROWS), options.row]
    workers = [Worker(old), Worker(new)] if set(names) - set(SERVER_ROWS) else []
    ratios_by_row: dict[str, list[float]] = {name: [] for name in names}
    for number in range(options.rounds):
        for name in names:
            before, now = (
                [measure_server(each, options.games, 4.0) for each in (old, new)]
                if name in SERVER_ROWS
                else [worker.measure(name, options.seconds) for worker in workers]
            )
            ratios_by_row[name].append(now / before)
        print(number + 1, {name: round(ratios[-1], 3) for name, ratios in ratios_by_row.items()}, flush=True)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=old, check=True, capture_output=True, text=True
    ).stdout.strip()
    if options.write:
        stored = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        stored |= ratios_by_row
        RESULTS.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        ratios_by_row = stored
        PAGE.write_text(fill(PAGE.read_text("utf-8"), "checkouts", table(ratios_by_row, commit)), "utf-8")
    print(table(ratios_by_row, commit))
    return 0


if __name__ == "__main__":
    sys.exit(main())
