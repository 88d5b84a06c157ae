"""The puzzles that come with the game: every one is read, played and proved again."""

import json
from pathlib import Path

import pytest

from solafide.game import IllegalChoice
from solafide.lab.puzzle_mining import check_puzzle, mine_game, select
from solafide.players import RandomPlayer
from solafide.puzzles import PuzzleError, follow_puzzle, parse_puzzle, shipped_puzzles
from solafide.puzzles.collection import DATA_FOLDER, read_collection, shipped_collections
from solafide.puzzles.solving import attempt, puzzle_rating, solution

MAX_BYTES = 600_000
SAMPLE_STEP = 20

ALL = list(shipped_puzzles().values())
SAMPLE = ALL[::SAMPLE_STEP]


def test_all_puzzles_are_proved_again() -> None:
    problems = [check_puzzle(puzzle, collection.card_set()) for puzzle, collection in ALL]
    assert ALL
    assert [each for each in problems if each.problem] == []


def test_the_files_are_small_and_name_set_rules_and_network() -> None:
    assert sum(path.stat().st_size for path in DATA_FOLDER.iterdir()) <= MAX_BYTES
    for collection in shipped_collections():
        assert collection.card_set().rules_hash == collection.cards
        assert len(collection.network) == 64
        assert read_collection(list(collection.lines()), "again").puzzles == collection.puzzles


@pytest.mark.parametrize(("puzzle", "collection"), SAMPLE, ids=lambda each: getattr(each, "id", ""))
def test_a_puzzle_is_solved_by_its_answer_and_by_no_other_first_choice(puzzle, collection) -> None:  # type: ignore[no-untyped-def]
    cards = collection.card_set()
    choices = solution(puzzle, cards)
    assert choices[0] == puzzle.answer
    assert follow_puzzle(puzzle, cards, choices).status == "solved"
    start = follow_puzzle(puzzle, cards, [])
    decision = start.game.decision(puzzle.faith)
    assert start.status == "open"
    assert decision is not None
    for other in decision.options:
        if other != puzzle.answer:
            assert follow_puzzle(puzzle, cards, [other, "draw"]).status == "wrong"


def test_a_wrong_answer_to_a_stop_shows_the_claim_that_follows() -> None:
    puzzle, collection = next(each for each in ALL if each[0].goal == "stop")
    cards = collection.card_set()
    decision = follow_puzzle(puzzle, cards, []).game.decision(puzzle.faith)
    assert decision is not None
    wrong = next(choice for choice in decision.options if choice != puzzle.answer)
    play = follow_puzzle(puzzle, cards, [wrong])
    claims = [event for event in play.game.events(puzzle.faith) if event["event"] == "claimed"]
    assert [event["by"] for event in claims if event["by"] == puzzle.opponent]


def test_an_illegal_choice_is_refused() -> None:
    puzzle, collection = ALL[0]
    with pytest.raises(IllegalChoice):
        follow_puzzle(puzzle, collection.card_set(), ["circle:3"])


def test_a_random_player_solves_few() -> None:
    solved = [attempt(puzzle, collection.card_set(), RandomPlayer(1)) for puzzle, collection in SAMPLE]
    assert sum(solved) * 2 < len(solved)


def test_ratings_grow_with_what_solves_a_puzzle() -> None:
    tries = {"scholar": 4, "doctor": 4}
    ratings = [
        puzzle_rating({"scholar": a, "doctor": b}, tries) for a, b in ((1, 1), (0.5, 1), (0, 1), (0, 0.5), (0, 0))
    ]
    assert ratings == sorted(ratings)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda line: line + " more", "fields"),
        (lambda line: line.replace(" claim ", " take ", 1), "unknown goal"),
        (lambda line: line.replace("1C", "11C", 1) if "1C" in line else line.replace("1P", "11P", 1), "no circle"),
        (lambda line: line.rsplit(".", 1)[0], "five parts"),
        (lambda line: line.replace(" 2 ", " x ", 1) if " 2 " in line else line, "no number"),
    ],
)
def test_a_damaged_line_is_refused(change, problem: str) -> None:  # type: ignore[no-untyped-def]
    line = next(p.line() for p, _ in ALL if p.goal == "claim" and p.choices == 2 and p.claimed.get(1))
    with pytest.raises(PuzzleError, match=problem):
        parse_puzzle(change(line))


def test_a_changed_position_does_not_keep_its_id(tmp_path: Path) -> None:
    collection = shipped_collections()[0]
    header, line, *_ = collection.lines()
    fields = line.split(" ")
    fields[4] = str(int(fields[4]) + 1)
    with pytest.raises(PuzzleError, match="id"):
        read_collection([header, " ".join(fields)], "file")
    with pytest.raises(PuzzleError, match="line 1"):
        read_collection([json.dumps({"format": 2})], "file")


def test_mining_depends_on_seed_and_number_alone() -> None:
    first, again = mine_game("7", 2), mine_game("7", 2)
    assert first.puzzles == again.puzzles
    assert first.counts == again.counts
    puzzles = select([first, again])
    assert len(puzzles) == len({puzzle.id for puzzle in puzzles})
    assert len(puzzles) <= len(first.puzzles)
