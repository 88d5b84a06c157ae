"""How a player is notified that it is their turn."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from solafide.server.schemas.common import RequestModel, ResponseModel, Secret, StorableText


class NotificationsRequest(RequestModel):
    """Where to send notifications; an empty text ends them, a field that is left out stays as it is."""

    email: Annotated[StorableText, Field(max_length=254)] | None = None
    """An e-mail address."""
    webhook: Annotated[StorableText, Field(max_length=500)] | None = None
    """The address of a webhook."""


class EmailTokenRequest(RequestModel):
    """The token of an e-mail."""

    token: Secret


class NotificationChannel(ResponseModel):
    """Where notifications are sent."""

    target: str
    confirmed: bool
    error: str
    """Why the last one could not be delivered, or empty."""


class AvailableChannels(ResponseModel):
    """Which channels this server offers."""

    email: bool
    webhook: bool


class NotificationsView(ResponseModel):
    """How a seat is notified that it is its turn."""

    email: NotificationChannel | None
    webhook: NotificationChannel | None
    available: AvailableChannels


class ConfirmationResponse(ResponseModel):
    """The game whose notifications were confirmed."""

    game: str
