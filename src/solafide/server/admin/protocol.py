"""The protocol of the admin socket: one line of JSON as the request, one as the response."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solafide import __version__
from solafide.game import SolaFideError

PROTOCOL_VERSION = 1  # changes only when an older command would be misunderstood
MAX_REQUEST_BYTES = 64 * 1024
NO_SOCKET = "off"  # as the setting `admin.socket`: no command reaches the server
SOCKET_PATTERN = "admin-*.sock"


def default_socket(folder: Path, port: int) -> Path:
    """Return the socket of the server that listens on a port: several may share a data folder."""
    return folder / SOCKET_PATTERN.replace("*", str(port))


def encode_request(command: str, arguments: dict[str, Any]) -> bytes:
    """Return a request as a line."""
    return _line({"protocol": PROTOCOL_VERSION, "version": __version__, "command": command, "arguments": arguments})


def encode_result(result: dict[str, Any]) -> bytes:
    """Return what a command has done as a line."""
    return _line({"protocol": PROTOCOL_VERSION, "version": __version__, "result": result})


def encode_error(error: SolaFideError) -> bytes:
    """Return why a command was refused as a line; its text is made where it is read."""
    return _line(
        {"protocol": PROTOCOL_VERSION, "version": __version__, "error": {"key": error.key, "facts": error.facts}}
    )


def decode_line(line: bytes) -> dict[str, Any]:
    """Read a request or a response; refuse what is no message of this protocol."""
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise SolaFideError("admin.error.message")
    if message.get("protocol") != PROTOCOL_VERSION:
        versions = {"server_version": __version__, "command_version": str(message.get("version", "?"))}
        raise SolaFideError("admin.error.version", **versions)
    return message


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, default=str).encode() + b"\n"
