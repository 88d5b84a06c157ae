"""Create, list, read and delete games, stop a search, get a hint, stream events of all games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from solafide.game import Options
from solafide.players.agents.levels import LEVELS
from solafide.server.engine.hints import HintQuestion
from solafide.server.http.card_set_upload import requested_card_set
from solafide.server.http.conflict_retry import IdempotentGameRoute
from solafide.server.http.dependencies import (
    LOCAL_ONLY,
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    guest_address,
    moment_response,
    open_match,
    problem_responses,
    show_moment_with_problems,
)
from solafide.server.http.openapi import REFERENCE
from solafide.server.matches.missed_events import missed_events
from solafide.server.schemas.analysis import HintResponse
from solafide.server.schemas.common import ChoiceText, EmptyRequest, HandsToShow, Seat, Version
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.games import (
    GameNamesRequest,
    GameSetupRequest,
    GameSummary,
    GameTitleRequest,
    NewGameRequest,
    PlayerNames,
)
from solafide.server.schemas.identity import HUMAN, Players
from solafide.server.schemas.match import Moment
from solafide.server.views import moment_text
from solafide.server.views.moment import moment, player_views, study_denial

router = APIRouter(prefix="/api", tags=["games"], route_class=IdempotentGameRoute)


@router.get("/games", response_model=list[GameSummary], responses=problem_responses(404), dependencies=LOCAL_ONLY)
async def list_games(registry: Registry, lang: RequestLanguage) -> Response:
    """List all games of this server, the last changed first."""
    return JSONResponse([game_summary(line, lang) for line in await registry.list_games()])


def game_summary(
    line: dict[str, Any], lang: str, names: dict[str, str] | None = None, person: str | None = None
) -> dict[str, Any]:
    """A game in a list; `person`: count only what waits for this person as waiting."""
    summary = line["summary"]
    persons = summary["persons"] or {}
    own = [one for one, kind in line["players"].items() if kind == HUMAN and person in (None, one)]
    seats = {persons.get(one, one) for one in own}
    people = player_views(line["players"], summary["persons"], lang, line["names"] if names is None else names)
    readers = None if names is None else [person] if person else []
    return {
        "game": line["game"],
        "players": people,
        "mode": line["options"]["mode"],
        "over": summary["outcome"] is not None,
        "text": moment_text.game_line(summary, people, lang, readers, named=bool(line["names"])),
        "points": {faith: faith_summary["points"] for faith, faith_summary in summary["faiths"].items()},
        "outcome": summary["outcome"],
        "steps": summary["steps"],
        "created": line["created"],
        # Online nobody is shown when the other player has kept a card of the draft.
        "changed": line["created"] if names is not None and summary["phase"] == "draft" else line["changed"],
        "your_turn": bool(seats & set(summary["waiting_for"])),
        "branch": line["start"] is not None,
        "title": line["title"],
        "tags": line["tags"],
    }


@router.post(
    "/games",
    status_code=201,
    response_model=Moment,
    responses=problem_responses(404, 409, 413, 415, 503),
    dependencies=LOCAL_ONLY,
)
async def create_game(request: Request, registry: Registry, lang: RequestLanguage, body: NewGameRequest) -> Response:
    """Begin a game; a repeated request begins no second one."""
    people = {"1": body.players.one, "2": body.players.two}
    for name in people.values():
        require_opponent(name, person=True)
    names = player_names(body.names, people)
    if body.faith == "P":  # where faiths are agreed, person 1 is the Catholic
        people, names = _swapped(people), _swapped(names)
    cards, options = await requested_card_set(request, registry, body), options_of(body)
    match = await registry.find_by_idempotency_key(body.idempotency_key) or await registry.create_match(
        options, cards, people, body.idempotency_key, names=names or None, title=body.title.strip()
    )
    setup = match.setup
    names_set = body.cards or body.set_version
    same_cards = setup.cards.hash == cards.hash if names_set else setup.cards.builtin
    if not same_cards or (setup.options, setup.players, setup.names or {}) != (options, people, names):
        raise RequestRefused(409, "server.error.idempotency_key")
    async with match.lock:
        return moment_response(match, match.default_seat(), lang, 0, 201)


def player_names(requested: PlayerNames | None, kinds: Players) -> dict[str, str]:
    """Return the names that the people of a game have, by person; a computer opponent cannot be given one."""
    written = _written(requested) if requested else {}
    names = {person: name for person, name in written.items() if name}
    for person in names:
        if kinds[person] != HUMAN:
            raise RequestRefused(422, "server.error.opponent_name", person=person)
    return names


def _written(names: PlayerNames) -> dict[str, str]:
    """Return the names that a request has, by person."""
    return {person: name.strip() for person, name in names.model_dump(by_alias=True, exclude_unset=True).items()}


def _swapped(by_person: dict[str, str]) -> dict[str, str]:
    return {"2" if person == "1" else "1": value for person, value in sorted(by_person.items(), reverse=True)}


def require_opponent(name: str, person: bool = False) -> str:
    allowed = ((HUMAN,) if person else ()) + tuple(LEVELS)
    if name not in allowed:
        raise RequestRefused(422, "cli.error.player", player=name, players=", ".join(allowed))
    return name


def options_of(body: GameSetupRequest) -> Options:
    return Options(
        mode=body.mode,
        claims=body.claims,
        tokens=body.tokens,
        turn_limit=body.turn_limit,
        faiths="rolled" if body.faith == "rolled" else "agreed",
        first=body.first,
    )


@router.get("/games/{game}", response_model=Moment, responses=problem_responses(404, 409))
async def read_game(
    registry: Registry,
    lang: RequestLanguage,
    credentials: RequestCredentials,
    game: GameId,
    seat: Seat | None = None,
    since: Version | None = None,
    at: Version | None = None,
    hands: HandsToShow = "closed",
) -> Response:
    """Return the present moment, or the one after `at` steps.

    `since`: with the events after that step; `hands`: `open` shows both hands where two computers play.
    """
    async with open_match(registry, game, credentials) as (match, access):
        return JSONResponse(moment(match, access.seat(match, seat), lang, since, at, hands == "open"))


@router.put(
    "/games/{game}/title",
    response_model=Moment,
    responses=problem_responses(404, 409, 413, 415),
    dependencies=LOCAL_ONLY,
)
async def rename_game(registry: Registry, lang: RequestLanguage, game: GameId, body: GameTitleRequest) -> Response:
    """Name a game; an empty title takes its name away."""
    match = await registry.match(game)
    async with match.lock:
        await registry.rename(match, body.title.strip())
        return moment_response(match, match.default_seat(), lang)


@router.put(
    "/games/{game}/names",
    response_model=Moment,
    responses=problem_responses(404, 409, 413, 415),
    dependencies=LOCAL_ONLY,
)
async def rename_players(
    registry: Registry, lang: RequestLanguage, game: GameId, body: GameNamesRequest, seat: Seat | None = None
) -> Response:
    """Name a game and the people who play it; return the moment as this seat sees it."""
    match = await registry.match(game)
    async with match.lock:
        stay = {person: name for person, name in match.names.items() if person not in _written(body.names)}
        names = player_names(body.names, match.setup.players) | stay
        await registry.rename(match, body.title.strip(), names)
        return moment_response(match, match.resolve_seat(seat), lang)


@router.delete("/games/{game}", status_code=204, responses=problem_responses(404, 415), dependencies=LOCAL_ONLY)
async def delete_game(registry: Registry, game: GameId) -> Response:
    """Delete the game and everything that is stored about it."""
    await registry.delete(game)
    return Response(status_code=204)


@router.post("/games/{game}/stop-thinking", response_model=Moment, responses=problem_responses(404, 409, 413, 415))
async def stop_thinking(
    registry: Registry, lang: RequestLanguage, credentials: RequestCredentials, game: GameId, body: EmptyRequest
) -> Response:
    """Let the computer end its turn with what it has found so far; where two computers play, the present choice.

    Not in a deal: all who play it have the same opponent.
    """
    match = await registry.match(game)
    credentials.require_player(match)
    if match.in_deal:
        raise RequestRefused(409, "deals.error.stop")
    registry.opponents.answer_now(game)
    async with open_match(registry, game, credentials) as (match, access):
        return moment_response(match, access.seat(match, None), lang)


@router.get("/games/{game}/hint", response_model=HintResponse, responses=problem_responses(404, 409))
async def read_hint(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    credentials: RequestCredentials,
    game: GameId,
    version: Version,
    seat: Seat | None = None,
    compare: ChoiceText | None = None,
) -> Response:
    """Return advice for the seat that is asked; `compare`: a choice to compare with the best one."""
    async with open_match(registry, game, credentials) as (match, access):
        if why := study_denial(match):
            raise RequestRefused(403, why)
        own = access.seat(match, seat)
        decision = match.game.decision(own) if own is not None else None
        if own is None or decision is None or match.player_kind(own) != HUMAN:
            raise RequestRefused(409, "server.error.no_hint")
        show_moment_with_problems(request, game, own)
        match.require_version(own, version)
        if compare is not None and compare not in decision.options:
            raise RequestRefused(
                422, "error.illegal_choice", choice=compare, options=", ".join(decision.options), who=own
            )
        view = match.game.view(own)
    hint = await registry.hints.ask(
        guest_address(request), HintQuestion(game, version, own, compare), view, decision, match.game.cards
    )
    text = moment_text.hint_view(hint, decision, match.game.cards, lang, view)
    return JSONResponse(text | {"version": version})


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {"schema": {"$ref": REFERENCE.format(model="StreamMessage")}}}},
        **problem_responses(404),
    },
    dependencies=LOCAL_ONLY,
)
async def follow_all_games(
    registry: Registry,
    last: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> Response:
    """Stream events of all games, from the entry after `Last-Event-ID` (or `last`) on."""
    subscriber = registry.local_stream.subscribe()
    begin = int(last_event_id) if last_event_id.isdecimal() and last_event_id.isascii() else last
    number, missed = await missed_events(registry, begin)
    return StreamingResponse(
        subscriber.messages(number, missed), media_type="text/event-stream", headers={"cache-control": "no-store"}
    )
