"""`solafide hint`: hints for a saved game."""

import json
from collections.abc import Callable

import pytest

from solafide.game import load
from solafide.text import LANGUAGES, catalogue

HINT = {"file", "who", "question", "version", "iterations", "choices", "mind", "deck"}
CHOICE = {"choice", "chance", "share", "visits", "reasons", "told", "reply", "possible"}
FEW_ITERATIONS = ("--iterations", "20")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_every_language(lang: str, unfinished: str, call: Callable) -> None:
    code, out, err = call("hint", unfinished, *FEW_ITERATIONS, "--lang", lang)
    assert (code, err) == (0, "")
    assert out.startswith(str(catalogue(lang).template("hint.best.chance")).partition("{")[0])


def test_json(unfinished: str, call: Callable) -> None:
    game = load(unfinished).game()
    decision = game.decision()
    assert decision is not None
    code, out, err = call("hint", unfinished, *FEW_ITERATIONS, "--choice", decision.options[-1], "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert result.keys() == HINT
    assert (result["who"], result["question"], result["iterations"]) == (decision.who, "circle", 20)
    assert all(each.keys() == CHOICE for each in result["choices"])
    assert result["mind"].keys() == CHOICE | {"lost", "forgoes", "against"}
    assert result["mind"]["choice"] == decision.options[-1]


def test_the_draft(drafting: str, call: Callable) -> None:
    code, out, _ = call("hint", drafting, *FEW_ITERATIONS, "--seat", "P", "--json")
    result = json.loads(out)
    assert (code, result["who"], result["question"], result["deck"]["cards"]) == (0, "P", "draft", 5)


def test_a_seat_without_a_question_is_refused(drafting: str, call: Callable) -> None:
    code, out, err = call("hint", drafting, *FEW_ITERATIONS, "--seat", "C")
    assert (code, out) == (2, "")
    assert err.startswith("error: It isn’t your turn to choose.")


def test_a_finished_game_is_refused(finished: str, call: Callable) -> None:
    code, out, err = call("hint", finished)
    assert (code, out) == (1, "")
    assert err.startswith("error: The game in this file is finished.")


def test_a_choice_that_is_not_offered_is_refused(unfinished: str, call: Callable) -> None:
    code, out, err = call("hint", unfinished, *FEW_ITERATIONS, "--choice", "circle:77")
    assert (code, out) == (2, "")
    assert err.startswith("error: “circle:77” isn’t one of the choices: ")
