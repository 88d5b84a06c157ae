"""Fixtures: players at the terminal with prepared answers."""

import os
import random
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import solafide
from command_process import run_command

PlayTerminal = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return environment variables with a home folder of its own and the tested package."""
    variables = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
    variables["PYTHONPATH"] = str(Path(solafide.__file__).parent.parent)
    return variables | {"HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}


@pytest.fixture
def play_terminal(tmp_path: Path, environment: dict[str, str]) -> PlayTerminal:
    """Return a function that runs `solafide play` with options and typed answers."""

    def play(*options: str, answers: Iterable[str] = (), **environ: str) -> subprocess.CompletedProcess[str]:
        typed = "".join(f"{answer}\n" for answer in answers)
        return run_command(["play", "--terminal", *options], environment | environ, tmp_path, typed)

    return play


@pytest.fixture
def stored_files(tmp_path: Path) -> Callable[[str], list[Path]]:
    """Return a function that lists the stored files of a folder: games, unfinished or saved."""
    return lambda name: sorted((tmp_path / ".local" / "share" / "solafide" / name).glob("*"))


@pytest.fixture
def numbers() -> Callable[[int], list[str]]:
    """Return a function that makes more answers than a game needs: random numbers, many of which are not offered."""

    def many(seed: int) -> list[str]:
        dice = random.Random(seed)
        return [str(dice.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10))) for _ in range(20_000)]

    return many


@pytest.fixture
def counting() -> list[str]:
    """Return more answers than a game needs: one to ten repeatedly, so that an offered number comes soon."""
    return [str(1 + n % 10) for n in range(20_000)]


@pytest.fixture
def too_wide() -> Callable[[str], list[str]]:
    """Return a function that finds lines of more than 100 columns, except for file names and hashes."""

    def wide(output: str) -> list[str]:
        lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output).replace("\r", "").split("\n")
        return [line for line in lines if len(line) > 100 and not re.search(r"\S{60}", line)]

    return wide
