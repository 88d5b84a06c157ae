"""The admin socket of a running server: a Unix socket that only the server's own user and root can use."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from solafide.game import SolaFideError
from solafide.server.admin.client import is_running
from solafide.server.admin.protocol import (
    MAX_REQUEST_BYTES,
    NO_SOCKET,
    decode_line,
    default_socket,
    encode_error,
    encode_result,
)

REQUEST_TIMEOUT_S = 10.0
ROOT_UID = 0
Run = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]

log = logging.getLogger(__name__)


class AdminSocket:
    """Listens for commands while the server runs; `run` carries one out."""

    def __init__(self, folder: Path, configured: str, port: int, run: Run) -> None:
        self._run, self._configured = run, configured
        self.file = Path(configured) if configured else default_socket(folder, port)
        self._server: asyncio.AbstractServer | None = None

    async def start(self) -> None:
        """Listen; without a configured place the server runs without the socket where it cannot be made."""
        if self._configured == NO_SOCKET:
            return
        if sys.platform == "win32":
            log.warning("no admin commands: asyncio has no Unix sockets on Windows")
            return
        try:
            listener = _listen(self.file)
        except OSError as error:
            if self._configured:
                raise SolaFideError(
                    "admin.error.socket", file=str(self.file), why=error.strerror or str(error)
                ) from None
            log.warning("no admin commands: the socket cannot be made (%s); see the setting admin.socket", error)
            return
        self._server = await asyncio.start_unix_server(self._answer, sock=listener, limit=MAX_REQUEST_BYTES)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self.file.unlink(missing_ok=True)
            self._server = None

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if _is_allowed(writer.get_extra_info("socket")):
                writer.write(await self._respond(reader))
                await writer.drain()
        except (OSError, TimeoutError, ValueError):  # gone, too slow, or a line that is too long
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _respond(self, reader: asyncio.StreamReader) -> bytes:
        async with asyncio.timeout(REQUEST_TIMEOUT_S):
            line = await reader.readline()
        if not line:  # somebody looks whether a server runs
            return b""
        try:
            message = decode_line(line)
            return encode_result(await self._run(str(message.get("command")), message.get("arguments") or {}))
        except SolaFideError as error:
            return encode_error(error)
        except ValidationError as error:
            return encode_error(SolaFideError("admin.error.argument", name=str(error.errors()[0]["loc"][0])))
        except Exception:
            log.exception("admin command failed")
            return encode_error(SolaFideError("admin.error.failed"))


def _listen(file: Path) -> socket.socket:
    """Make the socket, private before anybody can connect; one that a killed process has left is replaced."""
    if sys.platform == "win32":
        raise OSError("Windows has no such sockets")
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if file.is_socket() and not is_running(file):
        file.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(file))
        os.chmod(file, 0o600)
        listener.listen()
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def _is_allowed(connection: socket.socket) -> bool:
    """Whether the process at the other end belongs to the server's own user or root; elsewhere the mode must do."""
    if sys.platform != "linux":  # only Linux tells
        return True
    size = struct.calcsize("3i")
    _, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return uid in (os.geteuid(), ROOT_UID)
