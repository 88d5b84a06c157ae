"""The games of one browser on the online server, and the players it has blocked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import FailFast, Field

from solafide.server.schemas.common import GameName, RequestModel, ResponseModel, Secret
from solafide.server.schemas.games import GameSummary

MAX_LISTED_GAMES = 500


class SeatSecret(RequestModel):
    """A game, and a secret of it."""

    game: GameName
    secret: Secret


class MyGamesRequest(RequestModel):
    """The secrets that a browser has."""

    seats: Annotated[list[SeatSecret], Field(max_length=MAX_LISTED_GAMES), FailFast()]


class MyGame(ResponseModel):
    """A game of which this browser has a secret."""

    game: str
    state: Literal["waiting", "opening", "begun", "over", "void", "gone"]
    person: Literal["1", "2", "invite", "watch"] | None
    """What the secret is for."""
    summary: GameSummary | None
    names: list[str]
    title: str
    """The name of the game, or an empty text; before the first card there is no summary that has it."""
    created: str


class BlockRequest(RequestModel):
    """A game whose other player one never wants to meet again."""

    game: GameName
