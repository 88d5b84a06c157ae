"""Two server processes at one database: who is first is settled once, each hears the other, either may die."""

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

from server.database import database, fresh, postgres  # noqa: F401
from server.online_server import ServeProcess
from server.remote_client import OnlineStreamReader, RemoteClient

FREE = {f"SOLAFIDE_LIMITS_{name}": "0" for name in ("RATE", "RATE_ALL", "WRONG", "TABLES", "GAMES", "STREAMS")}
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
def mortals(tmp_path: Path, database: str) -> Iterator[Processes]:  # noqa: F811
    """Servers that may be killed."""
    yield from started(tmp_path, database)


def started(folder: Path, address: str) -> Iterator[Processes]:
    found = Processes(folder, address)
    found.start("one", "two")
    yield found
    found.stop()


def at(player: RemoteClient, base: str) -> RemoteClient:
    """The same browser, sent to another process."""
    moved = RemoteClient(base, player.name)
    kept = ("player", "contribution", "secret", "invite", "watch", "game")
    moved.__dict__.update({name: getattr(player, name) for name in kept})
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
    """A choice for whoever is asked; the answer."""
    moment = player.moment()
    asked = moment["view"]["decision"]
    if not asked:
        return None
    wish = {"version": moment["version"], "choice": dice.choice(asked["options"]), "idempotency_key": uuid4().hex}
    return player.told("POST", f"games/{player.game}/choices", wish)


def test_two_play_a_whole_game_through_two_processes(servers: Processes) -> None:
    anna, bela = pair(servers, turn_limit=60)
    dice, last = random.Random(1517), 0
    while True:
        for player in (anna, bela):
            answer = turn(player, dice)
            if answer is not None:
                assert answer["version"] > last
                last = answer["version"]
        if (end := anna.moment())["view"]["outcome"]:
            break
    assert bela.moment()["view"]["outcome"] == end["view"]["outcome"]
    receipts = [who.ask("GET", f"games/{who.game}/receipt", shown=who.secret).json() for who in (anna, bela)]
    assert receipts[0] == receipts[1]
    assert receipts[0]["verified"]


def test_a_request_repeated_at_another_process_counts_once(servers: Processes) -> None:
    """And is answered there as it was here."""
    anna, bela = pair(servers, first="C")
    there = at(anna, servers.bases["two"])
    path = f"games/{anna.game}/choices"
    for query in ({"answer": "short"}, {}):
        wish = {"version": anna.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
        first = anna.ask("POST", path, wish, anna.secret, **query)
        assert first.status_code == 200, first.text
        bela.choose("draw")
        assert there.ask("POST", path, wish, there.secret, **query).content == first.content
        assert there.moment()["last_step"] > first.json()["step"]
    different = wish | {"choice": "circle:10"}
    there.refused("POST", path, different, 409, "server.error.idempotency_key")


def test_a_request_at_two_processes_at_once_has_one_answer(servers: Processes) -> None:
    """A load balancer that is impatient sends it to another one, while the first is about to answer."""
    anna, bela = pair(servers, first="C")
    for _ in range(8):
        player = anna if anna.options() else bela
        devices = [at(player, servers.bases[name]) for name in ("one", "two") * 2]
        wish = {"version": player.moment()["version"], "choice": player.options()[0], "idempotency_key": uuid4().hex}
        with ThreadPoolExecutor(len(devices)) as pool:
            sent = [
                pool.submit(each.ask, "POST", f"games/{anna.game}/choices", wish, player.secret) for each in devices
            ]
            told = [future.result() for future in sent]
        assert [answer.status_code for answer in told] == [200] * len(devices), [answer.text for answer in told]
        assert len({answer.content for answer in told}) == 1


def test_news_cross_over(servers: Processes) -> None:
    anna, bela = pair(servers)
    players = {"C": anna, "P": bela}
    asked = next(who for who in players if players[who].moment()["view"]["decision"])
    chooser, other = players[asked], players["P" if asked == "C" else "C"]
    before = other.moment()["last_step"]
    with (
        other.open_stream(before) as news,
        OnlineStreamReader(other, {"game": anna.game, "secret": anna.watch, "step": before}) as watch,
    ):
        answer = turn(chooser, random.Random(1))
        assert answer is not None
        told = news.until("step")
        assert told["step"] == other.moment()["last_step"]
        assert watch.until("step")["step"] == told["step"]
        chooser.told("POST", f"games/{anna.game}/chat", {"text": "Well played!", "idempotency_key": uuid4().hex}, Any)
        assert news.until("chat")["chat_number"] == 1
        chooser.post("offers", {"kind": "draw"})
        assert news.until("offer")["game"] == anna.game
        assert [made["kind"] for made in other.moment()["online"]["offers"]] == ["draw"]


SLOW_COMMITS = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1517); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON seats DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait();
"""
WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


def test_a_table_begins_though_both_open_at_the_same_moment(mortals: Processes, database: str) -> None:  # noqa: F811
    """Neither commit is through when the other one looks what is lacking."""
    anna, bela = RemoteClient(mortals.bases["one"]), RemoteClient(mortals.bases["two"])
    anna.create()
    bela.join(anna.game, anna.invite)
    with psycopg.connect(database, autocommit=True) as connection, ThreadPoolExecutor(2) as pool:
        connection.execute(SLOW_COMMITS)
        connection.execute("SELECT pg_advisory_lock(1517)")
        states = pool.map(lambda player: player.open()["state"], (anna, bela))
        while connection.execute(WAITING).fetchone() != (2,):
            pass
        connection.execute("SELECT pg_advisory_unlock(1517)")
        assert "begun" in list(states)
    assert anna.moment()["view"]["faiths"] == bela.moment()["view"]["faiths"]


def test_who_waits_at_another_process_hears_that_a_table_is_void(mortals: Processes, database: str) -> None:  # noqa: F811
    """A table that nobody opened in time is found by a server at its start."""
    anna = RemoteClient(mortals.bases["one"])
    anna.create()
    with anna.open_stream() as news, psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE tables SET changed = '2020-01-01T00:00:00.000+00:00'")
        mortals.start("three")
        assert news.until("lobby")["game"] == anna.game


def both(twins: list[RemoteClient], *wishes: Json, deed: str = "choices") -> list[httpx.Response]:
    """Each wish at its process, as nearly at once as threads can."""
    ready = threading.Barrier(len(twins))

    def call(twin: RemoteClient, wish: Json) -> httpx.Response:
        ready.wait(30)
        answer: httpx.Response = twin.ask("POST", f"games/{twin.game}/{deed}", wish, twin.secret)
        return answer

    with ThreadPoolExecutor(len(twins)) as pool:
        return list(pool.map(call, twins, wishes))


def test_the_same_request_at_both_counts_once(servers: Processes) -> None:
    anna, bela = pair(servers)
    dice = random.Random(3)
    for _ in range(12):
        player = next(who for who in (anna, bela) if who.moment()["view"]["decision"])
        twins = [at(player, base) for base in servers.bases.values()]
        moment = twins[0].moment()
        assert twins[1].moment() == moment
        choice = dice.choice(moment["view"]["decision"]["options"])
        wish = {"version": moment["version"], "choice": choice, "idempotency_key": uuid4().hex}
        answers = both(twins, wish, wish)
        assert [answer.status_code for answer in answers] == [200, 200], [answer.text[:200] for answer in answers]
        assert answers[0].json() == answers[1].json()


def test_different_requests_at_both_are_settled(servers: Processes) -> None:
    """One is first; the other one is told how things stand."""
    anna, bela = pair(servers)
    dice = random.Random(4)
    for _ in range(12):
        player = next(who for who in (anna, bela) if who.moment()["view"]["decision"])
        twins = [at(player, base) for base in servers.bases.values()]
        moment = twins[0].moment()
        choice = dice.choice(moment["view"]["decision"]["options"])
        wish = {"version": moment["version"], "choice": choice}
        answers = both(twins, wish | {"idempotency_key": uuid4().hex}, wish | {"idempotency_key": uuid4().hex})
        answers.sort(key=lambda answer: answer.status_code)
        assert [answer.status_code for answer in answers] == [200, 409], [answer.text[:200] for answer in answers]
        refused = answers[1].json()
        assert refused["moment"]["view"] == answers[0].json()["view"]


def test_both_draft_at_once(servers: Processes) -> None:
    """Neither waits for the other, though each is at a process of its own."""
    players = pair(servers, mode="draft", faith="rolled")
    while players[0].moment()["view"]["phase"] != "draft":
        for player in players:
            turn(player, random.Random(6))

    def draft(player: RemoteClient) -> int:
        made, dice = 0, random.Random(player.name)
        while player.moment()["view"]["phase"] == "draft" and turn(player, dice) is not None:
            made += 1
        return made

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(draft, players))
    assert min(made) >= 5
    while any(moment["view"]["phase"] == "draft" for moment in (player.moment() for player in players)):
        for player in players:
            turn(player, random.Random(7))
    assert players[0].moment()["last_step"] > 0
    assert players[0].moment()["view"]["faiths"] == players[1].moment()["view"]["faiths"]


def test_both_talk_at_once(servers: Processes) -> None:
    """Every line is there once, and has a number of its own."""
    anna, bela = pair(servers)
    for number in range(8):
        wishes = [{"text": f"{who.name} {number}", "idempotency_key": uuid4().hex} for who in (anna, bela)]
        answers = both([anna, bela], *wishes, deed="chat")
        assert [answer.status_code for answer in answers] == [201, 201], [answer.text[:200] for answer in answers]
    lines = anna.ask("GET", f"games/{anna.game}/chat", shown=anna.secret).json()
    assert [line["number"] for line in lines] == list(range(1, 17))
    assert len({line["text"] for line in lines}) == 16


def test_who_deletes_everything_at_one_process_is_unknown_at_the_other(servers: Processes) -> None:
    anna, bela = pair(servers)
    seen = bela.moment()["players"]
    with bela.open_stream(bela.moment()["last_step"]) as news:
        assert anna.ask("POST", "me/delete", {}, anna.player).status_code == 204
        assert news.until("lobby")["game"] == anna.game
    assert bela.moment()["players"]["1"]["name"] != seen["1"]["name"]
    elsewhere = at(anna, servers.bases["two"])
    elsewhere.refused("GET", f"games/{anna.game}", None, 403, "server.error.secret")


def test_one_of_two_is_killed_in_the_midst_of_games(mortals: Processes, database: str) -> None:  # noqa: F811
    """Whoever played there goes on at the other one: what was answered is there, what was not is there once or not."""
    pairs = [pair(mortals) for _ in range(4)]
    seen: dict[str, int] = {}
    left: dict[str, tuple[RemoteClient, Json] | None] = {}
    dice = random.Random(5)

    def play(number: int, players: tuple[RemoteClient, RemoteClient]) -> None:
        mind = random.Random(number)
        game = players[0].game
        try:
            while True:
                for player in players:
                    moment = player.moment()
                    if not (asked := moment["view"]["decision"]):
                        continue
                    wish = {
                        "version": moment["version"],
                        "choice": mind.choice(asked["options"]),
                        "idempotency_key": uuid4().hex,
                    }
                    left[game] = player, wish
                    answer = player.told("POST", f"games/{game}/choices", wish)
                    seen[game], left[game] = answer["last_step"], None
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
        mortals.kill(name)
        for thread in playing:
            thread.join()
        other = mortals.bases["two" if name == "one" else "one"]
        for game, pending in left.items():
            if pending is not None:
                player, wish = pending
                answer = at(player, other).ask("POST", f"games/{game}/choices", wish, player.secret)
                assert answer.status_code == 200, answer.text
                left[game] = None
        for anna, _ in pairs:
            assert at(anna, other).moment()["last_step"] >= seen.get(anna.game, 0)
        mortals.start(name)
        pairs = [(at(anna, mortals.bases["one"]), at(bela, mortals.bases["two"])) for anna, bela in pairs]
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT game, version FROM ledger ORDER BY game, version").fetchall()
    for anna, bela in pairs:
        found = [version for game, version in rows if game == anna.game]
        assert found == list(range(len(found)))  # none twice, none left out
        assert anna.moment()["last_step"] > 0
        assert anna.moment()["view"]["faiths"] == bela.moment()["view"]["faiths"]


def test_an_opponent_goes_on_when_its_process_dies(mortals: Processes) -> None:
    anna = RemoteClient(mortals.bases["one"], "Anna")
    anna.create(opponent="doctor", first="P")
    assert anna.open()["state"] == "begun"
    mortals.kill("one")
    moved = at(anna, mortals.bases["two"])
    with moved.open_stream(moved.moment()["last_step"]) as news:
        moment = moved.moment()
        while not (moment["view"]["decision"] or moment["view"]["outcome"]):
            next(news)
            moment = moved.moment()
