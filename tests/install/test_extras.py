"""What the bare package can do, and what the extra `server` adds."""

import random
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from http_player import HttpPlayer

from install.conftest import ROOT, Run
from solafide.languages import LANGUAGES

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
INSTALL = 'pip install "solafide[server]"'
SEED = "07" * 32

DISTRIBUTIONS = """
import importlib.metadata as metadata
print(*(each.metadata["Name"].lower().replace("_", "-") for each in metadata.distributions()))
"""

IMPORT_ALL = """
import importlib, pkgutil, solafide
for module in pkgutil.walk_packages(solafide.__path__, "solafide."):
    if not module.name.startswith("solafide.server") and module.name != "solafide.__main__":
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            print(module.name, error.name)
"""

PLAY = """
from solafide.game import Game, LiveNature, Options, record, verify
game = Game(Options(mode="draft", faiths="agreed"), nature=LiveNature(bytes(32)))
while not game.over:
    game.choose(game.decision().options[0])
verify(record(game).text())
print("verified", game.version)
"""


def server_packages() -> set[str]:
    """The packages of the extra, and the two that fastapi brings."""
    packages = {re.split(r"[\[<>=; ]", package)[0] for package in PROJECT["optional-dependencies"]["server"]}
    return packages | {"pydantic", "starlette"}


def test_bare_package_installs_no_server(bare: Run) -> None:
    installed = set(bare("-c", DISTRIBUTIONS).stdout.split())
    assert {"solafide", "rich", "tree-sitter", "tree-sitter-toml"} <= installed
    assert not installed & server_packages()


def test_only_the_server_needs_its_packages(bare: Run) -> None:
    done = bare("-c", IMPORT_ALL)
    assert done.returncode == 0, done.stderr
    failed = dict(line.split() for line in done.stdout.splitlines())
    assert set(failed.values()) <= {"numpy", "open_spiel", "pyspiel"}, failed  # the extra `openspiel`


def test_library_plays_and_verifies(bare: Run) -> None:
    done = bare("-c", PLAY)
    assert done.stdout.startswith("verified"), done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", [["play"], ["serve"], ["serve", "--list"], ["backup", "x"], ["restore", "x"]])
def test_commands_without_the_server_extra_name_it(bare: Run, command: list[str], lang: str) -> None:
    done = bare("-m", "solafide", *command, "--lang", lang)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert INSTALL in line
    assert ("solafide play --terminal" in line) == (command == ["play"])


def test_commands_without_the_other_extras_name_them(bare: Run, tmp_path: Path) -> None:
    (tmp_path / "design.toml").write_text('[experiment]\nseed = "s"\ngames = 1\n[players]\nboth = "random"\n')
    commands = {
        "experiments": ["experiment", "design.toml"],
        "ray": ["arena", "random", "random", "--games", "2", "--ray", "local"],
    }
    for extra, command in commands.items():
        done = bare("-m", "solafide", *command)
        assert (done.returncode, done.stdout) == (2, "")
        assert f'pip install "solafide[{extra}]"' in done.stderr


def test_sentences_differ_between_languages(bare: Run) -> None:
    assert len({bare("-m", "solafide", "serve", "--lang", lang).stderr for lang in LANGUAGES}) == len(LANGUAGES)


def test_terminal_plays_a_whole_game(bare: Run, tmp_path: Path) -> None:
    dice = random.Random(1)
    answers = "".join(f"{dice.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10))}\n" for _ in range(20_000))
    options = ("--terminal", "--plain", "--opponent", "random", "--faith", "C", "--first", "C", "--seed", SEED)
    done = bare("-m", "solafide", "play", *options, answers=answers)
    assert done.returncode == 0, done.stderr
    (game,) = (tmp_path / ".local" / "share" / "solafide" / "games").iterdir()
    for command in (["verify"], ["replay"], ["analyse", "--iterations", "10"]):
        done = bare("-m", "solafide", *command, str(game))
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["--version"],
        ["cards"],
        ["simulate", "--games", "2"],
        ["arena", "random", "greedy", "--games", "2"],
        ["fuzz", "--games", "2"],
        ["serve", "--help"],
    ],
)
def test_other_commands_work(bare: Run, command: list[str]) -> None:
    done = bare("-m", "solafide", *command)
    assert done.returncode == 0, done.stderr


def test_server_extra_serves_a_whole_game(
    python_in: Callable[[str], Path], user_environment: dict[str, str], tmp_path: Path
) -> None:
    """.venv/play has the wheel with the extra and nothing else."""
    command = [python_in("play"), "-m", "solafide", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, env=user_environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as server:
        try:
            assert server.stdout is not None
            (address,) = re.findall(r"http://\S+", server.stdout.readline())
            player = HttpPlayer(address)
            assert player.play(player.new_game(turn_limit=12))["view"]["outcome"]
        finally:
            server.kill()
