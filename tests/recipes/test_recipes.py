"""The recipes name every file that has to change: following one to the letter, with its example, gives a working game.

Each is followed in a copy of the sources, which runs as plain Python; then the tests that know every effect and every
question run there.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from recipes.follow import ROOT, copy_sources, follow

RECIPES = ROOT / "docs" / "recipes"
CHECKS = (
    "tests/kernel/test_codes.py",
    "tests/kernel/test_stubs.py",
    "tests/cards/test_vocabulary.py",
    "tests/cards/test_every_effect.py",
    "tests/text/test_catalogues.py",
    "tests/text/render/test_question.py",
)


@pytest.mark.parametrize("name", ["add-an-effect"])
def test_a_recipe_leaves_nothing_out(name: str, tmp_path: Path) -> None:
    copy_sources(tmp_path)
    touched = follow(RECIPES / f"{name}.md", tmp_path)
    own = [file for file in touched if file.startswith("tests/") and not (ROOT / file).exists()]
    assert own, "the recipe has no test of its own"
    environ = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "SOLAFIDE_PLAIN": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *own, *CHECKS]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
