"""A large export or deletion of one player's data, and a stream of many games, leave others their turn."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Connection, func, insert, select

from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match
from server.waiting import wait_until
from solafide.server.matches.access import hash_secret
from solafide.server.matches.own_data import EXPORT_BATCH_MESSAGES, OwnDataService
from solafide.server.matches.registry import MatchRegistry
from solafide.server.routes.my_games import follow_games
from solafide.server.schemas.stream import SeatSubscription, StreamRequest
from solafide.server.storage.base import StorageError
from solafide.server.storage.schema import chat, lobbies, notes, seats

MESSAGE = "é" * 500  # the longest
NOTES = "é" * 20_000
MAX_PIECE_BYTES = 4 * EXPORT_BATCH_MESSAGES * 500 + 100 * EXPORT_BATCH_MESSAGES


@pytest.fixture
def player(server: UnlimitedServerThread) -> RemoteClient:
    return begin_match(server.base)[0]


def own_data(server: UnlimitedServerThread) -> OwnDataService:
    service: OwnDataService = server.online.app.state.own_data
    return service


def add_games(server: UnlimitedServerThread, player: RemoteClient, count: int, messages: int) -> None:
    """Store copies of a player's game, in each of which the player has written as much as is allowed."""

    def add(connection: Connection) -> None:
        own = select(seats).where(seats.c.game == player.game, seats.c.person == "1")
        seat = dict(connection.execute(own).mappings().one())
        lobby = dict(connection.execute(select(lobbies).where(lobbies.c.id == player.game)).mappings().one())
        for _ in range(count):
            game = uuid4().hex
            connection.execute(insert(seats), {**seat, "game": game, "hash": uuid4().bytes * 2})
            connection.execute(insert(lobbies), {**lobby, "id": game, "client": None})
            connection.execute(insert(notes), {"game": game, "person": "1", "text": NOTES})
            line = {"game": game, "person": "1", "text": MESSAGE, "at": server.clock.timestamp()}
            rows = [{**line, "number": number + 1, "client": uuid4().hex} for number in range(messages)]
            connection.execute(insert(chat), rows)

    server.call(lambda registry: registry.store.do(add))


def count_seats(server: UnlimitedServerThread, player: RemoteClient) -> int:
    own = select(func.count()).select_from(seats).where(seats.c.owner == hash_secret(player.player))
    count: int = server.call(lambda registry: registry.store.do(lambda connection: connection.execute(own).scalar()))
    return count


def order_of_answers(server: UnlimitedServerThread, large: Callable[[], Coroutine[Any, Any, None]]) -> list[str]:
    """Return which is answered first: a large request, or one of somebody else that came later."""

    async def race(registry: MatchRegistry) -> list[str]:
        answered = []

        async def ask(name: str, work: Any) -> None:
            await work
            answered.append(name)

        first = asyncio.create_task(ask("large", large()))
        await asyncio.sleep(0)  # the large request has begun
        await ask("honest", registry.store.do(lambda connection: connection.execute(select(1)).scalar()))
        await first
        return answered

    order: list[str] = server.call(race)
    return order


def test_pieces_of_an_export_are_bounded_and_complete(server: UnlimitedServerThread, player: RemoteClient) -> None:
    add_games(server, player, 3, 2 * EXPORT_BATCH_MESSAGES + 1)

    async def sizes(_: MatchRegistry) -> list[int]:
        return [len(piece) async for piece in own_data(server).export(hash_secret(player.player))]

    assert max(server.call(sizes)) <= MAX_PIECE_BYTES
    exported = player.ask("POST", "me/export", {}, player.player).json()
    assert len(exported["seats"]) == 4
    for seat in exported["seats"]:
        copied = seat["game"] != player.game
        numbers = [message["number"] for message in seat["chat"]]
        assert numbers == (list(range(1, 2 * EXPORT_BATCH_MESSAGES + 2)) if copied else [])
        assert seat["notes"] == ([{"text": NOTES}] if copied else [])
    assert exported["blocked"] == 0


def test_a_later_request_is_answered_before_a_large_export_ends(
    server: UnlimitedServerThread, player: RemoteClient
) -> None:
    add_games(server, player, 3, EXPORT_BATCH_MESSAGES)

    async def export() -> None:
        async for _ in own_data(server).export(hash_secret(player.player)):
            pass

    assert order_of_answers(server, export) == ["honest", "large"]


def test_a_later_request_is_answered_before_a_large_deletion_ends(
    server: UnlimitedServerThread, player: RemoteClient
) -> None:
    add_games(server, player, 3, EXPORT_BATCH_MESSAGES)
    assert order_of_answers(server, lambda: own_data(server).delete(hash_secret(player.player))) == ["honest", "large"]
    assert count_seats(server, player) == 0


def test_a_guest_has_one_export_at_a_time(server: UnlimitedServerThread, player: RemoteClient) -> None:
    """While the first one is not read, a second is refused and other requests are answered; afterwards it is free."""
    add_games(server, player, 20, 1000)
    _, other = begin_match(server.base)
    url = f"{server.base}/api/me/export"
    head = {"authorization": f"Bearer {player.player}", "accept-encoding": "identity"}  # more than sockets buffer
    with player.http.stream("POST", url, json={}, headers=head) as answer:
        assert answer.status_code == 200
        pieces = answer.iter_raw()  # named: the connection ends with it
        next(pieces)
        assert other.moment()["version"] >= 0
        assert sum(own_data(server).open_exports.values()) == 1
        other.expect_refusal("POST", "me/export", {}, 503, "server.error.busy", credential=other.player)
    wait_until(lambda: not own_data(server).open_exports)
    assert other.ask("POST", "me/export", {}, other.player).status_code == 200


def test_an_interrupted_deletion_is_completed_by_the_next(
    server: UnlimitedServerThread, player: RemoteClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_games(server, player, 3, 2)
    registry: MatchRegistry = server.online.app.state.registry

    def fail(game: str) -> None:
        raise StorageError(game)

    with monkeypatch.context() as patched:
        patched.setattr(registry, "schedule_refresh", fail)
        with pytest.raises(StorageError):
            server.call(lambda _: own_data(server).delete(hash_secret(player.player)))
    assert count_seats(server, player) == 3
    assert player.ask("POST", "me/delete", {}, player.player).status_code == 204
    assert count_seats(server, player) == 0


def test_others_have_a_turn_between_the_games_of_a_stream(server: UnlimitedServerThread, player: RemoteClient) -> None:
    """Also when all games are in memory, so that nothing else has to be waited for."""
    followed = [SeatSubscription(game=player.game, secret=player.secret, step=0)] * 50

    async def count_turns(registry: MatchRegistry) -> int:
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(others())
        response = await follow_games(registry, server.online.app.state.lobbies, StreamRequest(seats=followed))
        task.cancel()
        registry.subscriptions.unsubscribe(response.subscriber)  # type: ignore[attr-defined]
        return turns

    assert server.call(count_turns) >= len(followed)
