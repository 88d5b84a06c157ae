"""Open and close a server for players on the same network, from the local server's page."""

from __future__ import annotations

import asyncio
from typing import Protocol

from fastapi import APIRouter, Request

from solafide.server.http.dependencies import LOCAL_ONLY, problem_responses
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.network_server import NetworkServerRequest, NetworkServerView, QrCode

QUIET_ZONE_MODULES = 4  # light squares around a QR code, as its standard demands

router = APIRouter(prefix="/api/network-server", tags=["server"], dependencies=LOCAL_ONLY)


class NetworkServerControl(Protocol):
    """What the routes need of the server; `solafide.server.runtime.network_server` has it."""

    def addresses(self) -> list[str]: ...

    def link(self) -> str: ...

    def open(self, address: str) -> None: ...

    def close(self) -> None: ...


@router.get("", response_model=NetworkServerView, responses=problem_responses(404))
async def read_network_server(request: Request) -> NetworkServerView:
    """Say whether the server is open, and where it can be opened."""
    return await asyncio.to_thread(_view, _control(request))


@router.post("", response_model=NetworkServerView, responses=problem_responses(404, 409, 415))
async def open_network_server(request: Request, body: NetworkServerRequest) -> NetworkServerView:
    """Open the server; one that is open stays as it is."""
    control = _control(request)
    await asyncio.to_thread(control.open, body.address)
    return await asyncio.to_thread(_view, control)


@router.delete("", response_model=NetworkServerView, responses=problem_responses(404, 415))
async def close_network_server(request: Request) -> NetworkServerView:
    """Close the server; its games stay stored and go on when it is opened again."""
    control = _control(request)
    await asyncio.to_thread(control.close)
    return await asyncio.to_thread(_view, control)


def _control(request: Request) -> NetworkServerControl:
    control: NetworkServerControl | None = request.app.state.network_server
    if control is None:
        raise RequestRefused(404, "server.error.network_none")
    return control


def _view(control: NetworkServerControl) -> NetworkServerView:
    link = control.link()
    return NetworkServerView(addresses=control.addresses(), link=link, qr=qr_code(link) if link else None)


def qr_code(text: str) -> QrCode:
    """Return a text as a QR code; dark squares side by side are one rectangle of the path."""
    import segno

    rows = [[bool(module) for module in row] for row in segno.make(text, micro=False, error="m").matrix]
    size = len(rows) + 2 * QUIET_ZONE_MODULES
    path: list[str] = []
    for y, row in enumerate(rows, QUIET_ZONE_MODULES):
        start: int | None = None
        for x, is_dark in enumerate([*row, False], QUIET_ZONE_MODULES):
            if is_dark and start is None:
                start = x
            elif not is_dark and start is not None:
                path.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return QrCode(size=size, path="".join(path))
