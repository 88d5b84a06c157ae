"""Measure how many requests of one guest pass in a second: `python tools/shared_limits.py [SECONDS]`

The limits are the defaults. Measured with one process, and with two that share a PostgreSQL database, of which each
gets half of the requests. Those of the burst are not counted.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import monotonic

from attack.loopback import refuse_other_machines
from attack.raw_http import exchange, request_bytes
from attack.site import Site
from load.servers import LIMITS

from solafide.server.runtime.settings import RequestLimitSettings

GUEST = "127.7.7.7"
ASKED_PER_S = 60.0  # three times what one guest may
HEARTBEATS_S = 15.0  # until each process knows how many are up


async def ask_for(ports: list[int], seconds: float) -> Counter[int]:
    """Ask all processes in turn, at a fixed rate; return the statuses."""
    statuses: Counter[int] = Counter()
    start, number = monotonic(), 0

    async def ask(port: int) -> None:
        statuses[(await exchange(port, [request_bytes(port, "GET", "/api/setup")], GUEST)).status] += 1

    async with asyncio.TaskGroup() as tasks:
        while monotonic() < start + seconds:
            tasks.create_task(ask(ports[number % len(ports)]))
            number += 1
            await asyncio.sleep(max(0.0, start + number / ASKED_PER_S - monotonic()))
    return statuses


async def measure(ports: list[int], seconds: float) -> None:
    limits = RequestLimitSettings()
    if len(ports) > 1:
        await asyncio.sleep(HEARTBEATS_S)
    await ask_for(ports, 1.5 * limits.burst / (ASKED_PER_S - limits.rate))  # uses up the burst
    started = monotonic()
    statuses = await ask_for(ports, seconds)
    took = monotonic() - started
    processes = "two processes" if len(ports) > 1 else "one process"
    print(
        f"{processes}, {ASKED_PER_S:.0f} requests a second of one guest for {took:.0f} s: "
        f"{statuses[200] / took:.1f} a second passed; limits.rate is {limits.rate}. {dict(statuses)}"
    )


def main() -> None:
    refuse_other_machines()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    defaults = {name: str(getattr(RequestLimitSettings(), name.rpartition("LIMITS_")[2].lower())) for name in LIMITS}
    for postgres in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            site = Site(Path(folder), postgres, defaults)
            try:
                asyncio.run(measure(site.ports, seconds))
            finally:
                site.abandon()


if __name__ == "__main__":
    main()
