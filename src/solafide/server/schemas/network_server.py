"""The server for players on the same network that a local server opens: its answers and requests."""

from __future__ import annotations

from pydantic import Field

from solafide.server.schemas.common import RequestModel, ResponseModel


class QrCode(ResponseModel):
    """A link as a QR code: the dark squares as the path of an SVG, with the quiet zone around them."""

    size: int
    path: str


class NetworkServerView(ResponseModel):
    """Whether the server is open, at which address, and where it can be opened."""

    addresses: list[str]
    """The addresses of this machine in private networks; empty if it is in none."""
    link: str
    """The address to send to a player on the same network; empty while the server is closed."""
    qr: QrCode | None = None


class NetworkServerRequest(RequestModel):
    """Open the server at one of the addresses."""

    address: str = Field(max_length=64)
