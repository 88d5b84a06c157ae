"""The load generator plays real games, and what it was answered is what the ledger has."""

import doctest
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import solafide

TOOL = Path(__file__).parent.parent.parent / "tools" / "load_bench.py"


@pytest.mark.parametrize("name", ["run_log", "steal_time", "load_run", "figures", "http_client"])
def test_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOL.parent))
    failed, examples = doctest.testmod(import_module(f"load.{name}"))
    assert examples
    assert not failed


def measured(row: str, folder: Path, *more: str) -> dict[str, object]:
    environ = os.environ | {"PYTHONPATH": str(Path(solafide.__file__).parent.parent)}
    command = [sys.executable, str(TOOL), row, "--games", "20", "--seconds", "3", "--found", str(folder), *more]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    figures_of_row: dict[str, object] = json.loads((folder / f"{row}.json").read_text("utf-8"))
    return figures_of_row


def counted_choices(result: dict[str, object]) -> int:
    """How many choices there were: each of them answered, heard of, and in the ledger once."""
    ledger = result["ledger"]
    assert isinstance(ledger, dict)
    assert result["wrong"] == {}
    assert ledger.pop("acknowledged") == ledger.pop("in_ledger")
    assert set(ledger.values()) == {0}, ledger
    return int(str(result["choices"]))


def test_saturation_mode(tmp_path: Path) -> None:
    result = measured("saturation", tmp_path)
    assert counted_choices(result) > 0
    assert int(str(result["drafted"])) > 0


def test_latency_mode_with_spectators(tmp_path: Path) -> None:
    result = measured("latency", tmp_path, "--rate", "50")
    assert 0 < counted_choices(result) <= 300
    assert result["spectators"] == 20
    assert int(str(result["watched"])) > 20
    assert result["unheard"] == 0
    answers, calm = result["answer_ms"], result["calm_answer_ms"]
    assert isinstance(answers, dict)
    assert isinstance(calm, dict)
    assert calm["count"] == pytest.approx(calm["part"] * answers["count"], abs=1)


def test_calm_moments_are_chosen_by_the_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Response times do not matter: else slow ones would be left out because they were slow."""
    monkeypatch.syspath_prepend(str(TOOL.parent))
    calm, times = import_module("load.steal_time").CalmMoments(), import_module("load.run_log").Times()
    for tick in range(101):
        calm.add_sample(tick / 10, 0.0 if tick < 50 else 0.01)  # something was taken away between 4.9 and 5.0
    for due, took in ((2.0, 0.001), (3.0, 4.0), (5.0, 0.001), (5.1, 0.001), (8.0, 0.002)):
        times.add(due, due + took)
    summary = calm.figures(times)
    assert (summary["count"], summary["part"]) == (3, 0.6)
    assert summary["max"] == 4000.0
    assert calm.figures(import_module("load.run_log").Times())["part"] is None


def test_calm_moments_have_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOL.parent))
    figures = import_module("load.figures")
    waits = {"p50": 1.0, "p95": 2.0, "p99": 3.0, "max": 4.0, "count": 9}
    row = {"calm_answer_ms": waits | {"part": 0.4}, "calm_opponent_ms": waits | {"part": 0.4}}
    assert "| Sola Fide | 40% | 1.0 / 2.0 / 3.0 / 4.0 | 1.0 / 2.0 / 3.0 / 4.0 | 25 and 40, 10 and 15 |" in (
        figures._calm({"latency": row})
    )
    assert figures._calm({"latency": {"calm_answer_ms": {"part": None}}}) == ""


def test_yardstick_mode(tmp_path: Path) -> None:
    assert counted_choices(measured("yardstick", tmp_path)) > 0
