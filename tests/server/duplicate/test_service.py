"""Duplicate deals on the server: one seat for each player, results hidden until the end, scores by difference."""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from server.local_client import exact
from server.online_server import Json, OnlinePlayer, OnlineServerThread, secret
from solafide.cli import main
from solafide.game import commitment, joint_seed, promise, verify
from solafide.server.admin.client import send_command
from solafide.server.matches import capacity
from solafide.server.schemas.duplicate_deals import DealView, OpenDeal
from solafide.server.storage.sqlite import DATABASE_FILE

LONG_AGO = "2026-01-01T00:00:00.000+00:00"


class Maker(OnlinePlayer):
    """A player who creates a deal."""

    def make(self, **more: Any) -> Json:
        self.invite = secret()
        body = {"kind": "pairs", "faith": "C", "mode": "first", "secret": self.secret, "invite": self.invite}
        body |= {"commitment": promise(self.contribution), "idempotency_key": secrets.token_hex(8)}
        deal = self.post("deals", body | more, 201)
        self.game = deal["deal"]
        return deal

    def settle(self, status: int = 200) -> Json:
        body = {"contribution": self.contribution.hex(), "idempotency_key": secrets.token_hex(8)}
        return self.post(f"deals/{self.game}/reveal", body, status)

    def look(self) -> Json:
        answer = self.ask("GET", f"deals/{self.game}")
        assert answer.status_code == 200, answer.text
        data: Json = answer.json()
        exact(DealView, data)
        return data

    def close(self, status: int = 200, credential: str | None = None) -> Json:
        return self.post(f"deals/{self.game}/close", {"idempotency_key": secrets.token_hex(8)}, status, credential)


class Player(OnlinePlayer):
    """A player with a player key."""

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.player = secret()

    def join_deal(self, maker: Maker, status: int = 200, **more: Any) -> Json:
        body = {"secret": self.secret, "player_key": self.player, "name": "N", "idempotency_key": secrets.token_hex(8)}
        seat = self.post(f"deals/{maker.game}/join", body | more, status, maker.invite)
        self.game = seat.get("game", "")
        return seat

    def resign(self) -> Json:
        body = {"version": self.moment()["version"], "idempotency_key": secrets.token_hex(8)}
        return self.post(f"games/{self.game}/resign", body)

    def key(self, path: str) -> str:
        """Why not."""
        problem: Json = self.ask("GET", f"games/{self.game}/{path}".rstrip("/")).json()
        return str(problem["error"]["key"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("deals")) as server_thread:
        yield server_thread


Meet = Callable[[int], tuple[Maker, list[Player]]]


@pytest.fixture
def meet(server: OnlineServerThread) -> Iterator[Meet]:
    """Return a function that makes the creator of a deal and its players."""
    with ExitStack() as home:

        def together(count: int) -> tuple[Maker, list[Player]]:
            return home.enter_context(Maker(server.base)), [
                home.enter_context(Player(server.base)) for _ in range(count)
            ]

        yield together


def change(server: OnlineServerThread, statement: str, *values: str) -> None:
    """What only time could change."""
    with closing(sqlite3.connect(server.folder / DATABASE_FILE, timeout=300)) as file, file:
        assert file.execute(statement, values).rowcount == 1


def test_two_pairs_play_one_deal(meet: Meet) -> None:
    maker, people = meet(5)
    deal = maker.make()
    assert deal["state"] == "opening"
    assert people[0].join_deal(maker, 409)["error"]["key"] == "deals.error.unopened"
    open_deal = maker.settle()
    assert open_deal["state"] == "open"
    assert open_deal["commitments"]["creator"] == promise(maker.contribution)
    seats = [person.join_deal(maker, team=team) for person, team in zip(people, (1, 1, 2, 2), strict=False)]
    assert [(seat["game"], seat["person"]) for seat in seats] == [
        (open_deal["boards"][0]["game"], "1"),
        (open_deal["boards"][1]["game"], "2"),
        (open_deal["boards"][0]["game"], "2"),
        (open_deal["boards"][1]["game"], "1"),
    ]
    assert people[4].join_deal(maker, 409)["error"]["key"] == "deals.error.full"
    assert maker.look()["state"] == "closed"
    one, two = people[0].moment(), people[3].moment()
    assert one["seat"] == two["seat"] == "C"
    assert one["view"]["own"] == two["view"]["own"]
    assert one["view"]["turn"] == two["view"]["turn"]
    assert one["commitment"] == two["commitment"] == open_deal["commitment"]
    assert people[1].moment()["view"]["own"] == people[2].moment()["view"]["own"]


def test_a_player_has_a_receipt_of_the_seed(meet: Meet, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The server signs the seed of a deal before anybody takes a seat."""
    maker, people = meet(4)
    assert [signed["by"] for signed in maker.make()["signed_commitments"]] == ["server", "1"]
    maker.settle()
    seats = [person.join_deal(maker, team=team) for person, team in zip(people, (1, 1, 2, 2), strict=True)]
    promises = seats[1]["signed_commitments"]
    assert [signed["by"] for signed in promises] == ["server", "1", "seed"]
    for person in people[:2]:  # one at each board
        person.resign()
    record, receipt, keys = (tmp_path / name for name in ("game.solafide", "receipt.json", "keys.json"))
    record.write_text(people[1].ask("GET", f"games/{people[1].game}/record").text)
    head = {"format": "solafide receipt 1", "game": maker.game, "person": seats[1]["person"], "contribution": ""}
    receipt.write_text(json.dumps(head | {"promises": promises}))
    keys.write_text(people[1].ask("GET", "server-keys").text)
    assert main(["verify", str(record), "--receipt", str(receipt), "--server-key", str(keys), "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "the seed was fixed before that player took a seat" in output
    assert "nobody else could choose the deal" not in output


def test_open_deals_are_listed_as_long_as_a_seat_is_free(meet: Meet) -> None:
    """Only public deals with a settled seed are listed; they need no invitation."""
    maker, (one, two) = meet(2)

    def listed_deals() -> list[Json]:
        deals: list[Json] = [each for each in one.ask("GET", "deals").json() if each["deal"] == maker.game]
        for each in deals:
            exact(OpenDeal, each)
        return deals

    maker.make(kind="field", opponent="scholar", size=2, turn_limit=60, pace=None, open=True)
    assert listed_deals() == []
    maker.settle()
    (line,) = listed_deals()
    assert (line["players"], line["size"], line["faith"], line["opponent"]) == (0, 2, "C", "scholar")
    assert line["options"]["turn_limit"] == 60
    maker.invite = ""
    one.join_deal(maker)
    assert listed_deals()[0]["players"] == 1
    two.join_deal(maker)
    assert listed_deals() == []
    maker.make(pace={"kind": "live", "bank": 900, "plus": 15})
    maker.settle()
    assert listed_deals() == [], "it is for those who have its link"


def test_nothing_is_revealed_before_the_deal_is_over(meet: Meet) -> None:
    maker, people = meet(4)
    open_deal = maker.make() and maker.settle()
    for person, team in zip(people, (1, 1, 2, 2), strict=True):
        person.join_deal(maker, team=team)
    first, second, third, fourth = people
    first.resign()
    for path in ("record", "record?unfinished=1", "receipt", "analysis", "analysis?start=1"):
        assert first.key(path) in ("server.error.record_secret", "server.error.deal_unfinished"), path
    assert first.ask("GET", f"games/{first.game}?seat=P").json()["error"]["key"] == "server.error.seat"
    waiting = maker.look()
    assert [board["state"] for board in waiting["boards"]] == ["over", "begun"]
    assert [board["margin"] for board in waiting["boards"]] == [None, None]
    assert waiting["revealed_seed"] is None
    assert waiting["scores"] is None
    second.resign()
    over = maker.look()
    assert over["state"] == "over"
    margins = [board["margin"] for board in over["boards"]]
    assert margins == [-62, 62]  # nobody has claimed anything: both of the first team gave all of it away
    assert over["scores"] == {"1": -124.0, "2": 124.0}
    part, seed = bytes.fromhex(over["revealed_seed"]["server"]), bytes.fromhex(over["revealed_seed"]["seed"])
    assert seed == joint_seed(part, maker.contribution, b"")
    assert (promise(part), commitment(seed)) == (open_deal["commitments"]["server"], open_deal["commitment"])
    for person in (first, third, fourth):
        answer = person.ask("GET", f"games/{person.game}/record")
        assert answer.status_code == 200, answer.text
        verify(answer.text)
        assert person.ask("GET", f"games/{person.game}/receipt").json()["verified"]


def test_one_address_can_take_few_seats_a_day(tmp_path: Path) -> None:
    """A browser makes its player key itself: new keys are not refused, but they are counted."""
    with OnlineServerThread(tmp_path, limits_deal_seats=2) as server, ExitStack() as home:
        maker = home.enter_context(Maker(server.base))
        maker.make(kind="field", opponent="scholar", size=9)
        maker.settle()
        players = [home.enter_context(Player(server.base)) for _ in range(4)]
        first = players[0].join_deal(maker)
        assert players[0].join_deal(maker)["game"] == first["game"]  # repeated: the seat that it has
        players[1].join_deal(maker)
        assert players[2].join_deal(maker, 429)["error"]["key"] == "deals.error.many_from_address"
        assert len(maker.look()["boards"]) == 2
        other = home.enter_context(Maker(server.base))
        other.make(kind="field", opponent="scholar", size=9)
        other.settle()
        players[2].join_deal(other)
        server.clock.advance(days=1)
        players[3].join_deal(maker)


def test_no_player_has_both_seats(meet: Meet) -> None:
    maker, (one, two, *_) = meet(4)
    maker.make()
    maker.settle()
    seat = one.join_deal(maker, team=1)
    assert one.join_deal(maker, team=1) == seat  # pressing twice is as good as once
    one.secret = secret()  # another device, the same player
    assert one.join_deal(maker, 409, team=2)["error"]["key"] == "deals.error.twice"
    body = {"secret": secret(), "idempotency_key": secrets.token_hex(8)}
    malformed = two.post(f"deals/{maker.game}/join", body, 422, maker.invite)
    assert malformed["error"]["key"] == "server.error.malformed"  # a seat needs a player key
    assert two.join_deal(maker)["game"] == seat["game"]


def test_a_player_who_deleted_all_data_cannot_join_again(meet: Meet) -> None:
    maker, (one, _) = meet(2)
    maker.make()
    maker.settle()
    game = one.join_deal(maker)["game"]
    export = one.ask("POST", "me/export", {}, one.player).json()
    assert [(seat["game"], seat["deal"]) for seat in export["seats"]] == [(game, maker.game)]
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    one.secret = secret()
    assert one.join_deal(maker, 409)["error"]["key"] == "deals.error.twice"


def test_deleting_all_data_before_the_first_card_frees_the_seat(meet: Meet) -> None:
    maker, (one, two, three) = meet(3)
    maker.make()
    maker.settle()
    one.join_deal(maker, team=1)
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    game = two.join_deal(maker, team=2)["game"]
    assert two.key("") == "server.error.no_game"
    assert three.join_deal(maker, team=1)["game"] == game
    assert two.moment()["game"] == game


def test_the_search_of_a_fields_opponent_cannot_be_stopped(meet: Meet) -> None:
    maker, (one,) = meet(1)
    maker.make(kind="field", size=2, first="C", opponent="scholar")
    maker.settle()
    one.join_deal(maker)
    assert one.post(f"games/{one.game}/stop-thinking", {}, 409)["error"]["key"] == "deals.error.stop"


def test_blocked_players_do_not_meet_in_a_deal(meet: Meet) -> None:
    maker, (one, two, three, four) = meet(4)

    def dealt() -> None:
        maker.make()
        maker.settle()
        for person in (one, two, three, four):
            person.secret = secret()

    dealt()
    assert one.join_deal(maker)["game"] == two.join_deal(maker)["game"]
    assert one.ask("POST", "me/blocks", {"game": one.game}, one.player).status_code == 204
    dealt()
    one.join_deal(maker)
    assert two.join_deal(maker)["game"] != one.game
    assert three.join_deal(maker)["game"] == one.game
    dealt()
    for person, team in ((three, 1), (one, 1), (four, 2)):
        person.join_deal(maker, team=team)
    assert two.join_deal(maker, 403, team=2)["error"]["key"] == "server.error.blocked"


def test_a_board_starts_after_a_server_restart(
    server: OnlineServerThread, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("as good as dead")

    maker, (one, two) = meet(2)
    maker.make()
    maker.settle()
    one.join_deal(maker)
    with monkeypatch.context() as patch:
        patch.setattr(server.online.app.state.dealer, "_start_match", broken)
        two.join_deal(maker, 500)
        response = one.post(f"deals/{maker.game}/leave", {"idempotency_key": secrets.token_hex(8)}, 409)
        assert response["error"]["key"] == "server.error.begun"
    assert maker.look()["boards"][0]["state"] == "begun"
    assert one.moment()["game"] == one.game


def test_player_keys_of_a_deal_are_deleted_when_it_is_over(server: OnlineServerThread, meet: Meet) -> None:
    maker, (one,) = meet(1)
    maker.make()
    maker.settle()
    one.join_deal(maker)
    assert maker.close()["state"] == "over"
    with closing(sqlite3.connect(server.folder / DATABASE_FILE, timeout=300)) as file:
        (row,) = file.execute("SELECT data FROM deals WHERE id = ?", (maker.game,)).fetchone()
    assert json.loads(row)["deal"]["sat"] == []


def test_a_player_can_leave_before_the_first_card(meet: Meet) -> None:
    maker, (one, two) = meet(2)
    maker.make()
    maker.settle()
    game = one.join_deal(maker, team=2)["game"]
    problem = one.post(f"lobbies/{game}/leave", {"idempotency_key": secrets.token_hex(8)}, 409)
    assert problem["error"]["key"] == "deals.error.leave"
    one.post(f"deals/{maker.game}/leave", {"idempotency_key": secrets.token_hex(8)})
    assert two.join_deal(maker, team=2)["game"] == game
    one.secret = secret()
    assert one.join_deal(maker, team=1)["game"] == game
    response = one.post(f"deals/{maker.game}/leave", {"idempotency_key": secrets.token_hex(8)}, 409)
    assert response["error"]["key"] == "server.error.begun"


def test_a_field_against_a_computer_opponent(meet: Meet) -> None:
    maker, people = meet(3)
    maker.make(kind="field", size=3, faith="P", first="P", opponent="scholar", open=True)
    maker.settle()
    for person in people[:2]:
        assert person.join_deal(maker)["person"] == "2"
    one, two = people[:2]
    assert one.game != two.game
    assert one.moment()["view"]["own"] == two.moment()["view"]["own"]
    may = one.moment()["permissions"]
    assert may["hint"]
    assert may["takeback"]
    version = one.moment()["version"]
    assert one.key(f"hint?version={version}") == "deals.error.no_study"
    one.resign()
    two.resign()
    assert maker.look()["state"] == "open"  # a third one may still come
    assert one.key("record") == "server.error.record_secret"
    over = maker.close()
    assert over["state"] == "over"
    assert [board["score"] for board in over["boards"]] == [0.0, 0.0]
    assert over["scores"] is None
    assert people[2].join_deal(maker, 409)["error"]["key"] == "deals.error.full"
    assert one.ask("GET", f"games/{one.game}/record").status_code == 200


def test_an_abandoned_game_is_withdrawn(meet: Meet, server: OnlineServerThread) -> None:
    maker, people = meet(4)
    maker.make()
    maker.settle()
    for person, team in zip(people, (1, 1, 2, 2), strict=True):
        person.join_deal(maker, team=team)
    people[0].resign()
    assert maker.close(409, people[1].secret)["error"]["key"] == "deals.error.young"
    assert maker.close()["state"] == "closed"  # all games have begun, and no player was away for long
    change(server, "UPDATE games SET changed = ? WHERE id = ?", LONG_AGO, people[1].game)
    change(server, "UPDATE deals SET created = ? WHERE id = ?", LONG_AGO, maker.game)
    over = maker.close(200, people[1].secret)
    assert [board["state"] for board in over["boards"]] == ["over", "withdrawn"]
    assert over["state"] == "over"
    assert over["scores"] is None
    for person in people[1:]:
        mine = person.moment()
        if mine["view"]["decision"]:
            body = {"version": mine["version"], "choice": mine["view"]["decision"]["options"][0]}
            problem = person.post(f"games/{person.game}/choices", body | {"idempotency_key": secrets.token_hex(8)}, 409)
            assert problem["error"]["key"] == "deals.error.withdrawn"


def test_a_game_that_the_server_closes_is_withdrawn(meet: Meet, server: OnlineServerThread) -> None:
    maker, people = meet(4)
    maker.make()
    maker.settle()
    for person, team in zip(people, (1, 1, 2, 2), strict=True):
        person.join_deal(maker, team=team)
    send_command(server.online.admin_socket.file, "close_game", game=people[0].game)
    assert [board["state"] for board in maker.look()["boards"]] == ["withdrawn", "begun"]
    people[1].resign()
    over = maker.look()
    assert [board["state"] for board in over["boards"]] == ["withdrawn", "over"]
    assert (over["state"], over["scores"]) == ("over", None)
    for person in people:
        assert verify(person.ask("GET", f"games/{person.game}/record").text).outcome is not None


def test_a_deal_that_nobody_touches_is_closed(meet: Meet, server: OnlineServerThread) -> None:
    maker, people = meet(3)
    maker.make()
    maker.settle()
    for person, team in zip(people, (1, 2, 1), strict=True):
        person.join_deal(maker, team=team)
    games = [person.game for person in people]
    waiting = next(game for game in games if games.count(game) == 1)
    dealer = server.online.app.state.dealer

    def close_untouched(days: int) -> int:
        oldest = server.clock.timestamp_after(timedelta(days=days))
        loop = server.online.server.servers[0].get_loop()
        closed: int = asyncio.run_coroutine_threadsafe(dealer.close_untouched(oldest), loop).result(60)
        return closed

    assert close_untouched(-1) == 0
    assert maker.look()["state"] == "open"
    assert close_untouched(1) >= 1
    assert close_untouched(1) == 0
    deal = maker.look()
    assert deal["state"] == "closed"
    assert [board["state"] for board in deal["boards"]].count("withdrawn") == 1
    change(server, "UPDATE tables SET state = 'void' WHERE id = ? AND state = 'void'", waiting)


def test_a_game_that_ended_without_its_hook_is_counted_later(meet: Meet, server: OnlineServerThread) -> None:
    maker, people = meet(2)
    maker.make(kind="field", size=2, first="C", opponent="scholar")
    maker.settle()
    for person in people:
        person.join_deal(maker)
    people[0].resign()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            server.online.app.state.registry.after_commit._hooks, "duplicate deal", lambda match, commit: None
        )
        people[1].resign()
    assert people[0].key("record") == "server.error.record_secret"
    assert maker.look()["state"] == "over"
    assert people[0].ask("GET", f"games/{people[0].game}/record").status_code == 200


def test_a_deal_needs_its_invitation(meet: Meet) -> None:
    maker, (one, _) = meet(2)
    maker.make()
    path = f"deals/{maker.game}"
    assert one.ask("GET", path).status_code == 403
    assert one.http.get(f"/api/{path}").status_code == 401
    assert one.ask("GET", path, None, maker.invite).status_code == 200
    assert one.ask("GET", "deals/none").json()["error"]["key"] == "deals.error.none"
    wrong = {"contribution": "00" * 32, "idempotency_key": secrets.token_hex(8)}
    assert maker.post(f"{path}/reveal", wrong, 422)["error"]["key"] == "server.error.commitment"
    maker.settle()
    uninvited = {"secret": one.secret, "player_key": one.player, "idempotency_key": secrets.token_hex(8)}
    assert one.post(f"{path}/join", uninvited, 403)["error"]["key"] == "server.error.no_invitation"
    assert maker.close(403, one.secret)["error"]["key"] == "server.error.secret"


@pytest.mark.parametrize(
    "wrong",
    [{"faith": "rolled"}, {"opponent": "scholar"}, {"kind": "field"}, {"kind": "field", "opponent": "pope"}],
)
def test_invalid_deals_are_refused(meet: Meet, wrong: Json) -> None:
    maker, _ = meet(0)
    body = {"kind": "pairs", "faith": "C", "mode": "first", "secret": maker.secret, "invite": secret()}
    body |= {"commitment": promise(maker.contribution), "idempotency_key": secrets.token_hex(8)}
    maker.post("deals", body | wrong, 422)


def test_a_full_server_refuses_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "FULL_CACHE_S", 0.0)  # a deal is no game before a player joins
    with OnlineServerThread(tmp_path, limits_games=1) as small, ExitStack() as home:
        maker = home.enter_context(Maker(small.base))
        one, two = (home.enter_context(Player(small.base)) for _ in range(2))
        maker.make(kind="field", size=2, first="C", opponent="scholar")
        maker.settle()
        one.join_deal(maker)
        assert two.join_deal(maker, 503)["error"]["key"] == "server.error.full"
