"""The recipe docs/recipes/add-a-language.md, followed with a dummy language in a copy of the sources."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "recipes" / "add-a-language.md").read_text("utf-8")
LIST = "src/solafide/languages.py"
CATALOGUES = "src/solafide/text/catalogue"
CARD_DATA = "src/solafide/cards/data/"
QUESTION = """
from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.text import question_text
from solafide.text.rules import rules
game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
decision = game.decision()
print(question_text(decision, game.cards, "xx", game.view(decision.who)))
print(rules("xx")[0]["title"])
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources after the steps of the recipe; each step changes only files that the recipe names."""
    root = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("__pycache__", "static", "*.so", "*.egg-info")
    shutil.copytree(ROOT / "src", root / "src", ignore=ignored)
    assert all(f"`{path}" in RECIPE for path in (LIST, CATALOGUES, CARD_DATA))
    add_code(root / LIST)
    shutil.copytree(root / CATALOGUES / "en", root / CATALOGUES / "xx")
    for names in (root / CATALOGUES).glob("*/names.toml"):
        replace(names, r"^\[language\]\n", '[language]\nxx = "Dummy"\n')
    translate_one_text(root / CATALOGUES / "xx" / "card_listing.toml")
    for data in (root / CARD_DATA).glob("*.toml"):
        replace(data, r'\bhu = ("(?:[^"\\]|\\.)*") \}', r"hu = \1, xx = \1 }")
        replace(data, r'^hu = ("(?:[^"\\]|\\.)*")$', r"hu = \1\nxx = \1", needed=False)
    return root / "src"


def add_code(file: Path) -> None:
    replace(file, r"^(Language = Literal\[.*)\]$", r'\1, "xx"]')


def translate_one_text(file: Path) -> None:
    """One text differs from English, to see that it is the dummy language that is read."""
    replace(file, r"^circles = .*$", 'circles = "Dummy circles"')


def replace(file: Path, pattern: str, by: str, needed: bool = True) -> None:
    text, count = re.subn(pattern, by, file.read_text("utf-8"), flags=re.MULTILINE)
    assert count or not needed, file
    file.write_text(text, "utf-8")


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(copy), "LANG": "C.UTF-8", "SOLAFIDE_PLAIN": "1"}
    return subprocess.run([sys.executable, *words], env=environ, capture_output=True, text=True, encoding="utf-8")


def test_a_command_speaks_the_new_language(copy: Path) -> None:
    done = run(copy, "-m", "solafide", "cards", "--lang", "xx")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Dummy circles" in done.stdout


def test_help_lists_the_new_language(copy: Path) -> None:
    assert "en, de, nl, hu, xx" in run(copy, "-m", "solafide", "--help").stdout


def test_a_question_is_rendered_in_the_new_language(copy: Path) -> None:
    done = run(copy, "-c", QUESTION)
    assert (done.returncode, done.stderr) == (0, "")
    question, title = done.stdout.splitlines()
    assert question.endswith("?")
    assert title


@pytest.mark.parametrize("path", re.findall(r"`((?:src|tests)/[^`]+)`", RECIPE))
def test_every_file_of_the_recipe_exists(path: str) -> None:
    assert (ROOT / path).exists()
