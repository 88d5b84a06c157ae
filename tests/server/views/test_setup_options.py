"""Setup options have texts in every language, and every combination can be played."""

from typing import Any

import pytest

from server.local_client import exact
from solafide.game import Game, Options
from solafide.players.agents.levels import LEVELS
from solafide.server.schemas.reference import SetupView
from solafide.server.views.setup_options import level_text, setup
from solafide.text import LANGUAGES

NEW_GAME = ("mode", "faith", "first", "claims", "tokens", "turn_limit")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_choices_before_a_game(lang: str) -> None:
    view = setup(lang)
    exact(SetupView, view)
    assert [each["id"] for each in view["languages"]] == list(LANGUAGES)
    assert [each["id"] for each in view["levels"]] == list(LEVELS)
    assert tuple(option["id"] for option in view["options"]) == NEW_GAME
    for each in (*view["levels"], *(value for option in view["options"] for value in option["values"])):
        assert each["name"]
        assert each["text"].endswith(".")


def test_every_language_has_its_own_name() -> None:
    assert all(setup(lang)["languages"] == setup("en")["languages"] for lang in LANGUAGES)


def values(option: str) -> list[Any]:
    (entry,) = (each for each in setup("en")["options"] if each["id"] == option)
    return [value["value"] for value in entry["values"]]


@pytest.mark.parametrize("option", [name for name in NEW_GAME if name != "faith"])
def test_every_value_can_be_played_and_the_first_is_the_default(option: str) -> None:
    assert values(option)[0] == getattr(Options(), option)
    for value in values(option):
        assert not Game(Options(**{option: value})).over


def test_both_faiths_can_be_chosen() -> None:
    assert values("faith") == ["rolled", "C", "P"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_level_that_thinks_less_on_a_slower_machine_says_so(lang: str) -> None:
    compiled = {level: level_text(level, lang, "compiled") for level in LEVELS}
    plain = {level: level_text(level, lang, "plain") for level in LEVELS}
    assert [level for level in LEVELS if compiled[level] != plain[level]] == ["rector"]
    assert plain["rector"].startswith(compiled["rector"] + " ")


def test_the_sentence_in_english() -> None:
    assert level_text("rector", "en", "plain").endswith("This machine is slower, so the computer thinks less.")
