"""Tell systemd that the server is ready, that it ends, and that it is alive: sd_notify(3) without a library."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from contextlib import suppress

SOCKET_VARIABLE, WATCHDOG_VARIABLE, PROCESS_VARIABLE = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


def notify(state: str) -> None:
    """Send a state to systemd; without its socket nothing happens."""
    address = os.environ.get(SOCKET_VARIABLE, "")
    if not address or sys.platform == "win32":
        return
    if address.startswith("@"):  # an abstract name
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.connect(address)
        sender.sendall(state.encode())


def watchdog_interval_s() -> float | None:
    """Return how often systemd wants to hear that this process is alive, twice in its limit; None: never."""
    microseconds, process = os.environ.get(WATCHDOG_VARIABLE, ""), os.environ.get(PROCESS_VARIABLE, "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or process not in ("", str(os.getpid())):
        return None
    return int(microseconds) / 1_000_000 / 2


async def send_watchdog_forever() -> None:
    """Report from the event loop until the task is cancelled: a loop that hangs is restarted by systemd."""
    interval_s = watchdog_interval_s()
    while interval_s is not None:
        notify(ALIVE)
        await asyncio.sleep(interval_s)
