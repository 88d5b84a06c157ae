"""Reports of a game to the operator of the server."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from solafide.server.schemas.common import IdempotencyKey, RequestModel, ResponseModel, StorableText

MAX_REPORT_CHARACTERS = 1000
ReportReason = Literal["insult", "spam", "stalling", "cheating", "other"]


class ReportRequest(RequestModel):
    """Report a game to the operator of the server; the other player is not told."""

    reason: ReportReason
    text: Annotated[StorableText, Field(max_length=MAX_REPORT_CHARACTERS)] = ""
    """What happened, in the player's own words."""
    consent: bool
    """Whether the operator may see the chat and the game as this player has seen it, with the own hidden cards. Without
    it the operator sees only the public facts of the game, and this report."""
    idempotency_key: IdempotencyKey


class ReportView(ResponseModel):
    """A report of this player."""

    id: str
    reason: ReportReason
    text: str
    consent: bool
    created: str
    """ISO 8601."""
    state: Literal["open", "closed"]
    """Closed: the operator has looked at it."""
