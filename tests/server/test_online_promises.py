"""The promises of the online house: only legal choices count, each exactly once, and none that was answered is lost."""

import hashlib
import json
import random
import socket
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import func, select

from server.client import client
from server.far import Far, House, Json, play, secret, two
from server.house import Command
from solafide.server.schema import ledger, written

LIVES, GAMES = 6, 4
FREE = {
    f"SOLAFIDE_LIMITS_{name}": "0"
    for name in ("RATE", "RATE_ALL", "WRONG", "TABLES", "GAMES", "STREAMS", "STREAMS_ALL")
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


def fingerprint(house: House, game: str) -> str:
    """Of all that the game is, hidden cards included, and of its ledger."""

    async def look(hall: Any) -> str:
        async with hall.at(game) as table:
            whole = [table.game.whole(), table.length, table.game.choices]
            return hashlib.sha256(written(whole).encode()).hexdigest()

    found: str = house.call(look)
    return found


# ---------------------------------------------------------------- only legal choices change anything


def lies(one: Far, other: Far, stranger: Far) -> Iterator[tuple[str | None, str, Any, set[int]]]:
    """Who shows what secret, where, what is sent, and how it may be refused."""
    moment = one.moment()
    options, version = moment["view"]["decision"]["options"], moment["version"]
    good = {"version": version, "choice": options[0]}
    here, there = f"games/{one.game}", f"games/{stranger.game}"
    for choice in ("circle:0", "play:C99", "draw:draw", "stop", "resign", "back:0", "die:6", "card:C01"):
        if choice not in options:
            yield one.secret, f"{here}/choices", good | {"choice": choice}, {422}
    for behind in (version - 1, version + 1, 0, 999_999):
        yield one.secret, f"{here}/choices", good | {"version": behind}, {409}
    for shown, refused in ((other.secret, {403, 409}), (one.watch, {403}), (stranger.secret, {403}), (None, {401})):
        yield shown, f"{here}/choices", good, refused
    for seat in ("C", "P", "1", "2"):
        if seat not in (moment["seat"], "1" if moment["seat"] == "C" else "2"):
            yield one.secret, f"{here}/choices", good | {"seat": seat}, {403}
    yield one.secret, f"{there}/choices", good, {403}
    yield secret(), f"{here}/choices", good, {403}
    for wrong in ({"choice": ""}, {"choice": 7}, {"version": "1"}, {"version": -1}, {"version": 1.5}, {"more": 1}):
        yield one.secret, f"{here}/choices", good | wrong, {422}
    yield one.secret, f"{here}/choices", [good], {422}
    yield one.secret, f"{here}/choices", good | {"choice": "x" * 70_000}, {413, 422}
    yield one.secret, f"{here}/answers", {"kind": "draw", "accept": True, "version": version}, {409}
    yield one.secret, f"{here}/answers", {"kind": "takeback", "accept": True, "version": version}, {409}
    yield one.secret, f"{here}/withdraw", {"kind": "draw", "version": version}, {409}
    yield one.secret, f"{here}/offers", {"kind": "takeback", "to": 0, "version": version}, {409, 422}
    yield one.secret, f"{here}/time", {"version": version}, {409}
    yield one.secret, f"{here}/replace", {"opponent": "rector", "version": version}, {409}
    yield one.secret, f"{here}/takeback", {"version": version}, {409}
    yield one.watch, f"{here}/resign", {"version": version}, {403}
    yield stranger.secret, f"{here}/resign", {"version": version}, {403}
    yield one.watch, f"{here}/chat", {"text": "hello"}, {403}


def test_nothing_but_a_legal_choice_changes_anything(house: House) -> None:
    one, other = two(house.base)
    stranger, _ = two(house.base)
    play((one, other), 12)
    one, other = (one, other) if one.options() else (other, one)
    one.watch = one.watch if one.name == "Anna" else other.watch
    before, tried = fingerprint(house, one.game), 0
    for shown, path, body, refused in lies(one, other, stranger):
        wish = body | {"client": uuid4().hex} if isinstance(body, dict) else body
        answer = one.ask("POST", path, wish, shown)
        assert answer.status_code in refused, (path, body, answer.text[:200])
        problem = answer.json()
        assert problem["error"]["text"]
        if answer.status_code in (409, 422) and "moment" in problem:
            assert problem["moment"]["version"] == (one if shown == one.secret else other).moment()["version"]
        assert fingerprint(house, one.game) == before, (path, body)
        tried += 1
    assert tried > 30
    stale = one.ask(
        "POST", f"games/{one.game}/choices", {"version": 0, "choice": "draw", "client": uuid4().hex}, one.secret
    )
    assert stale.json()["moment"]["view"] == one.moment()["view"]


def test_what_fails_before_the_disk_did_not_happen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong between a choice and its commit: memory is not ahead of the ledger."""
    one, other = two(house.base)
    chooser = one if one.options() else other
    moment, before = chooser.moment(), fingerprint(house, one.game)
    wish = {"version": moment["version"], "choice": moment["view"]["decision"]["options"][0], "client": uuid4().hex}

    def broken(*_: object) -> None:
        raise RuntimeError("an error of ours")

    with monkeypatch.context() as patch:
        patch.setattr("solafide.server.hall.carry_out", broken)
        answer = chooser.ask("POST", f"games/{one.game}/choices", wish, chooser.secret)
    assert answer.status_code == 500
    assert fingerprint(house, one.game) == before
    assert chooser.moment() == moment
    assert chooser.told("POST", f"games/{one.game}/choices", wish)["version"] > moment["version"]


def test_bodies_that_are_no_json(house: House) -> None:
    one, _ = two(house.base)
    before = fingerprint(house, one.game)
    headers = {"authorization": f"Bearer {one.secret}", "content-type": "application/json"}
    for body in (b"", b"{", b"\xff\xfe", b"null", b'{"version":NaN}', b"[" * 3000, b'{"a":' * 2000):
        answer = one.http.post(f"/api/games/{one.game}/choices", content=body, headers=headers)
        assert answer.status_code == 422, (body[:20], answer.text)
        assert answer.json()["error"]["text"]
    plain = one.http.post(
        f"/api/games/{one.game}/choices", content=b"{}", headers=headers | {"content-type": "text/plain"}
    )
    assert plain.status_code == 415
    assert fingerprint(house, one.game) == before


# ---------------------------------------------------------------- exactly once


def test_a_choice_counts_once_though_its_answer_was_never_read(house: House) -> None:
    one, other = two(house.base)
    for _ in range(8):
        busy = one if one.options() else other
        moment = busy.moment()
        wish = {"version": moment["version"], "choice": busy.options()[0], "client": uuid4().hex}
        body = json.dumps(wish).encode()
        host, port = house.base.removeprefix("http://").split(":")
        head = (
            f"POST /api/games/{one.game}/choices?answer=short HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Authorization: Bearer {busy.secret}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        line = socket.create_connection((host, int(port)))
        line.sendall(head.encode() + body)
        line.close()
        first = busy.ask("POST", f"games/{one.game}/choices", wish, busy.secret, answer="short")
        assert first.status_code == 200, first.text
        second = busy.ask("POST", f"games/{one.game}/choices", wish, busy.secret, answer="short")
        assert second.content == first.content
        assert times(house, wish["client"]) == 1
        different = wish | {"choice": "circle:10" if wish["choice"] != "circle:10" else "draw"}
        busy.refused("POST", f"games/{one.game}/choices", different, 409, "server.error.client")


def times(house: House, client: str) -> int:
    wanted = select(func.count()).where(ledger.c.client == client)
    found: int = house.call(lambda hall: hall.store.do(lambda connection: connection.execute(wanted).scalar_one()))
    return found


# ---------------------------------------------------------------- durable before visible


class Pupil:
    """One player of a game who remembers every answer, and every message of the other one's stream."""

    def __init__(self, seat: Far, seed: int) -> None:
        self.seat, self.dice = seat, random.Random(seed)
        self.answered: list[str] = []
        self.heard = 0
        self.pending: Json | None = None

    def listen(self) -> None:
        try:
            with self.seat.news() as news:
                while True:
                    self.heard = max(self.heard, next(news).get("step", 0))
        except (httpx.TransportError, StopIteration, RuntimeError):
            return

    def play(self) -> None:
        try:
            while not self.step():
                pass
        except httpx.TransportError:
            return

    def step(self) -> bool:
        moment = self.seat.moment()
        asked = moment["view"]["decision"]
        if moment["view"]["outcome"]:
            return True
        if asked:
            wish = {"version": moment["version"], "choice": self.dice.choice(asked["options"]), "client": uuid4().hex}
            self.pending = wish
            answer = self.seat.ask("POST", f"games/{self.seat.game}/choices", wish, self.seat.secret, answer="short")
            assert answer.status_code in (200, 409), answer.text
            if answer.status_code == 200:
                self.answered.append(wish["client"])
            self.pending = None
        return False


def test_no_answer_is_lost_however_often_the_server_is_killed(tmp_path: Path) -> None:
    dice = random.Random(1555)
    pupils: list[Pupil] = []
    for _ in range(LIVES):
        server = Command(tmp_path, **FREE)
        try:
            base = server.base()
            if not pupils:
                for number in range(GAMES):
                    pair = two(base, mode="draft" if number % 2 else "first", faith="C")
                    pupils += [Pupil(seat, 10 * number + at) for at, seat in enumerate(pair)]
            for pupil in pupils:
                pupil.seat.http.close()
                pupil.seat.base, pupil.seat.http = base, client(base)
                moment = pupil.seat.moment()
                assert moment["step"] >= pupil.heard, "what was told was not kept"
                if pupil.pending:  # nobody knows whether it counted: the same again does no harm
                    path = f"games/{pupil.seat.game}/choices"
                    answer = pupil.seat.ask("POST", path, pupil.pending, pupil.seat.secret)
                    assert answer.status_code == 200, answer.text
                    pupil.answered.append(pupil.pending["client"])
            threads = [threading.Thread(target=deed) for pupil in pupils for deed in (pupil.play, pupil.listen)]
            for thread in threads:
                thread.start()
            wanted = answers(pupils) + dice.randint(4, 16)
            while answers(pupils) < wanted:
                threads[0].join(dice.uniform(0, 0.05))
        finally:
            server.process.kill()
            server.put_away()
        for thread in threads:
            thread.join()
        kept = requests_kept(tmp_path)
        for pupil in pupils:
            assert all(kept.get(client) == 1 for client in pupil.answered)
    for pupil in pupils:
        pupil.seat.http.close()
    assert answers(pupils) >= 4 * LIVES


def answers(pupils: list[Pupil]) -> int:
    return sum(len(pupil.answered) for pupil in pupils)


def requests_kept(folder: Path) -> dict[str, int]:
    """How often each request stands in the ledger; the file itself is whole."""
    connection = sqlite3.connect(folder / "online" / "games.sqlite3")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    found = dict(connection.execute("SELECT client, count(*) FROM ledger WHERE client IS NOT NULL GROUP BY client"))
    connection.close()
    return found
