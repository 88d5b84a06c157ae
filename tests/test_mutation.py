"""The mutation run picks for each mutant the tests that can notice it, and goes on where it was interrupted."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
FILE = "src/solafide/server/http/idempotency.py"
DURATIONS = {
    "tests/server/http/test_idempotency.py::test_slow": 9.0,
    "tests/server/http/test_idempotency.py::test_quick": 1.0,
    "tests/server/routes/test_games.py::test_a_game": 0.5,
    "tests/game/test_view.py::test_a_view": 0.1,
}
SLOW_TEST, QUICK_TEST, OTHER_TEST, UNRELATED_TEST = DURATIONS


@pytest.fixture
def mutation(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(TOOLS)
    import mutation

    yield mutation
    for name in ("mutation", "environment", "fetch_pip", "system_packages"):
        sys.modules.pop(name, None)


def mutant(*lines: int) -> dict[str, Any]:
    return {"name": "m", "file": FILE, "lines": list(lines), "function_lines": [10, 11, 12], "diff": "", "code": ""}


COVERING = {
    (FILE, 10): {SLOW_TEST, QUICK_TEST},
    (FILE, 11): {SLOW_TEST, OTHER_TEST, "tests/game/test_view.py::test_that_failed"},
    ("src/solafide/game/view.py", 11): {UNRELATED_TEST},
}


def test_the_measured_folders_exist(mutation: ModuleType) -> None:
    related = [folder for folders in mutation.RELATED_TESTS.values() for folder in folders]
    missing = [folder for folder in (*mutation.TESTS, *related) if not (TOOLS.parent / folder).is_dir()]
    assert missing == []
    assert set(related) <= set(mutation.TESTS)


def test_tests_of_the_same_part_come_first_then_the_quickest(mutation: ModuleType) -> None:
    assert mutation.choose_tests(mutant(10, 11), COVERING, DURATIONS, 60) == [QUICK_TEST, SLOW_TEST, OTHER_TEST]
    assert mutation.choose_tests(mutant(11), COVERING, DURATIONS, 60) == [SLOW_TEST, OTHER_TEST]


def test_the_time_of_the_tests_is_limited_but_one_always_runs(mutation: ModuleType) -> None:
    assert mutation.choose_tests(mutant(10, 11), COVERING, DURATIONS, 2) == [QUICK_TEST, OTHER_TEST]
    assert mutation.choose_tests(mutant(10, 11), COVERING, DURATIONS, 0) == [QUICK_TEST]


def test_a_line_that_no_test_executes_has_the_tests_of_its_function(mutation: ModuleType) -> None:
    assert mutation.choose_tests(mutant(12), COVERING, DURATIONS, 60) == [QUICK_TEST, SLOW_TEST, OTHER_TEST]
    assert mutation.choose_tests(mutant(12), {}, DURATIONS, 60) == []


def test_a_function_that_runs_at_import_has_the_tests_of_its_folder(mutation: ModuleType) -> None:
    assert mutation.choose_tests(mutant(12), {(FILE, 12): {""}}, DURATIONS, 60) == [QUICK_TEST, SLOW_TEST]


def test_a_later_result_of_a_mutant_replaces_an_earlier_one(
    mutation: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutation, "RESULTS", tmp_path / "results.jsonl")
    assert mutation.load_results() == {}
    results = [("a", "survived"), ("b", "not covered"), ("a", "killed"), ("c", "timeout")]
    lines = [json.dumps({"name": name, "verdict": verdict, "diff": f"of {name}\n"}) for name, verdict in results]
    mutation.RESULTS.write_text("\n".join(lines), "utf-8")
    mutation.print_report(mutation.load_results())
    output = capsys.readouterr().out
    assert "not covered: b\nof b" in output
    assert "of a" not in output
    assert output.endswith("\n3 mutants: 1 killed, 1 timeout, 0 survived, 1 not covered\n")


@pytest.mark.parametrize("without_mutant", ["survived", "not run"])
def test_a_mutant_on_which_pytest_fails_is_killed_unless_pytest_fails_without_it(
    mutation: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_mutant: str
) -> None:
    monkeypatch.setattr(mutation, "HOME", tmp_path)
    monkeypatch.setattr(mutation, "COPY", tmp_path)
    source = tmp_path / FILE
    source.parent.mkdir(parents=True)
    source.write_text("original", "utf-8")
    verdicts = {"original": without_mutant, "mutated": "not run"}
    monkeypatch.setattr(mutation, "run_tests", lambda selection, timeout_s: verdicts[source.read_text("utf-8")])
    mutated = mutant(10) | {"code": "mutated"}
    if without_mutant == "not run":
        with pytest.raises(SystemExit, match="pytest could not be run"):
            mutation.run_mutant(mutated, [QUICK_TEST], 1.0)
    else:
        assert mutation.run_mutant(mutated, [QUICK_TEST], 1.0)["verdict"] == "killed"
    assert source.read_text("utf-8") == "original"
