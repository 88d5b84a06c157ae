"""Change the built-in set for a test, as a later version would."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from solafide.cards import CardSet, builtin, loader

Change = Callable[[str, str, str], CardSet]
# A file of the built-in set, a text in it and what replaces it: a correction of a name, and a change of a rule.
NAME = ("catholic.toml", 'en = "Ursulines", ', 'en = "Ursulines of Brescia", ')
RULE = (
    "catholic.toml",
    'hu = "Búcsú a Szent Péter-bazilikáért" }\neffects = [{ effect = "draw", count = 3 }]',
    'hu = "Búcsú a Szent Péter-bazilikáért" }\neffects = [{ effect = "draw", count = 2 }]',
)


@pytest.fixture
def change_builtin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Change:
    """Replace a text in a copy of the built-in set's files; from then on `builtin()` returns that set."""

    def change(file: str, old: str, new: str) -> CardSet:
        folder = tmp_path / "changed"
        shutil.copytree(loader.DATA, folder)
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        monkeypatch.setattr(loader, "DATA", folder)
        return builtin()

    return change
