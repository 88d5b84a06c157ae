"""The server-sent events of both servers, and the request that opens the online stream."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import FailFast, Field

from solafide.server.schemas.common import GameName, RequestModel, ResponseModel, Secret, Version
from solafide.server.schemas.match import PresenceView
from solafide.server.schemas.view import DecisionView

MAX_STREAM_GAMES = 500


class SeatSubscription(RequestModel):
    """A game to follow."""

    game: GameName
    secret: Secret
    step: Version = 0
    """The last step that is known already."""


class StreamRequest(RequestModel):
    """The games that one stream follows."""

    seats: Annotated[list[SeatSubscription], Field(max_length=MAX_STREAM_GAMES), FailFast()]


class ThinkingView(ResponseModel):
    """How far an opponent's search is."""

    who: str
    iterations: int
    chance: float | None
    time_limited: bool
    """Whether the time limit, not the number of iterations, has ended a search of this opponent in this game."""


class StreamMessage(ResponseModel):
    """A message of the stream, with the fields that its kind needs.

    On the local server its id is the number of the ledger entry.
    """

    game: str
    kind: Literal[
        "step",
        "undo",
        "takeback",
        "thinking",
        "deleted",
        "analysis",
        "created",
        "offer",
        "chat",
        "presence",
        "lobby",
        "orders",
    ]
    step: int = 0
    """Steps of the game so far."""
    events: list[dict[str, Any]] = Field(default_factory=list)
    """What happened: on the local server as everybody may know it, online as the seat may know it."""
    thinking: ThinkingView | None = None
    decision: DecisionView | None = None
    """Online: what the seat is asked now."""
    version: int = 0
    """Online: the version that the seat sees."""
    connected: PresenceView | None = None
    spectators: int = 0
    chat_number: int = 0
    """The number of the last chat message."""
