"""The tools that measure a server run, and print their figures; what the figures are, depends on the machine."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import solafide
from server.database import postgres  # noqa: F401

TOOLS = Path(__file__).parents[2] / "tools"
TIMEOUT_S = 500.0  # a tool asks slowly, and the machine may be busy
ENVIRON = os.environ | {"PYTHONPATH": str(Path(solafide.__file__).parent.parent)}


def printed_by(tool: str, *arguments: str) -> str:
    """Run a tool and return what it prints."""
    command = [sys.executable, str(TOOLS / tool), *arguments]
    done = subprocess.run(command, env=ENVIRON, capture_output=True, text=True, encoding="utf-8", timeout=TIMEOUT_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.process
def test_memory_of_matches() -> None:
    lines = printed_by("match_memory.py", "2", "1").splitlines()
    assert re.fullmatch(r"2 matches with [1-9]\d* entries of the ledger on average:", lines[0])
    assert re.fullmatch(r"-?\d+ kB a match, -?\d+ bytes an entry,", lines[1])
    assert re.fullmatch(r"[1-9]\d* objects a match that the garbage collector examines\.", lines[2])
    for size in ("usual", "the greatest"):
        assert any(re.fullmatch(rf"-?\d+ kB for a card set of a player's own of {size} size,", line) for line in lines)
    assert [line.partition(":")[0] for line in lines[-10:]] == [f"{number} matches" for number in range(1, 11)]


@pytest.mark.process
def test_one_guest_with_costly_requests() -> None:
    """A valid request is answered, and none is a failure of the server."""
    heading, _, *rows = printed_by("one_guest.py", "2").splitlines()
    assert "another guest waits, ms" in heading
    answers = {name.strip(): re.findall(r"\d+ × (-?\d+)", row) for row in rows for _, name, *_ in [row.split("|")]}
    assert len(answers) == 9
    assert answers.pop("the moment of a game") == ["200"]
    assert all(answers.values())
    assert not any(status.startswith("5") for statuses in answers.values() for status in statuses), answers


@pytest.mark.process
def test_limits_that_processes_share(postgres: Any) -> None:  # noqa: F811
    """The tool starts a PostgreSQL server of its own: the fixture shows that one can be started here."""
    one, two = printed_by("shared_limits.py", "1").splitlines()
    for line, processes in ((one, "one process"), (two, "two processes")):
        assert line.startswith(f"{processes}, 60 requests a second of one guest for ")
        passed = re.search(r" ([\d.]+) a second passed; limits\.rate is [\d.]+\. \{", line)
        assert passed
        assert float(passed[1]) < 60
