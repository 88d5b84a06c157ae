"""An online game before its first card: create, join, reveal, leave."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from solafide.server.schemas.common import (
    GameTitle,
    Hex256,
    IdempotencyKey,
    Nickname,
    OpponentName,
    RequestedFaith,
    RequestModel,
    ResponseModel,
    Secret,
)
from solafide.server.schemas.games import GameSetupRequest
from solafide.server.schemas.time_control import TimeControl
from solafide.server.schemas.view import GameOptions


class NewLobbyRequest(GameSetupRequest):
    """A game for two people who are not in one room, or for one person and an opponent.

    The secrets are 32 random bytes each, made by the player who asks.
    """

    secret: Secret
    """The secret of the seat."""
    invite: Secret
    """The secret of the invitation."""
    watch: Secret
    """The secret with which others may watch."""
    player_key: Secret | None = None
    """The player key: the same for all games of a browser."""
    name: Nickname = ""
    commitment: Hex256
    """The hash of the contribution to the seed."""
    opponent: OpponentName = "person"
    """The word "person", or the name of an opponent."""
    pace: TimeControl | None = None
    study: bool = False
    """Whether hints are allowed during the game."""
    open: bool = False
    """Whether anybody may join."""
    title: GameTitle = ""
    """The name of the game in lists."""


class JoinRequest(RequestModel):
    """Take a seat; the secret of the invitation is in the header."""

    secret: Secret
    player_key: Secret | None = None
    name: Nickname = ""
    commitment: Hex256
    idempotency_key: IdempotencyKey


class RevealRequest(RequestModel):
    """Reveal the contribution to the seed that belongs to the commitment."""

    contribution: Hex256
    idempotency_key: IdempotencyKey


class LeaveRequest(RequestModel):
    """Give up the seat before the first card."""

    idempotency_key: IdempotencyKey


class LobbyPlayer(ResponseModel):
    """One of the two players before the first card."""

    name: str
    kind: str
    """The word "person", or the name of an opponent."""
    seated: bool
    """Whether the seat is taken."""
    revealed: bool
    """Whether the contribution to the seed is revealed."""


class LobbyPlayers(ResponseModel):
    """Persons 1 and 2 before the first card."""

    one: LobbyPlayer = Field(alias="1")
    two: LobbyPlayer = Field(alias="2")


class LobbyCommitments(ResponseModel):
    """The hashes of the contributions to the seed: of the server and of persons 1 and 2."""

    server: str
    one: str = Field(alias="1")
    two: str = Field(alias="2")


class SignedCommitment(ResponseModel):
    """A commitment to a contribution to the seed, signed by the server when it was made."""

    by: Literal["server", "1", "2", "seed"]
    """The server, a player, or in a duplicate deal the seed as a whole, once it is fixed."""
    commitment: str
    at: str
    """When the server signed it, in UTC."""
    key: str
    """The public key of the server, Ed25519, as hexadecimal digits."""
    signature: str
    """Over "solafide promise 1", the game or deal, `by`, `commitment` and `at`, with line feeds between them."""


class LobbyView(ResponseModel):
    """An online game before its first card."""

    game: str
    state: Literal["waiting", "opening", "begun", "void"]
    person: Literal["1", "2", "invite", "watch"] | None
    """What the secret in the header is for."""
    players: LobbyPlayers
    options: GameOptions
    faith: RequestedFaith
    cards: str
    pace: TimeControl | None
    study: bool
    open: bool
    commitments: LobbyCommitments
    signed_commitments: list[SignedCommitment]
    """The same commitments with the server's signatures; those of a deal for a game of a duplicate deal."""
    deal: str
    title: str
    """The name that its player has given to it, or an empty text."""
    created: str


class OpenLobby(ResponseModel):
    """A game that anybody may join."""

    game: str
    name: str
    options: GameOptions
    faith: RequestedFaith
    cards: str
    pace: TimeControl | None
    study: bool
    title: str
    created: str
