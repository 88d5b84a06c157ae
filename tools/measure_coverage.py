"""Measure which lines and branches of the package the tests execute that start no other process.

    python3 tools/measure_coverage.py              measure all of them and print the figures
    python3 tools/measure_coverage.py tests/rules  measure only these, in addition to what was measured before
    python3 tools/measure_coverage.py --report     print the figures of what was measured before

The compiled kernel has no lines of Python and is left out, like the page. What runs only in another process, such as
the start of a server, counts as not executed. The data are in build/coverage; delete it to start again.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import environment

ROOT = environment.ROOT
DATA = ROOT / "build" / "coverage" / "data"
REPORT = DATA.with_name("report.json")
LEFT_OUT = ("--ignore=tests/browser", "--ignore=tests/install", "--ignore=tests/test_docs.py")


def main(arguments: list[str]) -> None:
    for name in ("compiled", "mutation"):  # mutmut brings coverage.py
        environment.main(name)
    DATA.parent.mkdir(parents=True, exist_ok=True)
    if arguments != ["--report"]:
        run_tests(arguments or ["tests"])
    print_report()


def source() -> Path:
    return ROOT / environment.site_packages(environment.VENV / "compiled") / "solafide"


def packages() -> Path:
    return ROOT / environment.site_packages(environment.VENV / "mutation")


def run_tests(tests: list[str]) -> None:
    measuring = {
        "PYTHONPATH": str(ROOT / "tools"),
        "SOLAFIDE_COVERAGE_PACKAGES": str(packages()),
        "SOLAFIDE_COVERAGE_SOURCE": str(source()),
        "SOLAFIDE_COVERAGE_DATA": str(DATA),
        "SOLAFIDE_WALKS": "2",
    }
    python = str(ROOT / environment.python_of(environment.VENV / "compiled"))
    command = [python, "-m", "pytest", "-q", "-p", "coverage_plugin", "-n", "2", "--dist", "worksteal"]
    process = subprocess.run([*command, "-m", "not process", *LEFT_OUT, *tests], cwd=ROOT, env=os.environ | measuring)
    if process.returncode:
        print("Some tests failed; the figures are those of this run all the same.", file=sys.stderr)


@contextmanager
def coverage_packages() -> Iterator[None]:
    """Make coverage.py importable from its environment."""
    sys.path.append(str(packages()))
    try:
        yield
    finally:
        sys.path.remove(str(packages()))


def print_report() -> None:
    """Print covered lines and branches, each package with its percentage."""
    with coverage_packages():
        from coverage import Coverage

        measured = Coverage(data_file=str(DATA), branch=True, source=[str(source())], config_file=False, messages=False)
        measured.combine([str(DATA.parent)], keep=True)
        measured.json_report(outfile=str(REPORT), omit=[str(source() / "kernel" / "*")])
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for file, facts in json.loads(REPORT.read_text("utf-8"))["files"].items():
        part = (ROOT / file).relative_to(source()).parts[0]
        summary = facts["summary"]
        for name in (part.removesuffix(".py"), "all"):
            counts[name][0] += summary["covered_lines"] + summary["covered_branches"]
            counts[name][1] += summary["num_statements"] + summary["num_branches"]
    for name, (covered, total) in sorted(counts.items(), key=lambda row: (row[0] == "all", row[0])):
        if total:
            print(f"{name:12} {covered:6} of {total:6} lines and branches  {covered / total:6.1%}")


if __name__ == "__main__":
    main(sys.argv[1:])
