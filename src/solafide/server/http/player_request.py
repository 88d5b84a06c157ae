"""A request by which a player does something in a match: everything that `matches.perform` needs of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends, Request, Response

from solafide.game import Seat
from solafide.server.http.dependencies import (
    GameId,
    Registry,
    RequestCredentials,
    RequestLanguage,
    moment_response,
    show_moment_with_problems,
)
from solafide.server.http.dependencies import (
    short_answer as render_short,
)
from solafide.server.http.idempotency import request_fingerprint
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import Match
from solafide.server.matches.perform import Action, Apply, perform
from solafide.server.matches.registry import MatchRegistry
from solafide.server.storage.ledger import EntryKind


class ActionBody(Protocol):
    """What the body of every action carries."""

    version: int
    idempotency_key: str


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    request: Request
    registry: MatchRegistry
    lang: str
    credentials: Credentials
    game: str

    async def perform(
        self,
        kind: EntryKind,
        body: ActionBody,
        apply: Apply,
        seat: Seat | None = None,
        choice: str | None = None,
        allowed_after_end: bool = False,
        short_answer: bool = False,
    ) -> Response:
        """Perform an action and answer with the present moment, or shortly, without words."""
        action = Action(kind, apply, body.idempotency_key, body.version, seat, choice, allowed_after_end)
        answer = await perform(
            self.registry,
            self.game,
            self.credentials,
            action,
            on_authorised=self._show_moment_with_problems,
            render=render_short if short_answer else self._render_moment,
            replayable=short_answer,
            fingerprint=await request_fingerprint(self.request),
        )
        return Response(answer, media_type="application/json")

    def _show_moment_with_problems(self, seat: Seat) -> None:
        show_moment_with_problems(self.request, self.game, seat)

    def _render_moment(self, match: Match, seat: Seat, since: int) -> bytes:
        return bytes(moment_response(match, seat, self.lang, since).body)


async def player_request(
    request: Request, registry: Registry, lang: RequestLanguage, credentials: RequestCredentials, game: GameId
) -> PlayerRequest:
    return PlayerRequest(request, registry, lang, credentials, game)


Player = Annotated[PlayerRequest, Depends(player_request)]
