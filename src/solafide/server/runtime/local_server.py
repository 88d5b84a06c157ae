"""Run the local server: for one person on this machine, on loopback."""

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
from solafide.server.routes.network_server import NetworkServerControl
from solafide.server.storage.sqlite import SqliteStorage

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 1517  # the year of the 95 theses; another port if it is in use and none was asked for
GRACEFUL_SHUTDOWN_S = 2  # for requests in progress
SERVER_FILE = "server.json"  # in the data folder: port and secret of the server that has it open
RUNNING_SERVER_TIMEOUT_S = 5
Ready = Callable[[str], None]


class GracefulServer(uvicorn.Server):
    """A uvicorn server that closes open streams first when it ends, so that it need not wait for them."""

    def __init__(self, config: uvicorn.Config, on_shutdown: Callable[[], None], on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_shutdown, self._on_ready = on_shutdown, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            asyncio.get_running_loop().run_in_executor(None, self._on_ready)  # opening a browser takes a while

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_shutdown()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True  # a signal is the usual way to end the server, so it is not raised again


class LocalServer:
    """Serves the games of a folder on loopback; `ready` gets the address with its one-time key.

    network: opens a server for players on the same network; it is closed with this one.
    """

    def __init__(
        self, folder: Path, port: int | None, ready: Ready, network: NetworkServerControl | None = None
    ) -> None:
        self.folder = folder
        self.store = SqliteStorage(folder)
        try:
            self.socket = open_loopback_socket(port)
        except SolaFideError:
            self.store.close()
            raise
        self.port: int = self.socket.getsockname()[1]
        self.keys, self.secret = LoginKeys(self.store), secrets.token_urlsafe(TOKEN_BYTES)
        local_stream = LocalStream()
        hosts = frozenset(f"{name}:{self.port}" for name in (LOOPBACK, "localhost"))
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        app = application(self.store, local_stream, self.keys, self.secret)
        self.network = app.state.network_server = network

        def on_shutdown() -> None:
            local_stream.close()
            app.state.registry.stop_searches()

        config = uvicorn.Config(
            LocalGuard(app, self.keys, hosts),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_S,
            server_header=False,
        )
        self.server = GracefulServer(config, on_shutdown, lambda: ready(self.address()))

    def address(self) -> str:
        return _address(self.port, self.keys.new_key())

    def run(self) -> None:
        """Serve until the process is asked to end."""
        server_file = self.folder / SERVER_FILE
        with open(os.open(server_file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"port": self.port, "secret": self.secret}, file)
        try:
            self.server.run([self.socket])
        finally:
            server_file.unlink(missing_ok=True)
            if self.network is not None:
                self.network.close()
            self.socket.close()
            self.store.close()


def serve(folder: Path, port: int | None, ready: Ready, network: NetworkServerControl | None = None) -> bool:
    """Serve the games of a folder until the process ends.

    False if another server has them open: then `ready` gets the address of that one.
    """
    try:
        local = LocalServer(folder, port, ready, network)
    except SolaFideError as error:
        address = _address_of_running_server(folder) if error.key == "server.error.locked" else None
        if address is None:
            raise
        ready(address)
        return False
    local.run()
    return True


def open_loopback_socket(port: int | None) -> socket.socket:
    """Listen on loopback, at this port or at none; None: at the usual one if it is free."""
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        with suppress(OSError):
            return open_socket(LOOPBACK, candidate, 128)
    raise SolaFideError("server.error.port", port=port)


def open_socket(address: str, port: int, backlog: int) -> socket.socket:
    """Listen at an address and a port; OSError if that is not possible."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # asyncio sends at once (no Nagle) only on sockets that name their protocol.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(backlog)
    except OSError:
        listener.close()
        raise
    return listener


def _address_of_running_server(folder: Path) -> str | None:
    """Ask the server that has these games open for a new key."""
    try:
        server = json.loads((folder / SERVER_FILE).read_text(encoding="utf-8"))
        port = int(server["port"])
        request = urllib.request.Request(f"http://{LOOPBACK}:{port}/open", b"", {SECRET_HEADER: str(server["secret"])})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=RUNNING_SERVER_TIMEOUT_S) as response:
            return _address(port, json.load(response)["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _address(port: int, key: str) -> str:
    return f"http://{LOOPBACK}:{port}/open?key={key}"
