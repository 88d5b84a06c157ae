"""Two server processes at one database: conflicts are settled, each hears the other, either may be killed."""

import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from depth import DEEP
from server.database import database, fresh, postgres  # noqa: F401
from server.online_server import ServeProcess
from server.remote_client import OnlineStreamReader, RemoteClient
from server.waiting import join, wait_until

FREE = {
    f"SOLAFIDE_LIMITS_{name}": "0"
    for name in ("RATE", "RATE_ALL", "WRONG", "TABLES", "GAMES", "GUEST_GAMES", "STREAMS")
}
MAX_ROUNDS = 2000  # of choices by both players
Json = dict[str, Any]


class Processes:
    """Servers that share a database, by the name of their folder."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.bases: dict[str, str] = {}
        self._commands: dict[str, ServeProcess] = {}

    def start(self, *names: str) -> None:
        for name in names:
            home = self.folder / f"{name}{len(list(self.folder.iterdir()))}"
            home.mkdir()
            self._commands[name] = ServeProcess(home, SOLAFIDE_DATABASE=self.address, **FREE)
        self.bases |= {name: self._commands[name].base() for name in names}

    def kill(self, name: str) -> None:
        """No chance to tidy up."""
        self._commands[name].process.send_signal(signal.SIGKILL)
        self._commands[name].ended()

    def stop(self) -> None:
        for command in self._commands.values():
            command.stop()


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgres: Any) -> Iterator[Processes]:  # noqa: F811
    yield from started(tmp_path_factory.mktemp("servers"), fresh(postgres))


@pytest.fixture
def killable_servers(tmp_path: Path, database: str) -> Iterator[Processes]:  # noqa: F811
    """Servers that may be killed."""
    yield from started(tmp_path, database)


def started(folder: Path, address: str) -> Iterator[Processes]:
    processes = Processes(folder, address)
    processes.start("one", "two")
    yield processes
    processes.stop()


def at(player: RemoteClient, base: str) -> RemoteClient:
    """The same browser, sent to another process."""
    moved = RemoteClient(base, player.name)
    fields = ("player", "contribution", "secret", "invite", "watch", "game")
    moved.__dict__.update({name: getattr(player, name) for name in fields})
    return moved


def pair(servers: Processes, **more: Any) -> tuple[RemoteClient, RemoteClient]:
    """Anna at one process, Béla at the other; the first card is dealt."""
    anna, bela = RemoteClient(servers.bases["one"], "Anna"), RemoteClient(servers.bases["two"], "Béla")
    anna.create(**more)
    bela.join(anna.game, anna.invite)
    bela.open()
    assert anna.open()["state"] == "begun"
    return anna, bela


def turn(player: RemoteClient, dice: random.Random) -> Json | None:
    """Make a choice for the player to choose and return the response."""
    moment = player.moment()
    decision = moment["view"]["decision"]
    if not decision:
        return None
    body = {"version": moment["version"], "choice": dice.choice(decision["options"]), "idempotency_key": uuid4().hex}
    return player.ask_json("POST", f"games/{player.game}/choices", body)


def test_a_whole_game_through_two_processes(servers: Processes) -> None:
    anna, bela = pair(servers, turn_limit=60 if DEEP else 24)
    dice, last = random.Random(1517), 0
    for _ in range(MAX_ROUNDS):
        for player in (anna, bela):
            answer = turn(player, dice)
            if answer is not None:
                assert answer["version"] > last
                last = answer["version"]
        if (end := anna.moment())["view"]["outcome"]:
            break
    else:
        pytest.fail(f"the game has not ended after {MAX_ROUNDS} rounds")
    assert bela.moment()["view"]["outcome"] == end["view"]["outcome"]
    receipts = [who.ask("GET", f"games/{who.game}/receipt", credential=who.secret).json() for who in (anna, bela)]
    assert receipts[0] == receipts[1]
    assert receipts[0]["verified"]


def test_a_request_repeated_at_another_process_counts_once(servers: Processes) -> None:
    """And is answered there as it was here."""
    anna, bela = pair(servers, first="C")
    there = at(anna, servers.bases["two"])
    path = f"games/{anna.game}/choices"
    for query in ({"answer": "short"}, {}):
        body = {"version": anna.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
        first = anna.ask("POST", path, body, anna.secret, **query)
        assert first.status_code == 200, first.text
        bela.choose("draw")
        assert there.ask("POST", path, body, there.secret, **query).content == first.content
        assert there.moment()["last_step"] > first.json()["step"]
    different = body | {"choice": "circle:10"}
    there.expect_refusal("POST", path, different, 409, "server.error.idempotency_key")


def test_a_concurrent_request_at_two_processes_has_one_response(servers: Processes) -> None:
    """A load balancer that is impatient sends it to another one, while the first is about to answer."""
    anna, bela = pair(servers, first="C")
    for _ in range(8):
        player = anna if anna.options() else bela
        devices = [at(player, servers.bases[name]) for name in ("one", "two") * 2]
        body = {"version": player.moment()["version"], "choice": player.options()[0], "idempotency_key": uuid4().hex}
        with ThreadPoolExecutor(len(devices)) as pool:
            futures = [
                pool.submit(each.ask, "POST", f"games/{anna.game}/choices", body, player.secret) for each in devices
            ]
            responses = [future.result() for future in futures]
        assert [answer.status_code for answer in responses] == [200] * len(devices), [
            answer.text for answer in responses
        ]
        assert len({answer.content for answer in responses}) == 1


def test_messages_reach_streams_of_the_other_process(servers: Processes) -> None:
    anna, bela = pair(servers)
    players = {"C": anna, "P": bela}
    faith = next(who for who in players if players[who].moment()["view"]["decision"])
    chooser, other = players[faith], players["P" if faith == "C" else "C"]
    before = other.moment()["last_step"]
    with (
        other.open_stream(before) as stream,
        OnlineStreamReader(other, {"game": anna.game, "secret": anna.watch, "step": before}) as watch,
    ):
        answer = turn(chooser, random.Random(1))
        assert answer is not None
        message = stream.until("step")
        assert message["step"] == other.moment()["last_step"]
        assert watch.until("step")["step"] == message["step"]
        chooser.ask_json(
            "POST", f"games/{anna.game}/chat", {"text": "Well played!", "idempotency_key": uuid4().hex}, Any
        )
        assert stream.until("chat")["chat_number"] == 1
        chooser.post("offers", {"kind": "draw"})
        assert stream.until("offer")["game"] == anna.game
        assert [offer["kind"] for offer in other.moment()["online"]["offers"]] == ["draw"]


SLOW_COMMITS = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1517); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON seats DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait();
"""
WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


def test_a_match_starts_when_both_reveal_at_the_same_time(killable_servers: Processes, database: str) -> None:  # noqa: F811
    """Neither commit is through when the other one looks what is lacking."""
    anna, bela = RemoteClient(killable_servers.bases["one"]), RemoteClient(killable_servers.bases["two"])
    anna.create()
    bela.join(anna.game, anna.invite)
    with psycopg.connect(database, autocommit=True) as connection, ThreadPoolExecutor(2) as pool:
        connection.execute(SLOW_COMMITS)
        connection.execute("SELECT pg_advisory_lock(1517)")
        states = pool.map(lambda player: player.open()["state"], (anna, bela))
        wait_until(lambda: connection.execute(WAITING).fetchone() == (2,))
        connection.execute("SELECT pg_advisory_unlock(1517)")
        assert "begun" in list(states)
    assert anna.moment()["view"]["faiths"] == bela.moment()["view"]["faiths"]


def test_an_expired_lobby_is_announced_in_every_process(killable_servers: Processes, database: str) -> None:  # noqa: F811
    """A server finds expired lobbies at its start."""
    anna = RemoteClient(killable_servers.bases["one"])
    anna.create()
    with anna.open_stream() as stream, psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE tables SET changed = '2020-01-01T00:00:00.000+00:00'")
        killable_servers.start("three")
        assert stream.until("lobby")["game"] == anna.game


def both(devices: list[RemoteClient], *bodies: Json, action: str = "choices") -> list[httpx.Response]:
    """Send each request to its process, as nearly at once as threads can."""
    ready = threading.Barrier(len(devices))

    def call(copied: RemoteClient, body: Json) -> httpx.Response:
        ready.wait(30)
        answer: httpx.Response = copied.ask("POST", f"games/{copied.game}/{action}", body, copied.secret)
        return answer

    with ThreadPoolExecutor(len(devices)) as pool:
        return list(pool.map(call, devices, bodies))


def test_the_same_request_at_both_processes_counts_once(servers: Processes) -> None:
    anna, bela = pair(servers)
    dice = random.Random(3)
    for _ in range(12):
        player = next(who for who in (anna, bela) if who.moment()["view"]["decision"])
        devices = [at(player, base) for base in servers.bases.values()]
        moment = devices[0].moment()
        assert devices[1].moment() == moment
        choice = dice.choice(moment["view"]["decision"]["options"])
        body = {"version": moment["version"], "choice": choice, "idempotency_key": uuid4().hex}
        answers = both(devices, body, body)
        assert [answer.status_code for answer in answers] == [200, 200], [answer.text[:200] for answer in answers]
        assert answers[0].json() == answers[1].json()


def test_conflicting_requests_at_both_processes_are_resolved(servers: Processes) -> None:
    """One is first; the other one gets the present moment."""
    anna, bela = pair(servers)
    dice = random.Random(4)
    for _ in range(12):
        player = next(who for who in (anna, bela) if who.moment()["view"]["decision"])
        devices = [at(player, base) for base in servers.bases.values()]
        moment = devices[0].moment()
        choice = dice.choice(moment["view"]["decision"]["options"])
        body = {"version": moment["version"], "choice": choice}
        answers = both(devices, body | {"idempotency_key": uuid4().hex}, body | {"idempotency_key": uuid4().hex})
        answers.sort(key=lambda answer: answer.status_code)
        assert [answer.status_code for answer in answers] == [200, 409], [answer.text[:200] for answer in answers]
        problem = answers[1].json()
        assert problem["moment"]["view"] == answers[0].json()["view"]


def test_both_players_draft_at_once(servers: Processes) -> None:
    """Neither waits for the other, though each is at a process of its own."""
    players = pair(servers, mode="draft", faith="rolled")
    while players[0].moment()["view"]["phase"] != "draft":
        for player in players:
            turn(player, random.Random(6))

    def draft(player: RemoteClient) -> int:
        count, dice = 0, random.Random(player.name)
        while player.moment()["view"]["phase"] == "draft" and turn(player, dice) is not None:
            count += 1
        return count

    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(draft, players))
    assert min(counts) >= 5
    while any(moment["view"]["phase"] == "draft" for moment in (player.moment() for player in players)):
        for player in players:
            turn(player, random.Random(7))
    assert players[0].moment()["last_step"] > 0
    assert players[0].moment()["view"]["faiths"] == players[1].moment()["view"]["faiths"]


def test_both_players_chat_at_once(servers: Processes) -> None:
    """Every line is there once, and has a number of its own."""
    anna, bela = pair(servers)
    for number in range(8):
        bodies = [{"text": f"{who.name} {number}", "idempotency_key": uuid4().hex} for who in (anna, bela)]
        answers = both([anna, bela], *bodies, action="chat")
        assert [answer.status_code for answer in answers] == [201, 201], [answer.text[:200] for answer in answers]
    lines = anna.ask("GET", f"games/{anna.game}/chat", credential=anna.secret).json()
    assert [line["number"] for line in lines] == list(range(1, 17))
    assert len({line["text"] for line in lines}) == 16


def test_deleted_data_is_gone_in_every_process(servers: Processes) -> None:
    anna, bela = pair(servers)
    players_before = bela.moment()["players"]
    with bela.open_stream(bela.moment()["last_step"]) as stream:
        assert anna.ask("POST", "me/delete", {}, anna.player).status_code == 204
        assert stream.until("lobby")["game"] == anna.game
    assert bela.moment()["players"]["1"]["name"] != players_before["1"]["name"]
    elsewhere = at(anna, servers.bases["two"])
    elsewhere.expect_refusal("GET", f"games/{anna.game}", None, 403, "server.error.secret")


def test_killing_one_of_two_processes_during_games(killable_servers: Processes, database: str) -> None:  # noqa: F811
    """Its players continue at the other one: acknowledged choices are stored; others are stored once or not at all."""
    pairs = [pair(killable_servers) for _ in range(4)]
    last_steps: dict[str, int] = {}
    unanswered: dict[str, tuple[RemoteClient, Json] | None] = {}
    dice = random.Random(5)

    def play(number: int, players: tuple[RemoteClient, RemoteClient]) -> None:
        chance = random.Random(number)
        game = players[0].game
        try:
            while True:
                for player in players:
                    moment = player.moment()
                    if not (decision := moment["view"]["decision"]):
                        continue
                    body = {
                        "version": moment["version"],
                        "choice": chance.choice(decision["options"]),
                        "idempotency_key": uuid4().hex,
                    }
                    unanswered[game] = player, body
                    answer = player.ask_json("POST", f"games/{game}/choices", body)
                    last_steps[game], unanswered[game] = answer["last_step"], None
                if players[0].moment()["view"]["outcome"]:
                    return
        except httpx.TransportError:
            return

    for life in range(3):
        playing = [threading.Thread(target=play, args=(n + 10 * life, players)) for n, players in enumerate(pairs)]
        for thread in playing:
            thread.start()
        playing[0].join(dice.uniform(0.3, 1.5))
        name = ("one", "two", "one")[life]
        killable_servers.kill(name)
        for thread in playing:
            join(thread)
        other = killable_servers.bases["two" if name == "one" else "one"]
        for game, pending in unanswered.items():
            if pending is not None:
                player, body = pending
                answer = at(player, other).ask("POST", f"games/{game}/choices", body, player.secret)
                assert answer.status_code == 200, answer.text
                unanswered[game] = None
        for anna, _ in pairs:
            assert at(anna, other).moment()["last_step"] >= last_steps.get(anna.game, 0)
        killable_servers.start(name)
        pairs = [
            (at(anna, killable_servers.bases["one"]), at(bela, killable_servers.bases["two"])) for anna, bela in pairs
        ]
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT game, version FROM ledger ORDER BY game, version").fetchall()
    for anna, bela in pairs:
        versions = [version for game, version in rows if game == anna.game]
        assert versions == list(range(len(versions)))  # none twice, none left out
        assert anna.moment()["last_step"] > 0
        assert anna.moment()["view"]["faiths"] == bela.moment()["view"]["faiths"]


def test_another_process_takes_over_a_search(killable_servers: Processes) -> None:
    anna = RemoteClient(killable_servers.bases["one"], "Anna")
    anna.create(opponent="doctor", first="P")
    assert anna.open()["state"] == "begun"
    killable_servers.kill("one")
    moved = at(anna, killable_servers.bases["two"])
    with moved.open_stream(moved.moment()["last_step"]) as stream:
        moment = moved.moment()
        while not (moment["view"]["decision"] or moment["view"]["outcome"]):
            next(stream)
            moment = moved.moment()
