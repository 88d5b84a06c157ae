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

for needed in ("uvloop", "psycopg"):
    pytest.importorskip(needed, reason="the online server and its load generator come with an extra")

TOOL = Path(__file__).parent.parent.parent / "tools" / "load_bench.py"


@pytest.mark.parametrize("name", ["book", "course", "figures", "wire"])
def test_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOL.parent))
    failed, tried = doctest.testmod(import_module(f"load.{name}"))
    assert tried
    assert not failed


def measured(row: str, folder: Path, *more: str) -> dict[str, object]:
    environ = os.environ | {"PYTHONPATH": str(Path(solafide.__file__).parent.parent)}
    command = [sys.executable, str(TOOL), row, "--games", "20", "--seconds", "3", "--found", str(folder), *more]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, object] = json.loads((folder / f"{row}.json").read_text("utf-8"))
    return found


def counted(found: dict[str, object]) -> int:
    """How many choices there were: each of them answered, heard of, and in the ledger once."""
    ledger = found["ledger"]
    assert isinstance(ledger, dict)
    assert found["wrong"] == {}
    assert ledger.pop("acknowledged") == ledger.pop("in_ledger")
    assert set(ledger.values()) == {0}, ledger
    return int(str(found["choices"]))


def test_everybody_at_once(tmp_path: Path) -> None:
    found = measured("saturation", tmp_path)
    assert counted(found) > 0
    assert int(str(found["drafted"])) > 0


def test_by_the_clock_with_spectators(tmp_path: Path) -> None:
    found = measured("latency", tmp_path, "--rate", "50")
    assert 0 < counted(found) <= 300
    assert found["spectators"] == 20
    assert int(str(found["watched"])) > 20
    assert found["unheard"] == 0


def test_a_server_without_rules(tmp_path: Path) -> None:
    assert counted(measured("yardstick", tmp_path)) > 0
