"""An online match started by HTTP requests, and the browser profiles of its two players."""

import json
import secrets
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from solafide.game.nature import promise

Json = dict[str, Any]
# Once for each profile: data that the player deletes is not stored again by the next page.
STORE_SEAT = """if (location.protocol.startsWith("http") && !localStorage.getItem("test.seat")) {
  for (const [name, value] of Object.entries(STORED)) localStorage.setItem(`solafide.${name}`, JSON.stringify(value));
  localStorage.setItem("test.seat", "stored");
}"""


def new_secret() -> str:
    return secrets.token_urlsafe(32)


@dataclass
class Seat:
    """A seat, with the values that the player's browser stores for it."""

    name: str
    person: str
    secret: str = field(default_factory=new_secret)
    player_key: str = field(default_factory=new_secret)
    contribution: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def request(self) -> Json:
        """Return the body of the request that takes this seat."""
        return {
            "secret": self.secret,
            "player_key": self.player_key,
            "name": self.name,
            "commitment": promise(self.contribution),
            "idempotency_key": secrets.token_hex(8),
        }

    def reveal_request(self) -> Json:
        return {"contribution": self.contribution.hex(), "idempotency_key": secrets.token_hex(8)}


@dataclass(frozen=True)
class OnlineMatch:
    """A match that has started: person 1 has invited person 2."""

    game: str
    watch: str
    seats: tuple[Seat, Seat]

    def storing_script(self, seat: Seat) -> str:
        """Return a script that stores the seat in a new browser profile."""
        credentials = {
            "secret": seat.secret,
            "person": seat.person,
            "contribution": seat.contribution.hex(),
            "name": seat.name,
            "begun": True,
        }
        if seat.person == "1":
            credentials["watch"] = self.watch
        stored = {"tables": {self.game: credentials}, "player": seat.player_key, "name": seat.name}
        return STORE_SEAT.replace("STORED", json.dumps(stored))


def begin_match(address: str, host: str, guest: str, **setup: Any) -> OnlineMatch:
    """Start a match on an online server; the host plays the Catholics."""
    one, two = Seat(host, "1"), Seat(guest, "2")
    invite, watch = new_secret(), new_secret()
    terms = {"opponent": "person", "faith": "C", "mode": "first", "study": False, "open": False} | setup
    lobby = post(address, "lobbies", one.request() | terms | {"invite": invite, "watch": watch}, one.secret)
    path = f"lobbies/{lobby['game']}"
    post(address, f"{path}/join", two.request(), invite)
    for seat in (one, two):
        post(address, f"{path}/reveal", seat.reveal_request(), seat.secret)
    return OnlineMatch(lobby["game"], watch, (one, two))


def post(address: str, path: str, body: Json, bearer: str) -> Json:
    headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        result: Json = json.load(answer)
        return result
