"""Far apart, in two worlds that differ only in what a seat or a spectator may not know: every byte is the same."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from server.client import client
from server.far import House, secret
from server.test_secrecy import GAME, SEED, played, twin
from solafide.cards import builtin
from solafide.game import Game, promise
from solafide.server.company import Terms
from solafide.server.file import FileStore
from solafide.server.hall import Hall
from solafide.server.schema import chat, notes, orders, seats, tables
from solafide.server.stream import News
from solafide.server.table import PERSON, Founding, brought
from solafide.server.visitor import WATCH, digest

CREATED = "2026-01-01T00:00:00.000+00:00"
KEYS = {"1": secret(), "2": secret(), WATCH: secret()}
PLAYER = secret()
PARTS = {"part": b"\1" * 32, "1": b"\2" * 32, "2": b"\3" * 32}
PLAYERS = {"1": PERSON, "2": PERSON}
TIME = re.compile(rb"20[0-9-]{8}T[0-9:.]{12}\+00:00")


def stored(folder: Path, game: Game, own: str, world: int) -> None:
    """A game far apart; what the other one has written differs between the worlds."""
    promises = {name: promise(part) for name, part in PARTS.items()}
    terms = Terms(None, False, "", promises, {name: part.hex() for name, part in PARTS.items()})
    founding = Founding(GAME, CREATED, game.options, builtin(), PLAYERS, SEED, online=terms)
    table, entries = brought(founding, game)
    other = "2" if own == "1" else "1"

    async def put() -> None:
        hall = Hall(store, News())
        await store.do(lambda connection: _lay(connection, own, other, world))
        await hall._put_in(table, entries, None)
        await hall.close()

    def _lay(connection: Any, own: str, other: str, world: int) -> None:
        row = {"id": GAME, "created": CREATED, "changed": CREATED, "options": game.options.json()}
        row |= {"cards": builtin().hash, "players": PLAYERS, "study": False, "open": False, "state": "opening"}
        connection.execute(insert(tables), row | {"part": PARTS["part"], "watch": digest(KEYS[WATCH])})
        for person in PLAYERS:
            owner = digest(PLAYER) if person == own else bytes([world]) * 32
            mine = {"game": GAME, "person": person, "hash": digest(KEYS[person]), "owner": owner, "name": f"N{person}"}
            mine |= {"kind": PERSON, "promise": promises[person], "contribution": PARTS[person], "joined": CREATED}
            connection.execute(insert(seats), mine)
        said = {"game": GAME, "number": 1, "person": own, "text": "hello", "client": "client-0", "at": CREATED}
        connection.execute(insert(chat), said)
        connection.execute(insert(notes), {"game": GAME, "person": other, "text": f"world {world}"})
        if world:  # for something that is not asked now
            data = {"orders": {"until": 900, "disputation": [10]}, "told": []}
            connection.execute(insert(orders), {"game": GAME, "person": other, "data": data})

    store = FileStore(folder)
    asyncio.run(put())
    store.close()


CASES = [
    ("first", 1, 0, "P"),
    ("first", 2, 25, "C"),
    ("first", 3, 32, "P"),
    ("draft", 4, 9, "C"),
    ("draft", 6, 70, "C"),
]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, case)))
def worlds(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[House]]]:
    mode, seed, choices, seat = request.param
    game = played(mode, seed, choices, seat)
    own = "1" if seat == "C" else "2"
    houses = []
    for number, world in enumerate((game, twin(game, seat))):
        stored(tmp_path / str(number), world, own, number)
        houses.append(House(tmp_path / str(number)))
    yield own, houses
    for house in houses:
        house.close()


def looks(last: int, version: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What a seat, and a spectator, can ask without changing anything."""
    yield "GET", "", {}
    for at in sorted({*range(0, last, 5), last - 1, last}):
        yield "GET", "", {"params": {"at": at, "since": max(0, at - 5)}}
    for seat in ("C", "P", "1", "2"):
        yield "GET", "", {"params": {"seat": seat}}
    yield "GET", "/hint", {"params": {"version": version}}
    for path in ("/record", "/record?open=1", "/receipt", "/analysis?start=1", "/chat", "/notes", "/orders", "/signs"):
        yield "GET", path, {}


def deeds(version: int, options: list[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What changes something, or tries to."""
    for number, changed in enumerate(({"version": version + 1}, {"choice": "circle:0"}, {"choice": "play:P99"})):
        wish = {"version": version, "choice": options[-1], "client": f"client-{number}1"}
        yield "POST", "/choices", {"json": wish | changed}
        yield "POST", "/choices?answer=short", {"json": wish | changed}
    for path in ("/undo", "/takeback", "/time"):
        yield "POST", path, {"json": {"version": version, "client": f"client{path[1:]}"}}
    for kind, to in (("draw", None), ("takeback", 0), ("takeback", version - 1)):
        yield "POST", "/offers", {"json": {"kind": kind, "to": to, "version": version, "client": f"cl{kind}{to}"}}
    yield "POST", "/chat", {"json": {"text": "hm", "client": "client-chat"}}
    yield "PUT", "/me", {"json": {"name": "Other"}}
    yield "POST", "/choices", {"json": {"version": version + 1, "choice": options[0], "client": "client-last"}}


def ask(house: House, method: str, path: str, key: str, more: dict[str, Any]) -> httpx.Response:
    return house.line.request(method, f"/api/{path}", headers={"authorization": f"Bearer {key}"}, **more)


def same(houses: list[House], method: str, path: str, key: str, more: dict[str, Any]) -> httpx.Response:
    """Both worlds give the same answer to the last byte, but for when things happened."""
    one, two = [ask(house, method, path, key, more) for house in houses]
    assert one.status_code == two.status_code, (method, path, more)
    assert TIME.sub(b"", one.content) == TIME.sub(b"", two.content), (method, path, more)
    assert sorted(one.headers) == sorted(two.headers)
    return one


@pytest.mark.parametrize("watching", [False, True], ids=["seat", "spectator"])
def test_every_answer_is_the_same_in_both_worlds(worlds: tuple[str, list[House]], watching: bool) -> None:
    own, houses = worlds
    key = KEYS[WATCH if watching else own]
    moment = ask(houses[0], "GET", f"games/{GAME}", KEYS[own], {}).json()
    version, options = moment["version"], moment["view"]["decision"]["options"]
    followed = {"seats": [{"game": GAME, "secret": key, "step": 0}]}
    streams = [_stream(house, followed) for house in houses]
    asked = 0
    for method, path, more in (*looks(moment["last"], version), *deeds(version, options)):
        same(houses, method, f"games/{GAME}{path}", key, more)
        asked += 1
    same(houses, "POST", "mine", key, {"json": {"seats": [{"game": GAME, "secret": key}]}})
    if not watching:
        same(houses, "POST", "me/export", PLAYER, {"json": {}})
    for house in houses:
        house.call(lambda hall: hall.readers.close())
    told = [[line for line in stream if line.startswith("data: ")] for stream in streams]
    assert told[0] == told[1]
    assert told[0] or (watching and moment["view"]["phase"] == "draft")
    assert asked > 30


def _stream(house: House, followed: dict[str, Any]) -> Iterator[str]:
    """Opened at once, read when it has ended."""
    line = client()
    answer = line.stream("POST", f"{house.base}/api/news", json=followed)
    lines = answer.__enter__().iter_lines()
    next(lines)

    def rest() -> Iterator[str]:
        yield from lines
        answer.__exit__(None, None, None)
        line.close()

    return rest()


def test_a_spectator_hears_nothing_of_a_draft(tmp_path: Path) -> None:
    game = played("draft", 4, 9, "C")
    stored(tmp_path, game, "1", 0)
    house = House(tmp_path)
    try:
        streams = {role: _stream(house, {"seats": [{"game": GAME, "secret": KEYS[role], "step": 0}]}) for role in KEYS}
        moment = ask(house, "GET", f"games/{GAME}", KEYS["1"], {}).json()
        wish = {"version": moment["version"], "choice": moment["view"]["decision"]["options"][0], "client": "client-11"}
        assert ask(house, "POST", f"games/{GAME}/choices", KEYS["1"], {"json": wish}).status_code == 200
        house.call(lambda hall: hall.readers.close())
        steps = {role: [line for line in stream if '"kind":"step"' in line] for role, stream in streams.items()}
        assert len(steps["1"]) == 2  # what was before, and the own pick
        assert len(steps["2"]) == 1
        assert len(steps[WATCH]) <= 1
    finally:
        house.close()
