"""Let one guest send many costly requests at once, with the default limits: `python tools/one_guest.py [REQUESTS]`

Prints for each kind of request how long the server's event loop computed in one piece, and how long another guest
waited at worst. On a busy machine the wait is that of the machine; what the loop computed is not.
"""

import asyncio
import json
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
from attack.site import LOOP_FILE, Site
from load.servers import LIMITS
from performance import table

from solafide.server.runtime.settings import RequestLimitSettings

DEFAULT_REQUESTS = 190  # a guest may send 200 at once
REQUESTS_PER_LONG_ONE = 32  # as the server counts a request of 2 MB
QUIET_S, ASK_INTERVAL_S = 1.5, 0.02


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
    rows = [["one guest asks at once for", "times", "answers", "the loop computed, ms", "another guest waits, ms"]]
    for number, (name, (count, make)) in enumerate(request_kinds(game, requests_at_once).items(), 1):
        requests = [make()] * count
        waits: list[float] = []
        asking = asyncio.create_task(ask_again_and_again(site.ports[0], waits))
        await asyncio.sleep(QUIET_S)
        file, before = site.folder / "0" / LOOP_FILE, max(waits)
        noted = file.stat().st_size if file.exists() else 0
        waits.clear()
        sent = (exchange(site.ports[0], [request], f"127.{number}.0.1") for request in requests)
        statuses = Counter(answer.status for answer in await asyncio.gather(*sent))
        await asyncio.sleep(QUIET_S / 3)
        asking.cancel()
        lines = file.read_bytes()[noted:].splitlines() if file.exists() else []
        computed = max((json.loads(line)["cpu_ms"] for line in lines), default=0.0)
        answers = ", ".join(f"{amount} × {status}" for status, amount in sorted(statuses.items()))
        shown = f"{computed:.0f}" if computed else "less than 20"
        rows.append([name, str(count), answers, shown, f"{max(waits):.0f} (before: {before:.0f})"])
    return rows


async def ask_again_and_again(port: int, waits: list[float]) -> None:
    """Ask as many guests, and note how long each waits, in milliseconds."""
    random = Random(2)
    while True:
        begun = monotonic()
        await exchange(port, [request_bytes(port, "GET", "/api/setup")], f"127.200.{random.randrange(250)}.1")
        waits.append(1000 * (monotonic() - begun))
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
