"""The requests between two who play: resign, offer, answer, claim the time, pause, let somebody else play on, talk."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import Connection, delete, func, insert, select, update

from solafide.server.http.conflict_retry import ConflictRetryRoute
from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    problems,
    show_with_problems,
    shown,
    visit,
)
from solafide.server.matches.access import Access, Credentials
from solafide.server.matches.match import PERSONS, Match, RequestRefused
from solafide.server.matches.online_state import Offer, OnlineState
from solafide.server.matches.registry import MatchRegistry, now
from solafide.server.routes.games import known_opponent
from solafide.server.schemas.common import Version
from solafide.server.schemas.match import Moment
from solafide.server.schemas.match_actions import (
    ChatMessage,
    ChatMessageRequest,
    NotesRequest,
    NotesView,
    OfferAnswerRequest,
    OfferRequest,
    OfferWithdrawalRequest,
    ReplacePlayerRequest,
    SeatActionRequest,
    SeatSettingsRequest,
)
from solafide.server.storage.ledger import EntryKind, LedgerEntry, announce_change
from solafide.server.storage.schema import chat, notes, seats
from solafide.server.views.moment import hindered

MAX_CHAT_LINES = 500  # of a chat that are sent at most

router = APIRouter(prefix="/api/games/{game}", tags=["together"], route_class=ConflictRetryRoute)


class Wish(Protocol):
    version: int
    client: str


async def act(
    request: Request,
    registry: MatchRegistry,
    lang: str,
    caller: Credentials,
    game: str,
    wish: Wish,
    kind: EntryKind,
    deed: Callable[[Match, str], list[LedgerEntry]],
    wished: str | None = None,
) -> Response:
    """The ladder of every such request: a seat, not done yet, not over, not behind; then deed, disk and news."""
    async with visit(registry, game, caller) as (match, visitor):
        seat = visitor.own_seat(match, wished)
        if (done := match.repeated(wish.client, kind, seat)) is not None:
            return shown(match, seat, lang, done.since)
        show_with_problems(request, game, seat)
        if match.game.over:
            raise RequestRefused(409, "error.game_over")
        match.check(seat, wish.version)
        since, public = match.game.version_for(seat), match.game.version_for(None)
        entries = deed(match, seat)
        if entries[0].kind in (EntryKind.TAKEBACK, EntryKind.REPLACED) or match.game.over:
            registry.opponents.give_up(match)
        await registry.commit(match, entries, public)
        return shown(match, visitor.own_seat(match, wished), lang, min(since, match.game.version_for(seat)))


@router.post("/resign", response_model=Moment, responses=POST_PROBLEMS)
async def resign(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: SeatActionRequest,
) -> Response:
    """Give the game up."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        return match.end("resign", seat, wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.CHOICE, deed, wish.seat)


@router.post("/time", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def claim_time(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: SeatActionRequest,
) -> Response:
    """Claim the game of somebody whose time has run out."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        _allowed(match, seat, "time")
        return match.end("time", seat, wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.CHOICE, deed)


@router.post("/offers", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def offer(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: OfferRequest,
) -> Response:
    """Ask the other one for a draw, or to go back to an earlier choice of one's own."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        _allowed(match, seat, "draw" if wish.kind == "draw" else "ask_takeback")
        if wish.kind == "takeback" and (wish.to is None or not match.game.can_take_back(wish.to, seat)):
            raise RequestRefused(422, "server.error.no_such_step")
        return match.offer(Offer(wish.kind, seat, wish.to if wish.kind == "takeback" else None), wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.OFFER, deed)


@router.post("/answers", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def answer(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: OfferAnswerRequest,
) -> Response:
    """Accept or decline what the other one offered."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        made = _company(match).offers.get(wish.kind)
        if made is None or made.by == seat:
            raise RequestRefused(409, "server.error.no_offer")
        if not wish.accept:
            return match.decline(seat, wish.kind, wish.client)
        if made.kind == "draw":
            return match.end("agree", seat, wish.client)
        return match.go_back(made.by, made.to or 0, wish.client)

    kind = EntryKind.DECLINED if not wish.accept else EntryKind.CHOICE if wish.kind == "draw" else EntryKind.TAKEBACK
    return await act(request, registry, lang, caller, game, wish, kind, deed)


@router.post("/withdraw", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def withdraw(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: OfferWithdrawalRequest,
) -> Response:
    """Take an offer back."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        made = _company(match).offers.get(wish.kind)
        if made is None or made.by != seat:
            raise RequestRefused(409, "server.error.no_offer")
        return match.withdraw(seat, wish.kind, wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.WITHDRAWN, deed)


@router.post("/replace", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def replace(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: ReplacePlayerRequest,
) -> Response:
    """One of our opponents plays on for somebody who is away."""
    known_opponent(wish.opponent)

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        _allowed(match, seat, "replace")
        return match.replace(match.other(seat), wish.opponent, wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.REPLACED, deed)


@router.post("/pause", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def pause(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: SeatActionRequest,
) -> Response:
    """Say that one is away until further notice: the other one may let one of our opponents play on at once."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        _allowed(match, seat, "pause")
        return match.pause(seat, wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.PAUSED, deed)


@router.post("/return", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def come_back(
    request: Request,
    registry: Registry,
    lang: RequestLanguage,
    caller: RequestCredentials,
    game: GameId,
    wish: SeatActionRequest,
) -> Response:
    """Be back, as long as nobody else plays there; whoever makes a choice is back too."""

    def deed(match: Match, seat: str) -> list[LedgerEntry]:
        _allowed(match, seat, "come_back")
        return match.come_back(seat, wish.client)

    return await act(request, registry, lang, caller, game, wish, EntryKind.RETURNED, deed)


def _allowed(match: Match, seat: str, thing: str) -> None:
    if why := hindered(match, seat, thing):
        raise RequestRefused(409, why)


def _company(match: Match) -> OnlineState:
    if match.online is None:
        raise RequestRefused(404, "server.error.far_apart")
    return match.online


# ---------------------------------------------------------------- talking, noting


@asynccontextmanager
async def _seated(registry: MatchRegistry, game: str, caller: Credentials) -> AsyncIterator[tuple[Match, str]]:
    """The table and the person who asks; not those who watch."""
    async with visit(registry, game, caller) as (match, visitor):
        yield match, _person(visitor)


def _person(visitor: Access) -> str:
    if visitor.person not in PERSONS:
        raise RequestRefused(403, "server.error.seat")
    return visitor.person


@router.get("/chat", response_model=list[ChatMessage], responses=problems(404), dependencies=ONLINE_ONLY)
async def read_chat(registry: Registry, caller: RequestCredentials, game: GameId, after: Version = 0) -> Response:
    """What the two said to each other; whoever has muted the other one reads only the own lines."""
    async with _seated(registry, game, caller) as (match, person):
        online = _company(match)
    wanted = select(chat).where(chat.c.game == game, chat.c.number > after)
    if person in online.muted:
        wanted = wanted.where(chat.c.person == person)
    wanted = wanted.order_by(chat.c.number.desc()).limit(MAX_CHAT_LINES)
    rows = await registry.store.do(lambda connection: connection.execute(wanted).mappings().all())
    return JSONResponse([_said(dict(row), online) for row in reversed(rows)])


def _said(row: dict[str, Any], online: OnlineState) -> dict[str, Any]:
    name = online.names.get(row["person"], "")
    return {"number": row["number"], "by": row["person"], "name": name, "text": row["text"], "at": row["at"]}


@router.post("/chat", status_code=201, response_model=ChatMessage, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def say(registry: Registry, caller: RequestCredentials, game: GameId, wish: ChatMessageRequest) -> Response:
    """Say something to the other one."""
    async with _seated(registry, game, caller) as (match, person):
        online, at = _company(match), now()

        def job(connection: Connection) -> dict[str, Any]:
            known = select(chat).where(chat.c.game == game, chat.c.client == wish.client)
            if found := connection.execute(known).mappings().first():
                return dict(found)
            last = connection.execute(select(func.max(chat.c.number)).where(chat.c.game == game)).scalar() or 0
            row = {
                "game": game,
                "number": last + 1,
                "person": person,
                "text": wish.text,
                "client": wish.client,
                "at": at,
            }
            connection.execute(insert(chat), row)
            announce_change(connection, game)
            return row

        row = await registry.store.do(job)
        if row["person"] != person or row["text"] != wish.text:
            raise RequestRefused(409, "server.error.client")
        online.chat = max(online.chat, row["number"])
        registry.tell_chat(game, row["number"])
    return JSONResponse(_said(row, online), 201)


@router.get("/notes", response_model=NotesView, responses=problems(404), dependencies=ONLINE_ONLY)
async def read_notes(registry: Registry, caller: RequestCredentials, game: GameId) -> Response:
    """One's own notes, which nobody else sees."""
    async with _seated(registry, game, caller) as (_, person):
        found = await registry.store.do(lambda connection: _noted(connection, game, person))
    return _marked(found)


@router.put("/notes", response_model=NotesView, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def write_notes(registry: Registry, caller: RequestCredentials, game: GameId, wish: NotesRequest) -> Response:
    """One's own notes, written anew as a whole, unless another device has written meanwhile."""
    async with _seated(registry, game, caller) as (_, person):

        def job(connection: Connection) -> None:
            found = _noted(connection, game, person)
            if found == wish.text:  # asked twice
                return
            if wish.known not in (None, _mark(found)):
                raise RequestRefused(409, "server.error.notes")
            connection.execute(delete(notes).where(notes.c.game == game, notes.c.person == person))
            connection.execute(insert(notes), {"game": game, "person": person, "text": wish.text})

        await registry.store.do(job)
    return _marked(wish.text)


def _noted(connection: Connection, game: str, person: str) -> str:
    wanted = select(notes.c.text).where(notes.c.game == game, notes.c.person == person)
    return connection.execute(wanted).scalar() or ""


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _marked(text: str) -> Response:
    return JSONResponse({"text": text, "mark": _mark(text)})


@router.put("/me", response_model=Moment, responses=POST_PROBLEMS, dependencies=ONLINE_ONLY)
async def about_me(
    registry: Registry, lang: RequestLanguage, caller: RequestCredentials, game: GameId, wish: SeatSettingsRequest
) -> Response:
    """One's own name at this table, and whether one wants to read what the other one says."""
    async with _seated(registry, game, caller) as (match, person):
        online = _company(match)
        changes: dict[str, Any] = {}
        if wish.name is not None:
            changes["name"] = wish.name.strip()
        if wish.muted is not None:
            changes["muted"] = wish.muted
        if changes:

            def job(connection: Connection) -> None:
                own = update(seats).where(seats.c.game == game, seats.c.person == person)
                connection.execute(own.values(**changes))
                announce_change(connection, game)

            await registry.store.do(job)
            online.names |= {person: changes["name"]} if "name" in changes else {}
            if "muted" in changes:
                online.muted = online.muted | {person} if changes["muted"] else online.muted - {person}
            registry.tell_table(game)
        return shown(match, match.seat_now(person), lang)
