"""`solafide simulate`: figures and records."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from solafide.game import load, read_text, verify
from solafide.text import LANGUAGES, catalogue

FIELDS = {
    *("games", "seed", "options", "records", "players", "wins", "shares", "draws", "limited", "points", "circles"),
    *("turns", "decisions", "began", "first_wins"),
}


def test_json(call: Callable) -> None:
    words = ("simulate", "--games", "3", "--seed", "s", "--turn-limit", "8", "--tokens", "unlimited", "--json")
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert set(result) == FIELDS
    assert (result["games"], result["limited"]) == (3, 3)
    assert result["options"] == {
        "mode": "first",
        "claims": "at-once",
        "tokens": None,
        "turn_limit": 8,
        "faiths": "agreed",
        "first": "rolled",
    }
    assert call(*words).out == out
    assert json.loads(call(*words[:4], "t", *words[5:]).out) != result


def test_records_verify(call: Callable) -> None:
    words = ("--mode", "draft", "--claims", "after-card", "--records", "games", "--protestant", "greedy")
    code, out, _ = call("simulate", "--games", "2", "--turn-limit", "20", *words)
    assert code == 0
    assert "Records written to: games" in out
    files = sorted(Path("games").iterdir())
    assert len(files) == 2
    for file in files:
        assert verify(read_text(file)).options.claims == "after-card"
        assert load(file).players == {"C": "random", "P": "greedy"}
    assert call("replay", str(files[0]), "--seat", "P").code == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_summary_in_every_language(lang: str, call: Callable) -> None:
    code, out, err = call("simulate", "--games", "2", "--turn-limit", "6", "--lang", lang)
    assert (code, err) == (0, "")
    assert catalogue(lang).render("simulate.first_player") in out
    assert max(map(len, out.split("\n"))) <= 100


def test_an_unwritable_folder_is_reported(call: Callable) -> None:
    Path("file").touch()
    code, _, err = call("simulate", "--games", "1", "--records", "file/games")
    assert code == 2
    assert err.startswith("error: The file can’t be written: file/games. Let the user")


def test_records_are_overwritten_only_by_force(call: Callable, tmp_path: Path) -> None:
    words = ("simulate", "--games", "1", "--records", "games", "--quiet", "--seed")
    assert call(*words, "a").code == 0
    first = (tmp_path / "games" / "game-000001.solafide").read_text()
    code, out, err = call(*words, "b")
    assert (code, out) == (2, "")
    assert "game-000001.solafide" in err
    assert "--force" in err
    assert (tmp_path / "games" / "game-000001.solafide").read_text() == first
    assert call(*words, "b", "--force").code == 0
    assert (tmp_path / "games" / "game-000001.solafide").read_text() != first
