"""docs/recipes/add-a-player.md is followed: its code runs, and what it names is there."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import solafide
from solafide.game import Game, LiveNature, Options
from solafide.players import player
from solafide.players.agents import registry

RECIPE = Path(__file__).parents[3] / "docs" / "recipes" / "add-a-player.md"
TEXT = RECIPE.read_text(encoding="utf-8")
DEFINITION, SESSION = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def defined() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(DEFINITION, str(RECIPE), "exec"), names)
    return names


def test_the_player_of_the_recipe_plays() -> None:
    test = doctest.DocTestParser().get_doctest(SESSION, defined(), "session", str(RECIPE), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert len(test.examples) > 5


def test_the_player_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the recipe says: a line in `_FACTORIES`, its options in `_OPTION_RANGES`."""
    monkeypatch.setitem(registry._FACTORIES, "cautious", defined()["Cautious"])
    monkeypatch.setitem(registry._OPTION_RANGES, "cautious", {"seed": (0, 9)})
    cautious = player("cautious:seed=4")
    assert cautious.seed == 4  # type: ignore[attr-defined]
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    decision = game.decision()
    assert decision is not None
    assert cautious.choose(game.view("C"), decision, game.cards) == "draw"


def test_every_file_and_name_of_the_recipe_exists() -> None:
    files = re.findall(r"`((?:players|tests)/[\w/]+\.py)`", TEXT)
    assert len(files) > 6
    package = Path(solafide.__file__).parent
    tests = Path(__file__).parents[2]
    for file in files:
        path = package / file if file.startswith("players/") else tests.parent / file
        assert path.is_file(), file
    modules = [
        import_module("solafide." + file[:-3].replace("/", ".")) for file in files if file.startswith("players/")
    ]
    for name in re.findall(r"`([A-Z]\w+|_[A-Z_]+|network_for)(?:\(cards\))?`", TEXT):
        if name != "PLAYERS":
            assert any(hasattr(module, name) for module in modules), name
