"""Records of games: export, import, receipt, analysis, rematch, and branches that play on from a moment."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from solafide.game import Faith, Game, Options, Record, parse, verify
from solafide.players.agents.levels import LEVELS
from solafide.server.engine.record_check import is_sound
from solafide.server.http.conflict_retry import IdempotentGameRoute
from solafide.server.http.dependencies import (
    LOCAL_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    guest_address,
    moment_response,
    open_match,
    problem_responses,
)
from solafide.server.matches.access import Credentials
from solafide.server.matches.lobby import LobbyService
from solafide.server.matches.match import Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.local_stream import LocalStreamEvent
from solafide.server.routes.games import require_opponent
from solafide.server.routes.lobby import Lobbies, lobby_view
from solafide.server.schemas.analysis import AnalysisResponse, FairnessReceipt
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.games import BranchRequest, RecordImportRequest, RematchRequest
from solafide.server.schemas.identity import HUMAN, PERSONS, Players
from solafide.server.schemas.lobby import JoinRequest, LobbyView
from solafide.server.schemas.match import Moment
from solafide.server.storage.ledger import EntryKind
from solafide.server.views.analysis_report import report_view
from solafide.text import catalogue

PLAYABLE_KINDS = frozenset({HUMAN, "random", "greedy", *LEVELS})  # who may play in a match here
Flag = Annotated[int, Query(ge=0, le=1)]

router = APIRouter(prefix="/api", tags=["records"], route_class=IdempotentGameRoute)


@router.get(
    "/games/{game}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **problem_responses(404, 409)},
)
async def read_record(
    registry: Registry, credentials: RequestCredentials, game: GameId, unfinished: Flag = 0
) -> Response:
    """The record as a file; that of an unfinished game holds the seed and hidden cards: only with `unfinished=1`."""
    async with open_match(registry, game, credentials) as (match, access):
        if not access.is_local and not match.is_revealed:
            raise RequestRefused(403, "server.error.record_secret")
        record = match.record()
    if record.outcome is None and not unfinished:
        raise RequestRefused(409, "server.error.unfinished_record")
    name = f"{match.setup.created[:10]}-{match.id[:6]}.solafide"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(record.text(), media_type="text/plain; charset=utf-8", headers=headers)


@router.post(
    "/records",
    status_code=201,
    response_model=Moment,
    responses=problem_responses(404, 409, 413, 415, 503),
    dependencies=LOCAL_ONLY,
)
async def import_record(registry: Registry, lang: RequestLanguage, body: RecordImportRequest) -> Response:
    """Import a record; every step is checked. An unfinished game can be played on."""
    match = await registry.find_by_idempotency_key(body.idempotency_key) if body.idempotency_key else None
    if match is None:
        record = _parse_and_verify(body.text)
        game = record.game()
        match = await registry.import_record(record, game, _players(record, game), body.idempotency_key)
    async with match.lock:
        return moment_response(match, match.default_seat(), lang, None, 201)


def _parse_and_verify(text: str) -> Record:
    """A record that holds; of a finished game every die and draw is dealt again, where the seed is known."""
    record = parse(text)
    return verify(text) if record.outcome is not None and record.seed is not None else record


def _players(record: Record, game: Game) -> Players:
    """Return who plays where, by person or by faith; an unfinished game has only people and known computer players."""
    faiths = game.view()["persons"] or {}
    names: Players = {}
    for person in PERSONS:
        names[person] = record.players.get(person, record.players.get(faiths.get(person, ""), HUMAN))
    if game.over:
        return names
    return {person: name if name in PLAYABLE_KINDS else HUMAN for person, name in names.items()}


@router.get("/games/{game}/receipt", response_model=FairnessReceipt, responses=problem_responses(404, 409))
async def read_receipt(
    request: Request, registry: Registry, lang: RequestLanguage, credentials: RequestCredentials, game: GameId
) -> Response:
    """Return the commitment and the seed of a finished game, and whether every die and draw fits them."""
    async with open_match(registry, game, credentials) as (match, _):
        _require_revealed_deal(match)
        record = match.record()
    if record.outcome is None:
        raise RequestRefused(409, "server.error.receipt_unfinished")
    if record.seed is None:
        raise RequestRefused(409, "server.error.no_seed")
    text, texts = record.text(), catalogue(lang)
    verified = await registry.compute.run(guest_address(request), is_sound, text)
    sentences = [texts.render("server.receipt.sound" if verified else "server.receipt.unsound")]
    if record.taken_back:
        sentences.append(texts.render("server.receipt.taken_back", n=len(record.taken_back)))
    return JSONResponse(
        {
            "commitment": match.commitment(),
            "seed": record.seed.hex(),
            "hash": text.rstrip("\n").rpartition(" ")[2],
            "verified": verified,
            "text": " ".join(sentences),
        }
    )


@router.get("/games/{game}/analysis", response_model=AnalysisResponse, responses=problem_responses(404, 409, 503))
async def read_analysis(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    credentials: RequestCredentials,
    game: GameId,
    start: Flag = 0,
) -> Response:
    """Return the report of a finished game; `start=1` starts the analysis, and the stream says how far it is."""
    async with open_match(registry, game, credentials) as (match, _):
        _require_revealed_deal(match)
        if not match.game.over:
            return _state(lang, "impossible", "server.analysis.unfinished")
        if not match.game.has_record:
            return _state(lang, "impossible", "server.error.no_record")
        record = match.record()
    if (analysis := await registry.analyses.load(game)) is not None:
        report = await registry.compute.run(guest_address(request), report_view, record, analysis, lang)
        return _state(lang, "done", "server.analysis.done", 1, 1, report=report)
    work = registry.analyses.jobs.get(game)
    if start:
        work = registry.analyses.start(guest_address(request), game, record, lambda: _publish_progress(registry, match))
    if work is None:
        return _state(lang, "none", "server.analysis.none")
    return _state(lang, work.state, work.problem or f"server.analysis.{work.state}", work.done, work.total)


def _require_revealed_deal(match: Match) -> None:
    if match.game.over and not match.is_revealed:
        raise RequestRefused(403, "server.error.deal_unfinished")


def _state(lang: str, state: str, key: str, done: int = 0, all: int = 0, **more: Any) -> Response:
    return JSONResponse(
        {"state": state, "steps_done": done, "steps_total": all, "text": catalogue(lang).render(key), **more}
    )


def _publish_progress(registry: MatchRegistry, match: Match) -> None:
    step = match.game.version_for(None)
    registry.local_stream.publish(
        LocalStreamEvent(None, {"game": match.id, "kind": "analysis", "step": step, "events": []})
    )


@router.post("/games/{game}/rematch", status_code=201, response_model=Moment | LobbyView, responses=POST_PROBLEMS)
async def rematch(
    request: Request,
    registry: Registry,
    lobby_service: Lobbies,
    lang: RequestLanguage,
    credentials: RequestCredentials,
    game: GameId,
    body: RematchRequest,
) -> Response:
    """Begin the same game with a new seed; online, a lobby to which the other player is invited."""
    if not credentials.is_local:
        return await _create_or_join_rematch(registry, lobby_service, credentials, game, body, guest_address(request))
    again = await registry.find_by_idempotency_key(body.idempotency_key)
    if again is None:
        match = await registry.match(game)
        if not match.game.over:
            raise RequestRefused(409, "server.error.rematch_unfinished")
        persons = match.public_summary()["persons"] or {}
        sat = {faith: match.players[person] for person, faith in persons.items()}
        for name in sat.values():
            require_opponent(name, person=True)
        options = Options(**match.setup.options.json() | {"faiths": "agreed"})
        first: Faith = "C" if body.faiths == "same" else "P"
        second: Faith = "P" if first == "C" else "C"
        named = {faith: match.names[person] for person, faith in persons.items() if person in match.names}
        names = {person: named[faith] for person, faith in (("1", first), ("2", second)) if faith in named}
        again = await registry.create_match(
            options, match.game.cards, {"1": sat[first], "2": sat[second]}, body.idempotency_key, names=names or None
        )
    async with again.lock:
        return moment_response(again, again.default_seat(), lang, 0, 201)


async def _create_or_join_rematch(
    registry: MatchRegistry,
    lobby_service: LobbyService,
    credentials: Credentials,
    game: str,
    body: RematchRequest,
    address: str,
) -> Response:
    """The first player who asks creates the lobby; the other one gets the same lobby."""
    async with open_match(registry, game, credentials) as (match, access):
        if not match.game.over:
            raise RequestRefused(409, "server.error.rematch_unfinished")
        if access.person is None or match.online is None:
            raise RequestRefused(403, "server.error.seat")
        seat = access.own_seat(match, None)
        repeated = match.completed_request(body.idempotency_key, EntryKind.REMATCH, seat) is not None
        if match.online.rematch and not repeated:
            lobby = await lobby_service.find(match.online.rematch)
            return JSONResponse(lobby_view(lobby, credentials.secret), 201)
        if body.secret is None or body.commitment is None:
            raise RequestRefused(422, "server.error.malformed", field="secret, commitment")
        name = match.online.names.get(access.person, "")
        sitting = JoinRequest(
            secret=body.secret,
            player_key=body.player_key,
            name=name,
            commitment=body.commitment,
            idempotency_key=body.idempotency_key,
        )
        lobby = await lobby_service.create_rematch(match, access.person, sitting, address)
        if not repeated:
            entries = match.add_rematch(seat, lobby.id, body.idempotency_key)
            await registry.commit(match, entries, match.game.version)
    return JSONResponse(lobby_view(lobby, body.secret), 201)


@router.post(
    "/games/{game}/branch", status_code=201, response_model=Moment, responses=POST_PROBLEMS, dependencies=LOCAL_ONLY
)
async def create_branch(registry: Registry, lang: RequestLanguage, game: GameId, body: BranchRequest) -> Response:
    """Play on from a moment of a finished game, with the hidden cards as they were or dealt again."""
    again = await registry.find_by_idempotency_key(body.idempotency_key)
    if again is None:
        match = await registry.match(game)
        if not match.game.over:
            raise RequestRefused(409, "server.error.branch_unfinished")
        require_opponent(body.opponent)
        past = match.game.past(body.at, body.seat)
        hidden_from = body.seat if body.hidden == "redealt" else None
        start = past.start_json(hidden_from, secrets.randbits(60))
        persons = past.view()["persons"] or {}
        players: Players = {person: HUMAN if faith == body.seat else body.opponent for person, faith in persons.items()}
        again = await registry.create_match(match.setup.options, match.game.cards, players, body.idempotency_key, start)
    async with again.lock:
        return moment_response(again, again.default_seat(), lang, 0, 201)
