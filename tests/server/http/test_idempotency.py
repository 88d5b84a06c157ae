"""Idempotency: a request repeated with the same key counts once and gets the first response again."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import Select, func, select, update

from server.local_client import LocalClient
from server.matches.test_standing_orders import some_orders
from server.remote_client import Json, RemoteClient, UnlimitedServerThread, secret
from solafide.server.routes.before_version_1 import EARLIER_PATHS
from solafide.server.schemas import duplicate_deals
from solafide.server.schemas.lobby import LobbyView
from solafide.server.schemas.match import ChoiceResult, Moment
from solafide.server.schemas.match_actions import ChatMessage
from solafide.server.schemas.standing_orders import StandingOrdersView
from solafide.server.storage import idempotency
from solafide.server.storage.idempotency import ANSWER_TTL
from solafide.server.storage.schema import ledger, responses

DRAFT_CHOICES = 61  # through the draft, and some turns
CHOICES = 25  # some turns
PACE = {"kind": "live", "bank": 900, "plus": 5}


class Request(NamedTuple):
    """A successful request and its response."""

    path: str
    body: Json
    credential: str | None
    query: Json
    answer: httpx.Response


class RecordingClient(RemoteClient):
    """A client that records every successful request."""

    def __init__(self, base: str, name: str = "") -> None:
        super().__init__(base, name)
        self.requests: list[Request] = []

    def ask(self, method: str, path: str, body: Json | None = None, credential: str | None = None, **query: Any) -> Any:
        answer = super().ask(method, path, body, credential, **query)
        if method == "POST" and body and "idempotency_key" in body and answer.status_code < 300:
            self.requests.append(Request(path, body, credential, query, answer))
        return answer

    def again(self) -> None:
        """Repeat every request; each must get its first response."""
        for path, body, credential, query, first in list(self.requests):
            answer = super().ask("POST", path, body, credential, **query)
            assert (answer.status_code, answer.content) == (first.status_code, first.content), path


OpenServer = Callable[[], UnlimitedServerThread]


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[OpenServer]:
    """Return a function that starts a server, or restarts the same one."""
    servers: list[UnlimitedServerThread] = []

    def close() -> None:
        for server_thread in servers:
            server_thread.close()
        servers.clear()

    def restart() -> UnlimitedServerThread:
        close()
        servers.append(UnlimitedServerThread(tmp_path))
        return servers[0]

    yield restart
    close()


def pair(base: str, **more: Any) -> tuple[RecordingClient, RecordingClient]:
    one, other = RecordingClient(base, "Anna"), RecordingClient(base, "Béla")
    one.create(**more)
    other.join(one.game, one.invite)
    other.open()
    one.open()
    return one, other


def play(players: Sequence[RemoteClient], choices: int, forms: Sequence[str] = ("short", "moment")) -> None:
    """Random choices, answered in turn with words and without; of those that can be taken back, some are."""
    dice, count = random.Random(1517), 0
    while count < choices and not players[0].moment()["view"]["outcome"]:
        for player in players:
            moment = player.moment()
            if moment["view"]["decision"]:
                body = {"version": moment["version"], "choice": dice.choice(moment["view"]["decision"]["options"])}
                body["idempotency_key"] = uuid4().hex
                answer = player.ask(
                    "POST", f"games/{player.game}/choices", body, player.secret, answer=forms[count % len(forms)]
                )
                assert answer.status_code == 200, answer.text
                count += 1
            if count % 5 == 0 and not player.moment()["permissions"]["undo"]:
                player.post("undo")


def rows(server: UnlimitedServerThread, query: Select[Any]) -> list[Any]:
    response: list[Any] = server.call(lambda registry: registry.store.do(lambda db: list(db.execute(query))))
    return response


def everything(server: UnlimitedServerThread) -> dict[str, Any]:
    """Return all stored rows except the responses, and what changes by itself after a restart."""
    others = ("answers", "uptime", "creators", "guest_days")

    def job(connection: Any) -> dict[str, Any]:
        tables = [table for table in responses.metadata.sorted_tables if table.name not in others]
        return {table.name: sorted(map(str, connection.execute(select(table)))) for table in tables}

    response: dict[str, Any] = server.call(lambda registry: registry.store.do(job))
    return response


def stored_answers(server: UnlimitedServerThread) -> int:
    return int(rows(server, select(func.count()).select_from(responses))[0][0])


@pytest.mark.parametrize("terms", [{"mode": "draft"}, {"faith": "rolled"}, {"pace": PACE}])
def test_every_repeated_request_gets_its_first_response(open_server: OpenServer, terms: Json) -> None:
    """Also much later and after a restart: clocks have run, names have changed, no player is connected."""
    server = open_server()
    players = one, other = pair(server.base, **terms)
    with one.open_stream(), other.open_stream():
        play(players, DRAFT_CHOICES if "mode" in terms else CHOICES)
        one.ask_json("PUT", f"games/{one.game}/seat", {"name": "Ágnes"})
        for player in players:
            body = {"text": f"said by {player.name}", "idempotency_key": uuid4().hex}
            player.ask_json("POST", f"games/{player.game}/chat", body, ChatMessage)
        one.post("offers", {"kind": "draw"})
        other.post("answers", {"kind": "draw", "accept": False})
        play(players, 20)
        one.post("pause")
        other.post("resign")
    before = everything(server)
    one.again()
    other.again()
    assert everything(server) == before
    server = open_server()
    for player in players:
        player.move(server.base)
        player.again()
    assert everything(server) == before


def test_a_response_excludes_the_next_choice_of_a_computer_opponent(open_server: OpenServer) -> None:
    alone = RecordingClient(open_server().base)
    alone.create(opponent="scholar")
    alone.open()
    count, dice = 0, random.Random(1)
    while count < 40 and not (moment := alone.moment())["view"]["outcome"]:
        if moment["view"]["decision"]:
            body = {"choice": dice.choice(moment["view"]["decision"]["options"])}
            form, model = ("short", ChoiceResult) if count % 2 else ("moment", Moment)
            alone.post("choices", body, model, answer=form)
            count += 1
    alone.move(open_server().base)
    alone.again()


def test_a_response_includes_executed_standing_orders(open_server: OpenServer) -> None:
    """A response includes what standing orders of the other player did, and so does its repetition."""
    server = open_server()
    players = pair(server.base)
    dice = random.Random(7)
    for player in players:
        orders = some_orders(dice, player.moment()["seat"]).model_dump()
        player.ask_json("PUT", f"games/{player.game}/standing-orders", orders, StandingOrdersView)
    play(players, 150, ["short"])
    entries = rows(server, select(ledger.c.kind, ledger.c.who).order_by(ledger.c.version))
    heads = [(at, who) for at, (kind, who) in enumerate(entries) if kind == "choice"]
    assert any(
        kind == "follow" and who not in ("N", head)
        for (at, head), (end, _) in pairwise(heads)
        for kind, who in entries[at:end]
    )
    server.call(lambda registry: registry.evict(players[0].game))
    for player in players:
        player.again()


def test_a_repeated_deal_request_gets_its_first_response(open_server: OpenServer) -> None:
    server = open_server()
    maker, one, other = (RecordingClient(server.base) for _ in range(3))
    body = {"kind": "pairs", "faith": "C", "mode": "first", "secret": maker.secret, "invite": maker.invite}
    deal = maker.ask_json(
        "POST", "deals", {**body, "commitment": maker.promise, "idempotency_key": uuid4().hex}, duplicate_deals.DealView
    )
    path, reveal = f"deals/{deal['deal']}", {"contribution": maker.contribution.hex(), "idempotency_key": uuid4().hex}
    maker.ask_json("POST", f"{path}/reveal", reveal, duplicate_deals.DealView)
    for player, team in ((one, 1), (other, 2)):
        body = {
            "secret": player.secret,
            "player_key": player.player,
            "name": "N",
            "team": team,
            "idempotency_key": uuid4().hex,
        }
        player.ask_json("POST", f"{path}/join", body, duplicate_deals.DealView, credential=maker.invite)
    maker.ask_json("POST", f"{path}/close", {"idempotency_key": uuid4().hex}, duplicate_deals.DealView)
    before = everything(server)
    for each in (maker, one, other):
        each.again()
    assert everything(server) == before
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    assert stored_answers(server) == 0, "everybody was told the name of everybody in the deal"


def test_a_repeated_rematch_request_gets_its_first_response(server: UnlimitedServerThread) -> None:
    one, other = pair(server.base)
    one.post("resign")
    body = {"secret": secret(), "commitment": one.promise, "player_key": one.player, "idempotency_key": uuid4().hex}
    one.ask_json("POST", f"games/{one.game}/rematch", body, LobbyView)
    body = {"idempotency_key": uuid4().hex}
    other.ask_json("POST", f"games/{one.game}/rematch", body, LobbyView)
    before = everything(server)
    one.again()
    other.again()
    assert everything(server) == before


def test_the_local_server_repeats_responses(client: LocalClient) -> None:
    """The local server repeats responses too, without any secret."""
    body = {"players": {"1": "person", "2": "person"}, "faith": "C", "mode": "first", "idempotency_key": uuid4().hex}
    first = client.http.post("/api/games", json=body)
    game = first.json()["game"]
    seat = first.json()["view"]["waiting_for"][0]
    moment = client.http.get(f"/api/games/{game}", params={"seat": seat}).json()
    choice_body = {"seat": seat, "version": moment["version"], "choice": moment["view"]["decision"]["options"][0]}
    choice_body["idempotency_key"] = uuid4().hex
    second = client.http.post(f"/api/games/{game}/choices", json=choice_body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert client.http.post("/api/games", json=body).content == first.content
    assert client.http.post(f"/api/games/{game}/choices", json=choice_body).content == second.content


def test_requests_with_the_key_name_before_version_1_can_be_repeated(server: UnlimitedServerThread) -> None:
    one, other = pair(server.base, first="C")
    choice = {"version": one.moment()["version"], "choice": "draw", "client": uuid4().hex}
    for path, body in (
        (f"games/{one.game}/choices", choice),
        (f"games/{one.game}/chat", {"text": "Hi", "client": uuid4().hex}),
    ):
        first = one.ask("POST", path, body, one.secret)
        assert first.status_code in (200, 201)
        before = everything(server)
        assert one.ask("POST", path, body, one.secret).content == first.content
        assert everything(server) == before
    assert len(other.ask("GET", f"games/{one.game}/chat", None, other.secret).json()) == 1


@pytest.mark.parametrize("path", EARLIER_PATHS)
def test_paths_before_version_1_only_repeat_responses(server: UnlimitedServerThread, path: str) -> None:
    """What is stored there is in the stored databases, see `stored.test_online`."""
    one, _ = pair(server.base)
    before = everything(server)
    body = {"version": one.moment()["version"], "idempotency_key": uuid4().hex}
    one.expect_refusal("POST", path.lstrip("/").format(game=one.game), body, 404, "server.error.no_page")
    assert everything(server) == before


# ---------------------------------------------------------------- to whom, and for how long


def test_a_stored_response_needs_the_same_secret(server: UnlimitedServerThread) -> None:
    """Not with the same words: a secret is part of the question."""
    one, other = pair(server.base, first="C")
    body = {"version": one.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    path = f"games/{one.game}/choices"
    one.ask_json("POST", path, body)
    for query in ({}, {"answer": "short"}):
        other.expect_refusal("POST", path, body, 409, "server.error.idempotency_key", **query)
        one.expect_refusal("POST", path, body, 403, "server.error.seat", credential=one.watch, **query)
        one.expect_refusal("POST", path, body, 403, "server.error.secret", credential=secret(), **query)
        one.expect_refusal("POST", path, body, 401, "server.error.no_secret", credential=None, **query)


def test_the_key_of_a_choice_is_refused_for_any_other_action(server: UnlimitedServerThread) -> None:
    """A player who is told 200 has resigned: the key of an earlier choice must not look like a repeated resignation."""
    one, other = pair(server.base, first="C")
    body = {"version": one.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    one.ask_json("POST", f"games/{one.game}/choices", body)
    other.choose("draw")
    other.post("offers", {"kind": "draw"})
    used_key = {"version": one.moment()["version"], "idempotency_key": body["idempotency_key"]}
    before = everything(server)
    for action, more in (
        ("resign", {}),
        ("claim-time", {}),
        ("answers", {"kind": "draw", "accept": True}),
        ("answers", {"kind": "draw", "accept": False}),
        ("withdraw", {"kind": "draw"}),
    ):
        one.expect_refusal("POST", f"games/{one.game}/{action}", used_key | more, 409, "server.error.idempotency_key")
    assert everything(server) == before


def test_the_language_is_part_of_the_fingerprint(server: UnlimitedServerThread) -> None:
    """A repetition in another language gets the present state; nothing happens twice."""
    one, other = pair(server.base, first="C")
    body = {"version": one.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    first = one.ask_json("POST", f"games/{one.game}/choices", body, lang="en")
    other.choose("draw")
    before = everything(server)
    now = one.ask_json("POST", f"games/{one.game}/choices", body, lang="de")
    assert now["version"] > first["version"]
    assert now["text"] == one.moment(lang="de")["text"]
    assert everything(server) == before


def test_refusals_are_not_stored(server: UnlimitedServerThread) -> None:
    """A refusal has changed nothing, and the same request may succeed later."""
    one, other = pair(server.base, first="C")
    version = one.moment()["version"]
    early = {"version": version + 1, "choice": "draw", "idempotency_key": uuid4().hex}
    other.expect_refusal("POST", f"games/{one.game}/choices", early, 409, "error.stale_version")
    before = stored_answers(server)
    one.choose("draw")
    assert stored_answers(server) == before + 1
    accepted = {"version": other.moment()["version"], "choice": "draw", "idempotency_key": early["idempotency_key"]}
    other.ask_json("POST", f"games/{one.game}/choices", accepted)


def test_concurrent_repeats_get_the_same_response(server: UnlimitedServerThread) -> None:
    """A page that grew impatient has sent it again, and the first one is still on its way."""
    one, _ = pair(server.base, first="C")
    body = {"version": one.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    devices = [RemoteClient(server.base) for _ in range(6)]
    with ThreadPoolExecutor(len(devices)) as pool:
        ask = [pool.submit(each.ask, "POST", f"games/{one.game}/choices", body, one.secret) for each in devices]
        responses = [future.result() for future in ask]
    assert {answer.status_code for answer in responses} == {200}
    assert len({answer.content for answer in responses}) == 1


def test_responses_are_stored_for_a_week(open_server: OpenServer) -> None:
    server = open_server()
    one, other = pair(server.base, first="C")
    body = {"version": one.moment()["version"], "choice": "draw", "idempotency_key": uuid4().hex}
    first = one.ask_json("POST", f"games/{one.game}/choices", body)
    other.choose("draw")
    for age, stays in ((ANSWER_TTL - timedelta(minutes=1), True), (ANSWER_TTL + timedelta(minutes=1), False)):
        at = (datetime.now(UTC) - age).isoformat(timespec="milliseconds")
        server.call(
            lambda registry, at=at: registry.store.do(lambda db: db.execute(update(responses).values(at=at)).rowcount)
        )
        server.call(lambda registry: registry.idempotency.sweep())
        assert bool(stored_answers(server)) is stays
        assert (one.ask_json("POST", f"games/{one.game}/choices", body) == first) is stays
    assert rows(server, select(func.count()).where(ledger.c.client == body["idempotency_key"])) == [(1,)]


def test_deleting_a_players_data_deletes_stored_responses(server: UnlimitedServerThread) -> None:
    """Those to the other one too, for the name stands in them; games of others keep theirs."""
    pair(server.base)
    others = stored_answers(server)
    one, _ = pair(server.base, first="C")
    one.choose("draw")
    assert stored_answers(server) > others
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    assert stored_answers(server) == others


def test_the_language_header_is_part_of_the_fingerprint(server: UnlimitedServerThread) -> None:
    """Where the address names no language, the header does: it is part of the request too."""
    one, _ = pair(server.base)
    body = {"version": one.moment()["version"], "idempotency_key": uuid4().hex}

    def resign(lang: str) -> bytes:
        headers = {"authorization": f"Bearer {one.secret}", "accept-language": lang}
        answer = one.http.post(f"/api/games/{one.game}/resign", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.content

    english, german = resign("en"), resign("de")
    assert english != german
    assert (resign("en"), resign("de")) == (english, german)


def test_the_oldest_responses_of_a_game_go_first_and_nothing_is_done_twice(
    open_server: OpenServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its stored response a repeated request is answered from the ledger."""
    monkeypatch.setattr(idempotency, "MAX_ANSWERS_PER_GAME", 5)
    server = open_server()
    players = one, other = pair(server.base)
    _, elsewhere = pair(server.base)  # its responses stay
    play(players, 12, ["moment"])
    counts = rows(server, select(func.count()).select_from(responses).group_by(responses.c.game))
    assert sorted(count for (count,) in counts) == [4, 5]
    before = everything(server)
    for player in players:
        for path, body, credential, query, _ in player.requests:
            answer = RemoteClient.ask(player, "POST", path, body, credential, **query)
            assert answer.status_code in (200, 201), answer.text
    assert everything(server) == before
    elsewhere.again()
    assert one.moment()["version"] == other.moment()["version"]
