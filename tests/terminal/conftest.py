"""People at the terminal, made of prepared answers."""

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
    """A user with a home of their own, and the package from where the tests have it."""
    variables = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
    variables["PYTHONPATH"] = str(Path(solafide.__file__).parent.parent)
    return variables | {"HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}


@pytest.fixture
def play_terminal(tmp_path: Path, environment: dict[str, str]) -> PlayTerminal:
    """Starts `solafide play` with options, lets somebody type the answers, and returns what was printed."""

    def play(*options: str, answers: Iterable[str] = (), **environ: str) -> subprocess.CompletedProcess[str]:
        typed = "".join(f"{answer}\n" for answer in answers)
        return run_command(["play", "--terminal", *options], environment | environ, tmp_path, typed)

    return play


@pytest.fixture
def stored_files(tmp_path: Path) -> Callable[[str], list[Path]]:
    """The files that were kept, by the name of the shelf: games, unfinished, saved."""
    return lambda name: sorted((tmp_path / ".local" / "share" / "solafide" / name).glob("*"))


@pytest.fixture
def numbers() -> Callable[[int], list[str]]:
    """More answers than a game needs: numbers, many of which are no choice at the moment."""

    def many(seed: int) -> list[str]:
        dice = random.Random(seed)
        return [str(dice.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10))) for _ in range(20_000)]

    return many


@pytest.fixture
def counting() -> list[str]:
    """More answers than a game needs: one to ten, over and over, so that a number on offer comes soon."""
    return [str(1 + n % 10) for n in range(20_000)]


@pytest.fixture
def too_wide() -> Callable[[str], list[str]]:
    """Lines of more than a hundred columns; file names and hashes cannot be broken."""

    def wide(output: str) -> list[str]:
        lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output).replace("\r", "").split("\n")
        return [line for line in lines if len(line) > 100 and not re.search(r"\S{60}", line)]

    return wide
