"""A lesson as a page gets it: the moment of the pupil's seat, in every language, and nothing of the other hand."""

import json

import pytest

from solafide.languages import LANGUAGES
from solafide.lessons import Lesson, course, find_lesson, follow_lesson
from solafide.server.schemas.lessons import LessonSummary, LessonView
from solafide.server.views.lesson import lesson_list, lesson_view

each_lesson = pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_names_every_lesson(lang: str) -> None:
    lessons = [LessonSummary.model_validate(each) for each in lesson_list(lang)]
    assert [each.lesson for each in lessons] == [lesson.id for lesson in course()]


@pytest.mark.parametrize("lang", LANGUAGES)
@each_lesson
def test_each_lesson_fits_the_api(lesson: Lesson, lang: str) -> None:
    view = LessonView.model_validate(lesson_view(follow_lesson(lesson, []), 0, lang))
    assert (view.status, view.step, view.note.text) == ("open", 0, "")
    assert view.shown in [option.choice for option in view.moment.text.options]
    assert view.moment.permissions.undo
    assert (view.next == "") == (lesson.number == len(course()))


@each_lesson
def test_no_card_of_the_other_hand_or_deck_is_sent(lesson: Lesson) -> None:
    play = follow_lesson(lesson, [])
    other = "P" if lesson.faith == "C" else "C"
    hidden = play.game.whole()["faiths"][other]
    sent = json.dumps(lesson_view(play, 0, "en")["moment"])
    for card in (*hidden["hand"], *hidden["deck"]):
        assert f'"{card}"' not in sent


def test_a_wrong_choice_teaches_and_can_only_be_taken_back() -> None:
    lesson = find_lesson("claim")
    assert lesson is not None
    view = lesson_view(follow_lesson(lesson, ["play:P18", "circle:1"]), 2, "en")
    assert (view["status"], view["note"]["section"], view["shown"]) == ("wrong", "§7", None)
    assert "subordinate" in view["note"]["text"]
    assert view["moment"]["text"]["options"] == []
    assert view["moment"]["permissions"]["undo"] == ""


def test_a_finished_lesson_says_what_was_learned() -> None:
    lesson = find_lesson("claim")
    assert lesson is not None
    view = lesson_view(follow_lesson(lesson, ["play:P18", "circle:3"]), 2, "en")
    assert (view["status"], view["step"], view["next"]) == ("done", 2, "circles")
    assert view["moment"]["text"]["options"] == []


def test_a_choice_without_a_sentence_gets_the_default_one() -> None:
    lesson = find_lesson("claim")
    assert lesson is not None
    play = follow_lesson(lesson, ["play:P18", "circle:1"])
    play.wrong = None
    assert lesson_view(play, 2, "en")["note"]["text"].startswith("That is allowed")
