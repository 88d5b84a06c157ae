"""Tell systemd that the server is ready, alive or ending, and how it is: sd_notify(3) without a library."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

SOCKET_VARIABLE, WATCHDOG_VARIABLE, PROCESS_VARIABLE = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
SEND_TIMEOUT_S = 1.0  # systemd reads at once; nobody else may hold up the event loop


def notify(state: str, status: str = "") -> None:
    """Send a state to systemd, with a few words for `systemctl status`; without its socket nothing happens."""
    address = os.environ.get(SOCKET_VARIABLE, "")
    if not address or sys.platform == "win32":
        return
    if address.startswith("@"):  # an abstract name
        address = "\0" + address[1:]
    lines = [line for line in (state, f"STATUS={status}" if status else "") if line]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.settimeout(SEND_TIMEOUT_S)
        sender.connect(address)
        sender.send("\n".join(lines).encode())


def watchdog_interval_s() -> float | None:
    """Return how often systemd wants to hear that this process is alive, twice in its limit; None: never."""
    microseconds, process = os.environ.get(WATCHDOG_VARIABLE, ""), os.environ.get(PROCESS_VARIABLE, "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or process not in ("", str(os.getpid())):
        return None
    return int(microseconds) / 1_000_000 / 2


async def send_watchdog_forever(
    wait_for_storage: Callable[[], Awaitable[None]], status: Callable[[], Awaitable[str]]
) -> None:
    """Report from the event loop that the server is alive, until the task is cancelled.

    systemd restarts a server that is silent for too long: its loop hangs, or its storage answers nothing, not even an
    error. A storage that refuses to write has answered: no restart gives a full disk more space.
    """
    interval_s = watchdog_interval_s()
    while interval_s is not None:
        await wait_for_storage()
        notify(ALIVE, await status())
        await asyncio.sleep(interval_s)
