"""The recipes name every file that has to change: following one to the letter, with its example, gives a working game.

Each is followed in a copy of the sources, which runs as plain Python; then the tests that know every effect and every
question run there.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from recipes.follow import ROOT, copy_sources, follow

RECIPES = ROOT / "docs" / "recipes"
STATIC = ROOT / "src" / "solafide" / "server" / "static"
CHECKS = (
    "tests/kernel/test_codes.py",
    "tests/kernel/test_stubs.py",
    "tests/cards/test_vocabulary.py",
    "tests/cards/test_every_effect.py",
    "tests/server/views/test_card_set_form.py",
    "tests/text/test_catalogues.py",
    "tests/text/render/test_question.py",
    "tests/game/test_every_question.py",
)


@pytest.mark.parametrize("name", ["add-an-effect", "add-a-question"])
def test_a_recipe_is_complete(name: str, tmp_path: Path) -> None:
    copy_sources(tmp_path)
    touched = follow(RECIPES / f"{name}.md", tmp_path)
    own = [file for file in touched if file.startswith("tests/") and not (ROOT / file).exists()]
    assert own, "the recipe has no test of its own"
    environ = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "SOLAFIDE_PLAIN": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *own, *CHECKS]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_the_page_has_what_the_recipe_names() -> None:
    """Each file of the page that the recipe for a question names exists, and the names before it are defined in it."""
    table = (RECIPES / "add-a-question.md").read_text("utf-8").partition("## On the page")[2]
    places = re.findall(r"((?:`\w+`(?:,| and)? )*)(?:in )?`([\w/]+\.js)`", table)
    assert len(places) > 10
    for names, path in places:
        source = (STATIC / path).read_text("utf-8")
        missing = [name for name in re.findall(r"`(\w+)`", names) if not re.search(rf"\b{name}\b", source)]
        assert not missing, f"{path} has no {missing}"
