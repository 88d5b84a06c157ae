"""An online server inside the process of the local one, for players on the same network."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, ip_address
from pathlib import Path

from solafide.game import SolaFideError
from solafide.server.runtime.online_server import OnlineServer
from solafide.server.runtime.settings import ServerSettings, read_settings

NETWORK_PORT = 1518  # the one after that of the local server; another if it is in use
START_TIMEOUT_S = 30.0
ROUTED_ADDRESSES = ("10.255.255.255", "192.168.255.255", "172.31.255.255", "192.0.2.1")  # nothing is sent to them


def network_addresses() -> list[str]:
    """Return the private addresses of this machine, the one that is most likely in use first."""
    candidates: list[str] = []
    for target in ROUTED_ADDRESSES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))  # UDP: only the route is looked up
            candidates.append(probe.getsockname()[0])
    with suppress(OSError):
        candidates += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(candidates) if _is_private(IPv4Address(address))]


def _is_private(address: IPv4Address) -> bool:
    """Whether only a home or office network reaches an address, and not this machine alone."""
    return address.is_private and not (address.is_loopback or address.is_link_local or address.is_unspecified)


class NetworkServer:
    """Opens and closes an online server at an address of this machine; it runs in a thread of its own.

    The games are in a folder of their own, as those of `solafide serve`, and stay there when it closes.
    """

    def __init__(self, folder: Path, find_addresses: Callable[[], Sequence[str]] = network_addresses) -> None:
        self._folder, self._find_addresses = folder, find_addresses
        self._lock = threading.Lock()
        self._online: OnlineServer | None = None
        self._thread: threading.Thread | None = None
        self._link = ""

    def addresses(self) -> list[str]:
        """Return the addresses at which the server can be opened."""
        return list(self._find_addresses())

    def link(self) -> str:
        """Return the address of the open server's start page; empty if none is open."""
        return self._link if self._thread is not None and self._thread.is_alive() else ""

    def open(self, address: str) -> None:
        """Open the server, if it is not open already; returns when it answers."""
        with self._lock:
            if self.link():
                return
            if address not in self.addresses():
                raise SolaFideError("server.error.network_address", address=address)
            self._start(address)

    def close(self) -> None:
        """Close the server; its games stay stored."""
        with self._lock:
            if self._online is not None:
                self._online.stop()
            if self._thread is not None:
                self._thread.join()
            self._online = self._thread = None

    def _start(self, address: str) -> None:
        settings = _settings(address, _free_port(address))
        is_ready = threading.Event()
        self._online = OnlineServer(settings, self._folder, lambda _: is_ready.set(), tune_collector=False)
        self._link = f"{settings.origins[0]}/"
        self._thread = threading.Thread(target=self._online.run, name="network server", daemon=True)
        self._thread.start()
        if not is_ready.wait(START_TIMEOUT_S):
            self._online.stop()
            raise SolaFideError("server.error.network_start")


def _settings(address: str, port: int) -> ServerSettings:
    """Settings of a small server for people who know each other."""
    origin = f"http://{ip_address(address)}:{port}"
    return read_settings(
        {
            "address": address,
            "port": port,
            "origins": (origin,),
            "database": "",
            "admin": {"socket": "off"},
            "metrics": {"port": 0},
        },
        None,
    )


def _free_port(address: str) -> int:
    """Return the usual port if it is free, so that links from an earlier time go on working; else any other."""
    for port in (NETWORK_PORT, 0):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
            return int(probe.getsockname()[1])
    raise SolaFideError("server.error.network_address", address=address)
