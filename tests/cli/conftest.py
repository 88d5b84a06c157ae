"""The command, called in this process."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import solafide
from solafide.cli import main
from solafide.game import Game, LiveNature, Options, record


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Call = Callable[..., Answer]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """`call("verify", "game.txt")`: exit code and what was printed."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Answer:
        capsys.readouterr()
        return Answer(main(list(words)), *capsys.readouterr())

    return run


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command in a separate process."""

    def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        variables = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path(solafide.__file__).parent.parent),
            "LANG": "C.UTF-8",
        }
        command = [sys.executable, "-m", "solafide", *words]
        return subprocess.run(
            command, env=variables | environ, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8"
        )

    return run


@pytest.fixture(params=["first", "draft"])
def finished(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The file of a finished game."""
    game = Game(Options(mode=request.param), nature=LiveNature(bytes([9]) * 32))
    _play(game, 10**9)
    record(game, {"1": "person", "2": "person"}).save(tmp_path / "finished")
    return "finished"


@pytest.fixture
def unfinished(tmp_path: Path) -> str:
    """The file of a game in the middle of a card."""
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes([4]) * 32))
    _play(game, 60)
    while (decision := game.decision()) and decision.question != "circle":
        _play(game, 1)
    record(game).save(tmp_path / "unfinished")
    return "unfinished"


@pytest.fixture
def drafting(tmp_path: Path) -> str:
    """The file of a game in which the Catholics have drafted all their cards and the Protestants some."""
    game = Game(Options(mode="draft", faiths="agreed"), nature=LiveNature(bytes([6]) * 32))
    _play(game, 20)
    record(game).save(tmp_path / "drafting")
    return "drafting"


def _play(game: Game, decisions: int) -> None:
    for _ in range(decisions):
        decision = game.decision()
        if decision is None:
            return
        game.choose(decision.options[(game.version * 7) % len(decision.options)])
