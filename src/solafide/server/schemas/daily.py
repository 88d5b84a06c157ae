"""The daily deal: everybody plays the same cards against the same level."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path

from solafide.server.schemas.common import Faith, IdempotencyKey, Nickname, RequestModel, ResponseModel, Secret
from solafide.server.schemas.view import GameOptions

Day = Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class DailyPlayRequest(RequestModel):
    """Play the deal of today; online with the secret of the new seat and the player key."""

    secret: Secret | None = None
    player_key: Secret | None = None
    name: Nickname = ""
    """It stands in the table of results."""
    idempotency_key: IdempotencyKey


class DailyDealView(ResponseModel):
    """The deal of today as a player may see it."""

    day: str
    """In UTC, such as "2026-11-19"."""
    ends: str
    """When the day is over, ISO 8601."""
    level: str
    faith: Faith
    options: GameOptions
    commitment: str
    """The hash of the seed, which is published the next day."""
    state: Literal["open", "begun", "over"]
    """Whether the player can still begin the deal, plays it, or has played it."""
    game: str
    """The player's game, or empty."""
    lead: int | None
    """By how many points the player was ahead at the end."""
    level_lead: int | None
    """The same of the level in the player's place: on a local server, after the player's game."""
    score: int | None
    """The lead over that of the level."""
    players: int
    """How many have begun."""
    days: list[str]
    """The last days with results, the newest first."""


class DailyRow(ResponseModel):
    """A player in the table of results."""

    rank: int
    name: str
    lead: int
    score: int | None
    own: bool
    """Whether this is the player who asks."""


class DailySeed(ResponseModel):
    """The seed of a deal, with the server's contribution from which it was made."""

    server: str
    seed: str


class DailyResults(ResponseModel):
    """The results of a day that is over."""

    day: str
    level: str
    faith: Faith
    level_lead: int | None
    """By how many points the level was ahead in the players' place; null until it has played that game."""
    players: int
    """How many have begun; the table has those who finished on that day."""
    rows: list[DailyRow]
    seed: DailySeed
    game: str
    """The game of the player who asks, or empty."""
