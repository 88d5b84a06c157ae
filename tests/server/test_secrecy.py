"""Two worlds that differ only in what a seat cannot know: every answer is the same in both, to the last byte."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.conftest import LocalServerThread
from server.local_client import LocalClient
from solafide.cards import builtin
from solafide.game import FAITHS, FastNature, Game, LiveNature, Options, RecordError
from solafide.lab.secrecy_check import exchanged_cards
from solafide.server.matches.match import MatchSetup, import_match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.sqlite import SqliteStorage

SEED = bytes(range(32))
GAME = "twins"
JSON = {"Content-Type": "application/json"}


def played(mode: Any, seed: int, choices: int, seat: str) -> Game:
    """A game that waits for the seat after a number of random choices."""
    dice = random.Random(seed)
    game = Game(Options(mode=mode, faiths="agreed", first="C"), nature=LiveNature(SEED))
    while choices > 0 or game.decision(seat) is None:
        decision = game.decision(dice.choice(FAITHS) if game.drafting else None) or game.decision()
        assert decision is not None, "too many choices"
        game.choose(dice.choice(decision.options), decision.who)
        choices -= 1
    return game


def redealt(game: Game, seat: str) -> Game:
    """The same history for this seat, with other cards where it has never seen them."""
    for seed in range(200):
        names = exchanged_cards(game, seat, seed)
        other = Game.again(game.options, builtin(), FastNature(0))
        try:
            for who, choice in game.choices:
                other.follow(who, ":".join(names.get(part, part) for part in choice.split(":")))
        except RecordError:
            continue
        hidden = "P" if seat == "C" else "C"
        if other.view(hidden)["own"] != game.view(hidden)["own"]:
            return other
    raise AssertionError("no other world was found")


def stored(folder: Path, game: Game, players: dict[str, str]) -> None:
    setup = MatchSetup(GAME, "2026-01-01T00:00:00.000+00:00", game.options, builtin(), players, SEED)
    table, entries = import_match(setup, game)

    async def write() -> None:
        registry = MatchRegistry(store, LocalStream())
        registry.opponents.closed = True  # no search runs yet
        await registry._store_new_match(table, entries, None)
        await registry.close()

    store = SqliteStorage(folder)
    asyncio.run(write())
    store.close()


CASES = [
    ("first", 1, 0, "P"),
    ("first", 2, 25, "C"),
    ("first", 3, 32, "P"),
    ("draft", 4, 9, "C"),
    ("draft", 5, 20, "P"),
    ("draft", 6, 70, "C"),
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join(map(str, case)))
def worlds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, LocalClient, LocalClient]]:
    """The same for all tests of a game: the one that changes something is the last of them."""
    folder = tmp_path_factory.mktemp("worlds")
    mode, seed, choices, seat = request.param
    game = played(mode, seed, choices, seat)
    other = "2" if seat == "C" else "1"
    players = {"1": HUMAN, "2": HUMAN} | ({other: "scholar"} if mode == "first" else {})
    local_server = []
    for name, world in (("one", game), ("two", redealt(game, seat))):
        stored(folder / name, world, players)
        local_server.append(LocalServerThread(folder / name))
    with local_server[0].client() as one, local_server[1].client() as two:
        yield seat, one, two
    for server in local_server:
        server.close()


def requests(client: LocalClient, seat: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every request that concerns only one seat."""
    moment = client.moment(GAME, seat=seat)
    version, last = moment["version"], moment["last_step"]
    for eyes in ({"seat": seat}, {}):
        yield "GET", "", {"params": eyes}
        yield "GET", "", {"params": {**eyes, "since": 0}}
        for at in sorted({*range(0, last, 7), last - 1, last}):
            if eyes or len(moment["seats"]) == 1:
                yield "GET", "", {"params": {**eyes, "at": at, "since": max(0, at - 5)}}
    yield "GET", "/hint", {"params": {"seat": seat, "version": version}}
    for path in ("/record", "/receipt", "/analysis?start=1"):
        yield "GET", path, {}
    options = moment["view"]["decision"]["options"]
    for request_id, changed in enumerate(({"version": version + 1}, {"choice": "circle:0"}, {"choice": "draw:"}, {})):
        body = {"seat": seat, "version": version, "choice": options[-1], "idempotency_key": f"client-{request_id}"}
        yield "POST", "/choices", {"json": body | changed}
    for path in ("/undo", "/takeback"):
        yield "POST", path, {"json": {"seat": seat, "version": version, "idempotency_key": f"client{path}"}}
    yield "DELETE", "", {"headers": JSON}


def test_the_list_of_games_is_the_same_in_both_worlds(worlds: tuple[str, LocalClient, LocalClient]) -> None:
    _, one, two = worlds
    assert one.ask("GET", "/api/games").content == two.ask("GET", "/api/games").content


def test_no_response_names_cards_of_the_other_hand(worlds: tuple[str, LocalClient, LocalClient]) -> None:
    """A second look, by another way: cards that only the opponent knows are not named."""
    seat, one, _ = worlds
    hidden = "P" if seat == "C" else "C"
    record = one.ask("GET", f"/api/games/{GAME}/record", params={"unfinished": 1}).text
    moment = one.moment(GAME, seat=seat, since=0)
    seen_cards = set(moment["view"]["faiths"][hidden]["seen"])
    dealt = {word.removeprefix("card:") for line in record.splitlines() for word in line.split()[2:3]}
    secret = {card for card in dealt if card.startswith(hidden)} - seen_cards
    text = one.ask("GET", f"/api/games/{GAME}", params={"seat": seat, "since": 0}).text
    assert secret
    assert not [card for card in secret if card in text]


def test_every_response_is_the_same_in_both_worlds(worlds: tuple[str, LocalClient, LocalClient]) -> None:
    seat, one, two = worlds
    every_request = list(requests(one, seat))
    with one.open_stream(0) as first, two.open_stream(0) as second:
        for method, path, more in every_request:
            answers = [client.ask(method, f"/api/games/{GAME}{path}", **more) for client in (one, two)]
            assert answers[0].status_code == answers[1].status_code, (method, path, more)
            assert answers[0].content == answers[1].content, (method, path, more)
            assert len(answers[0].headers) == len(answers[1].headers)
        for stream in (first, second):
            stream.until(lambda message: message["kind"] == "deleted")
    # After the computer opponent's reply to the last choice the worlds differ.
    common = min(len(first.raw), len(second.raw), 8)
    assert first.raw[:common] == second.raw[:common]
    assert len(every_request) > 20
