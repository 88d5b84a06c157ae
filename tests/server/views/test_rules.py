"""The rules as the page gets them: pictures of positions, rulings, and where the printed rulebooks differ."""

import pytest

from solafide.cards import builtin
from solafide.languages import LANGUAGES
from solafide.lessons import find_example, follow_lesson, shown_choices
from solafide.server.schemas.lessons import LessonView
from solafide.server.schemas.reference import RulesSection
from solafide.server.views.lesson import lesson_view
from solafide.server.views.rules import rules_view
from solafide.server.views.setup_options import VALUES
from solafide.text.rules import rulebook_differences, rules

each_language = pytest.mark.parametrize("lang", LANGUAGES)


@each_language
def test_every_section_fits_the_api(lang: str) -> None:
    sections = [RulesSection.model_validate(part) for part in rules_view(lang)]
    assert [part.section for part in sections] == [part["section"] for part in rules(lang)]
    for part in sections:
        assert (part.example is None) == (not part.section[0].isdigit())
        assert (part.ruling_of == "") == (not part.section[1:].isdigit() or part.section[0] != "R")


@each_language
def test_a_picture_has_each_circle_in_words(lang: str) -> None:
    pictures = [picture for part in rules_view(lang) if part["example"] for picture in part["example"]["pictures"]]
    for picture in pictures:
        assert [each["circle"] for each in picture["circles"]] == [each["circle"] for each in picture["circle_texts"]]
        assert len(picture["circles"]) == (10 if picture["board"] else len(picture["circles"]))
        assert all(card in builtin().cards for card in picture["cards"])
    assert {picture["title"] for picture in pictures} >= {""}
    assert sum(picture["board"] for picture in pictures) == 6


@each_language
def test_an_option_has_its_values_with_the_rulebooks_that_say_so(lang: str) -> None:
    differences = {point["id"]: point for part in rules_view(lang) for point in part["differences"]}
    assert list(differences) == [point.id for point in rulebook_differences()]
    claims = differences["claim_time"]["readings"]
    assert [reading["rulebooks"] for reading in claims] == [["en", "de", "hu"], ["nl"]]
    for point in rulebook_differences():
        readings = differences[point.id]["readings"]
        if point.option:
            assert len(readings) == len(VALUES[point.option])
            assert {each.name for each in point.readings} <= {str(value) for value, _ in VALUES[point.option]}
        else:
            assert all(reading["rulebooks"] for reading in readings)


@each_language
@pytest.mark.parametrize("section", ["3", "6.1", "2.1", "10"])
def test_an_example_is_played_like_a_lesson(section: str, lang: str) -> None:
    example = find_example(section)
    assert example is not None
    lesson = example.lesson
    start = LessonView.model_validate(lesson_view(follow_lesson(lesson, []), 0, lang))
    assert (start.section, start.number, start.next, start.status) == (example.section, 0, "", "open")
    choices = list(shown_choices(lesson))
    done = LessonView.model_validate(lesson_view(follow_lesson(lesson, choices), len(choices), lang))
    assert done.status == "done"
    assert done.rule.section == f"§{example.section}"


def test_a_choice_that_misses_the_point_has_the_default_sentence() -> None:
    example = find_example("7")
    assert example is not None
    view = lesson_view(follow_lesson(example.lesson, ["draw"]), 1, "en")
    assert (view["status"], view["note"]["section"]) == ("wrong", "§7")
    assert view["note"]["text"].startswith("That is allowed")
