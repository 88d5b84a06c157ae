"""Ask the server to call this machine itself, in every notation of its addresses: nobody may be called."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from time import monotonic

from load.http_client import HOST

from attack.attacked_game import AttackedGame, new_key
from attack.report import AttackResult
from attack.secret_search import SecretIndex
from solafide.server.notifications.webhook_target import is_forbidden_address

# Hosts that some resolver takes for this machine; only loopback is really listened on.
LOOPBACK_HOSTS = (
    *("127.0.0.1", "127.1", "127.0.1", "127.8.8.8", "localhost", "LOCALHOST", "localhost.", "127.0.0.1."),
    *("0", "0.0.0.0", "0x7f000001", "0x7f.1", "2130706433", "017700000001", "0177.0.0.1", "0x7f.0x0.0x0.0x1"),
    *("[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]"),
    *("[2002:7f00:1::]", "[::]", "[::ffff:0:127.0.0.1]", "[::1%25lo]", "127。0。0。1", "１２７.０.０.１", "①②⑦.⓪.⓪.①"),
    *("user@127.0.0.1", "user:word@127.0.0.1", "127.0.0.1%00", "127.0.0.1\\@example.org", "%31%32%37.0.0.1"),
)
OTHER_URLS = (
    *("file:///etc/passwd", "gopher://127.0.0.1:{port}/", "ftp://127.0.0.1:{port}/", "//127.0.0.1:{port}/", "http:///"),
    *(
        "http://127.0.0.1:25/",
        "http://127.0.0.1:{port}\r\nX: y/",
        "javascript:alert(1)",
        "http://[::1",
        "dict://127.0.0.1/",
    ),
)
# Checked without a connection: if the check were wrong, the attack would leave this machine.
PRIVATE_ADDRESSES = (
    *("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.8"),
    *("198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "0.1.2.3", "::ffff:10.0.0.1", "64:ff9b::a00:1"),
    *("fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2002:a00:1::1", "2001:db8::1", "::2"),
)
DELIVERY_TIMEOUT_S = 30.0
POLL_S = 0.25
MAX_CHOICES_BEFORE_TURN = 60


class Trap:
    """Listens on loopback and counts who connects: there must be nobody."""

    def __init__(self) -> None:
        self.calls = 0
        self._servers: list[asyncio.Server] = []

    async def open(self) -> int:
        """Return the port."""
        server = await asyncio.start_server(self._on_call, HOST, 0)
        port: int = server.sockets[0].getsockname()[1]
        self._servers.append(server)
        with suppress(OSError):  # there may be no IPv6 on this machine
            self._servers.append(await asyncio.start_server(self._on_call, "::1", port))
        return port

    async def _on_call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        writer.close()

    def close(self) -> None:
        for server in self._servers:
            server.close()


async def attack_with_webhooks(
    ports: list[int], index: SecretIndex, random: Random, count: int, result: AttackResult
) -> None:
    """Try `count` webhook addresses, each in a game of its own, and wait for the verdict on each."""
    for address in PRIVATE_ADDRESSES:
        result.count("private address", is_forbidden_address(address), address)
    trap = Trap()
    port = await trap.open()
    urls = [f"{scheme}://{host}:{port}/" for host in LOOPBACK_HOSTS for scheme in ("http", "https")]
    urls += [url.replace("{port}", str(port)) for url in OTHER_URLS]
    random.shuffle(urls)
    try:
        for url in urls[:count]:
            before = trap.calls
            withstood, reason = await _try_target(AttackedGame(ports, 1, index, random), url)
            withstood = withstood and trap.calls == before
            result.leaks += trap.calls - before
            result.count("webhook address", withstood, f"{url}: {reason}, {trap.calls - before} calls")
    finally:
        trap.close()


async def _try_target(game: AttackedGame, url: str) -> tuple[bool, str]:
    """Set a webhook for the player who waits, let the turn come, and read what became of the call."""
    await game.open_game()
    first, _ = await game.first_to_choose()
    other = game.seats[first is game.seats[0]]
    path = f"/api/games/{game.game_id}/notifications"
    answer = await game.ask("PUT", path, other.secret, {"webhook": url})
    if answer.status != 200:
        return answer.status == 422, f"refused with {answer.status}"
    for _ in range(MAX_CHOICES_BEFORE_TURN):
        seat, moment = await game.first_to_choose()
        if seat is other:
            break
        options = moment["view"]["decision"]["options"]
        choice = "draw" if "draw" in options else options[0]
        body = {"version": moment["version"], "choice": choice, "idempotency_key": new_key("webhook")}
        await game.ask("POST", f"/api/games/{game.game_id}/choices", seat.secret, body)
    end = monotonic() + DELIVERY_TIMEOUT_S
    while monotonic() < end:
        channel = (await game.ask("GET", path, other.secret)).json()["webhook"]
        if channel["error"]:
            return True, str(channel["error"])
        await asyncio.sleep(POLL_S)
    return False, "no verdict"
