"""How this program is called from here: what to type to go on with a game or to check it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PROGRAM = "solafide"
STARTER = "SOLAFIDE_COMMAND"  # set by ./play, which knows where it has put the program


def play_call(file: Path, environ: Mapping[str, str] | None = None) -> str:
    """The command that goes on with a saved game.

    >>> play_call(Path("a game"), {}), play_call(Path("game"), {"SOLAFIDE_COMMAND": "./play"})
    ("solafide play --terminal --load 'a game'", './play --terminal --load game')
    """
    starter = (os.environ if environ is None else environ).get(STARTER)
    start = _quoted(starter) if starter else f"{PROGRAM} play"
    return f"{start} --terminal --load {_quoted(str(file))}"


def verify_call(file: Path, environ: Mapping[str, str] | None = None) -> str:
    """The command that checks a finished game.

    >>> verify_call(Path("game"), {})
    'solafide verify game'
    """
    started = STARTER in (os.environ if environ is None else environ)
    program = _quoted(_from_here(Path(sys.argv[0]))) if started else PROGRAM
    return f"{program} verify {_quoted(str(file))}"


def _quoted(word: str) -> str:
    """A word as the shell of this system wants it."""
    return subprocess.list2cmdline([word]) if sys.platform == "win32" else shlex.quote(word)


def _from_here(program: Path) -> str:
    here = Path.cwd()
    return str(program.relative_to(here)) if program.is_relative_to(here) else str(program)
