"""What a player sends during a game: choices, undo, offers, resignation, chat, notes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from solafide.server.schemas.common import (
    ChoiceText,
    IdempotencyKey,
    Nickname,
    OpponentName,
    Person,
    RequestModel,
    ResponseModel,
    Seat,
    StorableText,
    Version,
)

OfferKind = Literal["draw", "takeback"]


class ChoiceRequest(RequestModel):
    """A choice; `seat` may be left out by a player who has only one."""

    seat: Seat | None = None
    version: Version
    choice: ChoiceText
    idempotency_key: IdempotencyKey


class UndoRequest(RequestModel):
    """Undo the last choice, or take back the last turn; `seat` may be left out by a player who has only one."""

    seat: Seat | None = None
    version: Version
    idempotency_key: IdempotencyKey


class SeatActionRequest(RequestModel):
    """Resign, claim a win on time, pause or resume; `seat` is needed only where two share a screen."""

    seat: Seat | None = None
    version: Version
    idempotency_key: IdempotencyKey


class SettlementRequest(RequestModel):
    """Finish a decided game, or accept the draw that the computer offers; `seat` only where two share a screen."""

    kind: Literal["decided", "draw"]
    seat: Seat | None = None
    version: Version
    idempotency_key: IdempotencyKey


class OfferRequest(RequestModel):
    """Offer a draw, or ask to take back turns."""

    kind: OfferKind
    to: Version | None = None
    """The step to go back to."""
    version: Version
    idempotency_key: IdempotencyKey


class OfferAnswerRequest(RequestModel):
    """Accept or decline an offer of the other player."""

    kind: OfferKind
    accept: bool
    version: Version
    idempotency_key: IdempotencyKey


class OfferWithdrawalRequest(RequestModel):
    """Withdraw one's own offer."""

    kind: OfferKind
    version: Version
    idempotency_key: IdempotencyKey


class ReplacePlayerRequest(RequestModel):
    """Let an opponent of the server take the seat of a player who is away."""

    opponent: OpponentName
    version: Version
    idempotency_key: IdempotencyKey


class SeatSettingsRequest(RequestModel):
    """One's name at this game, and whether the other player's messages are hidden."""

    name: Nickname | None = None
    muted: bool | None = None


class NotesRequest(RequestModel):
    """Private notes, as a whole."""

    text: Annotated[StorableText, Field(max_length=20_000)]
    expected_revision: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = None
    """The revision of the notes that were read last: changes of another device are not overwritten."""


class NotesView(ResponseModel):
    """Private notes."""

    text: str
    revision: str
    """Changes with every change of the text."""


class ChatMessageRequest(RequestModel):
    """A chat message to the other player."""

    text: Annotated[StorableText, Field(min_length=1, max_length=500)]
    idempotency_key: IdempotencyKey


class ChatMessage(ResponseModel):
    """A chat message."""

    number: int
    by: Person
    name: str
    text: str
    at: str
    """ISO 8601."""
