"""Refuse every connection of this process that would leave the machine."""

import sys
from ipaddress import ip_address
from typing import Any


class NotLoopback(Exception):
    """The attacks were about to connect to another machine."""


def is_loopback(host: object) -> bool:
    """Whether a host is a loopback address; names other than localhost are not looked up.

    >>> [is_loopback(host) for host in ("127.0.0.1", "127.3.2.1", "::1", "localhost", "192.0.2.1", "example.org", "")]
    [True, True, True, True, False, False, False]
    """
    if isinstance(host, bytes):
        host = host.decode("utf-8", "replace")
    if host == "localhost":
        return True
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" or event == "socket.sendto":
        address = arguments[1]
        if isinstance(address, tuple) and not is_loopback(address[0]):
            raise NotLoopback(f"only loopback addresses are attacked, not {address[0]}")
    elif event == "socket.getaddrinfo" and arguments[0] is not None and not is_loopback(arguments[0]):
        raise NotLoopback(f"no name is looked up: {arguments[0]}")


def refuse_other_machines() -> None:
    """Have the interpreter raise `NotLoopback` before any connection to another machine; it cannot be undone."""
    sys.addaudithook(_check)
