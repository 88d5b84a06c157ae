"""The requests that a page or a bot can make; every answer is JSON in the reader's language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse, StreamingResponse

from solafide.cards import builtin, loads
from solafide.game import Options, SolaFideError
from solafide.players.levels import LEVELS
from solafide.server import faces as faces_said
from solafide.server import setup as setup_said
from solafide.server import words
from solafide.server.guard import COOKIE, Keys, language_of
from solafide.server.hall import Hall
from solafide.server.moment import moment, players_said
from solafide.server.protocol import Chosen, Lang, NewGame, Nothing, Seat, TakenBack, Version
from solafide.server.table import PERSON, Refusal, Table
from solafide.text.catalogue import area_texts

AREAS = ("table", "pages", "moments", "guide")
LONG = 10 * 365 * 24 * 3600

router = APIRouter(prefix="/api")
door = APIRouter(include_in_schema=False)


def language(request: Request, lang: Lang | None = None) -> str:
    return language_of(request.headers, lang)


def hall(request: Request) -> Hall:
    found: Hall = request.app.state.hall
    return found


Reader = Annotated[str, Depends(language)]
House = Annotated[Hall, Depends(hall)]


# ---------------------------------------------------------------- the door


@door.get("/open")
async def enter(request: Request, key: str = "") -> Response:
    """The one-time key becomes a cookie."""
    keys: Keys = request.app.state.keys
    token = await keys.open(key)
    if token is None:
        if keys.known(request.cookies.get(COOKIE, "")):
            return RedirectResponse("/", 303)
        raise Refusal(401, "server.error.key")
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, token, max_age=LONG, path="/", httponly=True, samesite="strict")
    return answer


@door.get("/healthz")
async def health() -> Response:
    return JSONResponse({"ok": True})


# ---------------------------------------------------------------- texts


@router.get("/setup")
async def setup(lang: Reader) -> Response:
    return JSONResponse(setup_said.setup(lang))


@router.get("/texts")
async def texts(lang: Reader) -> Response:
    return JSONResponse(area_texts(lang, AREAS))


@router.get("/faces")
async def faces(house: House, lang: Reader, set: str = "") -> Response:
    cards = await house.cards(set) if set else builtin()
    return JSONResponse(faces_said.faces(cards, lang))


@router.get("/rules")
async def rules(lang: Reader) -> Response:
    from solafide.text.rules import rules as sections

    return JSONResponse(sections(lang))


# ---------------------------------------------------------------- games


@router.get("/games")
async def games(house: House, lang: Reader) -> Response:
    return JSONResponse([_line(line, lang) for line in await house.lines()])


def _line(line: dict[str, Any], lang: str) -> dict[str, Any]:
    summary = line["summary"]
    persons = summary["persons"] or {}
    seats = {persons.get(person, person) for person, kind in line["players"].items() if kind == PERSON}
    people = players_said(line["players"], summary["persons"], lang)
    return {
        "game": line["game"],
        "players": people,
        "mode": line["options"]["mode"],
        "over": summary["outcome"] is not None,
        "text": words.game_line(summary, people, lang),
        "points": {faith: found["points"] for faith, found in summary["faiths"].items()},
        "outcome": summary["outcome"],
        "steps": summary["steps"],
        "created": line["created"],
        "changed": line["changed"],
        "waiting": bool(seats & set(summary["waiting_for"])),
        "branch": line["start"] is not None,
    }


@router.post("/games")
async def new_game(house: House, lang: Reader, wish: NewGame) -> Response:
    table = await house.made_by(wish.client)
    if table is None:
        people = {"1": wish.players.one, "2": wish.players.two}
        for name in people.values():
            if name != PERSON and name not in LEVELS:
                raise Refusal(422, "cli.error.player", player=name, players=", ".join((PERSON, *LEVELS)))
        if wish.faith == "P":  # where faiths are agreed, person 1 is the Catholic
            people = {"1": people["2"], "2": people["1"]}
        cards = loads(wish.cards) if wish.cards else builtin()
        table = await house.lay_out(_options(wish), cards, people, wish.client)
    return _moment(table, table.usual_seat(), lang, 0, 201)


def _options(wish: NewGame) -> Options:
    return Options(
        mode=wish.mode,
        claims=wish.claims,
        tokens=wish.tokens,
        turn_limit=wish.turn_limit,
        faiths="rolled" if wish.faith == "rolled" else "agreed",
        first=wish.first,
    )


def _moment(table: Table, seat: str | None, lang: str, since: int | None = None, status: int = 200) -> Response:
    return JSONResponse(moment(table, seat, lang, since), status)


@router.get("/games/{game}")
async def one_game(
    house: House, lang: Reader, game: str, seat: Seat | None = None, since: Version | None = None
) -> Response:
    table = await house.table(game)
    async with table.lock:
        return _moment(table, table.seat(seat), lang, since)


@router.delete("/games/{game}")
async def delete_game(house: House, game: str) -> Response:
    await house.delete(game)
    return Response(status_code=204)


@router.post("/games/{game}/choices")
async def choose(house: House, lang: Reader, game: str, wish: Chosen) -> Response:
    table = await house.table(game)
    async with table.lock:
        seat = _own_seat(table, wish.seat)
        if (done := table.done.get(wish.client)) is not None:
            if (done.kind, done.choice) != ("choice", wish.choice):
                raise Refusal(409, "server.error.client")
            return _moment(table, _own_seat(table, wish.seat), lang, done.since)
        with Showing(table, seat, lang):
            if table.game.over:
                raise Refusal(409, "error.game_over")
            table.check(seat, wish.version)
            since, public = table.game.version_for(seat), table.game.version_for(None)
            entries = table.choose(seat, wish.choice, wish.client)
        await house.commit(table, entries, public)
        return _moment(table, _own_seat(table, wish.seat), lang, since)


@router.post("/games/{game}/undo")
async def undo(house: House, lang: Reader, game: str, wish: TakenBack) -> Response:
    table = await house.table(game)
    async with table.lock:
        seat = _own_seat(table, wish.seat)
        if wish.client not in table.done:
            with Showing(table, seat, lang):
                table.check(seat, wish.version)
                entries = table.undo(seat, wish.client)
            await house.commit(table, entries, table.game.version)
        return _moment(table, seat, lang, table.game.version_for(seat))


@router.post("/games/{game}/stop")
async def stop(house: House, lang: Reader, game: str, wish: Nothing) -> Response:
    table = await house.table(game)
    house.answer_now(table)
    async with table.lock:
        return _moment(table, table.usual_seat(), lang)


def _own_seat(table: Table, wished: str) -> str:
    """A seat in which a person of this browser sits."""
    seat = table.seat(wished)
    if seat is None or table.who_is(seat) != PERSON:
        raise Refusal(403, "server.error.seat")
    return seat


class Showing:
    """What is refused inside is answered together with the present moment, so that a page is in step again."""

    def __init__(self, table: Table, seat: str | None, lang: str) -> None:
        self.table, self.seat, self.lang = table, seat, lang

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SolaFideError):
            error.moment = moment(self.table, self.seat, self.lang)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- news


@router.get("/stream")
async def stream(request: Request, house: House, last: int | None = None) -> Response:
    listener = house.news.listen()
    given = request.headers.get("last-event-id", "")
    begin = int(given) if given.isdecimal() and len(given) < 18 else last
    number, missed = await house.missed(begin)

    async def lines() -> AsyncIterator[str]:
        async for line in listener.lines(number, missed):
            yield line

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)
