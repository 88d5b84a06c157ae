"""A puzzle as a page gets it: the moment of its player's seat, in every language, and nothing of the other hand."""

import json

import pytest

from solafide.languages import LANGUAGES
from solafide.puzzles import CERTAIN_GOALS, Puzzle, follow_puzzle, shipped_puzzles
from solafide.puzzles.solving import solution
from solafide.server.schemas.puzzles import PuzzleSummary, PuzzleView
from solafide.server.views.puzzle import puzzle_list, puzzle_view

ALL = shipped_puzzles()
PRESENT_GOALS = [goal for goal in CERTAIN_GOALS if any(puzzle.goal == goal for puzzle, _ in ALL.values())]


def first_of(goal: str) -> Puzzle:
    return next(puzzle for puzzle, _ in ALL.values() if puzzle.goal == goal)


def test_the_list_has_every_puzzle_in_the_order_of_ids() -> None:
    puzzles = [PuzzleSummary.model_validate(each) for each in puzzle_list()]
    assert [each.puzzle for each in puzzles] == sorted(ALL)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("goal", PRESENT_GOALS)
def test_a_puzzle_fits_the_api_from_its_beginning_to_its_end(goal: str, lang: str) -> None:
    puzzle, collection = ALL[first_of(goal).id]
    opened = PuzzleView.model_validate(puzzle_view(puzzle, collection, [], lang))
    assert (opened.status, opened.note, opened.reasons, opened.shown) == ("open", "", [], puzzle.answer)
    choices = solution(puzzle, collection.card_set())
    solved = PuzzleView.model_validate(puzzle_view(puzzle, collection, choices, lang))
    assert solved.status == "solved"
    assert solved.note
    assert solved.reasons
    assert solved.moment.text.options == []


def test_no_card_of_the_other_hand_or_deck_is_sent() -> None:
    for goal in PRESENT_GOALS:
        puzzle, collection = ALL[first_of(goal).id]
        hidden = follow_puzzle(puzzle, collection.card_set(), []).game.whole()["faiths"][puzzle.opponent]
        sent = json.dumps(puzzle_view(puzzle, collection, [], "en")["moment"])
        for card in (*hidden["hand"], *hidden["deck"]):
            assert f'"{card}"' not in sent


def test_a_wrong_choice_shows_what_follows_and_does_not_give_the_answer_away() -> None:
    puzzle, collection = ALL[first_of("stop").id]
    decision = follow_puzzle(puzzle, collection.card_set(), []).game.decision(puzzle.faith)
    assert decision is not None
    wrong = next(choice for choice in decision.options if choice != puzzle.answer)
    view = puzzle_view(puzzle, collection, [wrong], "en")
    assert (view["status"], view["shown"], view["reasons"]) == ("wrong", None, [])
    assert any("claim" in event["text"] for event in view["moment"]["events"])
    assert view["moment"]["permissions"]["undo"] == ""
