"""The joint seed of a server and two players: every forgery is found and named."""

import hashlib
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from records.games import finish, refusal, sealed, step
from records.test_damage import other
from solafide.cli import main
from solafide.commands.context import DONE, NEGATIVE
from solafide.game import Chance, Game, LiveNature, Options, Record, joint_seed, parse, promise, record, replay, verify

PARTS = {"part": b"s" * 32, "1": b"a" * 32, "2": b"b" * 32}
AGAINST_COMPUTER = PARTS | {"2": b""}
NAMES = ("part", "1", "2")


def chance(parts: dict[str, bytes]) -> Chance:
    promises = {name: promise(part) if part else "" for name, part in parts.items()}
    return Chance(promises, {name: part.hex() for name, part in parts.items()})


def seed_of(parts: dict[str, bytes]) -> bytes:
    return joint_seed(parts["part"], parts["1"], parts["2"])


def new_game(parts: dict[str, bytes]) -> Game:
    return Game(Options(turn_limit=4), nature=LiveNature(seed_of(parts)))


@cache
def joint() -> str:
    return record(finish(new_game(PARTS)), {"1": "person", "2": "person"}, chance(PARTS)).text()


@cache
def against_us() -> str:
    return record(finish(new_game(AGAINST_COMPUTER)), {"1": "person", "2": "scholar"}, chance(AGAINST_COMPUTER)).text()


def test_the_hashes_are_those_of_the_format() -> None:
    assert promise(PARTS["1"]) == hashlib.sha256(b"solafide part 1\n" + PARTS["1"]).hexdigest()
    expected = hashlib.sha256(b"solafide joint seed 1\n" + b"".join(PARTS[name] for name in NAMES)).digest()
    assert seed_of(PARTS) == expected
    others = [PARTS | {name: b"x" * 32} for name in NAMES] + [
        PARTS | {"1": PARTS["2"], "2": PARTS["1"]},
        AGAINST_COMPUTER,
    ]
    assert len({seed_of(parts) for parts in [PARTS, *others]}) == 6


@pytest.mark.parametrize("text", [joint(), against_us()])
def test_written_and_read_again(text: str) -> None:
    game_record = verify(text)
    assert game_record.text() == text
    assert game_record.chance is not None
    lines = text.split("\n")
    names = [line.partition(" ")[0] for line in lines]
    assert names[4:7] == ["players", "promises", "commitment"]
    assert names[-5:-1] == ["end", "seed", "chance", "hash"]
    assert json.loads(lines[5].removeprefix("promises ")) == dict(game_record.chance.promises)
    assert json.loads(lines[-3].removeprefix("chance ")) == dict(game_record.chance.parts)
    assert record(game_record.game(), game_record.players, game_record.chance).text() == text
    assert [step.version for step, *_ in replay(game_record)][-1] == len(game_record.line)


def test_the_record_names_the_contributors() -> None:
    for text, persons in ((joint(), ["1", "2"]), (against_us(), ["1"])):
        contributions = verify(text).chance
        assert contributions is not None
        assert contributions.contributors == persons


def test_a_save_reveals_no_contribution() -> None:
    game = new_game(PARTS)
    for _ in range(3):
        step(game)
    text = record(game, None, chance(PARTS)).text()
    assert "promises {" in text
    assert "\nchance " not in text
    for part in PARTS.values():
        assert part.hex() not in text
    game_record = parse(text)
    assert game_record.text() == text
    assert game_record.chance is not None
    assert record(game_record.game(), None, game_record.chance).text() == text
    header = text.split("\n")[:6]
    assert record(finish(game), None, chance(PARTS)).text().split("\n")[:6] == header


def forged_chance(
    record: Record, parts: dict[str, bytes] | None = None, promises: dict[str, bytes] | None = None
) -> str:
    assert record.chance is not None
    opened_parts = {name: part.hex() for name, part in (parts or {}).items()}
    hashes = {name: promise(part) if part else "" for name, part in (promises or {}).items()}
    lie = Chance(dict(record.chance.promises) | hashes, dict(record.chance.parts) | opened_parts)
    return replace(record, chance=lie).text()


@pytest.mark.parametrize("name", NAMES)
def test_a_contribution_that_breaks_its_commitment_is_found(name: str) -> None:
    record = verify(joint())
    key = "error.record.part" if name == "part" else "error.record.contribution"
    assert refusal(forged_chance(record, parts={name: b"x" * 32})) == key
    assert refusal(forged_chance(record, promises={name: b"x" * 32})) == key


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_without_the_contributions_is_found(name: str) -> None:
    """The contributions are replaced, or the game was dealt from another seed."""
    game_record = verify(joint())
    lie = {name: b"x" * 32}
    assert refusal(forged_chance(game_record, parts=lie, promises=lie)) == "error.record.joint"
    elsewhere = finish(Game(Options(turn_limit=4), nature=LiveNature(b"z" * 32)))
    assert refusal(record(elsewhere, None, chance(PARTS)).text()) == "error.record.joint"


@pytest.mark.parametrize("name", ["1", "2"])
def test_a_contribution_left_out(name: str) -> None:
    record = verify(joint())
    nothing = {name: b""}
    assert refusal(forged_chance(record, parts=nothing)) == "error.record.contribution"
    assert refusal(forged_chance(record, promises=nothing)) == "error.record.contribution"
    assert refusal(forged_chance(record, parts=nothing, promises=nothing)) == "error.record.joint"
    assert refusal(forged_chance(verify(against_us()), parts={"2": b"b" * 32})) == "error.record.contribution"


def test_swapped_contributions() -> None:
    record = verify(joint())
    swapped = {"1": PARTS["2"], "2": PARTS["1"]}
    assert refusal(forged_chance(record, parts=swapped)) == "error.record.contribution"
    assert refusal(forged_chance(record, parts=swapped, promises=swapped)) == "error.record.joint"


def test_a_contribution_that_was_never_revealed_is_found() -> None:
    record = verify(joint())
    assert record.chance is not None
    assert refusal(replace(record, chance=Chance(record.chance.promises)).text()) == "error.record.parts_missing"


def taken_apart(text: str) -> tuple[list[str], list[str], list[str]]:
    lines = text.split("\n")
    return lines[:7], [line.rpartition(" ")[0] for line in lines[7:-5]], lines[-5:-2]


def test_missing_commitments_are_found() -> None:
    header, steps, tail = taken_apart(joint())
    assert sealed(header, steps, tail) == joint()
    assert refusal(sealed([*header[:5], header[6]], steps, tail)) == "error.record.field"
    assert verify(sealed([*header[:5], header[6]], steps, tail[:2])).chance is None  # then there is no commitment
    assert refusal(sealed([*header[:4], header[5], header[4], header[6]], steps, tail)) == "error.record.line"
    assert refusal(sealed(header, steps, [tail[0], tail[2], tail[1]])).startswith("error.record.")
    assert refusal(sealed(header, steps, [*tail, tail[2]])).startswith("error.record.")


WRONG: list[Any] = [{}, {"part": "00"}, [], None, 5, dict.fromkeys(NAMES, ""), dict.fromkeys(NAMES, 5)]
WRONG += [dict.fromkeys((*NAMES, "3"), "0" * 64), dict.fromkeys(NAMES, "0" * 63), dict.fromkeys(NAMES, "A" * 64)]
WRONG += [dict.fromkeys(NAMES, "0" * 66), dict.fromkeys(NAMES, "\u0660" * 64), {"1": [], "2": {}, "part": "0" * 64}]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_invalid_lines_are_refused(wrong: Any) -> None:
    header, steps, tail = taken_apart(joint())
    line = json.dumps(wrong, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    refusal(sealed([*header[:5], f"promises {line}", header[6]], steps, tail))
    refusal(sealed(header, steps, [*tail[:2], f"chance {line}"]))


@pytest.mark.parametrize("text", [joint(), against_us()])
def test_any_one_character_changed(text: str) -> None:
    header, _, tail = taken_apart(text)
    begin, end = sum(len(line) + 1 for line in header), len(text) - sum(len(line) + 1 for line in tail) - 70
    for at in [*range(begin), *range(end, len(text))]:
        refusal(text[:at] + other(text[at]) + text[at + 1 :])
        refusal(text[:at] + text[at + 1 :])


def test_the_verify_command_checks_the_joint_seed(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.solafide"
    file.write_text(joint(), encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == DONE
    output = capsys.readouterr().out
    assert "A joint seed" in output
    assert PARTS["1"].hex() in output
    assert PARTS["2"].hex() in output
    assert main(["verify", str(file), "--json"]) == DONE
    assert json.loads(capsys.readouterr().out)["contributors"] == ["1", "2"]
    file.write_text(forged_chance(verify(joint()), parts={"part": b"x" * 32}), encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == NEGATIVE
    assert "The server’s revealed number" in capsys.readouterr().out
