"""`solafide puzzles mine` and `solafide puzzles check`: what they write, print and refuse."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from solafide.puzzles import load_collection, shipped_puzzles


def test_mining_writes_puzzles_that_are_proved_again_and_goes_on(call: Callable, tmp_path: Path) -> None:
    code, out, err = call("puzzles", "mine", "some.puzzles", "--games", "1", "--jobs", "1", "--json")
    assert (code, err) == (0, "")
    first = json.loads(out)
    code, out, _ = call("puzzles", "mine", "some.puzzles", "--games", "2", "--jobs", "1", "--json")
    figures = json.loads(out)
    assert code == 0
    assert (first["games"], figures["games"]) == (1, 2)
    assert figures["puzzles"] >= first["puzzles"]
    assert figures["bytes"] == (tmp_path / "some.puzzles").stat().st_size
    assert len(load_collection(tmp_path / "some.puzzles").puzzles) == figures["puzzles"]
    code, out, _ = call("puzzles", "check", "some.puzzles", "--jobs", "1", "--json")
    assert code == 0
    assert json.loads(out)["puzzles"] == figures["puzzles"]


def test_a_wrong_answer_is_found(call: Callable, tmp_path: Path) -> None:
    puzzle, collection = next(iter(shipped_puzzles().values()))
    header, *_ = collection.lines()
    line = puzzle.line().replace(f" {puzzle.answer} ", " draw " if puzzle.answer != "draw" else " play:C01 ")
    (tmp_path / "wrong.puzzles").write_text(f"{header}\n{line}\n")
    code, out, _ = call("puzzles", "check", "wrong.puzzles", "--jobs", "1")
    assert code == 1
    assert puzzle.id in out


@pytest.mark.parametrize("content", ["", "nothing", '{"format": 2}'])
def test_a_file_without_puzzles_is_refused(content: str, call: Callable, tmp_path: Path) -> None:
    (tmp_path / "bad.puzzles").write_text(content)
    code, _, err = call("puzzles", "check", "bad.puzzles", "--lang", "en")
    assert code == 2
    assert "no puzzles" in err
