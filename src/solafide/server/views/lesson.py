"""A lesson as a page gets it: its prompt and the moment of the pupil's seat, in the reader's language."""

from __future__ import annotations

from typing import Any

from solafide.lessons import Lesson, LessonPlay, WrongChoice, course
from solafide.server.views.practice_moment import practice_moment
from solafide.text import catalogue
from solafide.text.rules import rules

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
    following = course()[lesson.number : lesson.number + 1] if lesson.number else ()
    return {
        "lesson": lesson.id,
        "section": lesson.example_of,
        "number": lesson.number,
        "count": len(course()),
        "title": _title(lesson, lang),
        "rule": _linked(_rule(lesson, lang), lesson.sections[0]),
        "status": play.status,
        "step": play.step,
        "steps": len(lesson.steps),
        "prompt": _linked(texts.render(prompt_key(lesson, step.name)), step.section),
        "note": _note(play, lang),
        "shown": play.shown_choice(),
        "next": following[0].id if following else "",
        "moment": _moment(play, choices, lang),
    }


def prompt_key(lesson: Lesson, step_name: str) -> str:
    """Return the key of what a step asks for."""
    if lesson.example_of:
        return f"example.{lesson.id}.step.{step_name}"
    return f"lesson.{lesson.id}.step.{step_name}.prompt"


def _title(lesson: Lesson, lang: str) -> str:
    if lesson.example_of:
        return next(part["title"] for part in rules(lang) if part["section"] == lesson.example_of)
    return catalogue(lang).render(f"lesson.{lesson.id}.title")


def _rule(lesson: Lesson, lang: str) -> str:
    if lesson.example_of:
        return catalogue(lang).render(f"example.{lesson.id}.caption")
    return catalogue(lang).render(f"lesson.{lesson.id}.rule")


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
