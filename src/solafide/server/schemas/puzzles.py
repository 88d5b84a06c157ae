"""Puzzles: the list of all, and one puzzle after the choices made in it."""

from __future__ import annotations

from typing import Literal

from solafide.server.schemas.common import ResponseModel
from solafide.server.schemas.match import Moment

PuzzleGoal = Literal["claim", "stop", "win", "best", "draft"]


class PuzzleSummary(ResponseModel):
    """A puzzle in the list: what is needed to choose one."""

    puzzle: str
    goal: PuzzleGoal
    rating: int
    themes: list[str]


class PuzzleView(ResponseModel):
    """A puzzle after the choices that the request names, with the moment to be drawn."""

    puzzle: str
    goal: PuzzleGoal
    rating: int
    themes: list[str]
    choices: int
    """How many times the player has a choice until the goal is reached."""
    status: Literal["open", "wrong", "solved"]
    """Wrong: the goal cannot be forced any more, and the moment shows what would have followed."""
    title: str
    """The task."""
    about: str
    """Who the player is, and how strong the puzzle is."""
    note: str
    """What a wrong choice leaves open, or that the puzzle is solved; empty while it is open."""
    reasons: list[str]
    """The teacher's reasons for the answer; empty until the puzzle is solved."""
    shown: str | None
    """The choice that leads on, to be shown on demand."""
    moment: Moment
