"""The course: lessons are computed from the choices that a request names, and nothing of them is stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse

from solafide.lessons import find_lesson, follow_lesson
from solafide.server.http.dependencies import RequestLanguage, problem_responses
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.lessons import LessonSummary, LessonView
from solafide.server.views.lesson import lesson_list, lesson_view

router = APIRouter(prefix="/api/lessons", tags=["course"])

MAX_CHOICES_CHARACTERS = 1200
LessonId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[a-z]+$")]


@router.get("", response_model=list[LessonSummary], responses=problem_responses())
async def list_lessons(lang: RequestLanguage) -> JSONResponse:
    """Return the lessons of the course in their order."""
    return JSONResponse(lesson_list(lang))


@router.get("/{lesson}", response_model=LessonView, responses=problem_responses(404))
async def read_lesson(
    lesson: LessonId,
    lang: RequestLanguage,
    choices: Annotated[str, Query(max_length=MAX_CHOICES_CHARACTERS, pattern=r"^[A-Za-z0-9:_,]*$")] = "",
) -> JSONResponse:
    """Return a lesson after the choices of the pupil, with commas between them; after a wrong one none counts."""
    choice_list = [choice for choice in choices.split(",") if choice]
    lesson_of_course = find_lesson(lesson)
    if lesson_of_course is None:
        raise RequestRefused(404, "server.error.no_page")
    return JSONResponse(lesson_view(follow_lesson(lesson_of_course, choice_list), len(choice_list), lang))
