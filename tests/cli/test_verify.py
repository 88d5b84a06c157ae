"""`solafide verify`."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from solafide.game import load
from solafide.languages import LANGUAGES


def test_a_valid_game(finished: str, call: Callable) -> None:
    code, out, err = call("verify", finished)
    assert (code, err) == (0, "")
    assert out.startswith(f"The game is valid: {len(load(finished).steps)} steps checked")


def test_json(finished: str, call: Callable) -> None:
    code, out, _ = call("verify", finished, "--json")
    result = json.loads(out)
    assert code == 0
    fields = {"ok", "file", "steps", "outcome", "hash", "decides", "contributors", "receipt", "proves_order", "error"}
    assert set(result) == fields
    assert result["ok"] is True
    assert result["outcome"] == load(finished).outcome.json()
    assert Path(finished).read_text().endswith(f"hash {result['hash']}\n")


@pytest.mark.parametrize("seed", range(3))
def test_a_changed_character_of_a_step_is_found(seed: int, finished: str, call: Callable) -> None:
    dice, text = random.Random(seed), Path(finished).read_text()
    begin, end = text.index("\n1 N ") + 1, text.index("\nend ")
    for _ in range(12):
        at = dice.randrange(begin, end)
        other = dice.choice([letter for letter in "0123456789abcdefCPNF: \n" if letter != text[at]])
        Path("changed").write_text(text[:at] + other + text[at + 1 :])
        code, out, err = call("verify", "changed")
        assert (code, err) == (1, "")
        assert out.startswith("The game isn’t valid. ")
        assert out.count("\n") == 1


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_an_invalid_game_as_json(lang: str, unfinished: str, call: Callable) -> None:
    code, out, _ = call("verify", unfinished, "--json", "--lang", lang)
    result = json.loads(out)
    assert (code, result["ok"], result["outcome"]) == (1, False, None)
    assert result["error"]["key"] == "error.record.unfinished"
    assert result["error"]["message"] != "The game in this record isn’t finished, so it can’t be verified."


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"hello\n", b"solafide record 1\n"])
def test_invalid_records_are_refused(content: bytes, call: Callable) -> None:
    Path("file").write_bytes(content)
    code, out, err = call("verify", "file")
    assert (code, err) == (1, "")
    assert out.startswith("The game isn’t valid. ")
