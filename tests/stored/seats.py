"""Players with fixed secrets who play over HTTP, and the facts about a game that every later version must keep."""

import base64
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Self

import httpx

from server.http_client import TIMEOUT_S, http_client

Json = dict[str, Any]
PROMISE_PREFIX = b"solafide part 1\n"
SEAT_PATHS = {"orders": "/standing-orders", "notes": "/notes", "signs": "/notifications"}  # by names in the manifests
MANIFEST_NAMES = {
    "seated": "here",
    "revealed": "opened",
    "commitments": "promises",
    "server": "part",
    "revealed_seed": "chance",
    "cancelled": "told",
    "revision": "mark",
    "email": "mail",
    "webhook": "hook",
    "available": "possible",
}
MANIFEST_SEED_NAMES = {"creator": "contribution"}
ADDED_FIELDS: dict[str, list[object]] = {"signed_commitments": []}  # later than the manifests: what a stored game has


def key(name: str) -> str:
    """Return a secret of 32 bytes in the form of the API, always the same for a name."""
    return base64.urlsafe_b64encode(sha256(f"stored {name}".encode()).digest()).decode().rstrip("=")


class Exchange(NamedTuple):
    """A request and its answer, byte for byte, so that the request can be repeated later."""

    method: str
    path: str
    secret: str
    body: str
    status: int
    text: str


class Connection:
    """An HTTP connection to a server."""

    def __init__(self, base: str, **more: Any) -> None:
        self.http = http_client(base, **more)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def request(self, method: str, path: str, body: Json | None = None, secret: str = "") -> httpx.Response:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        return self.http.request(method, f"/api/{path}", json=body, headers=headers)

    def call(self, method: str, path: str, body: Json | None = None, secret: str = "") -> Any:
        """Send a request that must succeed and return the JSON of its answer."""
        answer = self.request(method, path, body, secret)
        assert answer.status_code in (200, 201, 204), f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    def exchange(self, method: str, path: str, body: str, secret: str = "") -> Exchange:
        """Send a request with exactly this body."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
        answer = self.http.request(method, f"/api/{path}", content=body.encode(), headers=headers)
        return Exchange(method, path, secret, body, answer.status_code, answer.text)


def request_id() -> str:
    """Return a new idempotency key."""
    return secrets.token_hex(6)


class Player:
    """A player of an online game; all secrets are derived from the name."""

    def __init__(self, connection: Connection, name: str, game: str = "") -> None:
        self.connection, self.name, self.game = connection, name, game
        self.secret, self.player = key(f"{name} seat"), key(f"{name} player")
        self.contribution = sha256(f"stored {name} part".encode()).digest()

    def join_body(self) -> Json:
        """Return the body of a request to sit down."""
        promise = sha256(PROMISE_PREFIX + self.contribution).hexdigest()
        names = {"secret": self.secret, "player_key": self.player, "name": self.name.rpartition(" ")[2]}
        return {**names, "commitment": promise, "idempotency_key": request_id()}

    def request(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        return self.connection.request(method, f"games/{self.game}{path}", body, self.secret)

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        return self.connection.call(method, f"games/{self.game}{path}", body, self.secret)

    def moment(self) -> Json:
        data: Json = self.call("GET", "")
        return data

    def post(self, action: str, **body: Any) -> Json:
        """Do something at the version that this seat sees now."""
        head = {"version": self.moment()["version"], "idempotency_key": request_id()}
        data: Json = self.call("POST", f"/{action}", head | body)
        return data

    def open(self) -> Json:
        """Reveal this player's contribution to the seed."""
        body = {"contribution": self.contribution.hex(), "idempotency_key": request_id()}
        data: Json = self.connection.call("POST", f"lobbies/{self.game}/reveal", body, self.secret)
        return data

    def choose(self, choice: str, version: int) -> None:
        """Choose and get a short answer: long answers are stored, and would fill most of the database."""
        body = {"choice": choice, "version": version, "idempotency_key": request_id()}
        self.call("POST", "/choices?answer=short", body)


def as_seen_now(expected: Json) -> Json:
    """Return the facts of a manifest as a seat is told them now: not who has finished the draft before the other."""
    has_finished = expected["seat"] in ("C", "P") and expected["seat"] not in expected["waiting_for"]
    hidden = expected["phase"] == "draft" and not has_finished
    return expected | ({"waiting_for": ["C", "P"]} if hidden else {})


def facts(moment: Json) -> Json:
    """Return what the manifests say of a moment.

    Each field is named here: a later version may rename a field of its answers or add one, and changes this function.
    The names in the manifests stay.
    """
    view, company = moment["view"], moment["online"]
    decision = view["decision"]
    summary = {
        "seat": moment["seat"],
        "version": moment["version"],
        "step": moment["last_step"],
        "phase": view["phase"],
        "turn": view["turn"],
        "turn_number": view["turn_number"],
        "waiting_for": view["waiting_for"],
        "persons": view["persons"],
        "decision": {name: decision[name] for name in ("who", "question", "options", "context")} if decision else None,
        "outcome": view["outcome"],
        "hand": view["own"]["hand"] if view.get("own") else None,
        "circles": [
            [circle[name] for name in ("state", "owner", "nobility", "commoners", "power", "disputation")]
            for circle in view["circles"]
        ],
        "points": {faith: public["points"] for faith, public in view["faiths"].items()},
        "kinds": {person: player["kind"] for person, player in moment["players"].items()},
        "names": {person: player["name"] for person, player in moment["players"].items()},
        "undo": not moment["permissions"]["undo"],
        "takeback": not moment["permissions"]["takeback"],
        "commitment": moment["commitment"],
        "cards": moment["cards"],
    }
    if company is not None:
        summary |= {
            "offers": [[offer["kind"], offer["by"], offer["to"]] for offer in company["offers"]],
            "paused": [person for person, why in company["absent"].items() if why == "paused"],
            "left": [person for person, why in company["absent"].items() if why == "left"],
            "pace": company["pace"],
            "clock": sorted(company["clock"]) if company["clock"] else None,
            "runs": [person for person, clock in (company["clock"] or {}).items() if clock["running"]],
            "study": company["study"],
            "chat": company["last_chat_number"],
            "muted": company["muted"],
            "rematch": company["rematch"],
        }
    return summary


def manifest_names(answer: Any) -> Any:
    """Return an answer about a lobby, a deal or a seat with the names of fields that the manifests have."""
    if isinstance(answer, list):
        return [manifest_names(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    renamed = {
        MANIFEST_NAMES.get(name, name): manifest_names(value)
        for name, value in answer.items()
        if name not in ADDED_FIELDS or value != ADDED_FIELDS[name]
    }
    if renamed.get("chance"):
        renamed["chance"] = {MANIFEST_SEED_NAMES.get(name, name): value for name, value in renamed["chance"].items()}
    return renamed


# ---------------------------------------------------------------- playing


def pick(options: list[str], dice: random.Random) -> str:
    """Return a random choice that plays a card rather than draws one."""
    cards = [option for option in options if option.startswith("play")]
    return dice.choice(cards if cards and dice.random() < 0.9 else options)


def attempts() -> Iterator[None]:
    """Yield until a timeout, then fail."""
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        yield
        time.sleep(0.005)
    raise TimeoutError


def seat_to_choose(players: Sequence[Player]) -> tuple[Player, Json] | None:
    """Return who must choose and what that player sees, after computer opponents have chosen; None after the end."""
    for _ in attempts():
        for player in players:
            moment = player.moment()
            if moment["view"]["outcome"]:
                return None
            if moment["view"]["decision"]:
                return player, moment
    return None


def play(players: Sequence[Player], until: Callable[[Json], bool] | int) -> Json:
    """Play so many choices, or until the moment of the player who must choose is as wanted, or to the end."""
    dice, count = random.Random(players[0].name), 0
    while (chooser := seat_to_choose(players)) is not None:
        player, moment = chooser
        if count == until if isinstance(until, int) else until(moment):
            return moment
        player.choose(pick(moment["view"]["decision"]["options"], dice), moment["version"])
        count += 1
    return players[0].moment()


def question(*names: str) -> Callable[[Json], bool]:
    """Return a condition for `play`: one of these questions is open."""
    return lambda moment: moment["view"]["decision"]["question"] in names


def can_undo(moment: Json) -> bool:
    """Return whether the last choice can be undone: a condition for `play`."""
    return not moment["permissions"]["undo"]
