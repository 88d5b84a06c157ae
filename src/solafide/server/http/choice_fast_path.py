"""Fast path for choices with a short answer: past FastAPI, which takes longer than the choice itself."""

from __future__ import annotations

import logging
import re

from fastapi import FastAPI
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from solafide.game import Seat, SolaFideError
from solafide.server.http.conflict_retry import retry_on_conflict
from solafide.server.http.dependencies import short_answer
from solafide.server.http.online_gate import ROUTE_PATH, replay
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import Match
from solafide.server.matches.perform import Action, Apply, perform
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.match_actions import ChoiceRequest
from solafide.server.storage.base import StorageError
from solafide.server.storage.ledger import EntryKind, LedgerEntry, WriteConflict

PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{1,64})/choices")
BEARER = re.compile(rb"[Bb]earer ([A-Za-z0-9_-]{43})")
ROUTE = "/api/games/{game}/choices"  # for the access log and the metrics
SHORT_ANSWER_QUERY = b"answer=short"
REFUSALS = (ValidationError, SolaFideError, WriteConflict, StorageError)

log = logging.getLogger(__name__)


class ChoiceFastPath:
    """ASGI middleware that answers choices which the usual route would accept, with the same function.

    A request that is refused, or fails, takes the usual path, which says what is wrong with it. Nothing has been
    written then, and a request with an idempotency key may run twice.
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        game = _game_of(scope)
        credentials = _credentials_of(scope) if game else None
        if game is None or credentials is None:
            await self.app(scope, receive, send)
            return
        request = await receive()  # complete: the gate has read it
        answer = await self._choose(game, credentials, request["body"])
        if answer is None:
            await self.app(scope, replay(request, receive), send)
            return
        scope[ROUTE_PATH] = ROUTE
        headers = [(b"content-length", b"%d" % len(answer)), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def _choose(self, game: str, credentials: Credentials, body: bytes) -> bytes | None:
        """Make a choice; None: refused, nothing has changed."""
        registry: MatchRegistry = self.app.state.registry
        try:
            request = ChoiceRequest.model_validate_json(body)
            action = Action(
                EntryKind.CHOICE,
                _apply(request),
                request.idempotency_key,
                request.version,
                request.seat,
                request.choice,
            )
            return await retry_on_conflict(
                registry,
                game,
                lambda: perform(registry, game, credentials, action, _ignore_seat, short_answer, replayable=True),
            )
        except REFUSALS:
            return None
        except Exception:
            log.exception("fast path of a choice")
            return None


def _game_of(scope: Scope) -> str | None:
    if scope["type"] != "http" or scope["query_string"] != SHORT_ANSWER_QUERY or scope["method"] != "POST":
        return None
    match = PATH.fullmatch(scope["path"])
    return match[1] if match else None


def _credentials_of(scope: Scope) -> Credentials | None:
    for name, value in scope["headers"]:
        if name == b"authorization":
            match = BEARER.fullmatch(value)
            return Credentials(match[1].decode()) if match else None
    return None


def _apply(request: ChoiceRequest) -> Apply:
    def apply(match: Match, seat: Seat) -> list[LedgerEntry]:
        return match.choose(seat, request.choice, request.idempotency_key)

    return apply


def _ignore_seat(seat: Seat) -> None:
    """Do nothing: the usual path writes refusals, with the present moment."""
