"""Send a command to the admin socket of a running server, from another process of the same user or of root."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

from solafide.game import SolaFideError
from solafide.server.admin.protocol import NO_SOCKET, SOCKET_PATTERN, decode_line, encode_request

RESPONSE_TIMEOUT_S = 60.0


def find_socket(folder: Path, configured: str) -> Path:
    """Return the socket of the running server: the configured one, else the one in the data folder."""
    if sys.platform == "win32":
        raise SolaFideError("admin.error.windows")
    if configured == NO_SOCKET:
        raise SolaFideError("admin.error.off")
    if configured:
        return Path(configured)
    try:
        sockets = sorted(file for file in folder.iterdir() if file.match(SOCKET_PATTERN))
    except PermissionError:
        raise SolaFideError("admin.error.permission", file=str(folder)) from None
    except OSError:
        sockets = []
    running = [file for file in sockets if is_running(file)]
    if not running:
        raise SolaFideError("admin.error.not_running", place=str(folder))
    if len(running) > 1:
        raise SolaFideError("admin.error.several", sockets=", ".join(map(str, running)))
    return running[0]


def is_running(file: Path) -> bool:
    """Whether a server listens at a socket; a socket that may not be opened counts, because its server may run."""
    try:
        _connect(file).close()
    except SolaFideError as error:
        return error.key == "admin.error.permission"
    return True


def send_command(file: Path, command: str, **arguments: Any) -> dict[str, Any]:
    """Send a command and return its result; a refusal is raised as the error that the server has sent."""
    with _connect(file) as connection:
        try:
            connection.sendall(encode_request(command, arguments))
            with connection.makefile("rb") as answer:
                line = answer.readline()
        except OSError:
            line = b""
    if not line:  # it ends, or this user may connect and is not answered
        raise SolaFideError("admin.error.no_answer", file=str(file))
    message = decode_line(line)
    if "error" in message:
        raise SolaFideError(message["error"]["key"], **message["error"]["facts"])
    result: dict[str, Any] = message["result"]
    return result


def _connect(file: Path) -> socket.socket:
    if sys.platform == "win32":
        raise SolaFideError("admin.error.windows")
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(RESPONSE_TIMEOUT_S)
    try:
        connection.connect(str(file))
    except PermissionError:
        connection.close()
        raise SolaFideError("admin.error.permission", file=str(file)) from None
    except OSError:
        connection.close()
        raise SolaFideError("admin.error.not_running", place=str(file)) from None
    return connection
