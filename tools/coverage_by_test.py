"""A pytest plugin: record which lines each test executes, how long it takes, and whether it passes.

tools/mutation.py loads it with `-p coverage_by_test` and sets three variables: SOLAFIDE_COVERAGE_PACKAGES is the folder
that has coverage.py, SOLAFIDE_COVERAGE_SOURCE that of the sources, SOLAFIDE_COVERAGE_DATA the file to write. The times
go to a file of the same name that ends with .json.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(os.environ["SOLAFIDE_COVERAGE_PACKAGES"])
from coverage import Coverage

DATA = Path(os.environ["SOLAFIDE_COVERAGE_DATA"])
measured = Coverage(data_file=DATA, source=[os.environ["SOLAFIDE_COVERAGE_SOURCE"]], config_file=False, messages=False)
measured.start()
durations: dict[str, float] = {}
failed: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    measured.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    durations[report.nodeid] = durations.get(report.nodeid, 0) + report.duration
    if not report.passed:
        failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    measured.stop()
    measured.save()
    passed = {test: round(seconds, 3) for test, seconds in durations.items() if test not in failed}
    DATA.with_suffix(".json").write_text(json.dumps(passed), "utf-8")
