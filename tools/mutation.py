"""Measure how well the tests notice mistakes: run them against random mutants of the sources.

    python3 tools/mutation.py --sample 300 --seed 14
    python3 tools/mutation.py --report

A mutant is a copy of one source file with one small mistake, made by mutmut. Each is run against the tests that execute
the changed lines: first those of its own part of the program, then the quickest. A test that fails kills the mutant. A
mutant that no test notices has survived.

Everything happens in a copy of the sources in build/mutation, with the compiled kernel of .venv/compiled, in one
process at a time. Results are written as they come: a run that was interrupted goes on where it stopped. Delete
build/mutation to start again with the present sources.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import environment

if TYPE_CHECKING:
    from mutants import Mutant

ROOT = environment.ROOT
HOME = ROOT / "build" / "mutation"
COPY, COVERAGE, RESULTS = HOME / "copy", HOME / "coverage", HOME / "results.jsonl"
MUTATED = ("game", "cards", "server/matches", "server/storage", "server/http")
# Each is measured in a run of its own. Tests that start servers as processes cannot see a mutant, so only the storage,
# whose tests start PostgreSQL, is measured with those.
TESTS = (
    *(f"tests/{name}" for name in ("cards", "records", "nature", "game", "golden", "cards_in_play", "rules", "stored")),
    *(
        f"tests/server/{name}"
        for name in ("http", "matches", "storage", "routes", "realtime", "duplicate", "schemas", "views")
    ),
)
WITH_PROCESSES = ("tests/server/storage",)
RELATED_TESTS = {
    "game": ("tests/game", "tests/records", "tests/nature", "tests/rules", "tests/cards_in_play"),
    "cards": ("tests/cards", "tests/cards_in_play"),
}
STARTUP_TIMEOUT_S = 40  # of a run of pytest, on a busy machine
TIMEOUT_FACTOR = 3  # a mutant may need this many times the usual time of its tests
FAILED, NO_TEST_COLLECTED = 1, 5  # exit codes of pytest
NOT_RUN = (3, 70)  # exit codes for failures of pytest itself
WHILE_IMPORTING = ""  # what coverage.py notes as the test of lines that run when a module is imported
VERDICTS = ("killed", "timeout", "survived", "not covered")
NOT_RUN_VERDICT = "not run"  # of one run of pytest, never of a mutant


class Result(TypedDict):
    name: str
    verdict: str
    tests: int
    seconds: float
    diff: str


def main() -> None:
    options = read_options()
    if options.report:
        print_report(load_results())
        return
    os.nice(options.nice)
    deadline = time.monotonic() + options.minutes * 60
    copy_sources()
    for folder in TESTS:
        if data_file(folder).with_suffix(".json").exists():
            continue
        if time.monotonic() > deadline:
            sys.exit("Not every test is measured yet. The same command goes on from here.")
        measure_tests(folder)
    durations, covering = load_coverage()
    results = load_results()
    for mutant in sample_mutants(options.seed, options.sample):
        if mutant["name"] in results and results[mutant["name"]]["verdict"] != options.again:
            continue
        if time.monotonic() > deadline:
            break
        tests = choose_tests(mutant, covering, durations, options.seconds)
        result = run_mutant(mutant, tests, sum(durations[test] for test in tests))
        results[result["name"]] = result
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        print(
            f"{result['verdict']:11} {result['seconds']:5.1f} s {result['tests']:4} tests  {result['name']}", flush=True
        )
    print_report(results)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=300, help="how many mutants")
    parser.add_argument("--seed", type=int, default=14, help="which mutants")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this time; the same command goes on")
    parser.add_argument("--seconds", type=float, default=20, help="time of the tests that a mutant is run against")
    parser.add_argument("--again", choices=VERDICTS, help="run mutants with this verdict again")
    parser.add_argument("--nice", type=int, default=15, help="how much to give way to other processes")
    parser.add_argument("--report", action="store_true", help="only print the results")
    return parser.parse_args()


# ---------------------------------------------------------------- preparation


def copy_sources() -> None:
    """Copy the files of the repository, and the compiled kernel."""
    if COPY.exists():
        return
    for name in ("compiled", "mutation"):
        environment.main(name)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    unfinished = HOME / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    for name in filter(None, files.split("\0")):
        (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, unfinished / name)
    installed = ROOT / environment.site_packages(environment.VENV / "compiled")
    kernel = Path("solafide", "kernel")
    for file in (*(installed / kernel).glob("*.so"), installed / kernel / "build.json"):
        shutil.copy2(file, unfinished / "src" / kernel / file.name)
    unfinished.rename(COPY)


def measure_tests(folder: str) -> None:
    """Find out which lines each test of a folder executes, and how long it takes."""
    COVERAGE.mkdir(exist_ok=True)
    packages = ROOT / environment.site_packages(environment.VENV / "mutation")
    measuring = {
        "SOLAFIDE_COVERAGE_PACKAGES": str(packages),
        "SOLAFIDE_COVERAGE_SOURCE": str(COPY / "src" / "solafide"),
        "SOLAFIDE_COVERAGE_DATA": str(data_file(folder)),
    }
    marked = [] if folder in WITH_PROCESSES else ["-m", "not process"]
    print(f"Measuring {folder}", flush=True)
    process = subprocess.run(pytest("-p", "coverage_by_test", *marked, folder), cwd=COPY, env=environ() | measuring)
    measured = data_file(folder).with_suffix(".json")
    if process.returncode not in (0, FAILED, NO_TEST_COLLECTED) or not measured.exists():
        measured.unlink(missing_ok=True)
        sys.exit(f"The tests in {folder} could not be run.")


def data_file(folder: str) -> Path:
    return COVERAGE / f"{folder.replace('/', '-')}.coverage"


def pytest(*arguments: str) -> list[str]:
    python = ROOT / environment.python_of(environment.VENV / "compiled")
    return [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]


def environ() -> dict[str, str]:
    paths = os.pathsep.join([str(COPY / "src"), str(ROOT / "tools")])
    return os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "SOLAFIDE_WALKS": "2"}


def load_coverage() -> tuple[dict[str, float], dict[tuple[str, int], set[str]]]:
    """Return how long each test takes, and which tests execute each line of a file."""
    sys.path.append(str(ROOT / environment.site_packages(environment.VENV / "mutation")))
    from coverage import CoverageData

    durations: dict[str, float] = {}
    covering: dict[tuple[str, int], set[str]] = {}
    for file in sorted(COVERAGE.glob("*.json")):
        durations |= json.loads(file.read_text("utf-8"))
        data = CoverageData(str(file.with_suffix(".coverage")))
        data.read()
        for source in data.measured_files():
            for line, tests in data.contexts_by_lineno(source).items():
                covering.setdefault((str(Path(source).relative_to(COPY)), line), set()).update(tests)
    return durations, covering


# ---------------------------------------------------------------- mutants


def sample_mutants(seed: int, number: int) -> "list[Mutant]":
    """Return the sample of mutants for the seed; it is stored, because mutmut needs a minute for it."""
    stored = HOME / f"sample-{seed}-{number}.json"
    if not stored.exists():
        package = COPY / "src" / "solafide"
        files = sorted(str(file.relative_to(COPY)) for part in MUTATED for file in (package / part).rglob("*.py"))
        python = ROOT / environment.python_of(environment.VENV / "mutation")
        command = [str(python), str(ROOT / "tools" / "mutants.py"), str(COPY), str(seed), str(number), *files]
        stored.write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=COPY).stdout)
    mutants: list[Mutant] = json.loads(stored.read_text("utf-8"))
    return mutants


def choose_tests(
    mutant: "Mutant", covering: dict[tuple[str, int], set[str]], durations: dict[str, float], seconds: float
) -> list[str]:
    """Return tests that execute the changed lines, nearest and quickest first, up to a total time."""
    tests = tests_of_lines(mutant["file"], mutant["lines"], covering) & durations.keys()
    in_function = tests_of_lines(mutant["file"], mutant["function_lines"], covering)
    tests = tests or in_function & durations.keys()
    related = related_tests(mutant["file"])
    if not tests and WHILE_IMPORTING in in_function:
        tests = {test for test in durations if test.startswith(related)}
    selection: list[str] = []
    total = 0.0
    for test in sorted(tests, key=lambda test: (not test.startswith(related), durations[test], test)):
        if selection and total + durations[test] > seconds:
            continue
        selection.append(test)
        total += durations[test]
    return selection


def tests_of_lines(file: str, lines: Iterable[int], covering: dict[tuple[str, int], set[str]]) -> set[str]:
    return {test for line in lines for test in covering.get((file, line), ())}


def related_tests(file: str) -> tuple[str, ...]:
    """Return the test folders that belong to a source file."""
    part = Path(file).relative_to("src/solafide").parts
    return RELATED_TESTS.get(part[0], (f"tests/{part[0]}/{part[1]}/",))


def run_mutant(mutant: "Mutant", tests: list[str], usual_s: float) -> Result:
    """Run tests against a mutant, until the first that fails."""
    started = time.monotonic()
    verdict = "not covered"
    if tests:
        source, original, selection = COPY / mutant["file"], HOME / "original.py", HOME / "tests.txt"
        selection.write_text("\n".join(tests), "utf-8")
        shutil.copy2(source, original)
        source.write_text(mutant["code"], "utf-8")
        timeout_s = STARTUP_TIMEOUT_S + TIMEOUT_FACTOR * usual_s
        try:
            verdict = run_tests(selection, timeout_s)
        finally:
            shutil.copy2(original, source)
        # A mutant on which pytest itself fails is noticed too, unless the same tests fail in this way without it.
        if verdict == NOT_RUN_VERDICT:
            if run_tests(selection, timeout_s) == NOT_RUN_VERDICT:
                sys.exit(f"pytest could not be run, see {HOME / 'last.log'}")
            verdict = "killed"
    seconds = round(time.monotonic() - started, 1)
    return Result(name=mutant["name"], verdict=verdict, tests=len(tests), seconds=seconds, diff=mutant["diff"])


def run_tests(selection: Path, timeout_s: float) -> str:
    """Run the tests that a file names, and return the verdict."""
    imported_before = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # anyio has a plugin for pytest
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", *imported_before, f"@{selection}"]
    runner = test_runner()
    assert runner.stdin
    assert runner.stdout
    print(json.dumps([timeout_s, str(HOME / "last.log"), arguments]), file=runner.stdin, flush=True)
    code = json.loads(runner.stdout.readline())
    if code in NOT_RUN:
        return NOT_RUN_VERDICT
    return "timeout" if code is None else "killed" if code else "survived"


@cache
def test_runner() -> "subprocess.Popen[str]":
    """Start the process that runs all tests; it ends with this one."""
    command = [pytest()[0], str(ROOT / "tools" / "mutation_runner.py")]
    return subprocess.Popen(command, cwd=COPY, env=environ(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


# ---------------------------------------------------------------- results


def load_results() -> dict[str, Result]:
    """Return the last result of each mutant."""
    if not RESULTS.exists():
        return {}
    results: list[Result] = [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()]
    return {result["name"]: result for result in results}


def print_report(results: dict[str, Result]) -> None:
    for result in results.values():
        if result["verdict"] in ("survived", "not covered"):
            print(f"\n{result['verdict']}: {result['name']}\n{result['diff']}", end="")
    count = Counter(result["verdict"] for result in results.values())
    print(f"\n{len(results)} mutants: " + ", ".join(f"{count[verdict]} {verdict}" for verdict in VERDICTS))


if __name__ == "__main__":
    main()
