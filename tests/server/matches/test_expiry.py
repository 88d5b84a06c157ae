"""Games that nobody plays on: their players are warned, then the game is closed without a result; in both databases."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, delete, insert, select

from server.database import fresh, postgres  # noqa: F401
from server.online_server import OnlinePlayer, play, secret
from server.remote_client import UnlimitedServerThread
from server.waiting import wait_until
from solafide.game import verify
from solafide.server.matches import outages
from solafide.server.matches.backup_check import check_backup
from solafide.server.matches.registry import MatchRegistry
from solafide.server.storage.schema import card_sets, deals, expiry_start, expiry_warnings, games, lobbies
from solafide.server.storage.sqlite import SqliteStorage

Json = dict[str, Any]
People = tuple[OnlinePlayer, OnlinePlayer]
OpenServer = Callable[..., UnlimitedServerThread]
DAY_MS = 86_400_000


@pytest.fixture(autouse=True)
def connections() -> Iterator[None]:
    """Close the connections of all players."""
    yield
    for connection in CONNECTIONS:
        connection.close()
    CONNECTIONS.clear()


CONNECTIONS: list[httpx.Client] = []


def new_player(server: UnlimitedServerThread) -> OnlinePlayer:
    player = OnlinePlayer(server.base)
    CONNECTIONS.append(player.http)
    return player


def move(player: OnlinePlayer, server: UnlimitedServerThread) -> None:
    """Let a player use another process."""
    player.http = server.http()
    CONNECTIONS.append(player.http)


def begin_match(server: UnlimitedServerThread, keys: tuple[str, str] | None = None, **more: Any) -> People:
    """Return two players at a match that has begun; keys: their player keys."""
    one, two = new_player(server), new_player(server)
    one.create(**more | ({"player_key": keys[0]} if keys else {}))
    two.join(one, **{"player_key": keys[1]} if keys else {})
    one.open()
    two.open()
    return one, two


@pytest.fixture(autouse=True)
def no_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a jump of the clock a heartbeat would count it as an outage."""
    monkeypatch.setattr(outages, "HEARTBEAT_INTERVAL_S", 3600)


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[OpenServer]:
    servers: list[UnlimitedServerThread] = []

    def begin(**settings: Any) -> UnlimitedServerThread:
        servers.append(UnlimitedServerThread(tmp_path, **settings))
        return servers[-1]

    yield begin
    for server in servers:
        server.close()


@pytest.fixture
def server(open_server: OpenServer) -> UnlimitedServerThread:
    return open_server()


@pytest.fixture(params=["sqlite", "postgresql"])
def each_server(open_server: OpenServer, request: pytest.FixtureRequest) -> UnlimitedServerThread:
    """A server with each kind of database."""
    on_file = request.param == "sqlite"
    return open_server() if on_file else open_server(database=fresh(request.getfixturevalue("postgres")))


def sweep(server: UnlimitedServerThread, **ahead: float) -> Json:
    """Advance the clock and sweep once; return what that did, without zeros."""
    server.clock.advance(**ahead)
    expiry = server.online.app.state.expiry
    done: Json = server.call(lambda _: expiry.sweep())._asdict()
    return {name: count for name, count in done.items() if count}


def rows(server: UnlimitedServerThread, table: Any) -> list[Any]:
    def job(connection: Connection) -> list[Any]:
        return list(connection.execute(select(table)).all())

    stored: list[Any] = server.call(lambda registry: registry.store.do(job))
    return stored


def closes(*people: OnlinePlayer) -> list[str]:
    """Return on which days the game is to be closed, as each player is told."""
    return [person.moment()["online"]["closes_at"][:10] for person in people]


def test_an_untouched_game_is_closed_after_a_warning(server: UnlimitedServerThread, open_server: OpenServer) -> None:
    one, two = begin_match(server)
    play((one, two), 5)
    assert sweep(server, days=75) == {}
    assert closes(one, two) == ["", ""]
    assert sweep(server, days=1.1) == {"warned": 1}
    assert sweep(server) == {}  # once
    day = server.clock.timestamp_after(timedelta(days=14))[:10]
    assert closes(one, two) == [day, day]
    assert sweep(server, days=13.9) == {}
    assert sweep(server, days=0.2) == {"closed": 1}
    assert sweep(server) == {}
    for person in (one, two):
        moment = person.moment()
        outcome = moment["view"]["outcome"]
        assert (outcome["winner"], outcome["reason"]) == (None, "closed")
        assert moment["text"]["question"].startswith("The server closes the game without a result")
        assert moment["online"]["closes_at"] == ""
        body = {"version": moment["version"], "choice": "draw", "idempotency_key": secret()}
        assert person.post(f"games/{person.game}/choices", body, 409)["error"]["key"] == "error.game_over"
        record = verify(person.ask("GET", f"games/{person.game}/record").text)
        assert record.outcome is not None
        assert not record.outcome.is_draw
        assert "\nend none " in record.text()
    before = one.moment()
    server.close()
    again = open_server()
    move(one, again)
    after = one.moment()
    assert (after["view"], after["version"]) == (before["view"], before["version"])


@pytest.mark.parametrize("mode", ["draft", "first"])
def test_a_game_that_has_hardly_begun_is_closed_too(server: UnlimitedServerThread, mode: str, tmp_path: Path) -> None:
    one, two = begin_match(server, mode=mode, faith="rolled")
    one.choose(one.moment()) if one.moment()["view"]["decision"] else two.choose(two.moment())
    assert sweep(server, days=80) == {"warned": 1}
    assert sweep(server, days=14.1) == {"closed": 1}
    assert one.moment()["view"]["outcome"]["reason"] == "closed"
    assert verify(two.ask("GET", f"games/{one.game}/record").text).outcome is not None
    server.close()
    storage = SqliteStorage(tmp_path)
    assert storage.do_sync(check_backup) == 1
    storage.close()


def test_a_player_who_does_something_keeps_the_game(server: UnlimitedServerThread) -> None:
    """A choice, a pause and a chat line count; opening the page does not."""
    games_of: list[People] = [begin_match(server) for _ in range(4)]
    for people in games_of:
        play(people, 3)
    assert sweep(server, days=80) == {"warned": 4}
    play(games_of[0], 1)
    pausing = games_of[1][0]
    pause = {"version": pausing.moment()["version"], "idempotency_key": secret()}
    pausing.post(f"games/{pausing.game}/pause", pause)
    writing = games_of[2][1]
    writing.post(f"games/{writing.game}/chat", {"text": "Still there?", "idempotency_key": secret()}, 201)
    for people in games_of[:3]:
        assert closes(*people) == ["", ""]
    assert "" not in closes(*games_of[3])
    assert sweep(server, days=15) == {"closed": 1}
    assert [people[0].moment()["view"]["outcome"] is None for people in games_of] == [True, True, True, False]
    assert sweep(server, days=65) == {"warned": 3}  # a pause does not last for ever either
    assert sweep(server, days=15) == {"closed": 3}


def test_only_the_server_closes_a_game(server: UnlimitedServerThread) -> None:
    one, two = begin_match(server)
    for person in (one, two):
        body = {"version": person.moment()["version"], "choice": "close", "idempotency_key": secret()}
        assert 400 <= person.ask("POST", f"games/{person.game}/choices", body).status_code < 500
        assert person.moment()["view"]["outcome"] is None


def test_a_chat_line_in_the_last_moment_keeps_the_game(each_server: UnlimitedServerThread) -> None:
    """Somebody writes after the sweep has listed the games that are due."""
    one, two = begin_match(each_server)
    play((one, two), 2)
    assert sweep(each_server, days=80) == {"warned": 1}
    each_server.clock.advance(days=15)
    expiry = each_server.online.app.state.expiry
    start = rows(each_server, expiry_start)[0].at
    (due,) = each_server.call(lambda _: expiry._untouched_games(start))
    one.post(f"games/{one.game}/chat", {"text": "Still there!", "idempotency_key": secret()}, 201)
    assert each_server.call(lambda _: expiry._close(due)) is False
    assert two.moment()["view"]["outcome"] is None


def test_the_warning_comes_before_the_end_even_if_the_server_has_not_swept_for_long(
    server: UnlimitedServerThread,
) -> None:
    play(begin_match(server), 2)
    assert sweep(server, days=500) == {"warned": 1}
    assert sweep(server, days=13) == {}
    assert sweep(server, days=2) == {"closed": 1}


def test_time_without_a_server_does_not_count(server: UnlimitedServerThread) -> None:
    play(begin_match(server), 2)
    now = server.clock.milliseconds()
    server.call(lambda registry: registry.outages.append((now + DAY_MS, now + 61 * DAY_MS)))
    assert sweep(server, days=130) == {}
    assert sweep(server, days=7) == {"warned": 1}
    warned = server.clock.milliseconds()
    server.call(lambda registry: registry.outages.append((warned + DAY_MS, warned + 11 * DAY_MS)))
    assert sweep(server, days=20) == {}
    assert sweep(server, days=5) == {"closed": 1}


def test_time_before_the_first_sweep_does_not_count(server: UnlimitedServerThread) -> None:
    play(begin_match(server), 2)

    def forget(connection: Connection) -> int:
        return connection.execute(delete(expiry_start)).rowcount

    server.call(lambda registry: registry.store.do(forget))
    assert sweep(server, days=1000) == {}
    assert sweep(server, days=75) == {}
    assert sweep(server, days=2) == {"warned": 1}


def test_no_game_expires_where_that_is_switched_off(open_server: OpenServer) -> None:
    server = open_server(games_expire_days=0)
    play(begin_match(server), 2)
    assert sweep(server, days=1000) == {}
    assert sweep(server, days=1000) == {}
    assert rows(server, expiry_warnings) == []


@pytest.mark.parametrize(("limit", "refusal"), [("games", "error.full"), ("guest_games", "quota_games")])
def test_a_closed_game_counts_against_no_limit(open_server: OpenServer, limit: str, refusal: str) -> None:
    server = open_server(**{f"limits_{limit}": 1})
    one, two = begin_match(server)
    other = new_player(server)
    with pytest.raises(AssertionError, match=refusal):
        other.create()
    assert sweep(server, days=80) == {"warned": 1}
    assert sweep(server, days=15) == {"closed": 1}
    server.online._capacity._counted_at = float("-inf")  # the count is cached for a while
    other.create()
    assert one.moment()["view"]["outcome"] == two.moment()["view"]["outcome"]


def test_two_processes_close_each_game_once(open_server: OpenServer, request: pytest.FixtureRequest) -> None:
    address = fresh(request.getfixturevalue("postgres"))
    first, second = open_server(database=address), open_server(database=address)
    matches = [begin_match(first) for _ in range(3)]
    for one, two in matches:
        play((one, two), 3)
    for expected in ({"warned": 3}, {"closed": 3}):
        first.clock.advance(days=80)
        second.clock.advance(days=80)
        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(sweep, (first, second)))
        assert {name: sum(each.get(name, 0) for each in done) for name in expected} == expected
    for one, _ in matches:
        move(one, second)

        def is_closed(player: OnlinePlayer = one) -> bool:
            outcome = player.moment()["view"]["outcome"]
            return outcome is not None and outcome["reason"] == "closed"

        wait_until(is_closed)


# ---------------------------------------------------------------- card sets

OWN_SET = '[set]\nname = "Mine"\n[[result]]\nroll = 6\neffects = [{ effect = "draw", count = 1 }]'


def stored_sets(server: UnlimitedServerThread) -> list[str]:
    return [row.hash for row in rows(server, card_sets)]


def leave_lobby(player: OnlinePlayer) -> None:
    assert player.ask("POST", f"lobbies/{player.game}/leave", {"idempotency_key": secret()}).status_code == 200


def test_a_card_set_is_deleted_some_days_after_the_last_use(each_server: UnlimitedServerThread) -> None:
    host = new_player(each_server)
    host.create(cards=OWN_SET)
    assert len(stored_sets(each_server)) == 1
    assert sweep(each_server, days=1) == {}
    leave_lobby(host)
    assert sweep(each_server) == {}
    assert sweep(each_server, days=6) == {}
    host.secret = secret()
    host.create(cards=OWN_SET)  # it is needed again
    assert sweep(each_server, days=2) == {}
    leave_lobby(host)
    assert sweep(each_server) == {}
    assert sweep(each_server, days=7.1) == {"card_sets": 1}
    assert stored_sets(each_server) == []


def test_a_card_set_stays_as_long_as_a_game_has_it(server: UnlimitedServerThread) -> None:
    one, two = begin_match(server, cards=OWN_SET)
    play((one, two), 2)
    assert sweep(server, days=80) == {"warned": 1}
    assert sweep(server, days=15) == {"closed": 1}
    assert sweep(server, days=30) == {}
    assert len(stored_sets(server)) == 1
    assert verify(one.ask("GET", f"games/{one.game}/record").text).outcome is not None


def test_deleting_all_data_deletes_the_own_card_set_that_nobody_else_plays(each_server: UnlimitedServerThread) -> None:
    keys = secret(), secret()
    one, two = begin_match(each_server, keys, cards=OWN_SET)
    play((one, two), 2)
    assert one.ask("POST", "me/delete", {}, keys[0]).status_code == 204
    assert len(stored_sets(each_server)) == 1  # the other player still has the game
    assert two.moment()["cards"] == "Mine"
    assert two.ask("POST", "me/delete", {}, keys[1]).status_code == 204
    assert (stored_sets(each_server), rows(each_server, games), rows(each_server, lobbies)) == ([], [], [])
    each_server.call(lambda registry: wait_for_refreshes(registry))
    assert each_server.call(lambda registry: registry.loaded(one.game)) is None


def test_a_card_set_stays_as_long_as_a_deal_has_it(each_server: UnlimitedServerThread) -> None:
    host = new_player(each_server)
    host.create(cards=OWN_SET)
    leave_lobby(host)
    (own,) = stored_sets(each_server)

    def add_deal(connection: Connection) -> int:
        data = {"deal": {}, "terms": {"cards": own}}
        row = {"id": "deal", "created": each_server.clock.timestamp(), "data": data}
        return connection.execute(insert(deals), row).rowcount

    each_server.call(lambda registry: registry.store.do(add_deal))
    assert sweep(each_server) == sweep(each_server, days=20) == {}
    each_server.call(lambda registry: registry.store.do(lambda connection: connection.execute(delete(deals)).rowcount))
    assert sweep(each_server) == {}
    assert sweep(each_server, days=7.1) == {"card_sets": 1}


async def wait_for_refreshes(registry: MatchRegistry) -> None:
    for task in list(registry._refreshes):
        await task
