"""The course and the examples in the rules, computed from the choices that a request names: nothing is stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse

from solafide.lessons import Lesson, find_example, find_lesson, follow_lesson
from solafide.server.http.dependencies import RequestLanguage, problem_responses
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.lessons import LessonSummary, LessonView
from solafide.server.views.lesson import lesson_list, lesson_view

router = APIRouter(prefix="/api", tags=["course"])

MAX_CHOICES_CHARACTERS = 1200
PupilChoices = Annotated[str, Query(max_length=MAX_CHOICES_CHARACTERS, pattern=r"^[A-Za-z0-9:_,]*$")]
Section = Annotated[str, Path(min_length=1, max_length=4, pattern=r"^[0-9.]+$")]
LessonId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[a-z]+$")]


@router.get("/lessons", response_model=list[LessonSummary], responses=problem_responses())
async def list_lessons(lang: RequestLanguage) -> JSONResponse:
    """Return the lessons of the course in their order."""
    return JSONResponse(lesson_list(lang))


@router.get("/lessons/{lesson}", response_model=LessonView, responses=problem_responses(404))
async def read_lesson(lesson: LessonId, lang: RequestLanguage, choices: PupilChoices = "") -> JSONResponse:
    """Return a lesson after the choices of the pupil, with commas between them; after a wrong one none counts."""
    return _after_choices(find_lesson(lesson), choices, lang)


@router.get("/rules/{section}/example", response_model=LessonView, responses=problem_responses(404))
async def read_example(section: Section, lang: RequestLanguage, choices: PupilChoices = "") -> JSONResponse:
    """Return the example of a section of the rules after the reader's choices, in the form of a lesson."""
    example = find_example(section)
    return _after_choices(example.lesson if example else None, choices, lang)


def _after_choices(lesson: Lesson | None, choices: str, lang: str) -> JSONResponse:
    if lesson is None:
        raise RequestRefused(404, "server.error.no_page")
    choice_list = [choice for choice in choices.split(",") if choice]
    return JSONResponse(lesson_view(follow_lesson(lesson, choice_list), len(choice_list), lang))
