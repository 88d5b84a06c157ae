"""The course: the list of lessons, and one lesson after the choices made in it."""

from __future__ import annotations

from typing import Literal

from solafide.server.schemas.common import ResponseModel, TextWithSection
from solafide.server.schemas.match import Moment


class LessonSummary(ResponseModel):
    """A lesson in the list of the course."""

    lesson: str
    title: str
    summary: str
    steps: int


class LessonView(ResponseModel):
    """A lesson after the choices that the request names, with the moment to be drawn."""

    lesson: str
    section: str
    """The section of the rules that it is an example of; empty in the course."""
    number: int
    """Its place in the course; 0 for an example."""
    count: int
    """How many lessons the course has."""
    title: str
    rule: TextWithSection
    """What the lesson teaches, in one sentence."""
    status: Literal["open", "wrong", "done"]
    """Wrong: the last choice missed the point of the step, and must be taken back."""
    step: int
    """How many steps are done."""
    steps: int
    prompt: TextWithSection
    """What to do now; of the last step once the lesson is done."""
    note: TextWithSection
    """What a wrong choice teaches; empty otherwise."""
    shown: str | None
    """The choice that leads on, to be shown on demand."""
    next: str
    """The lesson that follows, or empty."""
    moment: Moment
