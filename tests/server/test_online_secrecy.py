"""Online matches in two worlds that differ only in hidden information: a seat and a spectator get the same bytes."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from server.http_client import http_client
from server.notification_servers import MailServer, WebhookServer
from server.remote_client import Json, UnlimitedServerThread, secret
from server.test_secrecy import GAME, SEED, played, redealt
from server.waiting import POLL_INTERVAL_S, wait_in_loop, wait_until
from solafide.cards import CardSet, builtin
from solafide.game import Decision, Game, LiveNature, View, promise
from solafide.server.engine import opponents
from solafide.server.matches.access import hash_secret
from solafide.server.matches.match import MatchSetup, import_match
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.registry import MatchRegistry
from solafide.server.notifications import outbox as calls
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.schemas.identity import HUMAN, SPECTATOR
from solafide.server.storage.schema import chat, lobbies, notes, notifications, seats, standing_orders
from solafide.server.storage.sqlite import SqliteStorage

CREATED = "2026-01-01T00:00:00.000+00:00"
KEYS = {"1": secret(), "2": secret(), SPECTATOR: secret()}
PLAYER = secret()
PARTS = {"part": b"\1" * 32, "1": b"\2" * 32, "2": b"\3" * 32}
PLAYERS = {"1": HUMAN, "2": HUMAN}
COMPUTER_OPPONENT = "scholar"
TIME = re.compile(rb"20[0-9-]{8}T[0-9:.]{12}\+00:00")


def stored(
    folder: Path,
    game: Game,
    own: str,
    world: int,
    players: dict[str, str] = PLAYERS,
    hook: str = "",
    pace: Json | None = None,
) -> None:
    """Store an online match; private texts of the other player differ between the worlds.

    hook: the webhook that notifies the seat of its turn; with it the seat gets letters too.
    """
    promises = {name: promise(part) for name, part in PARTS.items()}
    terms = MatchTerms(pace, False, "", promises, {name: part.hex() for name, part in PARTS.items()})
    setup = MatchSetup(GAME, CREATED, game.options, builtin(), players, SEED, terms=terms)
    table, entries = import_match(setup, game)
    other = "2" if own == "1" else "1"

    async def write() -> None:
        registry = MatchRegistry(store, LocalStream())
        registry.opponents.closed = True  # no search runs yet
        await store.do(lambda connection: _lay(connection, own, other, world))
        await registry._store_new_match(table, entries, None)
        await registry.close()

    def _lay(connection: Any, own: str, other: str, world: int) -> None:
        row = {"id": GAME, "created": CREATED, "changed": CREATED, "options": game.options.json()}
        row |= {"cards": builtin().hash, "players": players, "study": False, "open": False, "state": "opening"}
        connection.execute(insert(lobbies), row | {"part": PARTS["part"], "watch": hash_secret(KEYS[SPECTATOR])})
        for person in PLAYERS:
            owner = hash_secret(PLAYER) if person == own else bytes([world]) * 32
            mine = {
                "game": GAME,
                "person": person,
                "hash": hash_secret(KEYS[person]),
                "owner": owner,
                "name": f"N{person}",
            }
            mine |= {
                "kind": players[person],
                "promise": promises[person],
                "contribution": PARTS[person],
                "joined": CREATED,
            }
            connection.execute(insert(seats), mine)
        message = {"game": GAME, "number": 1, "person": own, "text": "hello", "client": "client-0", "at": CREATED}
        connection.execute(insert(chat), message)
        connection.execute(insert(notes), {"game": GAME, "person": other, "text": f"world {world}"})
        if world:  # for another question than the present one
            data = {"orders": {"until": 900, "disputation": [10]}, "told": []}
            connection.execute(insert(standing_orders), {"game": GAME, "person": other, "data": data})
        for kind, target in (("hook", hook), ("mail", "martin@wittenberg.example")) if hook else ():
            subscription = {"game": GAME, "person": own, "kind": kind, "target": target, "leave": "leave"}
            connection.execute(insert(notifications), subscription | {"created": CREATED, "confirmed": True})

    store = SqliteStorage(folder)
    asyncio.run(write())
    store.close()


CASES = [
    ("first", 1, 0, "P"),
    ("first", 2, 25, "C"),
    ("first", 3, 32, "P"),
    ("draft", 4, 9, "C"),
    ("draft", 6, 70, "C"),
]


Case = tuple[str, int, int, str]


@contextmanager
def both(folder: Path, case: Case, other: str = HUMAN, hook: str = "", **settings: Any) -> Iterator["ServerPair"]:
    """Store a match in two worlds, each on a server of its own; `other`: the kind of the other player."""
    mode, seed, choices, seat = case
    game = played(mode, seed, choices, seat)
    own = "1" if seat == "C" else "2"
    players = dict.fromkeys(PLAYERS, other) | {own: HUMAN}
    servers = []
    for number, world in enumerate((game, redealt(game, seat))):
        stored(folder / str(number), world, own, number, players, hook)
        servers.append(UnlimitedServerThread(folder / str(number), **settings))
    try:
        yield ServerPair(game, seat, servers)
    finally:
        for server in servers:
            server.close()


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, case)))
def worlds(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[UnlimitedServerThread]]]:
    with both(tmp_path, request.param) as game_copies:
        yield game_copies.own, game_copies.servers


def looks(last: int, version: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What a seat, and a spectator, can ask without changing anything."""
    yield "GET", "", {}
    for at in sorted({*range(0, last, 5), last - 1, last}):
        yield "GET", "", {"params": {"at": at, "since": max(0, at - 5)}}
    for seat in ("C", "P", "1", "2"):
        yield "GET", "", {"params": {"seat": seat}}
    yield "GET", "/hint", {"params": {"version": version}}
    for path in (
        "/record",
        "/record?unfinished=1",
        "/receipt",
        "/analysis?start=1",
        "/chat",
        "/notes",
        "/standing-orders",
        "/notifications",
    ):
        yield "GET", path, {}


def deeds(version: int, options: list[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What changes something, or tries to."""
    for number, changed in enumerate(({"version": version + 1}, {"choice": "circle:0"}, {"choice": "play:P99"})):
        body = {"version": version, "choice": options[-1], "idempotency_key": f"client-{number}1"}
        yield "POST", "/choices", {"json": body | changed}
        yield "POST", "/choices?answer=short", {"json": body | changed}
    for path in ("/undo", "/takeback", "/claim-time"):
        yield "POST", path, {"json": {"version": version, "idempotency_key": f"client{path[1:]}"}}
    for kind, to in (("draw", None), ("takeback", 0), ("takeback", version - 1)):
        yield (
            "POST",
            "/offers",
            {"json": {"kind": kind, "to": to, "version": version, "idempotency_key": f"cl{kind}{to}"}},
        )
    yield "POST", "/chat", {"json": {"text": "hm", "idempotency_key": "client-chat"}}
    yield "PUT", "/seat", {"json": {"name": "Other"}}
    yield "POST", "/choices", {"json": {"version": version + 1, "choice": options[0], "idempotency_key": "client-last"}}


def ask(server: UnlimitedServerThread, method: str, path: str, key: str, more: dict[str, Any]) -> httpx.Response:
    return server.line.request(method, f"/api/{path}", headers={"authorization": f"Bearer {key}"}, **more)


def same(
    servers: list[UnlimitedServerThread], method: str, path: str, key: str, more: dict[str, Any]
) -> httpx.Response:
    """Both worlds give the same answer to the last byte, but for when things happened."""
    one, two = [ask(server, method, path, key, more) for server in servers]
    assert one.status_code == two.status_code, (method, path, more)
    assert TIME.sub(b"", one.content) == TIME.sub(b"", two.content), (method, path, more)
    assert sorted(one.headers) == sorted(two.headers)
    return one


@pytest.mark.parametrize("watching", [False, True], ids=["seat", "spectator"])
def test_every_response_is_the_same_in_both_worlds(
    worlds: tuple[str, list[UnlimitedServerThread]], watching: bool
) -> None:
    own, servers = worlds
    key = KEYS[SPECTATOR if watching else own]
    moment = ask(servers[0], "GET", f"games/{GAME}", KEYS[own], {}).json()
    version, options = moment["version"], moment["view"]["decision"]["options"]
    followed = {"seats": [{"game": GAME, "secret": key, "step": 0}]}
    streams = [_stream(server, followed) for server in servers]
    count = 0
    for method, path, more in (*looks(moment["last_step"], version), *deeds(version, options)):
        same(servers, method, f"games/{GAME}{path}", key, more)
        count += 1
    same(servers, "POST", "my-games", key, {"json": {"seats": [{"game": GAME, "secret": key}]}})
    if not watching:
        same(servers, "POST", "me/export", PLAYER, {"json": {}})
    for server in servers:
        server.call(lambda registry: registry.subscriptions.close())
    lines = [[line for line in stream if line.startswith("data: ")] for stream in streams]
    assert lines[0] == lines[1]
    assert lines[0] or (watching and moment["view"]["phase"] == "draft")
    assert count > 30


def _stream(server: UnlimitedServerThread, followed: dict[str, Any]) -> Iterator[str]:
    """Opened at once, read when it has ended."""
    line = http_client()
    answer = line.stream("POST", f"{server.base}/api/stream", json=followed)
    lines = answer.__enter__().iter_lines()
    next(lines)

    def rest() -> Iterator[str]:
        yield from lines
        answer.__exit__(None, None, None)
        line.close()

    return rest()


def test_a_spectator_gets_no_message_about_a_draft(tmp_path: Path) -> None:
    game = played("draft", 4, 9, "C")
    stored(tmp_path, game, "1", 0)
    server = UnlimitedServerThread(tmp_path)
    try:
        streams = {role: _stream(server, {"seats": [{"game": GAME, "secret": KEYS[role], "step": 0}]}) for role in KEYS}
        moment = ask(server, "GET", f"games/{GAME}", KEYS["1"], {}).json()
        body = {
            "version": moment["version"],
            "choice": moment["view"]["decision"]["options"][0],
            "idempotency_key": "client-11",
        }
        assert ask(server, "POST", f"games/{GAME}/choices", KEYS["1"], {"json": body}).status_code == 200
        server.call(lambda registry: registry.subscriptions.close())
        steps = {role: [line for line in stream if '"kind":"step"' in line] for role, stream in streams.items()}
        assert len(steps["1"]) == 2  # what was before, and the own pick
        assert len(steps["2"]) == 1
        assert len(steps[SPECTATOR]) <= 1
    finally:
        server.close()


# ---------------------------------------------------------------- a match in progress


class ServerPair:
    """The same match in both worlds; responses and messages to the seat and a spectator must be the same."""

    def __init__(self, game: Game, seat: str, servers: list[UnlimitedServerThread]) -> None:
        self.game, self.seat, self.servers = game, seat, servers
        self.own, self.other = ("1", "2") if seat == "C" else ("2", "1")
        self.streams: list[tuple[str, list[Iterator[str]]]] = []
        self.count = 0

    def follow(self, *roles: str) -> None:
        for role in roles:
            followed = {"seats": [{"game": GAME, "secret": KEYS[role], "step": 0}]}
            self.streams.append((role, [_stream(server, followed) for server in self.servers]))

    def moment(self) -> Json:
        data: Json = self.same("GET", "").json()
        return data

    def options(self) -> list[str]:
        decision = self.moment()["view"]["decision"]
        return list(decision["options"]) if decision else []

    def same(self, method: str, path: str, **more: Any) -> httpx.Response:
        return same(self.servers, method, f"games/{GAME}{path}", KEYS[self.own], more)

    def does(self, action: str, **more: Any) -> Json:
        """Let the seat do something successfully, then compare everything that seat and spectator can read."""
        answer = self.same("POST", f"/{action}", json=self.next_body() | more)
        assert answer.status_code == 200, answer.text
        self.look()
        data: Json = answer.json()
        return data

    def next_body(self) -> Json:
        return self._body_at(self.moment())

    def _body_at(self, moment: Json) -> Json:
        self.count += 1
        return {"version": moment["version"], "idempotency_key": f"goes-on-{self.count}"}

    def refusals(self) -> None:
        moment = self.moment()
        for wrong in ({"version": moment["version"] + 1}, {"choice": "circle:0"}, {"choice": 7}):
            answer = self.same("POST", "/choices", json=self._body_at(moment) | {"choice": "draw"} | wrong)
            assert answer.status_code in (409, 422)

    def look(self) -> None:
        for role in (self.own, SPECTATOR):
            for path in ("", "?since=0", "/record", "/chat", "/standing-orders", "/notifications"):
                same(self.servers, "GET", f"games/{GAME}{path}", KEYS[role], {})
            same(
                self.servers,
                "POST",
                "my-games",
                KEYS[role],
                {"json": {"seats": [{"game": GAME, "secret": KEYS[role]}]}},
            )

    # ------------------------------------------------------------ the other one

    def others(self) -> list[Json]:
        """What the other one sees, in each world: that differs."""
        return [ask(server, "GET", f"games/{GAME}", KEYS[self.other], {}).json() for server in self.servers]

    def other_does(self, action: str, **more: Any) -> None:
        for server, moment in zip(self.servers, self.others(), strict=True):
            self._other_asks(server, action, self._body_at(moment) | more)
        self.look()

    def other_keeps(self) -> None:
        """Let the other player keep a different card of the draft in each world."""
        for at, (server, moment) in enumerate(zip(self.servers, self.others(), strict=True)):
            choice = moment["view"]["decision"]["options"][at]
            self._other_asks(server, "choices", self._body_at(moment) | {"choice": choice})
        self.look()

    def other_says(self, text: str) -> None:
        self.count += 1
        for server in self.servers:
            self._other_asks(server, "chat", {"text": text, "idempotency_key": f"goes-on-{self.count}"})
        self.look()

    def _other_asks(self, server: UnlimitedServerThread, action: str, body: Json) -> None:
        answer = ask(server, "POST", f"games/{GAME}/{action}", KEYS[self.other], {"json": body})
        assert answer.status_code in (200, 201), answer.text

    def pass_the_turn(self) -> None:
        """Let the seat play until it has no question."""
        while options := self.options():
            self.does("choices", choice=calm(options))

    def other_passes_the_turn(self) -> None:
        while not self.options():
            self.other_does("choices", choice=calm(self.other_may()))

    def other_may(self) -> list[str]:
        """Return the choices that the other player has in both worlds; an equal choice adds no difference."""
        decisions = [moment["view"]["decision"] for moment in self.others()]
        return (
            [choice for choice in decisions[0]["options"] if choice in decisions[1]["options"]]
            if all(decisions)
            else []
        )

    def message_kinds(self) -> dict[str, set[str]]:
        """Close the streams and return the kinds of messages that each role received."""
        for server in self.servers:
            server.call(lambda registry: registry.subscriptions.close())
        kinds: dict[str, set[str]] = {}
        for role, streams in self.streams:
            one, two = ([line for line in stream if line.startswith("data: ")] for stream in streams)
            assert one == two, role
            kinds[role] = kinds.get(role, set()) | {json.loads(line.removeprefix("data: "))["kind"] for line in one}
        return kinds


def calm(options: list[str]) -> str:
    """The choice after which least happens."""
    return "draw" if "draw" in options else options[0]


def goes(game: Game, choice: str) -> Game:
    """What would become of a game."""
    other = Game.again(game.options, builtin(), LiveNature(SEED))
    for who, own_choice in game.choices:
        other.follow(who, own_choice)
    other.go_on()
    other.choose(choice)
    return other


def undoable(game: Game, seat: str) -> str | None:
    """A choice that can be taken back, for chance does not come in at once."""
    decision = game.decision(seat)
    assert decision is not None
    return next((choice for choice in decision.options if goes(game, choice).can_undo(seat)), None)


AT_TABLE = [case for case in CASES if not (case[0] == "draft" and case[2] < 60)]
DRAFTING = [case for case in CASES if case not in AT_TABLE]


def each_case(cases: list[Case]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=lambda case: "-".join(map(str, case)))


@each_case(AT_TABLE)
def test_messages_are_the_same_in_both_worlds(case: Case, tmp_path: Path) -> None:
    """Choices of both, undo, a takeback by consent, talk: each answer, and all that the streams tell."""
    with both(tmp_path, case) as pair:
        pair.follow(SPECTATOR, pair.own, SPECTATOR)
        pair.refusals()
        choice = undoable(pair.game, pair.seat)
        before = pair.moment()["view"]
        assert pair.does("choices", choice=choice)["permissions"]["undo"] == ""
        pair.refusals()
        assert pair.does("undo")["view"] == before
        pair.pass_the_turn()
        pair.other_says("Is that all?")
        pair.other_passes_the_turn()
        asked_back = pair.does("offers", kind="takeback", to=pair.moment()["online"]["takeback_steps"][0])
        assert asked_back["online"]["offers"]
        pair.other_does("answers", kind="takeback", accept=True)
        assert pair.moment()["last_step"] < asked_back["last_step"]
        pair.refusals()
        pair.pass_the_turn()
        kinds = pair.message_kinds()
    assert kinds[SPECTATOR] >= {"step", "undo", "offer", "takeback", "presence"}
    assert kinds[pair.own] == kinds[SPECTATOR] | {"chat"}


@each_case(DRAFTING)
def test_messages_of_a_draft_are_the_same_in_both_worlds(case: Case, tmp_path: Path) -> None:
    """The cards that the other player keeps differ."""
    with both(tmp_path, case) as pair:
        pair.follow(SPECTATOR, pair.own, SPECTATOR)
        for _ in range(3):
            pair.refusals()
            pair.other_keeps()
            pair.does("choices", choice=pair.options()[0])
        pair.other_says("Which one?")
        pair.same("POST", "/undo", json={"version": pair.moment()["version"], "idempotency_key": "client-undo"})
        kinds = pair.message_kinds()
    assert kinds[pair.own] >= {"step", "chat", "presence"}
    assert kinds[SPECTATOR] == {"presence"}


# ---------------------------------------------------------------- a computer opponent on the other side


class Scripted:
    """An opponent that plays the same in both worlds; a real one would choose by its hand, which differs."""

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        return calm(list(decision.options))


def settled(server: UnlimitedServerThread) -> None:
    """All opponents have answered."""

    async def look(registry: MatchRegistry) -> None:
        await wait_in_loop(lambda: not registry.opponents.pending, POLL_INTERVAL_S)

    server.call(look)


@each_case([CASES[0], CASES[2]])  # where no hand is full, so that a draw needs no discard, which would differ
def test_messages_about_a_computer_opponent_are_the_same_in_both_worlds(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hints, undo, the answers of the one who thinks, a turn that is taken back."""
    monkeypatch.setattr(opponents, "table_player", lambda name, seed: Scripted())
    with both(tmp_path, case, COMPUTER_OPPONENT) as pair:
        pair.follow(SPECTATOR, pair.own, SPECTATOR)
        hint = {"version": pair.moment()["version"]}
        assert pair.same("GET", "/hint", params=hint).status_code == 200
        assert pair.does("choices", choice=undoable(pair.game, pair.seat))["permissions"]["undo"] == ""
        pair.does("undo")
        last = pair.moment()["last_step"]
        body = pair.next_body() | {"choice": "draw"}
        assert pair.same("POST", "/choices", json=body).status_code == 200
        for server in pair.servers:
            settled(server)
        pair.look()
        assert pair.does("takeback")["last_step"] == last
        kinds = pair.message_kinds()
    assert kinds[pair.own] == {"step", "undo", "thinking", "takeback", "presence"}


# ---------------------------------------------------------------- notifications


def plain(content: bytes | str) -> str:
    """Return a message without parts that may differ: the server's address, the time, the number of an e-mail."""
    text = content.decode() if isinstance(content, bytes) else content
    return re.sub(r"http://localhost:\d+|\('(Date|Message-ID)', '[^']*'\)", "", text)


@each_case([AT_TABLE[1], AT_TABLE[2]])
def test_webhook_calls_and_emails_are_the_same(
    case: Case, tmp_path: Path, hook: WebhookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An absent player gets a webhook call and a letter: neither says more than that it is their turn."""
    for name, value in (("NOTIFY_DELAY_S", 0.0), ("POLL_INTERVAL_S", 0.02)):
        monkeypatch.setattr(calls, name, value)
    with MailServer() as post:
        reach = {"signs_delay": 0, "signs_reach": (ip_network("127.0.0.1"),)}
        mail = {"smtp_host": "127.0.0.1", "smtp_port": post.port, "smtp_security": "none"}
        settings = {**reach, **mail, "smtp_sender": "table@solafide.example"}
        with both(tmp_path, case, hook=f"http://127.0.0.1:{hook.port}/here", **settings) as pair:
            pair.pass_the_turn()
            pair.other_passes_the_turn()
            emails = [post.letter(number) for number in (1, 2)]
            letters = [plain(f"{email.items()}\n{email.get_content()}") for email in emails]
            wait_until(lambda: len(hook.calls) >= 2)
            bodies = [plain(body) for _, _, body in hook.calls]
            assert pair.same("GET", "/notifications").json()["webhook"]["error"] == ""
    assert letters[0] == letters[1]
    assert bodies[0] == bodies[1]
    assert GAME in letters[0]
    assert GAME in bodies[0]
