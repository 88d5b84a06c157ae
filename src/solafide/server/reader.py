"""What every request needs: the house, the reader's language, and answers that are described to machines."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.responses import JSONResponse

from solafide.server.guard import language_of
from solafide.server.hall import Hall
from solafide.server.moment import moment
from solafide.server.protocol import Lang, Problem
from solafide.server.table import PERSON, Refusal, Table


def language(request: Request, lang: Lang | None = None) -> str:
    return language_of(request.headers, lang)


def hall(request: Request) -> Hall:
    found: Hall = request.app.state.hall
    return found


Reader = Annotated[str, Depends(language)]
House = Annotated[Hall, Depends(hall)]
GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]

_PROBLEMS = {
    401: "not opened with a key",
    403: "not yours, or from another page",
    404: "no such thing",
    409: "not as things stand: behind, not asked, over",
    413: "too large",
    415: "not JSON",
    421: "called by another name",
    422: "not offered, or not to be understood",
    503: "not written to the disk",
}
Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """How a request may be refused, for the description; some refusals may meet any request."""
    wanted = sorted({401, 403, 421, 422, *statuses})
    return {status: {"model": Problem, "description": _PROBLEMS[status]} for status in wanted}


POSTED = problems(404, 409, 413, 415, 503)


def shown(table: Table, seat: str | None, lang: str, since: int | None = None, status: int = 200) -> JSONResponse:
    return JSONResponse(moment(table, seat, lang, since), status)


def own_seat(table: Table, wished: str) -> str:
    """A seat in which a person of this browser sits."""
    seat = table.seat(wished)
    if seat is None or table.who_is(seat) != PERSON:
        raise Refusal(403, "server.error.seat")
    return seat


def show_with_problems(request: Request, game: str, seat: str) -> None:
    """What is refused from here on is answered together with the present moment: a page that was behind is in step."""
    request.state.shown = (game, seat)
