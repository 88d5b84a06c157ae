"""Nothing that was answered is ever lost: the server is killed at random moments, again and again."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.conftest import Starter
from server.guest import Guest, Json
from solafide.game import SolaFideError
from solafide.server.store import Entry, Store, append, entries

LIVES = 6


@pytest.fixture
def begin(start: Starter) -> Iterator[Starter]:
    """Whatever was killed, in the end the file is whole."""
    yield start
    start.put_away()
    connection = sqlite3.connect(start.folder / "games" / "games.sqlite3")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


class Pupil:
    """Somebody who plays until the line breaks, and remembers what was answered."""

    def __init__(self, guest: Guest, game: str, seed: int, seen: Json) -> None:
        self.guest, self.game, self.seen = guest, game, seen
        self.dice = random.Random(seed)
        self.pending: Json | None = None

    def play(self) -> None:
        try:
            while not self.step():
                pass
        except httpx.TransportError:
            return

    def step(self) -> bool:
        moment = self.guest.asked(self.game)
        if moment["view"]["outcome"]:
            return True
        options = moment["view"]["decision"]["options"]
        self.pending = {
            "seat": moment["seat"],
            "version": moment["version"],
            "choice": self.dice.choice(options),
            "client": self.guest.client(),
        }
        answer = self.guest.post(f"games/{self.game}/choices", self.pending)
        self.seen[self.game] = (answer["seat"], answer["version"], answer["view"])
        self.pending = None
        return False


def test_kill_at_random_moments(begin: Starter) -> None:
    """After each start: what was answered is there, what was not answered is there once or not at all."""
    dice = random.Random(1517)
    seen: dict[str, Any] = {}
    games: list[str] = []
    pending: dict[str, Json | None] = {}
    for life in range(LIVES):
        server = begin()
        guest = server.guest()
        if not games:
            games = [guest.new()["game"], guest.new("person", "scholar")["game"], guest.new(mode="draft")["game"]]
        for game, (seat, version, view) in seen.items():
            now = guest.moment(game, seat=seat, at=view["version"])
            assert now["view"] == view
            assert now["version"] >= version
        for game, wish in pending.items():
            if wish is not None:
                answer = guest.ask("POST", f"/api/games/{game}/choices", json=wish)
                assert answer.status_code == 200, answer.text
        pupils = [Pupil(guest, game, life, seen) for game in games]
        players = [threading.Thread(target=pupil.play) for pupil in pupils]
        for player in players:
            player.start()
        players[0].join(dice.uniform(0.05, 0.6))
        server.kill()
        for player in players:
            player.join()
        guest.http.close()
        pending = {pupil.game: pupil.pending for pupil in pupils}
    server = begin()
    with server.guest() as guest:
        assert {line["game"] for line in guest.get("games")} == set(games)
        assert all(guest.play(game, 3)["version"] > 0 for game in games)
    assert server.end()[0] == 0


def test_go_on_in_the_midst_of_a_card_with_what_could_be_taken_back(begin: Starter) -> None:
    server = begin()
    with server.guest() as guest:
        begun = guest.moment(guest.new()["game"], seat="C")
        chosen = guest.choose(begun, next(c for c in begun["view"]["decision"]["options"] if c.startswith("play")))
        client = guest.client()
        wish = {"seat": "C", "version": chosen["version"], "client": client}
        back = guest.post(f"games/{begun['game']}/undo", wish)
        again = guest.choose(back, chosen["view"]["decision"]["context"]["card"].join(("play:", "")))
        cookie = dict(guest.http.cookies)
    server.kill()
    server = begin()
    address = server.address()
    with Guest(address.partition("/open")[0]) as guest:
        guest.http.cookies.update(cookie)  # a session outlives the server
        after = guest.moment(begun["game"], seat="C")
        assert after | {"events": again["events"]} == again
        assert after["may"]["undo"] == ""
        wish = {"seat": "C", "version": after["version"], "client": guest.client()}
        assert guest.post(f"games/{begun['game']}/undo", wish)["view"] == begun["view"]
        # The same id as before the end: answered, not done again.
        old = {"seat": "C", "version": chosen["version"], "client": client}
        assert guest.post(f"games/{begun['game']}/undo", old)["last"] == begun["last"]
    server.kill()


def test_opponents_go_on_by_themselves_and_taken_back_turns_stay(begin: Starter) -> None:
    server = begin()
    with server.guest() as guest:
        watched = guest.new("doctor", "doctor")["game"]
        game = guest.new("person", "scholar")["game"]
        moment = guest.play(game, 1, lambda options: "draw")
        wish = {"seat": "C", "version": moment["version"], "client": guest.client()}
        back = guest.post(f"games/{game}/takeback", wish)
        steps = guest.moment(watched)["last"]
    server.kill()
    server = begin()
    with server.guest() as guest:
        after = guest.moment(game)
        assert after | {"events": [], "thinking": None} == back | {"events": [], "thinking": None}
        while not ((now := guest.moment(watched))["last"] > steps or now["view"]["outcome"]):
            pass
        assert "back:" in guest.ask("GET", f"/api/games/{game}/record", params={"open": 1}).text
    assert server.end()[0] == 0


# ---------------------------------------------------------------- the file itself


def rows(store: Store, game: str) -> list[Entry]:
    return store.submit(lambda db: entries(db, game)).result()


def test_settings_that_keep_promises(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("user_version", 1)):
        found = store.submit(lambda db, name=pragma: db.execute(f"PRAGMA {name}").fetchone()).result()
        assert found == (value,)
    store.close()


def test_requests_are_committed_together_and_fail_alone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    hold = threading.Event()
    first = store.submit(lambda db: hold.wait(10))
    one, two, three = (Entry(n, "choice", "C", "draw", None, n, 0) for n in (1, 2, 3))
    good = [store.submit(lambda db, each=each: append(db, "g", [each], "")) for each in (one, two)]
    bad = store.submit(lambda db: append(db, "g", [three, one], ""))
    hold.set()
    assert first.result()
    assert [len(each.result()) for each in good] == [1, 1]
    with pytest.raises(sqlite3.IntegrityError):
        bad.result()
    assert [entry.version for entry in rows(store, "g")] == [1, 2]
    store.close()


def test_what_is_answered_is_on_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.submit(lambda db: append(db, "g", [Entry(1, "choice", "C", "draw", None, 1, 0)], "")).result()
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in tmp_path.glob("games.sqlite3*"):
        (copy / file.name).write_bytes(file.read_bytes())
    found = sqlite3.connect(copy / "games.sqlite3")
    assert found.execute("SELECT choice FROM ledger").fetchall() == [("draw",)]
    found.close()
    store.close()


def test_a_version_stands_once_in_a_game_and_so_does_a_clients_id(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.submit(lambda db: append(db, "g", [Entry(1, "choice", "C", "draw", "id", 1, 0)], "")).result()
    for entry in (Entry(1, "choice", "C", "draw", "other", 1, 0), Entry(2, "choice", "C", "draw", "id", 2, 0)):
        with pytest.raises(sqlite3.IntegrityError):
            store.submit(lambda db, entry=entry: append(db, "g", [entry], "")).result()
    store.submit(lambda db: append(db, "h", [Entry(1, "choice", "C", "draw", "id", 1, 0)], "")).result()
    store.close()


def test_a_file_in_use(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(SolaFideError) as refused:
        Store(tmp_path)
    assert refused.value.key == "server.error.locked"
    store.close()
    Store(tmp_path).close()


@pytest.mark.parametrize("at", [0, 40, 100, 4096, 8192])
def test_a_damaged_file(tmp_path: Path, at: int) -> None:
    store = Store(tmp_path)
    many = [Entry(n, "choice", "C", "draw" * 8, None, n, 0) for n in range(400)]
    store.submit(lambda db: append(db, "g", many, "")).result()
    store.close()
    file = tmp_path / "games.sqlite3"
    content = bytearray(file.read_bytes())
    content[at : at + 600] = b"\xff" * 600
    file.write_bytes(content)
    with pytest.raises(SolaFideError) as refused:
        Store(tmp_path)
    assert refused.value.key == "server.error.damaged"
    assert file.read_bytes() == content


def test_a_file_of_a_newer_version(tmp_path: Path) -> None:
    Store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "games.sqlite3")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(SolaFideError) as refused:
        Store(tmp_path)
    assert refused.value.key == "server.error.newer"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SolaFideError) as refused:
        Store(tmp_path / "file" / "games")
    assert refused.value.key == "error.file.unwritable"
