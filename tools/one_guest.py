"""Let one guest send many costly requests at once, with the default limits: `python tools/one_guest.py [REQUESTS]`

Prints for each kind of request how long the server's event loop computed in one piece, how long another guest waited at
worst, and how long that wait was without the machine's part: this tool came late, or the loop got no processor.
"""

import asyncio
import math
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from attack.attacked_game import AttackedGame
from attack.loopback import refuse_other_machines
from attack.raw_http import exchange, request_bytes
from attack.secret_search import SecretIndex
from attack.site import Site
from attack.waits import Interval, explain_wait
from load.servers import LIMITS
from performance import table

from solafide.server.runtime.settings import RequestLimitSettings

DEFAULT_REQUESTS = 190  # a guest may send 200 at once
REQUESTS_PER_LONG_ONE = 32  # as the server counts a request of 2 MB
QUIET_S, ASK_INTERVAL_S, TICK_S = 1.5, 0.02, 0.005
HEADINGS = [
    "one guest asks at once for",
    "times",
    "answers",
    "the loop computed, ms",
    "another guest waits, ms",
    "without the machine, ms",
]


def request_kinds(game: AttackedGame, count: int) -> dict[str, tuple[int, Callable[[], bytes]]]:
    """Return how many requests of each kind are sent, and how to make one; count: of short requests."""
    few = math.ceil(count / REQUESTS_PER_LONG_ONE)
    port, secret, here = game.ports[0], game.seats[0].secret, f"/api/games/{game.game_id}"

    def post(path: str, body: Any) -> Callable[[], bytes]:
        return lambda: request_bytes(port, "POST", path, secret, body)

    def get(path: str) -> Callable[[], bytes]:
        return lambda: request_bytes(port, "GET", path, secret)

    seats = [{"game": game.game_id, "secret": secrets.token_urlsafe(32)} for _ in range(480)]
    fields = {f"k{number}": 1 for number in range(5000)}
    lists = b'{"a":[' + b"[]," * 690_000 + b"1]}"
    return {
        "the moment of a game": (count, get(here)),
        "a refused choice": (
            count,
            post(f"{here}/choices", {"version": 999, "choice": "draw", "idempotency_key": "illegal-1"}),
        ),
        "the faces of all cards": (count, get("/api/card-faces")),
        "the description of the API": (count, get("/api/openapi.json")),
        "480 games of which the secrets are wrong": (count, post("/api/my-games", {"seats": seats})),
        "5,000 unknown fields": (count, post("/api/reports", fields)),
        "700,000 empty lists, 2 MB": (few, post("/api/records", lists)),
        "150,000 unknown fields, 2 MB": (
            few,
            post("/api/records", {f"k{number}": 1 for number in range(150_000)}),
        ),
        "one text of 1 MB": (few, post("/api/lobbies", {"cards": '\\"\n' * 250_000})),
    }


async def measure(site: Site, requests_at_once: int) -> list[list[str]]:
    game = AttackedGame(site.ports, 1, SecretIndex(), Random(1))
    await game.open_game()
    rows = [HEADINGS]
    for number, (name, (count, make)) in enumerate(request_kinds(game, requests_at_once).items(), 1):
        requests = [make()] * count
        waits, tool_delays = list[Interval](), list[Interval]()
        tasks = [
            asyncio.create_task(ask_again_and_again(site.ports[0], waits)),
            asyncio.create_task(note_own_delays(tool_delays)),
        ]
        await asyncio.sleep(QUIET_S)
        begun, before_s = monotonic(), max(took_s for _, took_s in waits)
        waits.clear()
        sent = (exchange(site.ports[0], [request], f"127.{number}.0.1") for request in requests)
        statuses = Counter(answer.status for answer in await asyncio.gather(*sent))
        await asyncio.sleep(QUIET_S / 3)
        for task in tasks:
            task.cancel()
        loop_delays = [delay for delay in site.loop_delays() if delay.begin >= begun]
        computed_s = max((delay.computed_s for delay in loop_delays), default=0.0)
        worst_s = max(took_s for _, took_s in waits)
        server_s = max(explain_wait(*wait, tool_delays, loop_delays).server_s for wait in waits)
        answers = ", ".join(f"{amount} × {status}" for status, amount in sorted(statuses.items()))
        computed = f"{1000 * computed_s:.0f}" if computed_s else "less than 20"
        waited = f"{1000 * worst_s:.0f} (before: {1000 * before_s:.0f})"
        rows.append([name, str(count), answers, computed, waited, f"{1000 * server_s:.0f}"])
    return rows


async def note_own_delays(delays: list[Interval]) -> None:
    """Note when this process itself comes late: the waits contain it."""
    while True:
        due = monotonic() + TICK_S
        await asyncio.sleep(TICK_S)
        delays.append((due, monotonic()))


async def ask_again_and_again(port: int, waits: list[Interval]) -> None:
    """Ask as many guests, and note when each asks and how long it waits."""
    random = Random(2)
    while True:
        begun = monotonic()
        await exchange(port, [request_bytes(port, "GET", "/api/setup")], f"127.200.{random.randrange(250)}.1")
        waits.append((begun, monotonic() - begun))
        await asyncio.sleep(ASK_INTERVAL_S)


def main() -> None:
    refuse_other_machines()
    requests_at_once = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_REQUESTS
    limits = RequestLimitSettings()
    defaults = {name: str(getattr(limits, name.rpartition("LIMITS_")[2].lower())) for name in LIMITS}
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), environ={**defaults, "SOLAFIDE_LIMITS_WRONG": str(limits.wrong)})
        try:
            print(table(asyncio.run(measure(site, requests_at_once))))
        finally:
            site.abandon()


if __name__ == "__main__":
    main()
