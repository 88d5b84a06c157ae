"""Nothing that was answered is ever lost: the server is killed at random moments, again and again."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from depth import DEEP
from server.conftest import ServerStarter
from server.local_client import Json, LocalClient
from server.waiting import join, wait_until

RESTARTS = 6 if DEEP else 3


@pytest.fixture
def begin(start: ServerStarter) -> Iterator[ServerStarter]:
    """Return a function that starts a server; at the end the file must pass an integrity check."""
    yield start
    start.stop()
    connection = sqlite3.connect(start.folder / "games" / "games.sqlite3")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


class PlayerThread:
    """A client that plays until the connection breaks, and remembers every response."""

    def __init__(self, client: LocalClient, game: str, seed: int, acknowledged: Json) -> None:
        self.client, self.game, self.acknowledged = client, game, acknowledged
        self.dice = random.Random(seed)
        self.pending: Json | None = None

    def play(self) -> None:
        try:
            while not self.step():
                pass
        except httpx.TransportError:
            return

    def step(self) -> bool:
        moment = self.client.wait_for_decision(self.game)
        if moment["view"]["outcome"]:
            return True
        options = moment["view"]["decision"]["options"]
        self.pending = {
            "seat": moment["seat"],
            "version": moment["version"],
            "choice": self.dice.choice(options),
            "idempotency_key": self.client.new_request_id(),
        }
        answer = self.client.post(f"games/{self.game}/choices", self.pending)
        self.acknowledged[self.game] = (answer["seat"], answer["version"], answer["view"])
        self.pending = None
        return False


def without_the_others(view: Json) -> Json:
    """Return a view of the draft without the progress of the other player, who chooses at the same time."""
    others = ("faiths", "waiting_for") if view["phase"] == "draft" else ()
    return {name: value for name, value in view.items() if name not in others}


def test_kill_at_random_moments(begin: ServerStarter) -> None:
    """After each start: what was answered is there, what was not answered is there once or not at all."""
    dice = random.Random(1517)
    acknowledged: dict[str, Any] = {}
    games: list[str] = []
    pending: dict[str, Json | None] = {}
    for life in range(RESTARTS):
        server = begin()
        client = server.client()
        if not games:
            games = [client.new()["game"], client.new("person", "scholar")["game"], client.new(mode="draft")["game"]]
        for game, (seat, version, view) in acknowledged.items():
            now = client.moment(game, seat=seat, at=view["version"])
            assert without_the_others(now["view"]) == without_the_others(view)
            assert now["version"] >= version
        for game, body in pending.items():
            if body is not None:
                answer = client.ask("POST", f"/api/games/{game}/choices", json=body)
                assert answer.status_code == 200, answer.text
        clients = [PlayerThread(client, game, life, acknowledged) for game in games]
        players = [threading.Thread(target=player_thread.play) for player_thread in clients]
        for player in players:
            player.start()
        players[0].join(dice.uniform(0.05, 0.6))
        server.kill()
        for player in players:
            join(player)
        client.http.close()
        pending = {player_thread.game: player_thread.pending for player_thread in clients}
    server = begin()
    with server.client() as client:
        assert {line["game"] for line in client.get("games")} == set(games)
        assert all(client.play(game, 3)["version"] > 0 for game in games)
    assert server.end()[0] == 0


def test_an_unfinished_card_and_its_undo_survive_a_kill(begin: ServerStarter) -> None:
    server = begin()
    with server.client() as client:
        start, after_choice = client.new_with_a_card()
        request_id = client.new_request_id()
        body = {"seat": "C", "version": after_choice["version"], "idempotency_key": request_id}
        back = client.post(f"games/{start['game']}/undo", body)
        again = client.choose(back, f"play:{after_choice['view']['decision']['context']['card']}")
        cookie = dict(client.http.cookies)
    server.kill()
    server = begin()
    address = server.address()
    with LocalClient(address.partition("/open")[0]) as client:
        client.http.cookies.update(cookie)  # a session outlives the server
        after = client.moment(start["game"], seat="C")
        assert after | {"events": again["events"]} == again
        assert after["permissions"]["undo"] == ""
        body = {"seat": "C", "version": after["version"], "idempotency_key": client.new_request_id()}
        assert client.post(f"games/{start['game']}/undo", body)["view"] == start["view"]
        # The same id as before the end: answered, not done again.
        old = {"seat": "C", "version": after_choice["version"], "idempotency_key": request_id}
        assert client.post(f"games/{start['game']}/undo", old)["last_step"] == start["last_step"]
    server.kill()


def test_searches_resume_and_takebacks_survive_a_kill(begin: ServerStarter) -> None:
    server = begin()
    with server.client() as client:
        game = client.new("person", "scholar")["game"]
        moment = client.play(game, 1, lambda options: "draw")
        body = {"seat": "C", "version": moment["version"], "idempotency_key": client.new_request_id()}
        back = client.post(f"games/{game}/takeback", body)
        awaited = client.new("person", "rector", first="P")
    server.kill()
    server = begin()
    with server.client() as client:
        after = client.moment(game)
        assert after | {"events": [], "thinking": None} == back | {"events": [], "thinking": None}
        wait_until(lambda: client.moment(awaited["game"])["view"]["decision"])  # the computer has played
        assert "back:" in client.ask("GET", f"/api/games/{game}/record", params={"unfinished": 1}).text
    assert server.end()[0] == 0
