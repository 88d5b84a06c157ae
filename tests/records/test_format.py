"""The record format: its content, and equal texts for equal games."""

import json
import re

import pytest

from records.games import drafted, embedded, finish, new, own_set, sealed, short, taken_apart, unfinished
from solafide.cards import builtin
from solafide.game import Game, Options, RecordError, commitment, load, parse, position, record, verify


@pytest.mark.parametrize("text", [short(), drafted(), embedded(), unfinished()])
def test_the_hash_chain(text: str) -> None:
    """SHA-256 over the header, then over the chain so far and each line; the end goes into the hash."""
    assert sealed(*taken_apart(text)) == text


@pytest.mark.parametrize("text", [short(), drafted(), embedded(), unfinished()])
def test_read_and_written_again(text: str) -> None:
    assert parse(text).text() == text


def test_header() -> None:
    header, steps, tail = taken_apart(drafted())
    assert header[:2] == ["solafide record 1", "rules 1"]
    assert json.loads(header[2].removeprefix("options ")) == {
        "mode": "draft",
        "claims": "after-card",
        "tokens": 16,
        "turn_limit": 3,
        "faiths": "rolled",
        "first": "rolled",
    }
    assert header[3] == f"cards {builtin().rules_hash}"
    assert json.loads(header[4].removeprefix("players ")) == {"C": "one", "P": "two"}
    assert [line.split()[0] for line in steps] == [str(n) for n in range(1, len(steps) + 1)]
    assert re.fullmatch(r"end (C|P|draw) \d+ \d+ limited", tail[0])


def test_every_choice_is_recorded() -> None:
    game = finish(new(Options(turn_limit=5), 1))
    _, steps, _ = taken_apart(short())
    assert steps == [f"{step.version} {step.who} {step.choice}" for step in game.steps]
    assert any(step.auto for step in game.steps)
    assert {step.who for step in game.steps} >= {"C", "P", "N"}


def test_a_finished_record_reveals_the_seed() -> None:
    for text in (short(), drafted(), embedded()):
        header, _, tail = taken_apart(text)
        revealed = bytes.fromhex(tail[1].removeprefix("seed "))
        assert header[-1] == f"commitment {commitment(revealed)}"


def test_the_commitment_is_there_from_the_start() -> None:
    game = new(Options(turn_limit=5), 1)
    before = taken_apart(record(game).text())[0]
    assert before == taken_apart(record(finish(game)).text())[0]


def test_the_built_in_set_is_named_by_its_hash() -> None:
    assert not any(line.startswith("set ") for line in short().split("\n"))


def test_another_set_is_embedded() -> None:
    header, _, _ = taken_apart(embedded())
    assert header[3] == f"cards {own_set().rules_hash}"
    assert header[4] == f"set {own_set().canonical()}"
    record = verify(embedded())
    assert record.cards == own_set() != builtin()
    assert record.game().cards == own_set()


def test_a_position_has_no_record() -> None:
    game = position(hands={"C": ["C01", "C02"]})
    with pytest.raises(RecordError) as error:
        record(game)
    assert error.value.key == "error.record.not_record"


def test_save_and_load_files(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.solafide"
    game = new(Options(turn_limit=5), 1)
    record(game).save(file)
    record(finish(game)).save(file)
    assert file.read_bytes().decode() == short()
    assert load(file).text() == short()
    assert [path.name for path in tmp_path.iterdir()] == ["game.solafide"]


def test_undone_choices_leave_no_trace() -> None:
    game = new(Options(turn_limit=60), 5)
    undone = 0
    while not game.over:
        before = record(game).text()
        decision = game.decision()
        assert decision is not None
        game.choose(decision.options[decision.version % len(decision.options)])
        if game.can_undo(decision.who):
            after = record(game).text()
            game.undo(decision.who)
            assert record(game).text() == before
            game.choose(decision.options[decision.version % len(decision.options)])
            assert record(game).text() == after
            undone += 1
    assert undone > 20
    assert verify(record(game).text()).outcome == game.outcome


def test_a_game_starts_with_chance_alone() -> None:
    """A record of the first moment holds nature's steps, and goes on to the same moment."""
    game = new(Options(), 6)
    assert {step.who for step in game.steps} == {"N"}
    assert isinstance(parse(record(game).text()).game(), Game)
    assert parse(record(game).text()).game().whole() == game.whole()
