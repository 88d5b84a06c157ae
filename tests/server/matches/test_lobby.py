"""Lobbies before the first card: invitations, public lobbies, and the joint seed that no player can choose."""

import hashlib
import hmac
from collections import Counter
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Connection, select, update

from server.remote_client import PART, RemoteClient, UnlimitedServerThread, begin_match, play, secret
from server.waiting import wait_until
from solafide.game import joint_seed, parse, verify
from solafide.server.matches import access, card_sets
from solafide.server.matches.access import hash_secret
from solafide.server.matches.lobby import find_lobby
from solafide.server.routes import my_games
from solafide.server.schemas.lobby import LobbyView, OpenLobby
from solafide.server.schemas.match_actions import ChatMessage
from solafide.server.schemas.my_games import MyGame
from solafide.server.storage.schema import blocks, lobbies, seats
from solafide.server.storage.sqlite import SqliteStorage


def test_opening_a_link_takes_no_seat(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base, "Anna"), RemoteClient(server.base, "Béla")
    assert host.create()["state"] == "waiting"
    for _ in range(3):  # a chat program, a preview, the friend
        lobby = friend.ask_json("GET", f"lobbies/{host.game}", model=LobbyView, credential=host.invite)
        assert (lobby["state"], lobby["person"]) == ("waiting", "invite")
    assert friend.join(host.game, host.invite)["state"] == "opening"
    assert host.ask_json("GET", f"lobbies/{host.game}", model=LobbyView)["players"]["2"]["name"] == "Béla"


def test_a_used_invitation_cannot_watch(server: UnlimitedServerThread) -> None:
    host, friend, late = RemoteClient(server.base), RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    late.game = host.game
    with late.open_stream(credential=host.invite) as stream, host.open_stream():
        friend.join(host.game, host.invite)
        assert stream.until("lobby")["game"] == host.game
        friend.open()
        host.open()
        assert host.moment()["online"]["spectators"] == 0
        busy = host if host.options() else friend
        busy.choose("draw")
        host.ask_json(
            "POST", f"games/{host.game}/chat", {"text": "secret", "idempotency_key": uuid4().hex}, ChatMessage
        )
        host.ask_json("PUT", f"games/{host.game}/seat", {"name": "Other"})
        kinds = [next(stream)["kind"]]
        while kinds[-1] == "lobby" and len(kinds) < 3:
            kinds.append(next(stream)["kind"])
        assert set(kinds) == {"lobby"}


def test_joining_uses_up_the_invitation(server: UnlimitedServerThread) -> None:
    host, friend, late = RemoteClient(server.base), RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    body = friend.seat_request()
    first = friend.ask("POST", f"lobbies/{host.game}/join", body, host.invite)
    assert friend.ask("POST", f"lobbies/{host.game}/join", body, host.invite).json() == first.json()
    late.expect_refusal(
        "POST", f"lobbies/{host.game}/join", late.seat_request(), 409, "server.error.taken", credential=host.invite
    )
    late.expect_refusal("GET", f"lobbies/{host.game}", None, 403, "server.error.secret", credential=host.invite)


def test_joining_needs_an_invitation(server: UnlimitedServerThread) -> None:
    host, stranger = RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    path = f"lobbies/{host.game}"
    stranger.expect_refusal("GET", path, None, 401, "server.error.no_secret", credential=None)
    stranger.expect_refusal("GET", path, None, 403, "server.error.secret", credential=secret())
    stranger.expect_refusal(
        "POST", f"{path}/join", stranger.seat_request(), 403, "server.error.no_invitation", credential=None
    )
    stranger.expect_refusal(
        "POST", f"{path}/join", stranger.seat_request(), 403, "server.error.no_invitation", credential=host.watch
    )
    stranger.expect_refusal(
        "POST", "lobbies/nothing/join", stranger.seat_request(), 404, "server.error.no_game", credential=host.invite
    )


def test_a_public_lobby_is_listed_until_a_player_joins(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base, "Anna"), RemoteClient(server.base)
    host.create(open=True, faith="rolled", mode="draft")

    def open_lobbies() -> list[str]:
        return [each["game"] for each in friend.ask_json("GET", "lobbies", model=list[OpenLobby], credential=None)]

    assert host.game in open_lobbies()
    friend.join(host.game, None)
    assert host.game not in open_lobbies()


def test_a_game_keeps_the_name_of_its_lobby(server: UnlimitedServerThread) -> None:
    """The name is shown to both, in lists too, and goes with the data of the player who gave it."""
    host, friend = RemoteClient(server.base, "Anna"), RemoteClient(server.base, "Béla")
    assert host.create(open=True, title=" Friday ")["title"] == "Friday"
    listed = friend.ask_json("GET", "lobbies", model=list[OpenLobby])
    assert [one["title"] for one in listed if one["game"] == host.game] == ["Friday"]
    assert my_game(friend, host.game, host.invite)["title"] == "Friday"
    friend.join(host.game, host.invite)
    host.open()
    friend.open()
    assert host.moment()["title"] == friend.moment()["title"] == "Friday"
    assert my_game(host, host.game, host.secret)["summary"]["title"] == "Friday"
    assert host.ask("POST", "me/export", {}, host.player).json()["seats"][0]["title"] == "Friday"
    assert friend.ask("POST", "me/delete", {}, friend.player).status_code == 204
    assert host.moment()["title"] == "Friday"
    assert host.ask("POST", "me/delete", {}, host.player).status_code == 204
    watched = my_game(host, host.game, host.watch)
    assert (watched["title"], watched["summary"]["title"]) == ("", "")


def my_game(player: RemoteClient, game: str, key: str) -> dict[str, Any]:
    """Return the line of one game in the list of a browser that has this secret."""
    (line,) = player.ask_json("POST", "my-games", {"seats": [{"game": game, "secret": key}]}, list[MyGame])
    return dict(line)


@pytest.mark.parametrize("title", ["x" * 61, "Fri\u202eday", "Fri\nday"])
def test_a_name_for_a_game_is_checked(server: UnlimitedServerThread, title: str) -> None:
    host = RemoteClient(server.base)
    body = host.seat_request() | {"invite": host.invite, "watch": host.watch, "faith": "C", "mode": "first"}
    refused = host.expect_refusal("POST", "lobbies", body | {"title": title}, 422, "server.error.malformed")
    assert "title" in refused["error"]["text"]


def test_a_private_lobby_is_not_listed(server: UnlimitedServerThread) -> None:
    host = RemoteClient(server.base)
    host.create()
    assert host.game not in str(host.ask_json("GET", "lobbies", model=list[OpenLobby]))


def test_no_match_against_oneself_or_a_blocked_player(server: UnlimitedServerThread) -> None:
    host, friend = begin_match(server.base)
    again = RemoteClient(server.base)
    again.player = host.player
    again.create()
    host.secret = secret()
    host.expect_refusal(
        "POST",
        f"lobbies/{again.game}/join",
        host.seat_request(),
        409,
        "server.error.own_table",
        credential=again.invite,
    )
    assert friend.ask("POST", "me/blocks", {"game": friend.game}, friend.player).status_code == 204
    friend.secret = secret()
    for one, other in ((friend, again), (again, friend)):
        table = RemoteClient(server.base)
        table.player = one.player
        table.create()
        other.secret = secret()
        request = ("POST", f"lobbies/{table.game}/join", other.seat_request(), 403, "server.error.blocked")
        other.expect_refusal(*request, credential=table.invite)
    assert friend.ask("DELETE", "me/blocks", None, friend.player).status_code == 415  # as everything that changes
    headers = {"authorization": f"Bearer {friend.player}", "content-type": "application/json"}
    assert friend.http.delete("/api/me/blocks", headers=headers).status_code == 204
    friend.secret = secret()
    friend.join(again.game, again.invite)


def test_a_block_stays_when_the_blocked_player_deletes_everything(server: UnlimitedServerThread) -> None:
    """Nothing else of that player does: the row holds neither the player key nor its hash."""
    host, friend = begin_match(server.base)
    assert host.ask("POST", "me/blocks", {"game": host.game}, host.player).status_code == 204
    assert friend.ask("POST", "me/delete", {}, friend.player).status_code == 204
    table = RemoteClient(server.base)
    table.player = host.player
    table.create()
    friend.secret = secret()
    request = ("POST", f"lobbies/{table.game}/join", friend.seat_request(), 403, "server.error.blocked")
    friend.expect_refusal(*request, credential=table.invite)
    assert friend.ask_json("POST", "me/export", {}, dict, credential=friend.player) == {"seats": [], "blocked": 0}
    owners = server.call(lambda registry: registry.store.do(_block_rows))
    assert hash_secret(host.player) in {owner for owner, _ in owners}
    assert hash_secret(friend.player) not in {hash for row in owners for hash in row}
    assert host.ask("POST", "me/delete", {}, host.player).status_code == 204  # also deletes the own blocks
    assert hash_secret(host.player) not in {owner for owner, _ in server.call(lambda each: each.store.do(_block_rows))}


def _block_rows(connection: Connection) -> list[tuple[bytes, bytes]]:
    return [(row.owner, row.blocked) for row in connection.execute(select(blocks))]


def test_a_player_without_a_player_key_cannot_be_blocked(server: UnlimitedServerThread) -> None:
    host, friend, again = RemoteClient(server.base), RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    friend.player = None  # type: ignore[assignment]
    friend.join(host.game, host.invite)
    blocked = ("POST", "me/blocks", {"game": host.game}, 409, "server.error.unknown_player")
    host.expect_refusal(*blocked, credential=host.player)
    again.player = host.player
    again.create(opponent="scholar")
    host.expect_refusal(*blocked[:2], {"game": again.game}, *blocked[3:], credential=host.player)


def test_a_repeated_request_creates_one_lobby(server: UnlimitedServerThread) -> None:
    host = RemoteClient(server.base)
    body = host.seat_request() | {"invite": host.invite, "watch": host.watch, "faith": "P", "mode": "first"}
    lobby = host.ask_json("POST", "lobbies", body, LobbyView)
    assert host.ask_json("POST", "lobbies", body, LobbyView) == lobby
    assert lobby["person"] == "2"  # where faiths are agreed, person 1 is the Catholic
    other = RemoteClient(server.base)
    stolen = body | {"secret": other.secret}
    other.expect_refusal("POST", "lobbies", stolen, 409, "server.error.idempotency_key")
    same = RemoteClient(server.base)
    twice = same.seat_request() | {"invite": same.secret, "watch": same.watch, "faith": "C", "mode": "first"}
    same.expect_refusal("POST", "lobbies", twice, 422, "server.error.same_secrets")


def test_a_contribution_must_match_its_commitment(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    early = {"contribution": host.contribution.hex(), "idempotency_key": uuid4().hex}
    host.expect_refusal("POST", f"lobbies/{host.game}/reveal", early, 409, "server.error.not_opening")
    friend.join(host.game, host.invite)
    other = {"contribution": (b"\1" * 32).hex(), "idempotency_key": uuid4().hex}
    friend.expect_refusal("POST", f"lobbies/{host.game}/reveal", other, 422, "server.error.commitment")
    body = {"contribution": host.contribution.hex(), "idempotency_key": uuid4().hex}
    host.expect_refusal("POST", f"lobbies/{host.game}/reveal", body, 403, "server.error.secret", credential=host.watch)
    assert host.open()["state"] == "opening"
    assert host.open() == host.open()
    assert friend.open()["state"] == "begun"
    assert friend.open()["state"] == "begun"


def test_the_seed_is_the_hash_of_three_committed_contributions(server: UnlimitedServerThread) -> None:
    host, friend = begin_match(server.base)
    arrival = host.ask_json("GET", f"lobbies/{host.game}", model=LobbyView)
    assert arrival["commitments"]["1"] == host.promise
    assert arrival["commitments"]["2"] == friend.promise
    host.expect_refusal("GET", f"games/{host.game}/record", None, 403, "server.error.record_secret", unfinished=1)
    play((host, friend), 30)
    friend.post("resign")
    text = host.ask("GET", f"games/{host.game}/record", None, host.secret).text
    record = verify(text)
    assert record.chance is not None
    part = bytes.fromhex(record.chance.parts["part"])
    assert hashlib.sha256(PART + part).hexdigest() == arrival["commitments"]["server"]
    assert record.seed == joint_seed(part, host.contribution, friend.contribution)
    assert parse(text).outcome is not None


def test_against_a_computer_opponent_one_contribution_is_enough(server: UnlimitedServerThread) -> None:
    host = RemoteClient(server.base, "Anna")
    assert host.create(opponent="scholar")["state"] == "opening"
    assert host.open()["state"] == "begun"
    assert host.moment()["players"]["2"]["kind"] == "scholar"


def test_leaving_before_the_first_card_cancels_the_lobby(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    friend.join(host.game, host.invite)
    friend.open()
    body = {"idempotency_key": uuid4().hex}
    friend.expect_refusal("POST", f"lobbies/{host.game}/leave", body, 403, "server.error.secret", credential=secret())
    response = friend.ask_json("POST", f"lobbies/{host.game}/leave", {"idempotency_key": uuid4().hex}, LobbyView)
    assert response["state"] == "void"
    body = {"contribution": host.contribution.hex(), "idempotency_key": uuid4().hex}
    host.expect_refusal("POST", f"lobbies/{host.game}/reveal", body, 409, "server.error.not_opening")
    host.expect_refusal("GET", f"games/{host.game}", None, 404, "server.error.no_game")


def test_leaving_during_the_deal_cancels_the_start(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = RemoteClient(server.base)
    host.create(opponent="scholar")
    lobbies = server.online.app.state.lobbies

    async def leave_first(game: str) -> str:
        await lobbies.leave(game, host.secret)
        return ""

    monkeypatch.setattr(lobbies, "_drawn_record", leave_first)
    assert host.open()["state"] == "void"
    host.expect_refusal("GET", f"games/{host.game}", None, 404, "server.error.no_game")


def opened_by_both(server: UnlimitedServerThread) -> tuple[RemoteClient, RemoteClient]:
    """A table as it is left by a server that dies after the last part was opened and before the first card."""
    host, friend = RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    friend.join(host.game, host.invite)
    friend.open()
    last = update(seats).where(seats.c.game == host.game, seats.c.person == "1").values(contribution=host.contribution)
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(last).rowcount))
    host.expect_refusal("GET", f"games/{host.game}", None, 404, "server.error.no_game")
    return host, friend


def test_a_complete_lobby_starts_when_it_is_requested(server: UnlimitedServerThread) -> None:
    host, friend = opened_by_both(server)
    with host.open_stream() as stream:
        assert friend.ask_json("GET", f"lobbies/{host.game}", model=LobbyView)["state"] == "begun"
        assert stream.until("lobby")["game"] == host.game
    assert host.moment()["game"] == friend.moment()["game"]


def test_a_complete_lobby_starts_with_the_server(tmp_path: Path) -> None:
    first = UnlimitedServerThread(tmp_path)
    host, _ = opened_by_both(first)
    first.close()
    second = UnlimitedServerThread(tmp_path)
    back = RemoteClient(second.base)
    ask = partial(back.ask, "GET", f"games/{host.game}", None, host.secret)
    wait_until(lambda: ask().status_code != 404)
    assert ask().status_code == 200
    second.close()


def test_a_lobby_expires_after_a_week(server: UnlimitedServerThread) -> None:
    late, fresh, half = RemoteClient(server.base), RemoteClient(server.base), RemoteClient(server.base)
    start, _ = begin_match(server.base)
    for host in (late, fresh, half):
        host.create()
    friend = RemoteClient(server.base)
    friend.join(half.game, half.invite)
    assert half.open()["state"] == "opening"  # and the friend never does
    old = update(lobbies).where(lobbies.c.id.in_([late.game, start.game, half.game]))
    old = old.values(changed="2020-01-01T00:00:00.000+00:00")
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(old).rowcount))
    with half.open_stream() as stream:
        server.call(lambda registry: server.online.app.state.lobbies.cancel_old())
        assert stream.until("lobby")["game"] == half.game
    hosts = (late, fresh, half, start)
    states = [host.ask_json("GET", f"lobbies/{host.game}", model=LobbyView)["state"] for host in hosts]
    assert states == ["void", "waiting", "void", "begun"]
    body = {"contribution": friend.contribution.hex(), "idempotency_key": uuid4().hex}
    friend.expect_refusal("POST", f"lobbies/{half.game}/reveal", body, 409, "server.error.not_opening")
    half.expect_refusal("GET", f"games/{half.game}", None, 404, "server.error.no_game")


def test_a_game_that_has_begun_cannot_be_left(server: UnlimitedServerThread) -> None:
    host, _ = begin_match(server.base)
    host.expect_refusal(
        "POST", f"lobbies/{host.game}/leave", {"idempotency_key": uuid4().hex}, 409, "server.error.begun"
    )


def test_both_players_are_sent_the_join_and_the_start(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    with host.open_stream() as stream:
        friend.join(host.game, host.invite)
        assert stream.until("lobby")["game"] == host.game
        friend.open()
        host.open()
        assert stream.until("lobby")["game"] == host.game


def test_my_games_lists_the_state_of_each_seat(server: UnlimitedServerThread) -> None:
    host, friend = begin_match(server.base)
    play((host, friend), 3)
    waiting = RemoteClient(server.base)
    waiting.create()
    seats = [
        {"game": waiting.game, "secret": waiting.secret},
        {"game": host.game, "secret": host.secret},
        {"game": host.game[::-1], "secret": host.secret},
    ]
    lines = host.ask_json("POST", "my-games", {"seats": seats}, list[MyGame])
    assert {each["game"]: each["state"] for each in lines} == {
        waiting.game: "waiting",
        host.game: "begun",
        host.game[::-1]: "gone",
    }
    other = host.ask_json("POST", "my-games", {"seats": [{"game": host.game, "secret": friend.secret}]}, list[MyGame])
    mine = next(each for each in lines if each["game"] == host.game)
    assert mine["summary"]["your_turn"] != other[0]["summary"]["your_turn"]
    assert mine["names"] == ["Anna", "Béla"]


def test_a_long_list_of_games_does_not_block_other_requests(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = RemoteClient(server.base)
    host.create()
    during: Counter[int] = Counter()

    def counted_lookup(*arguments: Any) -> Any:
        during[server.online.gate.metrics.commits] += 1
        return find_lobby(*arguments)

    monkeypatch.setattr(my_games, "find_lobby", counted_lookup)
    seats = [{"game": f"{host.game}{number or ''}", "secret": host.secret} for number in range(120)]
    lines = host.ask_json("POST", "my-games", {"seats": seats}, list[MyGame])
    assert [each["state"] for each in lines] == ["waiting", *["gone"] * 119]
    assert during.total() == 120
    assert max(during.values()) <= 50


def test_unknown_games_and_unused_card_sets_are_not_cached(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = RemoteClient(server.base)
    for _ in range(3):
        stranger.expect_refusal("GET", f"games/{secret()}", None, 404, "server.error.no_game")
    assert server.call(lambda registry: len(registry._loading)) == 0
    monkeypatch.setattr(card_sets, "MAX_CACHED_CARD_SETS", 2)
    card = 'effects = [{{ effect = "draw", count = {count} }}]'
    for count in range(1, 5):
        host = RemoteClient(server.base)
        own = f'[set]\nname = "Mine"\n[[result]]\nroll = 6\n{card.format(count=count)}'
        host.create(cards=own, opponent="scholar")
        assert host.open()["state"] == "begun"
        server.call(lambda registry, game=host.game: registry.evict(game))
        assert host.moment()["cards"] != ""
    assert server.call(lambda registry: len(registry.card_sets._own_sets)) == 2


def test_my_games_sorts_waiting_games_first(server: UnlimitedServerThread) -> None:
    """The longest waiting before all; then those that wait for others, tables without a game, and what is over."""

    def begin_pair(**more: Any) -> tuple[RemoteClient, RemoteClient]:
        return begin_match(server.base, first="C", **more)  # the host is the Catholic, and has the first turn

    over, friend = begin_pair()
    friend.post("resign")
    later, other = begin_pair()
    first, _ = begin_pair()
    idle, _ = begin_pair()
    idle.choose("draw")
    waiting = RemoteClient(server.base)
    waiting.create()
    later.choose("draw")
    other.choose("draw")  # now it has waited for a shorter time than the one that began after it
    unknown_game = {"game": first.game[::-1], "secret": first.secret}
    mine = [{"game": one.game, "secret": one.secret} for one in (over, waiting, idle, later, first)]
    expected = [first.game, later.game, idle.game, waiting.game, over.game, unknown_game["game"]]
    for requested in ([unknown_game, *mine], [*mine[::-1], unknown_game]):
        lines = first.ask_json("POST", "my-games", {"seats": requested}, list[MyGame])
        assert [each["game"] for each in lines] == expected
        assert [bool(each["summary"] and each["summary"]["your_turn"]) for each in lines] == [True, True, *[False] * 4]


class Key(bytes):
    """Fail when compared with `==`, whose duration depends on the number of equal bytes."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared byte by byte, until one differs")

    __hash__ = bytes.__hash__


def test_secrets_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every kind of secret."""
    secrets = {kind: secret() for kind in ("1", "2", "watch")}
    keys: dict[str, bytes] = {kind: Key(access.hash_secret(token)) for kind, token in secrets.items()}
    compared: list[bytes] = []

    def compare(stored: bytes, token: bytes) -> bool:
        compared.append(bytes(stored))
        return hmac.compare_digest(stored, token)

    monkeypatch.setattr(access, "hmac", SimpleNamespace(compare_digest=compare))
    for token, kind in [(token, kind) for kind, token in secrets.items()] + [(secret(), None)]:
        compared.clear()
        assert access.find_secret_role(access.hash_secret(token), keys) == kind
        assert compared == [bytes(key) for key in keys.values()]


def test_the_database_stores_no_plain_secret(server: UnlimitedServerThread, tmp_path: Path) -> None:
    host, friend = begin_match(server.base)
    play((host, friend), 5)
    assert isinstance(server.online.store, SqliteStorage)
    content = b"".join(file.read_bytes() for file in server.online.store.file.parent.iterdir() if file.is_file())
    assert host.game.encode() in content
    for who in (host, friend):
        for hidden in (who.secret, who.invite, who.watch, who.player):
            assert hidden.encode() not in content
