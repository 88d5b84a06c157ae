"""Fuzzing in several processes, with a journal: the report is the same after any interruption."""

import json
from pathlib import Path
from typing import Any

import pytest

from records.games import own_set
from solafide.game import Options, SolaFideError
from solafide.lab.arena import play_series
from solafide.lab.fuzz import FuzzBlock, Fuzzer, FuzzFailure, FuzzJournal, FuzzSettings, play_block
from solafide.lab.invariant import InvariantBroken, Invariants


def test_the_result_is_the_same_with_several_processes(tmp_path: Path) -> None:
    alone = Fuzzer("jobs", deep=20).run(60)
    together = Fuzzer("jobs", deep=20, journal=FuzzJournal(tmp_path / "journal")).run(60, jobs=3)
    assert together.json() == alone.json()
    assert alone.games == 60
    assert alone.deep == 3


def test_a_run_resumes_from_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted in the middle and gone on with: the same report, and no block is played twice."""
    whole = Fuzzer("journal", deep=0).run(110)
    played: list[int] = []

    def counted_play(settings: FuzzSettings, task: tuple[int, int, bool]) -> FuzzBlock:
        played.append(task[0])
        return play_block(settings, task)

    def interrupt(done: int, _: int) -> None:
        if done >= 50:
            raise KeyboardInterrupt

    monkeypatch.setattr("solafide.lab.fuzz.play_block", counted_play)
    file = tmp_path / "journal"
    first = Fuzzer("journal", deep=0, journal=FuzzJournal(file))
    with pytest.raises(KeyboardInterrupt):
        first.run(110, progress=interrupt)
    assert first.report.games == 50
    with file.open("ab") as journal:
        journal.write(b'{"block":3,"games":25,"de')
    again = Fuzzer("journal", deep=0, journal=FuzzJournal(file)).run(110)
    assert again.json() == whole.json()
    assert played == [1, 2, 3, 4, 5]


def test_a_journal_works_for_longer_and_shorter_runs(tmp_path: Path) -> None:
    """A last block with fewer games than the others is played again if the run is now longer."""
    file = tmp_path / "journal"
    for games in (30, 60, 40):
        report = Fuzzer("length", deep=0, journal=FuzzJournal(file)).run(games)
        assert report.json() == Fuzzer("length", deep=0).run(games).json()
        assert report.games == games


def test_a_failed_block_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planned(self: Invariants, numbers: dict[str, Any]) -> None:
        raise InvariantBroken("planned")

    file = tmp_path / "journal"
    Fuzzer("failed", deep=0, journal=FuzzJournal(file)).run(25)
    with monkeypatch.context() as patched:
        patched.setattr(Invariants, "_check_action", planned)
        report = Fuzzer("failed", deep=0, journal=FuzzJournal(file)).run(60)
    assert report.games == 26
    assert report.failure == FuzzFailure(26, report.failure.step if report.failure else 0, "planned", None)
    assert sorted(FuzzJournal(file).results) == [1]
    assert Fuzzer("failed", deep=0, journal=FuzzJournal(file)).run(60).failure is None


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"seed": "other"}, "seed: settings ≠ other"),
        ({"deep": 3}, "deep: 0 ≠ 3"),
        ({"cards": own_set()}, "cards: sha256:"),
    ],
)
def test_a_journal_of_other_games_is_refused(changed: dict[str, Any], difference: str, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    settings: dict[str, Any] = {"seed": "settings", "deep": 0}
    Fuzzer(**settings, journal=FuzzJournal(file)).run(1)
    other = Fuzzer(**(settings | changed), journal=FuzzJournal(file))
    with pytest.raises(SolaFideError) as error:
        other.run(1)
    assert error.value.key == "error.journal.other_run"
    assert difference in error.value.facts["differences"]


@pytest.mark.parametrize(
    "change", [{"block": 0}, {"games": "25"}, {"steps": -1}, {"covered": [[1]]}, {"covered": [[1, ""]]}]
)
def test_an_invalid_block_is_damage(change: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "journal"
    Fuzzer("damage", deep=0, journal=FuzzJournal(file)).run(1)
    head, line = file.read_text().splitlines()
    file.write_text(head + "\n" + json.dumps(json.loads(line) | change) + "\n")
    with pytest.raises(SolaFideError) as error:
        FuzzJournal(file)
    assert error.value.key == "error.journal.damaged"
    assert error.value.facts["line"] == 2


def test_the_journal_of_an_arena_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    play_series("random", "random", 1, Options(turn_limit=4), journal=file)
    with pytest.raises(SolaFideError) as error:
        FuzzJournal(file)
    assert error.value.key == "error.journal.wrong_kind"
    assert error.value.facts["command"] == "solafide fuzz"
