"""The commands that a user can type to go on with a game or to verify it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PROGRAM = "solafide"
START_COMMAND_VARIABLE = "SOLAFIDE_COMMAND"  # set by ./play, which knows where the program is installed


def resume_game_command(file: Path, environ: Mapping[str, str] | None = None) -> str:
    """The command that goes on with a saved game.

    >>> resume_game_command(Path("a game"), {}), resume_game_command(Path("game"), {"SOLAFIDE_COMMAND": "./play"})
    ("solafide play --terminal --load 'a game'", './play --terminal --load game')
    """
    starter = (os.environ if environ is None else environ).get(START_COMMAND_VARIABLE)
    start = _quote(starter) if starter else f"{PROGRAM} play"
    return f"{start} --terminal --load {_quote(str(file))}"


def verify_game_command(file: Path, environ: Mapping[str, str] | None = None) -> str:
    """The command that verifies a finished game.

    >>> verify_game_command(Path("game"), {})
    'solafide verify game'
    """
    by_start_script = START_COMMAND_VARIABLE in (os.environ if environ is None else environ)
    program = _quote(_relative_path(Path(sys.argv[0]))) if by_start_script else PROGRAM
    return f"{program} verify {_quote(str(file))}"


def _quote(word: str) -> str:
    """Quote a word for the shell of this system."""
    return subprocess.list2cmdline([word]) if sys.platform == "win32" else shlex.quote(word)


def _relative_path(program: Path) -> str:
    here = Path.cwd()
    return str(program.relative_to(here)) if program.is_relative_to(here) else str(program)
