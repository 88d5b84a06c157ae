"""A server for one person on this machine: its port, its start and its end."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from solafide.game import SolaFideError
from solafide.server.app import application
from solafide.server.guard import Keys
from solafide.server.store import Store
from solafide.server.stream import News

LOOPBACK = "127.0.0.1"
USUAL = 1517  # the year in which it began; another one if it is taken and none was asked for
LAST = 2  # seconds for answers that are under way when the server ends


class Serving(uvicorn.Server):
    """Ends open streams first, so that nothing keeps it waiting."""

    def __init__(self, config: uvicorn.Config, news: News, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._news, self._ready = news, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            asyncio.get_running_loop().call_soon(self._ready)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._news.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True  # not raised again afterwards: this is the way to end it


def listening(port: int | None) -> socket.socket:
    """A socket on loopback; a port that was asked for is insisted on."""
    wishes = (USUAL, 0) if port is None else (port,)
    for wish in wishes:
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((LOOPBACK, wish))
            found.listen(128)
        except OSError:
            found.close()
            continue
        return found
    raise SolaFideError("server.error.port", port=port)


def serve(folder: Path, port: int | None, ready: Callable[[str], None]) -> None:
    """Serve the games of a folder until somebody ends it; `ready` gets the address with its one-time key."""
    store = Store(folder)
    try:
        with listening(port) as door:
            number = door.getsockname()[1]
            keys, news = Keys(store), News()
            hosts = frozenset(f"{name}:{number}" for name in (LOOPBACK, "localhost"))
            app = application(store, keys, news, hosts)
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            config = uvicorn.Config(
                app, log_config=None, access_log=False, timeout_graceful_shutdown=LAST, server_header=False
            )
            address = f"http://{LOOPBACK}:{number}/open?key={keys.new_key()}"
            Serving(config, news, lambda: ready(address)).run([door])
    finally:
        store.close()
