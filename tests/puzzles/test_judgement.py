"""Puzzles that are judged by search: all judges must agree, and a draft pick is a puzzle like the others."""

import pytest

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options, position
from solafide.players.agents.network_file import shipped_network
from solafide.puzzles import follow_puzzle, judgement, parse_puzzle
from solafide.puzzles.judgement import Judgement, judge, judge_once
from solafide.puzzles.puzzle import draft_puzzle_of_view

NEARLY = {2: {"nobility": "PCCCC", "power": 1}}


def test_a_search_finds_the_choice_that_is_far_ahead() -> None:
    game = position(circles=NEARLY, hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})
    decision = game.decision("C")
    assert decision is not None
    judged = judge_once(game.view("C"), decision, builtin(), None, 300, 1)
    assert judged is not None
    assert judged.choice == "play:C01"


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([("a", 0.2), ("a", 0.12)], Judgement("a", 0.12)),
        ([("a", 0.2), ("b", 0.2)], None),
        ([("a", 0.2), ("a", 0.09)], None),
        ([("a", 0.2), None], None),
    ],
)
def test_judges_must_agree_on_choice_and_margin(
    verdicts: list[tuple[str, float] | None], expected: Judgement | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([each and Judgement(*each) for each in verdicts])
    monkeypatch.setattr(judgement, "judge_once", lambda *_: next(answers))
    game = position(hands={"C": ["C03"]}, decks={"C": ["C05"]})
    decision = game.decision("C")
    assert decision is not None
    networks = (None, shipped_network().network)
    assert judge(game.view("C"), decision, builtin(), networks, 1, seeds=(1,)) == expected


def test_a_draft_pick_becomes_a_puzzle_with_the_same_cards() -> None:
    game = Game(Options(mode="draft", faiths="agreed"), nature=LiveNature(bytes(32)))
    for _ in range(3):
        decision = game.decision("P")
        assert decision is not None
        game.choose(decision.options[0], "P")
    view, decision = game.view("P"), game.decision("P")
    assert decision is not None
    puzzle = draft_puzzle_of_view(view)
    assert len(puzzle.picks) == 3
    line = puzzle.line().replace(" - - - ", " - x ", 1)
    answer = decision.options[1]
    puzzle = parse_puzzle(puzzle.line().replace(" - - -", f" - {answer} -", 1))
    play = follow_puzzle(puzzle, builtin(), [])
    shown = play.game.decision("P")
    assert shown is not None
    assert set(shown.options) == set(decision.options), line
    assert follow_puzzle(puzzle, builtin(), [answer]).status == "solved"
    assert follow_puzzle(puzzle, builtin(), [decision.options[0]]).status == "wrong"
