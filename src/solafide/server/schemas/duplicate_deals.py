"""Duplicate deals: several games with the same cards, dice and draws."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from solafide.server.schemas.common import (
    Faith,
    Hex256,
    IdempotencyKey,
    Nickname,
    OpponentName,
    Person,
    RequestModel,
    ResponseModel,
    Secret,
)
from solafide.server.schemas.games import GameSetupRequest
from solafide.server.schemas.lobby import SignedCommitment
from solafide.server.schemas.time_control import TimeControl
from solafide.server.schemas.view import GameOptions

DealKind = Literal["pairs", "field"]
MAX_DEAL_PLAYERS = 100


class NewDealRequest(GameSetupRequest):
    """A deal for two pairs, or for a field of people who each play the same faith against the same opponent."""

    kind: DealKind
    size: Annotated[int, Field(ge=2, le=MAX_DEAL_PLAYERS)] = 2
    """How many people may play in a field."""
    opponent: OpponentName = "person"
    pace: TimeControl | None = None
    secret: Secret
    """The secret of the player who makes the deal."""
    invite: Secret
    commitment: Hex256
    """The hash of the maker's contribution to the seed."""
    open: bool = False
    """Whether anybody may join."""


class JoinDealRequest(RequestModel):
    """Take a seat; the player key is needed, so that nobody plays twice in a deal."""

    secret: Secret
    player_key: Secret
    name: Nickname = ""
    team: Literal[1, 2] | None = None
    idempotency_key: IdempotencyKey


class DealPlayer(ResponseModel):
    """A player at a board; `team` in a deal for two pairs."""

    name: str
    kind: str
    team: int | None
    seated: bool
    """Whether the seat is taken."""


class DealPlayers(ResponseModel):
    """Persons 1 and 2 at a board."""

    one: DealPlayer = Field(alias="1")
    two: DealPlayer = Field(alias="2")


class DealBoardView(ResponseModel):
    """One game of a deal."""

    game: str
    state: Literal["waiting", "begun", "over", "withdrawn"]
    players: DealPlayers
    margin: int | None
    """The Catholics' lead; null until all games of the deal are over."""
    score: float | None
    """What the margin is worth in a field; null until all games of the deal are over."""


class TeamScores(ResponseModel):
    """The scores of two pairs."""

    one: float = Field(alias="1")
    two: float = Field(alias="2")


class DealSeed(ResponseModel):
    """The seed of a finished deal with the contributions from which it was made."""

    server: str
    """The contribution of the server."""
    creator: str
    """The contribution of the player who made the deal."""
    seed: str


class DealCommitments(ResponseModel):
    """The hashes of the contributions to the seed, published before anybody takes a seat."""

    server: str
    creator: str


class DealView(ResponseModel):
    """A deal as the owner of the secret in the header may see it."""

    deal: str
    kind: DealKind
    state: Literal["opening", "open", "closed", "over"]
    """Opening until the seed is settled; closed when nobody else may join."""
    size: int
    options: GameOptions
    cards: str
    faith: Faith | None
    opponent: str
    pace: TimeControl | None
    open: bool
    commitments: DealCommitments
    signed_commitments: list[SignedCommitment]
    """The same commitments with the server's signatures; the creator is person 1."""
    commitment: str
    boards: list[DealBoardView]
    scores: TeamScores | None
    revealed_seed: DealSeed | None
    """Null until all games of the deal are over."""
    game: str
    """The game of the player who asks, or empty."""
    person: Person | None
    created: str


class OpenDeal(ResponseModel):
    """A deal that anybody may join."""

    deal: str
    kind: DealKind
    options: GameOptions
    cards: str
    faith: Faith | None
    opponent: str
    pace: TimeControl | None
    size: int
    players: int
    """How many of `size` have taken a seat."""
    created: str
