"""The environments of tools/environment.py, and programs that run in them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))

from environment import VENV, python_of  # noqa: E402

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def python_in() -> Callable[[str], Path]:
    """`python_in("bare")`: the Python of an environment that is up to date with the sources."""

    def prepared(name: str) -> Path:
        subprocess.run([sys.executable, ROOT / "tools" / "environment.py", name], check=True)
        return ROOT / python_of(VENV / name)

    return prepared


@pytest.fixture
def user_environment(tmp_path: Path) -> dict[str, str]:
    """The variables of a user with a home of their own, and nothing of the environment of the tests."""
    variables = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return variables | {"HOME": str(tmp_path), "LANG": "C.UTF-8", "COLUMNS": "100"}


@pytest.fixture
def bare(python_in: Callable[[str], Path], user_environment: dict[str, str], tmp_path: Path) -> Run:
    """Run Python where only `pip install solafide` was done: `bare("-m", "solafide", "cards")`."""
    python = python_in("bare")

    def run(*arguments: str, answers: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python, *arguments],
            input=answers,
            env=user_environment | environ,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
        )

    return run
