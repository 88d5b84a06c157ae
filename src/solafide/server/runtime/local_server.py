"""A server for one person on this machine: its port, its start and its end."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn

from solafide.game import SolaFideError
from solafide.server.app import application
from solafide.server.http.local_guard import TOKEN_BYTES, LocalGuard, LoginKeys
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.routes.login import SECRET_HEADER
from solafide.server.storage.sqlite import SqliteStorage

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 1517  # the year in which it began; another one if it is taken and none was asked for
GRACEFUL_SHUTDOWN_S = 2  # seconds for answers that are under way when the server ends
SERVER_FILE = "server.json"  # beside the games: where the server is that has them open
Ready = Callable[[str], None]


class GracefulServer(uvicorn.Server):
    """Ends open streams first, so that nothing keeps it waiting."""

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing, self._ready = closing, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            asyncio.get_running_loop().run_in_executor(None, self._ready)  # opening a browser takes its time

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._closing()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True  # not raised again afterwards: this is the way to end it


class LocalServer:
    """The games of a folder, served on loopback; `ready` gets the address with its one-time key."""

    def __init__(self, folder: Path, port: int | None, ready: Ready) -> None:
        self.folder = folder
        self.store = SqliteStorage(folder)
        try:
            self.door = listening(port)
        except SolaFideError:
            self.store.close()
            raise
        self.port: int = self.door.getsockname()[1]
        self.keys, self.secret = LoginKeys(self.store), secrets.token_urlsafe(TOKEN_BYTES)
        news = LocalStream()
        hosts = frozenset(f"{name}:{self.port}" for name in (LOOPBACK, "localhost"))
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        app = application(self.store, news, self.keys, self.secret)

        def closing() -> None:
            news.close()
            app.state.registry.stop_searches()

        config = uvicorn.Config(
            LocalGuard(app, self.keys, hosts),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_S,
            server_header=False,
        )
        self.server = GracefulServer(config, closing, lambda: ready(self.address()))

    def address(self) -> str:
        return _address(self.port, self.keys.new_key())

    def run(self) -> None:
        """Until somebody ends it."""
        sign = self.folder / SERVER_FILE
        with open(os.open(sign, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"port": self.port, "secret": self.secret}, file)
        try:
            self.server.run([self.door])
        finally:
            sign.unlink(missing_ok=True)
            self.door.close()
            self.store.close()


def serve(folder: Path, port: int | None, ready: Ready) -> bool:
    """Serve the games of a folder until somebody ends it; False if another server has them open: then that is named."""
    try:
        local = LocalServer(folder, port, ready)
    except SolaFideError as error:
        address = _elsewhere(folder) if error.key == "server.error.locked" else None
        if address is None:
            raise
        ready(address)
        return False
    local.run()
    return True


def listening(port: int | None) -> socket.socket:
    """A socket on loopback; a port that was asked for is insisted on."""
    for wish in (DEFAULT_PORT, 0) if port is None else (port,):
        with suppress(OSError):
            return bound(LOOPBACK, wish, 128)
    raise SolaFideError("server.error.port", port=port)


def bound(address: str, port: int, backlog: int) -> socket.socket:
    """A socket that listens; OSError if it may not."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # asyncio sends at once (no Nagle) only on sockets that name their protocol.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers share a port
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
        found.listen(backlog)
    except OSError:
        found.close()
        raise
    return found


def _elsewhere(folder: Path) -> str | None:
    """The address of the server that has these games open, with a new key."""
    try:
        sign = json.loads((folder / SERVER_FILE).read_text(encoding="utf-8"))
        wish = urllib.request.Request(
            f"http://{LOOPBACK}:{int(sign['port'])}/open", b"", {SECRET_HEADER: str(sign["secret"])}
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(wish, timeout=5) as answer:
            return _address(int(sign["port"]), json.load(answer)["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _address(port: int, key: str) -> str:
    return f"http://{LOOPBACK}:{port}/open?key={key}"
