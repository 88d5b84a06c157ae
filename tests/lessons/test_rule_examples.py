"""The examples in the rules: each is a position of the real engine, shows what its section says, and can be played."""

import re
from pathlib import Path
from typing import Any

import pytest

from solafide.cards import builtin
from solafide.game import FAITHS
from solafide.languages import LANGUAGES
from solafide.lessons import LessonError, RuleExample, find_example, follow_lesson, load_example, rule_examples
from solafide.lessons.lesson_play import shown_choices
from solafide.text import Catalogue
from solafide.text.rules import rules

PROMPT_WORDS = 12
SECTIONS = [part["section"] for part in rules("en") if part["section"][0].isdigit()]
EXAMPLES = tuple(rule_examples().values())
PLAYED = [example for example in EXAMPLES if example.lesson.steps]

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.section)
each_played_example = pytest.mark.parametrize("example", PLAYED, ids=lambda example: example.section)


def circles_after(section: str, choices: int = 99) -> list[Any]:
    lesson = rule_examples()[section].lesson
    view = follow_lesson(lesson, list(shown_choices(lesson)[:choices])).game.view()
    return list(view["circles"])


def test_every_section_has_pictures_and_an_example_to_play() -> None:
    assert sorted(rule_examples()) == sorted(SECTIONS)
    for section in SECTIONS:
        played = find_example(section)
        assert played is not None, section
        assert played.lesson.steps, section
    own = {example.section for example in PLAYED}
    assert {section for section in SECTIONS if int(section.partition(".")[0]) >= 3} <= own


@each_played_example
def test_the_path_is_played_to_the_end_as_scripted(example: RuleExample) -> None:
    play = follow_lesson(example.lesson, list(shown_choices(example.lesson)))
    assert play.status == "done"
    assert not any(play.game.nature.answers.values()), play.game.nature.answers  # type: ignore[attr-defined]


@each_example
def test_every_picture_shows_something_that_is_there(example: RuleExample) -> None:
    for picture in example.pictures:
        assert picture.board or picture.circles or picture.cards or picture.rolls
        assert picture.choices <= len(shown_choices(example.lesson))
        assert all(card in builtin().cards for card in picture.cards)
        states = {each["circle"]: each["state"] for each in example.game(picture).view()["circles"]}
        assert all(states[circle] != "face_down" for circle in picture.circles)


@each_example
def test_what_an_example_shows_changes_between_before_and_after(example: RuleExample) -> None:
    pictures = {picture.name: picture for picture in example.pictures}
    if "before" in pictures and pictures["after"].circles:
        before, after = (example.game(pictures[name]).view()["circles"] for name in ("before", "after"))
        changed = {one["circle"] for one, two in zip(before, after, strict=True) if one != two}
        assert changed & set(pictures["after"].circles)


@pytest.mark.parametrize("lang", LANGUAGES)
@each_example
def test_captions_and_prompts_are_there_and_short(example: RuleExample, lang: str) -> None:
    texts, lesson = Catalogue(lang), example.lesson
    assert texts.render(f"example.{lesson.id}.caption").endswith(".")
    for step in lesson.steps:
        prompt = texts.render(f"example.{lesson.id}.step.{step.name}")
        assert len(prompt.split()) <= PROMPT_WORDS, prompt


def test_every_text_of_an_example_belongs_to_a_step() -> None:
    keys = {key for key in Catalogue("en") if key.startswith("example.")}
    captions = {f"example.{example.lesson.id}.caption" for example in EXAMPLES}
    steps = {f"example.{one.lesson.id}.step.{step.name}" for one in EXAMPLES for step in one.lesson.steps}
    assert keys == captions | steps


# ---------------------------------------------------------------- what the sections say


def test_a_conversion_takes_a_protestant_territory_before_a_neutral_one() -> None:
    assert circles_after("6.1")[1]["commoners"] in ("CPNNC", "PCNNC")


def test_a_shift_of_two_goes_on_in_its_direction() -> None:
    assert [circles_after("6.2", choices)[1]["power"] for choices in (0, 2)] == [1, 3]


def test_three_discards_shift_the_two_circles_that_are_left() -> None:
    assert [circle["power"] for circle in circles_after("6.4")[:3]] == [0, 1, 1]


def test_a_neutral_converter_leaves_out_a_circle_that_is_face_down() -> None:
    after = circles_after("6.7")
    assert "N" not in f"{after[4]['nobility']}{after[4]['commoners']}"
    assert after[8]["state"] == "face_down"


def test_a_claim_opens_only_what_is_not_open_yet() -> None:
    opened = [
        one["circle"]
        for one, two in zip(circles_after("8", 0), circles_after("8"), strict=True)
        if one["state"] == "face_down" and two["state"] == "in_play"
    ]
    assert opened == [6]


def test_the_second_effect_comes_before_foreign_influence() -> None:
    lesson = rule_examples()["9"].lesson
    events = [event["event"] for event in follow_lesson(lesson, list(shown_choices(lesson))).game.events("P")]
    assert events.index("claimed") < events.index("drew") < events.index("foreign")


def test_the_reward_tokens_decide() -> None:
    lesson = rule_examples()["10"].lesson
    game = follow_lesson(lesson, list(shown_choices(lesson))).game
    assert [game.view()["faiths"][faith]["points"] for faith in FAITHS] == [33, 32]


# ---------------------------------------------------------------- files

GOOD = """
section = "4"
faith = "P"
play = "7"
[position.hands]
P = ["P06"]
[position.decks]
P = ["P01"]
[[picture]]
circles = [3]
"""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('section = "4"', "", "an example has a section and at least one picture"),
        ("[[picture]]\ncircles = [3]", "", "at least one picture"),
        ("circles = [3]", "circles = [11]", "picture 1: circles are numbers from 1 to 10"),
        ("circles = [3]", 'cards = ["X1"]', "picture 1: cards are ids of cards"),
        ("circles = [3]", "rolls = [7]", "picture 1: rolls are numbers from 1 to 6"),
        ("circles = [3]", 'name = "sketch"', "picture 1: name is none of before, after"),
        ("circles = [3]", "colour = 3", "picture 1: colour is unknown"),
        ('play = "7"', "", "either steps, or play"),
        ('faith = "P"', 'faith = "X"', 'faith must be "C" or "P"'),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "sketch.toml"
    path.write_text(GOOD, "utf-8")
    assert load_example(path).section == "4"
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(LessonError, match=re.escape(problem)):
        load_example(path)
