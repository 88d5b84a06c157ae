"""Requests that no client should send: each must be refused, change nothing, and never be answered with 500."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from load.http_client import HOST

from attack.attacked_game import AttackedGame, new_key
from attack.hostile_card_sets import hostile_card_set
from attack.mutate import mutated
from attack.raw_http import request_bytes

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 10**30, "", "x" * 5000, "\u0000", "\u202e", "circle:0", [], {}, ["draw"], {"a": 1}),
    *("' OR 1=1 --", "../../etc/passwd", "${jndi:ldap://127.0.0.1/}", "<script>alert(1)</script>", "\ud800"),
)
METHODS = ("PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "FOO", "post", "PROPFIND", "POSTX", "GE T")
ACTIONS = (
    *("choices", "undo", "takeback", "offers", "answers", "withdraw", "resign", "claim-time", "pause", "resume"),
    *("replace", "rematch", "chat", "stop-thinking", "branch"),
)
BODY_METHODS = ("POST", "PUT")


class IllegalRequest(NamedTuple):
    """A request in the parts in which it is sent; may_pass: harmless, so that a success is right too."""

    kind: str
    parts: list[bytes]
    may_pass: bool = False
    method: str = ""


class IllegalRequests:
    """Makes illegal requests against one game, whose version stays the same all the time."""

    def __init__(self, random: Random, game: AttackedGame, moments: list[dict[str, Any]], used_key: str) -> None:
        """moments: of the two seats; used_key: the idempotency key of a choice that was made before."""
        self.random, self.game, self.port = random, game, game.ports[0]
        self.used_key = used_key
        self.seat = next(seat for seat, moment in zip(game.seats, moments, strict=True) if moment["view"]["decision"])
        self.moment = next(moment for moment in moments if moment["view"]["decision"])
        self.other = game.seats[self.seat is game.seats[0]]
        self.here = f"/api/games/{game.game_id}"

    def next(self) -> IllegalRequest:
        name = self.random.choice(KINDS)
        request: IllegalRequest = getattr(self, name)()
        return request

    # ------------------------------------------------------------ bodies

    def _choice(self, **changed: Any) -> dict[str, Any]:
        """A choice that is too old by far, so that no damage makes it legal."""
        choice = self.moment["view"]["decision"]["options"][0]
        return {"version": 999_999, "choice": choice, "idempotency_key": new_key("illegal")} | changed

    def _post(self, kind: str, path: str, body: Any, secret: str | None = None, **headers: str) -> IllegalRequest:
        secret = self.seat.secret if secret is None else secret
        return IllegalRequest(kind, [request_bytes(self.port, "POST", path, secret, body, **headers)])

    def wrong_method(self) -> IllegalRequest:
        method = self.random.choice(METHODS)
        path = self.random.choice(("/api/lobbies", "/api/setup", "/healthz", "/", self.here, f"{self.here}/choices"))
        data = request_bytes(self.port, method, path, self.seat.secret, self._choice())
        return IllegalRequest("wrong method", [data], method=method)

    def broken_body(self) -> IllegalRequest:
        body = self.random.choice(
            (
                *(
                    b"",
                    b"{",
                    b"null",
                    b"[]",
                    b"\xff\xfe{\x00}\x00",
                    b"\xef\xbb\xbf{",
                    b'{"version":NaN}',
                    b"\x00" * 100,
                ),
                *(b"[" * self.random.choice((50, 3_000, 60_000)), b'{"a":' * self.random.choice((50, 2_000, 12_000))),
                *(b'"\xff\xff"', b"1" * 5000, b"-" * 9, b'{"version":1,"version":2}', b'{"choice":"\\ud800"}'),
                mutated(json.dumps(self._choice()).encode(), self.random),
            )
        )
        return self._post("broken body", f"{self.here}/{self.random.choice(ACTIONS)}", body)

    def wrong_fields(self) -> IllegalRequest:
        name = self.random.choice(("version", "choice", "idempotency_key", "seat", "more", "__proto__"))
        return self._post(
            "wrong fields", f"{self.here}/choices", self._choice(**{name: self.random.choice(ODD_VALUES)})
        )

    def wrong_type(self) -> IllegalRequest:
        media = self.random.choice(
            ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "*/*")
        )
        return self._post("wrong type", f"{self.here}/choices", self._choice(), Content_Type=media)

    def wrong_version(self) -> IllegalRequest:
        now = self.moment["version"]
        version = self.random.choice((now - 1, now + 1, 0, now + 1000, 2**31, 2**53, 2**63, -now - 1))
        version = now + 7 if version == now else version
        return self._post("wrong version", f"{self.here}/choices", self._choice(version=version))

    def too_large(self) -> IllegalRequest:
        size = self.random.choice((70_000, 300_000))
        return self._post("too large", f"{self.here}/choices", self._choice(choice="x" * size))

    def not_possible_now(self) -> IllegalRequest:
        body: dict[str, Any] = {"version": self.moment["version"], "idempotency_key": new_key("illegal")}
        action, more = self.random.choice(
            (
                *(("answers", {"kind": "draw", "accept": True}), ("withdraw", {"kind": "takeback"})),
                *(("claim-time", {}), ("resume", {}), ("takeback", {}), ("replace", {"opponent": "rector"})),
                *(("replace", {"opponent": "nobody"}), ("offers", {"kind": "peace"}), ("stop-thinking", {"x": 1})),
            )
        )
        return self._post("not possible now", f"{self.here}/{action}", body | more)

    def reused_key(self) -> IllegalRequest:
        action = self.random.choice(("choices", "undo", "resign", "pause"))
        body = self._choice(idempotency_key=self.used_key, version=self.moment["version"])
        if action != "choices":
            del body["choice"]
        return self._post("key of another request", f"{self.here}/{action}", body)

    def odd_text(self) -> IllegalRequest:
        text = self.random.choice(("", "x" * 501, "\u0000", "\ud800", 7, None, ["a"]))
        body = {"text": text, "idempotency_key": new_key("illegal")}
        if self.random.random() < 0.5:
            return self._post("odd text", f"{self.here}/chat", body)
        name = self.random.choice(("\u202eevil", "x" * 500, "\u0000", "a\nb", 7, "\u200b\u200b"))
        data = request_bytes(self.port, "PUT", f"{self.here}/seat", self.seat.secret, {"name": name})
        return IllegalRequest("odd text", [data])

    def wrong_orders(self) -> IllegalRequest:
        name = self.random.choice(
            ("until", "disputation", "territories", "dice", "foreign", "decks", "more", "discards")
        )
        value = self.random.choice((*ODD_VALUES, [99] * 5000, list(range(-5, 50)), "own"))
        if value is None or value == []:
            value = {"x": 1}
        body = {name: value}
        data = request_bytes(self.port, "PUT", f"{self.here}/standing-orders", self.seat.secret, body)
        return IllegalRequest("wrong standing orders", [data], may_pass=name == "until" and value is True)

    # ------------------------------------------------------------ who asks, and where

    def wrong_secret(self) -> IllegalRequest:
        stranger = self.random.choice(
            (secrets.token_urlsafe(32), self.game.watch, self.game.invite, "x", "\xe9" * 43, "0" * 43, " ", "=" * 44)
        )
        body = self._choice(version=self.moment["version"])
        action = self.random.choice(("choices", "undo", "resign", "pause"))
        if action != "choices":
            del body["choice"]
        return self._post("wrong secret", f"{self.here}/{action}", body, stranger)

    def other_seat(self) -> IllegalRequest:
        body = self._choice(version=self.moment["version"], seat=self.moment["seat"])
        return self._post("secret of the other seat", f"{self.here}/choices", body, self.other.secret)

    def two_secrets(self) -> IllegalRequest:
        body = self._choice(version=self.moment["version"])
        data = request_bytes(self.port, "POST", f"{self.here}/choices", self.other.secret, body)
        line = f"Authorization: Bearer {self.seat.secret}\r\n".encode()
        return IllegalRequest("two secrets", [data.replace(b"Content-Type", line + b"Content-Type", 1)])

    def foreign_host(self) -> IllegalRequest:
        body = self._choice(version=self.moment["version"])
        name, value = self.random.choice(
            (
                *(("Host", "evil.example"), ("Host", ""), ("Host", f"{HOST}:{self.port}@evil.example")),
                *(("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")),
            )
        )
        return self._post("foreign host or origin", f"{self.here}/choices", body, **{name.replace("-", "_"): value})

    def path_trick(self) -> IllegalRequest:
        path = self.random.choice(
            (
                *(
                    "//api/setup",
                    "/api/../etc/passwd",
                    "/static/../../../../etc/passwd",
                    "/static/%2e%2e/%2e%2e/app.py",
                ),
                *(
                    "/static/..%2f..%2fapp.py",
                    "/static/%00",
                    "/%2e%2e/",
                    "/api/games/%00",
                    "/api/games/..",
                    "/static//etc",
                ),
                *("/api/games/' OR 1=1", "/api/games/" + "x" * 5000, "http://evil.example/", "*", "/api/games/é", "?x"),
                *("/open?key=1", "/api/games/../lobbies", f"{self.here}/record?unfinished=1", "/metrics", "/docs"),
                *("/static/app.js/../../x", "/api/games/%ff%fe", "/api\\games", "/.git/config", "/server.json"),
            )
        )
        data = request_bytes(self.port, "GET", path, secrets.token_urlsafe(32))
        return IllegalRequest("path trick", [data], may_pass=True)

    def odd_query(self) -> IllegalRequest:
        name = self.random.choice(
            ("at", "since", "seat", "lang", "answer", "version", "compare", "after", "unfinished")
        )
        values = ("-1", "1e9", "NaN", "", "%00", "9" * 400, "..%2f", "%ff", "X", "true", "[]", "%F0%9F%98%80")
        where = self.random.choice(("", "/hint", "/record", "/receipt", "/analysis", "/chat", "/notes"))
        path = f"{self.here}{where}?{name}={self.random.choice(values)}&{name}={self.random.choice(values)}"
        secret = self.random.choice((self.seat.secret, self.game.watch, secrets.token_urlsafe(32)))
        return IllegalRequest("odd query", [request_bytes(self.port, "GET", path, secret)], may_pass=True)

    def odd_lesson(self) -> IllegalRequest:
        lesson = self.random.choice(("turn", "draft", "nowhere", "..", "%00", "x" * 500))
        choice = self.random.choice(
            ("draw", "play:C05", "resign", "circle:0", "%F0%9F%98%80", "%00", "' OR 1=1", "stop")
        )
        path = f"/api/lessons/{lesson}?choices={','.join([choice] * self.random.choice((1, 60, 400)))}"
        request = request_bytes(self.port, "GET", path.replace(" ", "%20"))
        return IllegalRequest("odd lesson", [request], may_pass=True)

    # ------------------------------------------------------------ heads

    def huge_head(self) -> IllegalRequest:
        size = self.random.choice((33_000, 70_000, 1_000_000))
        request = request_bytes(self.port, "GET", "/api/setup")
        line, end = request[:-2], b"\r\n"
        many = b"".join(b"x-%d: %s\r\n" % (number, b"y" * 100) for number in range(size // 100))
        head = self.random.choice((line + b"x: " + b"y" * size + b"\r\n" + end, line + many + end))
        half = len(head) // 2
        return IllegalRequest("huge head", self.random.choice(([head], [head[:half], head[half:]])))

    def malformed_head(self) -> IllegalRequest:
        good = request_bytes(self.port, "POST", f"{self.here}/choices", self.seat.secret, self._choice())
        lines = self.random.choice(
            (
                *(b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 1e3\r\n", b"Bad Name: x\r\n"),
                *(
                    b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
                    b"Transfer-Encoding: xchunked\r\n",
                    b": x\r\n",
                ),
                *(
                    b"Transfer-Encoding: chunked, identity\r\n",
                    b"Host: a\r\nHost: b\r\n",
                    b"x\x00y: z\r\n",
                    b"\xff: \xfe\r\n",
                ),
            )
        )
        return IllegalRequest("malformed head", [good.replace(b"Content-Type", lines + b"Content-Type", 1)])

    def no_http(self) -> IllegalRequest:
        data = self.random.choice(
            (
                *(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 500, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                *(
                    b"GET /\r\n\r\n",
                    b"GET / HTTP/9.9\r\n\r\n",
                    b"\r\n" * 40 + b"\x00\r\n\r\n",
                    b"EHLO evil\r\n\r\n",
                    b"\x00" * 99,
                ),
                self.random.randbytes(self.random.randrange(1, 3000)) + b"\r\n\r\n\x00\r\n",
            )
        )
        return IllegalRequest("no HTTP", [data], may_pass=True)

    # ------------------------------------------------------------ lobbies, streams, card sets, records

    def _lobby(self, **changed: Any) -> dict[str, Any]:
        keys = {name: secrets.token_urlsafe(32) for name in ("secret", "invite", "watch")}
        terms = {"name": "", "commitment": "0" * 64, "opponent": "person", "faith": "C", "mode": "first"}
        return keys | terms | {"idempotency_key": new_key("illegal")} | changed

    def wrong_lobby(self) -> IllegalRequest:
        one = secrets.token_urlsafe(32)
        changed = self.random.choice(
            (
                *({"secret": one, "invite": one}, {"secret": "short"}, {"commitment": "zz"}, {"opponent": "nobody"}),
                *({"faith": "X"}, {"mode": "third"}, {"turn_limit": -1}, {"turn_limit": 10**30}, {"tokens": 17}),
                *({"pace": {"kind": "never"}}, {"open": "yes"}, {"name": "\u202e"}, {"cards": 7}, {"first": "N"}),
                {self.random.choice(("secret", "watch", "mode", "pace", "claims")): self.random.choice(ODD_VALUES[2:])},
            )
        )
        return self._post("wrong lobby", "/api/lobbies", self._lobby(**changed), "")

    def wrong_join(self) -> IllegalRequest:
        body = {name: self._lobby()[name] for name in ("secret", "name", "commitment", "idempotency_key")}
        action = self.random.choice(("join", "reveal", "leave"))
        if action == "reveal":
            body = {"contribution": "0" * 64, "idempotency_key": new_key("illegal")}
        elif action == "leave":
            body = {"idempotency_key": new_key("illegal")}
        secret = self.random.choice((secrets.token_urlsafe(32), self.game.watch, "", self.game.invite))
        return self._post("wrong join", f"/api/lobbies/{self.game.game_id}/{action}", body, secret)

    def long_lists(self) -> IllegalRequest:
        one = {
            "game": self.game.game_id,
            "secret": secrets.token_urlsafe(32),
            "step": self.random.choice((0, -1, 10**9)),
        }
        seats = [one] * self.random.choice((1, 100, 400, 600))
        path = self.random.choice(("/api/stream", "/api/my-games"))
        return self._post("lists of wrong secrets", path, {"seats": seats}, "")._replace(may_pass=True)

    def wrong_deal(self) -> IllegalRequest:
        path = self.random.choice(
            ("/api/deals", "/api/deals/x/join", f"/api/deals/{self.game.game_id}/close", "/api/deals/x")
        )
        body = self._lobby(kind=self.random.choice(("pairs", "field", "all")), size=self.random.choice((0, 10**9, "x")))
        return self._post("wrong deal", path, body, secrets.token_urlsafe(32))

    def hostile_set(self) -> IllegalRequest:
        kind, text = hostile_card_set(self.random)
        body = self._lobby(cards=text, cards_file=f"{kind}.toml")
        request = self._post(f"card set: {kind.replace('_', ' ')}", "/api/lobbies", body, "")
        return request._replace(may_pass=kind in HARMLESS_SETS)

    def forged_record(self) -> IllegalRequest:
        text = "solafide record 1\n" + "x" * self.random.choice((10, 60_000, 1_000_000))
        return self._post("forged record", "/api/records", {"text": text, "idempotency_key": new_key("illegal")}, "")

    def odd_token(self) -> IllegalRequest:
        path = self.random.choice(
            ("/api/confirm", "/api/unsubscribe", "/api/me/export", "/api/me/delete", "/api/me/blocks")
        )
        body = {self.random.choice(("token", "game", "x")): self.random.choice(ODD_VALUES)}
        request = self._post("odd token", path, body, secrets.token_urlsafe(32))
        return request._replace(may_pass=path.startswith("/api/me/"))  # a player of whom nothing is stored


# A set with only unknown comments or few changes may be a good one.
HARMLESS_SETS = ("one_long_comment", "damaged_builtin", "random_text")
HEAVY_KIND, REQUESTS_PER_HEAVY_ONE = "hostile_set", 200  # each takes the server up to a second
_methods: dict[str, Callable[..., Any]] = {
    name: value
    for name, value in vars(IllegalRequests).items()
    if not name.startswith("_") and name != "next" and callable(value)
}
KINDS = [name for name in _methods if name != HEAVY_KIND] * (REQUESTS_PER_HEAVY_ONE // len(_methods)) + [HEAVY_KIND]
