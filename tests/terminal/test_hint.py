"""The command `hint` at the table, with and without a given choice."""

import re
from collections.abc import Callable

import pytest

from solafide.text import LANGUAGES, catalogue

ALONE = ("--opponent", "greedy", "--faith", "P", "--first", "P", "--seed", "0" * 64)
TEXTS = catalogue("en")


def replies(output: str) -> list[str]:
    """Return the output after each answer, each on one line."""
    parts = re.split(r"Your choice \([\d, -]+\): .*\n", output)[1:]
    return [" ".join(part.split()) for part in parts]


def test_the_best_choices_with_chances_and_reasons(play_terminal: Callable) -> None:
    advice, end = replies(play_terminal(*ALONE, answers=["hint", "quit"]).stdout)
    assert re.match(r"Best: (Play “.+”|Draw a card)\. Chance of winning \d+% \(\d+% of the search\)\.", advice)
    assert advice.count("Or: ") == 2
    assert "Your idea" not in advice
    assert TEXTS.render("table.goodbye") in end


@pytest.mark.parametrize("answer", ["hint 2", "hint P07", "hint Frederick", "hint play:P07"])
def test_a_hint_compares_a_given_choice(answer: str, play_terminal: Callable) -> None:
    advice, _ = replies(play_terminal(*ALONE, answers=[answer, "quit"]).stdout)
    assert "Your idea: Play “Frederick the Wise”." in advice


def test_a_choice_that_is_not_offered(play_terminal: Callable) -> None:
    unknown, several, _ = replies(play_terminal(*ALONE, answers=["hint 77", "hint the", "quit"]).stdout)
    assert unknown == TEXTS.render("table.not_understood", answer="77")
    assert "matches several choices" in several


def test_the_same_question_gets_the_same_answer(play_terminal: Callable) -> None:
    first, again, _ = replies(play_terminal(*ALONE, answers=["hint", "hint", "quit"]).stdout)
    assert first == again


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_draft_coach_in_every_language(lang: str, play_terminal: Callable, too_wide: Callable) -> None:
    word = catalogue(lang).render("command.hint")
    done = play_terminal("--lang", lang, *ALONE, "--mode", "draft", answers=[*["1"] * 6, f"{word} 2", "quit"])
    assert done.returncode == 0
    output = " ".join(done.stdout.split())
    assert (
        catalogue(lang).render("hint.deck", n=6, nobility="", commoners="", shift="", disputation="", draw="")[:16]
        in output
    )
    for key in ("best.chance", "other.chance"):
        before = str(catalogue(lang).template(f"hint.{key}")).partition("{")[0]
        assert before in output
    assert str(catalogue(lang).template("hint.mind.worse")).partition("{")[0] in output
    assert not too_wide(done.stdout)
