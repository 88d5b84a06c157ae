"""Puzzles: computed from the choices that a request names, and nothing of them is stored."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse

from solafide.puzzles import NodeLimitReached, find_puzzle
from solafide.server.http.dependencies import Registry, RequestLanguage, guest_address, problem_responses
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.puzzles import PuzzleSummary, PuzzleView
from solafide.server.views.puzzle import puzzle_list, puzzle_view

router = APIRouter(prefix="/api/puzzles", tags=["course"])

MAX_CHOICES_CHARACTERS = 1200
PuzzleId = Annotated[str, Path(min_length=6, max_length=6, pattern=r"^[a-z0-9]+$")]


@router.get("", response_model=list[PuzzleSummary], responses=problem_responses())
async def list_puzzles() -> JSONResponse:
    """Return all puzzles: id, goal, rating and themes."""
    return JSONResponse(puzzle_list())


@router.get("/{puzzle}", response_model=PuzzleView, responses=problem_responses(404))
async def read_puzzle(
    request: Request,
    registry: Registry,
    puzzle: PuzzleId,
    lang: RequestLanguage,
    choices: Annotated[str, Query(max_length=MAX_CHOICES_CHARACTERS, pattern=r"^[A-Za-z0-9:_,]*$")] = "",
) -> JSONResponse:
    """Return a puzzle after the choices of its player, with commas between them; after a wrong one none counts."""
    entry = find_puzzle(puzzle)
    if entry is None:
        raise RequestRefused(404, "server.error.no_page")
    choice_list = [choice for choice in choices.split(",") if choice]
    try:
        # A proof takes seconds at worst: one at a time, in turns of the guests.
        view = await registry.hints.run(guest_address(request), partial(puzzle_view, *entry, choice_list, lang))
    except NodeLimitReached:
        raise RequestRefused(422, "server.error.no_page") from None
    return JSONResponse(view)
