"""Golden games: one whole game for each way to end, with a stored hash of the state after every step."""

import json
from pathlib import Path

import pytest

from golden.ending import ending
from golden.make import FOLDER, GAMES, HASHES, fingerprint
from solafide.game import commitment, load, parse, record, replay, verify

FILES = sorted(FOLDER.glob("*.solafide"))
# How each game must end, stated independently of the list in make.py.
ENDINGS = {
    "catholic-wins": {"winner": "catholic"},
    "protestant-wins": {"winner": "protestant"},
    "draw": {"winner": "nobody"},
    "last-claim-by-card": {"by": "card"},
    "last-claim-by-chart": {"by": "chart"},
    "last-claim-by-foreign-influence": {"by": "foreign-influence"},
    "last-claim-by-own-claim": {"by": "own-claim"},
    "last-claim-by-opponent-claim": {"by": "opponent-claim"},
    "turn-limit": {"by": "turn-limit"},
    "turns-taken-back": {"winner": "catholic"},
}
golden = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def test_every_way_to_end_has_a_game() -> None:
    assert [file.stem for file in FILES] == sorted(ENDINGS)
    assert sorted(game.name for game in GAMES) == sorted(ENDINGS)


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("mode", {"first", "draft"}),
        ("claims", {"at-once", "after-card"}),
        ("tokens", {16, None}),
        ("faiths", {"rolled", "agreed"}),
        ("first", {"rolled", "C", "P"}),
        ("turn_limit", {None, 25}),
    ],
)
def test_every_option_has_a_game(option: str, values: set[object]) -> None:
    assert {getattr(load(file).options, option) for file in FILES} == values


@golden
def test_every_record_verifies(file: Path) -> None:
    record = verify(file.read_text(encoding="utf-8"))
    assert record.seed is not None
    assert f"commitment {commitment(record.seed)}" in record.header()


@golden
def test_records_are_written_back_unchanged(file: Path) -> None:
    text = file.read_bytes().decode()
    assert parse(text).text() == text
    finished = parse(text).game()
    assert record(finished, parse(text).players).text() == text


def test_turns_taken_back() -> None:
    record = load(FOLDER / "turns-taken-back.solafide")
    assert {back["by"] for back in record.taken_back} == {"C", "P"}
    assert len(record.line) < len(record.steps) - 2 * len(record.taken_back)


@golden
def test_every_state_has_the_stored_hash(file: Path) -> None:
    assert fingerprint(load(file)) == json.loads(HASHES.read_text(encoding="utf-8"))[file.stem]


@golden
def test_every_game_ends_as_its_name_says(file: Path) -> None:
    events = [event for _, events, _ in replay(load(file)) for event in events]
    assert ENDINGS[file.stem].items() <= ending(events).items()
    last = events[-1]
    outcome = load(file).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (last["winner"], {"C": last["C"], "P": last["P"]})
    assert outcome.limited == (file.stem == "turn-limit")


@golden
def test_points_are_those_of_the_claims(file: Path) -> None:
    """§10: the points of the circles claimed, and one for each Reward."""
    events = [event for _, events, _ in replay(load(file)) for event in events]
    claims = [event for event in events if event["event"] == "claimed"]
    points = {
        faith: sum(claim["points"] for claim in claims if claim["by"] == faith)
        + sum(event["event"] == "reward" and event["by"] == faith for event in events)
        for faith in "CP"
    }
    outcome = load(file).outcome
    assert outcome is not None
    assert outcome.points == points
    assert outcome.winner == ("C" if points["C"] > points["P"] else "P" if points["P"] > points["C"] else None)
    assert len(claims) == 10 or (outcome.limited and len(claims) < 10)


@golden
def test_nothing_happens_after_the_last_claim(file: Path) -> None:
    """R28: no roll and no Foreign Influence after the last claim."""
    kinds = [event["event"] for _, events, _ in replay(load(file)) for event in events]
    if file.stem == "turn-limit":
        assert kinds.count("turn") == 25
    else:
        last = len(kinds) - 1 - kinds[::-1].index("claimed")
        assert kinds[last + 1 :] in (["over"], ["reward", "over"])


@golden
def test_the_replayed_game_equals_the_finished_one(file: Path) -> None:
    steps = list(replay(load(file)))
    for step, _, _ in steps:
        assert step.choice in step.options
        assert step.auto == (len(step.options) == 1)
    game = steps[-1][2]
    finished = load(file).game()
    assert game.over
    assert finished.whole() == game.whole()
    assert finished.steps == game.steps
