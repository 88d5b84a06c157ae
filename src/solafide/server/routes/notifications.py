"""Your-turn notifications: set e-mail and webhook of a seat, confirm an address, unsubscribe."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import RowMapping

from solafide.server.http.dependencies import (
    ONLINE_ONLY,
    POST_PROBLEMS,
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    guest_address,
    open_match,
    problem_responses,
)
from solafide.server.notifications.email import is_address
from solafide.server.notifications.outbox import HOOK, MAIL, NotificationOutbox
from solafide.server.notifications.webhook_target import parse_target
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import PERSONS
from solafide.server.schemas.notifications import (
    ConfirmationResponse,
    EmailTokenRequest,
    NotificationsRequest,
    NotificationsView,
)
from solafide.text import catalogue

router = APIRouter(prefix="/api", tags=["notifications"], dependencies=ONLINE_ONLY)


async def outbox(request: Request) -> NotificationOutbox:
    notification_outbox: NotificationOutbox = request.app.state.outbox
    return notification_outbox


Outbox = Annotated[NotificationOutbox, Depends(outbox)]


@router.get("/games/{game}/notifications", response_model=NotificationsView, responses=problem_responses(404))
async def read_notifications(
    registry: Registry,
    lang: RequestLanguage,
    credentials: RequestCredentials,
    outbox: Outbox,
    request: Request,
    game: GameId,
) -> Response:
    """Return how the player is notified that it is their turn."""
    person = await _person(registry, game, credentials)
    return JSONResponse(_channels_view(await outbox.channels(game, person), outbox, _hooks(request), lang))


@router.put("/games/{game}/notifications", response_model=NotificationsView, responses=POST_PROBLEMS)
async def write_notifications(
    registry: Registry,
    lang: RequestLanguage,
    credentials: RequestCredentials,
    outbox: Outbox,
    request: Request,
    game: GameId,
    body: NotificationsRequest,
) -> Response:
    """Set the e-mail address or the webhook, or remove one with `""`; a field that is left out stays as it is."""
    person = await _person(registry, game, credentials)
    possible = {MAIL: outbox.mail.is_configured, HOOK: _hooks(request)}
    wished = {kind: text.strip() for kind, text in ((MAIL, body.email), (HOOK, body.webhook)) if text is not None}
    for kind, text in wished.items():
        if text and not possible[kind]:
            raise RequestRefused(409, f"server.error.no_{kind}")
    if wished.get(MAIL) and not is_address(wished[MAIL]):
        raise RequestRefused(422, "server.error.mail_address")
    if wished.get(HOOK):
        parse_target(wished[HOOK])
    for kind, text in wished.items():
        if text:
            await outbox.set_channel(game, person, kind, text, lang, guest_address(request))
        else:
            await outbox.remove_channel(game, person, kind)
    async with registry.locked(game) as match:
        if match.online is not None:
            match.online.without_channel.discard(person)
            match.online.notified.discard(person)
    return JSONResponse(_channels_view(await outbox.channels(game, person), outbox, _hooks(request), lang))


@router.post("/confirm", response_model=ConfirmationResponse, responses=problem_responses(404, 413, 415))
async def confirm_email(outbox: Outbox, registry: Registry, body: EmailTokenRequest) -> Response:
    """Confirm an e-mail address with the token from the e-mail."""
    game = await outbox.confirm(body.token)
    match = registry.loaded(game)  # one that is loaded later asks the database
    if match is not None and match.online is not None:
        match.online.channels_changed()
    return JSONResponse({"game": game})


@router.post("/unsubscribe", status_code=204, responses=problem_responses(404, 413, 415))
async def unsubscribe_email(outbox: Outbox, body: EmailTokenRequest) -> Response:
    """Send no more e-mails to an address; the token comes from any of them."""
    await outbox.unsubscribe(body.token)
    return Response(status_code=204)


async def _person(registry: Registry, game: str, credentials: RequestCredentials) -> str:
    async with open_match(registry, game, credentials) as (_, access):
        if access.person not in PERSONS:
            raise RequestRefused(403, "server.error.seat")
        return access.person


def _hooks(request: Request) -> bool:
    return bool(request.app.state.settings.signs.hooks)


def _channels_view(rows: list[RowMapping], outbox: NotificationOutbox, hooks: bool, lang: str) -> dict[str, Any]:
    texts = catalogue(lang)
    channels = {
        row["kind"]: {
            "target": row["target"],
            "confirmed": row["confirmed"],
            "error": texts.render(row["error"]) if row["error"] else "",
        }
        for row in rows
    }
    return {
        "email": channels.get(MAIL),
        "webhook": channels.get(HOOK),
        "available": {"email": outbox.mail.is_configured, "webhook": hooks},
    }
