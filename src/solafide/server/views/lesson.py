"""A lesson as a page gets it: its prompt and the moment of the pupil's seat, in the reader's language."""

from __future__ import annotations

from typing import Any

from solafide.lessons import Lesson, LessonPlay, WrongChoice, course
from solafide.server.views.practice_moment import practice_moment
from solafide.text import catalogue

Json = dict[str, Any]


def lesson_list(lang: str) -> list[Json]:
    """Return the lessons of the course in their order."""
    texts = catalogue(lang)
    return [
        {
            "lesson": lesson.id,
            "title": texts.render(f"lesson.{lesson.id}.title"),
            "summary": texts.render(f"lesson.{lesson.id}.summary"),
            "steps": len(lesson.steps),
        }
        for lesson in course()
    ]


def lesson_view(play: LessonPlay, choices: int, lang: str) -> Json:
    """Return a lesson after some choices; choices: their number."""
    lesson, texts = play.lesson, catalogue(lang)
    step = play.current_step
    following = course()[lesson.number : lesson.number + 1]
    return {
        "lesson": lesson.id,
        "number": lesson.number,
        "count": len(course()),
        "title": texts.render(f"lesson.{lesson.id}.title"),
        "rule": _linked(texts.render(f"lesson.{lesson.id}.rule"), lesson.sections[0]),
        "status": play.status,
        "step": play.step,
        "steps": len(lesson.steps),
        "prompt": _linked(texts.render(f"lesson.{lesson.id}.step.{step.name}.prompt"), step.section),
        "note": _note(play, lang),
        "shown": play.shown_choice(),
        "next": following[0].id if following else "",
        "moment": _moment(play, choices, lang),
    }


def wrong_choice_key(lesson: Lesson, step_name: str, wrong: WrongChoice | None) -> str:
    """Return the key of what a wrong choice teaches."""
    if wrong is None:
        return "course.wrong"
    return f"lesson.{lesson.id}.step.{step_name}.wrong.{wrong.name}"


def _linked(text: str, section: str) -> Json:
    return {"text": text, "section": f"§{section}"}


def _note(play: LessonPlay, lang: str) -> Json:
    if play.status != "wrong":
        return {"text": "", "section": ""}
    step = play.current_step
    text = catalogue(lang).render(wrong_choice_key(play.lesson, step.name, play.wrong))
    return _linked(text, play.wrong.section if play.wrong else step.section)


def _moment(play: LessonPlay, choices: int, lang: str) -> Json:
    """Return the moment of the pupil's seat: nothing else of the game is sent."""
    ended = "" if play.status == "open" else f"course.question.{play.status}"
    return practice_moment(play.game, play.lesson.faith, f"lesson-{play.lesson.id}", choices, ended, lang)
