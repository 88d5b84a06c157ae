"""Standing orders, clocks and deals where several server processes share a PostgreSQL database."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert

from server import remote_client
from server.database import database, postgres  # noqa: F401
from server.duplicate.test_service import Maker, Player
from server.online_server import OnlinePlayer, OnlineServerThread, begin_match
from server.waiting import wait_until
from solafide.server.matches.order_execution import cancel_order
from solafide.server.matches.registry import MatchRegistry
from solafide.server.matches.standing_orders import CancelledOrder
from solafide.server.realtime import replication
from solafide.server.realtime.replication import Replicator
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.standing_orders import StandingOrders, StandingOrdersView
from solafide.server.storage.postgres import ChangeListener
from solafide.server.storage.schema import games


@pytest.fixture
def servers(tmp_path: Path, database: str) -> Iterator[list[OnlineServerThread]]:  # noqa: F811
    with ExitStack() as stack:
        yield [stack.enter_context(OnlineServerThread(tmp_path / name, database=database)) for name in ("one", "two")]


def elsewhere(person: OnlinePlayer, server: OnlineServerThread, stack: ExitStack) -> OnlinePlayer:
    """The same seat through another process."""
    other = stack.enter_context(OnlinePlayer(server.base))
    other.secret, other.game = person.secret, person.game
    return other


def test_standing_orders_apply_in_every_process(servers: list[OnlineServerThread]) -> None:
    """There is no question at the hand limit, though the draw happens at the process without the orders."""
    first, second = servers
    one, two = begin_match(first.base, first="C")
    with one, two, ExitStack() as stack:
        by_faith = {str(person.moment()["seat"]): person for person in (one, two)}
        there = {seat: elsewhere(person, second, stack) for seat, person in by_faith.items()}
        for seat, person in there.items():
            assert person.moment()["seat"] == seat  # the other process knows the game
        for seat, person in by_faith.items():
            orders = StandingOrders(discards=[f"{seat}{number:02}" for number in range(1, 46)])
            assert person.ask("PUT", f"games/{person.game}/standing-orders", orders.model_dump()).status_code == 200
        for _ in range(12):
            [faith] = there["C"].moment()["view"]["waiting_for"]
            mine = there[faith].moment()
            assert "draw" in mine["view"]["decision"]["options"], mine["view"]["decision"]
            there[faith].choose(mine, "draw")
        assert len(there["C"].moment()["view"]["own"]["hand"]) == 5


def test_cancelling_old_orders_keeps_newer_ones_of_another_process(
    tmp_path: Path,
    database: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that has not heard of new orders gives up the old ones, and does not write that over the new."""
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(remote_client.UnlimitedServerThread(tmp_path / name, database=database))
            for name in ("one", "two")
        )
        anna, _ = remote_client.begin_match(first.base)

        def give(*claims: int) -> None:
            orders = StandingOrders(claims=list(claims), redraw=["stop"])
            anna.ask_json("PUT", f"games/{anna.game}/standing-orders", orders.model_dump(), StandingOrdersView)

        async def cancel(registry: MatchRegistry) -> list[int]:
            async with registry.locked(anna.game) as table:
                assert table.online is not None
                cancel_order(table, "1", CancelledOrder("redraw", ()))
                await registry.store_cancelled_orders(table)
                return table.online.standing_orders["1"].orders.claims

        def claims_and_cancelled() -> tuple[list[int], list[str]]:
            data = anna.ask_json("GET", f"games/{anna.game}/standing-orders", None, StandingOrdersView)
            return data["orders"]["claims"], [word["kind"] for word in data["cancelled"]]

        give(1)
        assert second.call(cancel) == [1]
        wait_until(lambda: claims_and_cancelled() == ([1], ["redraw"]))  # the other process hears of it
        monkeypatch.setattr(ChangeListener, "_report", lambda self, changes: None)
        give(2)
        assert second.call(cancel) == [2]
        assert claims_and_cancelled() == ([2], [])


def test_a_deal_is_settled_by_the_process_that_ends_it(servers: list[OnlineServerThread]) -> None:
    first, second = servers
    with ExitStack() as stack:
        maker = stack.enter_context(Maker(first.base))
        people = [stack.enter_context(Player(server.base)) for server in (first, second, first, second)]
        maker.make()
        maker.settle()
        for person, team in zip(people, (1, 1, 2, 2), strict=True):
            person.join_deal(maker, team=team)
        assert maker.look()["state"] == "closed"
        people[0].resign()
        assert people[0].key("record") == "server.error.record_secret"
        people[1].resign()
        assert maker.look()["scores"] == {"1": -124.0, "2": 124.0}
        for person in people:
            record = partial(person.ask, "GET", f"games/{person.game}/record")
            wait_until(lambda record=record: record().status_code == 200)  # type: ignore[misc]


def test_unreadable_games_do_not_block_other_searches(
    tmp_path: Path,
    database: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unreadable games do not block the queue: every game has its turn, and then the first again."""
    monkeypatch.setattr(replication, "ABANDONED_SEARCH_SWEEP_S", 3600.0)
    monkeypatch.setattr(replication, "MAX_TAKEOVERS_PER_SWEEP", 2)
    names, sweeps = [f"game{number}" for number in range(5)], list[list[str]]()
    usual = {"created": "", "rules": 0, "options": {}, "cards": "", "players": {}, "summary": {}, "asked": True}

    async def unreadable(self: Replicator, game: str) -> bool:
        sweeps[-1].append(game)
        raise RequestRefused(409, "server.error.game_damaged")

    def put_in(connection: Connection) -> None:
        dated = zip(names, ("2026-01-01", "2026-01-02", "2026-01-02", "2026-01-02", "2026-01-03"), strict=True)
        connection.execute(insert(games), [{"id": name, "changed": date, **usual} for name, date in dated])

    monkeypatch.setattr(Replicator, "catch_up", unreadable)
    with remote_client.UnlimitedServerThread(tmp_path, database=database) as server:
        server.call(lambda registry: registry.store.do(put_in))
        for _ in range(4):
            sweeps.append([])
            server.call(lambda registry: registry.replicator.take_over_searches())
    assert sweeps == [names[:2], names[2:4], names[4:], names[:2]]


def test_a_player_has_one_seat_in_a_deal_across_processes(servers: list[OnlineServerThread]) -> None:
    first, second = servers
    with ExitStack() as stack:
        maker = stack.enter_context(Maker(first.base))
        maker.make(kind="field", size=2, opponent="scholar", first="C")
        maker.settle()
        one, two = (stack.enter_context(Player(server.base)) for server in (first, second))
        two.player = one.player  # one browser, two tabs
        assert one.join_deal(maker)["game"]
        assert two.join_deal(maker, 409)["error"]["key"] == "deals.error.twice"
        body = {"idempotency_key": secrets.token_hex(8)}
        assert two.post(f"deals/{maker.game}/close", body, 403)["error"]["key"] == "server.error.secret"


def test_a_resignation_is_known_to_every_process(servers: list[OnlineServerThread]) -> None:
    first, second = servers
    one, other = begin_match(first.base)
    with one, other, ExitStack() as stack:
        there = elsewhere(other, second, stack)
        assert there.moment()["view"]["outcome"] is None  # the other process knows the game
        one.post(
            f"games/{one.game}/resign", {"idempotency_key": secrets.token_hex(8), "version": one.moment()["version"]}
        )
        wait_until(lambda: there.moment()["view"]["outcome"] is not None)
        assert there.moment()["view"]["outcome"] == other.moment()["view"]["outcome"]


def test_presence_is_shared_between_processes(servers: list[OnlineServerThread]) -> None:
    """Also when a player disconnects and when another process stops."""
    first, second = servers
    one, other = begin_match(first.base)
    with one, other, ExitStack() as stack:
        there = elsewhere(other, second, stack)

        def present() -> tuple[bool, bool, int]:
            online = there.moment()["online"]
            return online["connected"]["1"], online["connected"]["2"], online["spectators"]

        assert present() == (False, False, 0)
        follow = {"seats": [{"game": one.game, "secret": key} for key in (one.secret,)]}
        watch = {"seats": [{"game": one.game, "secret": one.watch}]}
        with one.http.stream("POST", "/api/stream", json=follow), one.http.stream("POST", "/api/stream", json=watch):
            wait_until(lambda: present() == (True, False, 1))
        wait_until(lambda: present() == (False, False, 0))
