"""Measure how strong the players are, row by row: `python tools/strength.py --all`, then `--write` for the pages.

The results of a row are stored in docs/strength/ROW.json, unfinished rows in build/strength with the arena's journals.
The same command resumes an interrupted run, as long as weights and levels stay the same.
"""

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from model_card import CARD, model_card
from strength_tables import PAGE, page

import solafide
from solafide.lab.bench import machine
from solafide.lab.process_pool import usable_cores
from solafide.players.agents.levels import LEVELS
from solafide.players.agents.network_file import SHIPPED_NETWORK_PATH, shipped_network

ROOT = Path(__file__).parent.parent
RESULTS_FOLDER = ROOT / "docs" / "strength"
WORK_FOLDER = ROOT / "build" / "strength"
PROGRAM = "solafide"

Command = tuple[str, ...]
Figures = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A row of the measurements: commands that run in one folder, one after the other."""

    name: str
    commands: tuple[Command, ...]


def arena(*players: str, games: int, mode: str = "both", more: str = "") -> Command:
    """Return the command of a match; jobs and journal are added when it is run."""
    return ("arena", *players, "--games", str(games), "--mode", mode, *more.split())


def rows() -> list[Row]:
    """Return all rows in the order of docs/strength.md; together they take less than three hours on two cores."""
    names = list(LEVELS)
    rector, doctor = LEVELS["rector"].iterations, LEVELS["doctor"].iterations
    pairs = zip(names, ("random", *names), strict=False)
    # A level that thinks in two threads needs both cores.
    levels = [arena(*pair, games=400, more="--jobs 1" if LEVELS[pair[0]].threads > 1 else "") for pair in pairs]
    ladders = [
        arena("random", *names, games=20, mode=mode, more="--anchor licentiate=1500 --jobs 1")
        for mode in ("first", "draft")
    ]
    quick, answer = "ten-minutes.solafide-network", "response.solafide-network"
    return [
        Row("speed", (("bench",),)),
        Row("network", (arena("network", "random", games=2000),)),
        Row(
            "ten-minutes",
            (("train", "--games", "200000", quick), arena(f"network:weights={quick}", "random", games=1000)),
        ),
        Row("playouts-1000", (arena("search:iterations=300", "search:iterations=1000,playouts=1", games=400),)),
        Row("playouts-10000", (arena("search:iterations=300", "search:iterations=10000,playouts=1", games=100),)),
        Row("levels", tuple(levels)),
        Row("ladder", tuple(ladders)),
        Row(
            "openspiel",
            (
                arena(f"search:iterations={rector},ms=100", "openspiel:ms=100", games=200),
                arena("search:iterations=100", "openspiel:iterations=100", games=200),
                ("pace",),
            ),
        ),
        Row(
            "response",
            (
                ("train", "--against", "shipped", "--seed", "95", "--games", "200000", answer),
                arena(f"network:weights={answer}", "network", games=1000),
                arena(f"search:iterations={doctor},weights={answer}", "doctor", games=400),
            ),
        ),
        Row("mirror", (arena("search:iterations=1000", "search:iterations=1000", games=5600),)),
        Row(
            "threads",
            (arena("search:ms=10,threads=2", "search:ms=10", games=400, more="--elo0 0 --elo1 50 --jobs 1"),),
        ),
        Row("profile", (("profile", "--games", "6", "--mode", "both", "--iterations", "10000"),)),
    ]


# ---------------------------------------------------------------- running


def command_line(row: Row, number: int, scale: float, jobs: int) -> list[str]:
    """Return the words of a command line, as it is run and published.

    >>> row = Row("duel", (arena("scholar", "random", games=400),))
    >>> " ".join(command_line(row, 1, 0.1, 2))
    'arena scholar random --games 40 --mode both --seed duel --journal duel-1.jsonl --jobs 2 --json'
    """
    command, *rest = row.commands[number - 1]
    for at, word in enumerate(rest):
        if word == "--games":
            rest[at + 1] = str(max(4, round(int(rest[at + 1]) * scale)))  # a pair in each mode
    if command in ("arena", "profile"):
        rest += ["--seed", row.name]
    if command == "arena":
        rest += ["--journal", f"{row.name}-{number}.jsonl"]
    if command in ("arena", "profile") and "--jobs" not in rest:
        rest += ["--jobs", str(jobs)]
    if command == "bench" and scale < 1:
        rest += ["--quick"]
    return [command, *rest, *([] if command == "pace" else ["--json"])]


def command_text(line: list[str]) -> str:
    """Return a command line as one would type it."""
    return "python -m solafide.lab.search_speed" if line == ["pace"] else shlex.join([PROGRAM, *line])


def run(line: list[str], folder: Path) -> Figures:
    """Run a command with its progress bar; return its JSON as `told` and its seconds as `took`."""
    module = ["solafide.lab.search_speed"] if line == ["pace"] else [PROGRAM, *line]
    environ = os.environ | {"PYTHONPATH": str(Path(solafide.__file__).parent.parent)}
    begin = time.monotonic()
    process = subprocess.run(
        [sys.executable, "-m", *module], cwd=folder, env=environ, stdout=subprocess.PIPE, text=True, check=True
    )
    output, took = json.loads(process.stdout), time.monotonic() - begin
    if line[0] in ("arena", "train"):  # which know how long they worked before they were interrupted
        took = max(took, output["seconds"])
    return {"took": round(took, 1), "told": output}


def measure(row: Row, folder: Path, scale: float, jobs: int) -> Figures:
    """Run the commands of a row. A command with a stored result is not run again, unless the command has changed."""
    lines = [command_line(row, number, scale, jobs) for number in range(1, len(row.commands) + 1)]
    results = []
    for number, line in enumerate(lines, 1):
        result_file = folder / f"{row.name}-{number}.json"
        command_without_jobs = shlex.join(
            command_line(row, number, scale, 0)
        )  # the number of jobs does not change the result
        if not result_file.exists() or json.loads(result_file.read_text("utf-8")).get("asked") != command_without_jobs:
            print(f"{row.name}: {command_text(line)}", flush=True)
            write(result_file, {"asked": command_without_jobs, **run(line, folder)})
        results.append(json.loads(result_file.read_text("utf-8")))
    return {
        "row": row.name,
        "day": date.today().isoformat(),
        "version": solafide.__version__,
        "machine": machine(),
        "weights": fingerprint()[0],
        "seconds": round(sum(result["took"] for result in results), 1),
        "commands": [command_text(line) for line in lines],
        "results": results,
    }


def fingerprint() -> tuple[str, str]:
    """Return hashes of the weights that come with the game and of the code that decides how the players play."""
    weights = hashlib.sha256(SHIPPED_NETWORK_PATH.read_bytes()).hexdigest()
    settings = f"{weights} {solafide.__version__} {LEVELS}"
    return weights, hashlib.sha256(settings.encode()).hexdigest()[:12]


def write(path: Path, content: Figures) -> None:
    """Write a JSON file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
    temporary.replace(path)


def measure_all(rows_to_measure: list[Row], results_folder: Path, work: Path, scale: float, jobs: int) -> Iterator[str]:
    """Measure the rows in turn, and yield the names of those that failed."""
    folder = work / f"{fingerprint()[1]}-{scale:g}"
    folder.mkdir(parents=True, exist_ok=True)
    total = 0.0
    for row in rows_to_measure:
        try:
            figures = measure(row, folder, scale, jobs)
        except subprocess.CalledProcessError as error:
            print(f"{row.name}: the command failed with exit code {error.returncode}", file=sys.stderr)
            yield row.name
            continue
        write(results_folder / f"{row.name}.json", figures)
        total += figures["seconds"]
        print(f"{row.name}: {figures['seconds']:.0f} s, so far {total / 60:.1f} min")


# ---------------------------------------------------------------- the command line


def load_results(folder: Path) -> dict[str, Figures]:
    """Return the stored results by row."""
    return {
        row.name: json.loads(file.read_text("utf-8"))
        for row in rows()
        if (file := folder / f"{row.name}.json").exists()
    }


def main() -> int:
    rows_by_name = {row.name: row for row in rows()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", nargs="*", help=", ".join(rows_by_name))
    parser.add_argument("--all", action="store_true", help="all rows")
    parser.add_argument("--write", action="store_true", help="write docs/strength.md and docs/model-card.md again")
    parser.add_argument(
        "--jobs", type=int, default=usable_cores(), help="processes at once, where players have one thread"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="this part of all games, for a first look")
    parser.add_argument("--results", "--found", type=Path, default=RESULTS_FOLDER, help="folder of the results")
    parser.add_argument("--work", type=Path, default=WORK_FOLDER, help="folder of the journals")
    options = parser.parse_args()
    unknown = [name for name in options.row if name not in rows_by_name]
    if unknown or not (options.row or options.all or options.write):
        parser.error(f"rows are: {', '.join(rows_by_name)}")
    rows_to_measure = list(rows_by_name.values()) if options.all else [rows_by_name[name] for name in options.row]
    try:
        failed = list(
            measure_all(rows_to_measure, options.results, options.work.absolute(), options.scale, options.jobs)
        )
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 1
    if options.write:
        results = load_results(options.results)
        weights = fingerprint()[0]
        PAGE.write_text(page(PAGE.read_text("utf-8"), results, list(rows_by_name), weights), "utf-8")
        CARD.write_text(model_card(CARD.read_text("utf-8"), shipped_network().about, weights, results), "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
