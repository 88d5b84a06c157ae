"""Compiled and plain play the same games, to the last choice."""

import json
import os
import subprocess
import sys

import pytest

from solafide.cards import builtin, tables
from solafide.kernel.mode import MODE
from solafide.kernel.playout import digest

DIGESTS = """
import json
from solafide.cards import builtin, tables
from solafide.kernel.playout import digest
options = json.loads(input())
print(json.dumps([digest(tables(builtin(), **one), 5, 12) for one in options]))
"""
OPTIONS = [
    {"draft": draft, "at_once": at_once, "supply": supply, "roll_faiths": True}
    for draft in (False, True)
    for at_once in (False, True)
    for supply in (16, 100)
]


@pytest.mark.skipif(MODE == "plain", reason="there is no compiled kernel here")
def test_the_same_games_in_both_modes() -> None:
    environ = os.environ | {"SOLAFIDE_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS], input=json.dumps(OPTIONS), env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[*digest(tables(builtin(), **one), 5, 12)] for one in OPTIONS]
