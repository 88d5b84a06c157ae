"""Begin a game on the local server, list games, import a record, play on from a moment."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import FailFast, Field

from solafide.server.schemas.common import (
    Faith,
    GameTag,
    GameTitle,
    Hex256,
    IdempotencyKey,
    Nickname,
    OpponentName,
    OptionalIdempotencyKey,
    RequestedFaith,
    RequestModel,
    ResponseModel,
    Secret,
    Version,
)
from solafide.server.schemas.view import OutcomeView, PointsView

MAX_TAGS = 10  # of one game


class GameSetupRequest(RequestModel):
    """What is settled before any game."""

    faith: RequestedFaith
    """The faith of the player who asks, agreed on or rolled for with dice as in the rules."""
    mode: Literal["first", "draft"]
    first: RequestedFaith = "rolled"
    claims: Literal["at-once", "after-card"] = "at-once"
    tokens: Literal[16] | None = 16
    turn_limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    cards: Annotated[str, Field(max_length=1_500_000)] | None = None
    """The text of a card set file of one's own."""
    cards_file: Annotated[str, Field(max_length=255)] = ""
    """The name of that file, for messages about mistakes in it."""
    set_version: Annotated[int, Field(ge=1, le=1000)] | None = None
    """An earlier built-in card set, by its version; without it, and without `cards`, the newest one."""
    idempotency_key: IdempotencyKey


class PlayerKinds(RequestModel):
    """Who plays: "person" or the name of an opponent."""

    one: OpponentName = Field(alias="1")
    two: OpponentName = Field(alias="2")


class PlayerNames(RequestModel):
    """The names of the people who play; without one they are "Player 1" and "Player 2"."""

    one: Nickname = Field("", alias="1")
    two: Nickname = Field("", alias="2")


class NewGameRequest(GameSetupRequest):
    """A game on the local server; `faith` is that of person 1."""

    players: PlayerKinds
    names: PlayerNames | None = None
    """Only of people: a computer opponent has its own name."""
    title: GameTitle = ""
    """The name of the game in lists."""


class GameTitleRequest(RequestModel):
    """Name a game; an empty title takes its name away."""

    title: GameTitle


class GameNamesRequest(RequestModel):
    """Name a game and people who play it; an empty name takes a name away, and a missing one stays."""

    names: PlayerNames
    title: GameTitle


class GameTagsRequest(RequestModel):
    """All tags that a game has from now on."""

    tags: Annotated[list[GameTag], Field(max_length=MAX_TAGS), FailFast()]


class GameTagsView(ResponseModel):
    """The tags of a game, in alphabetical order."""

    tags: list[str]


class RecordImportRequest(RequestModel):
    """A record to add to the games."""

    text: Annotated[str, Field(max_length=1_900_000)]
    idempotency_key: OptionalIdempotencyKey = None


class RematchRequest(RequestModel):
    """The same game again; online always with swapped sides, and with the secrets of the new seat."""

    idempotency_key: IdempotencyKey
    faiths: Literal["swapped", "same"] = "swapped"
    secret: Secret | None = None
    player_key: Secret | None = None
    commitment: Hex256 | None = None


class BranchRequest(RequestModel):
    """Play on from a moment of a finished game; `seat` is played by a person."""

    at: Version
    """The step after which to go on."""
    seat: Faith
    hidden: Literal["true", "redealt"]
    """The hidden cards as they were, or dealt again from what `seat` could know."""
    opponent: OpponentName
    idempotency_key: IdempotencyKey


class PlayerView(ResponseModel):
    """One of the two who play."""

    kind: str
    """The word "person", or the name of an opponent."""
    name: str
    faith: Faith | None


class PlayersView(ResponseModel):
    """Persons 1 and 2."""

    one: PlayerView = Field(alias="1")
    two: PlayerView = Field(alias="2")


class GameSummary(ResponseModel):
    """A game in a list of games."""

    game: str
    players: PlayersView
    mode: Literal["first", "draft"]
    over: bool
    text: str
    """How it stands, in one line: "Magister, Catholic, turn 12, 7 to 5"."""
    points: PointsView
    outcome: OutcomeView | None
    steps: int
    created: str
    """ISO 8601."""
    changed: str
    your_turn: bool
    """Whether the game waits for a person of this browser."""
    branch: bool
    """Whether it began at a moment of another game."""
    title: str
    """The name that a player has given to it, or an empty text."""
    tags: list[str]
    """The words under which the player who asks has filed it."""
