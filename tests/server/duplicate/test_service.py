"""The same deal at several tables: nobody sits twice, nothing is told before all is over, the difference counts."""

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from server.local_client import exact
from server.online_server import Json, OnlinePlayer, OnlineServerThread, secret
from solafide.game import commitment, joint_seed, promise, verify
from solafide.server.matches import capacity
from solafide.server.schemas.duplicate_deals import DealView, OpenDeal
from solafide.server.storage.sqlite import DATABASE_FILE

LONG_AGO = "2026-01-01T00:00:00.000+00:00"


class Maker(OnlinePlayer):
    """Somebody who makes a deal."""

    def make(self, **more: Any) -> Json:
        self.invite = secret()
        wish = {"kind": "pairs", "faith": "C", "mode": "first", "secret": self.secret, "invite": self.invite}
        wish |= {"commitment": promise(self.contribution), "idempotency_key": secrets.token_hex(8)}
        made = self.post("deals", wish | more, 201)
        self.game = made["deal"]
        return made

    def settle(self, status: int = 200) -> Json:
        wish = {"contribution": self.contribution.hex(), "idempotency_key": secrets.token_hex(8)}
        return self.post(f"deals/{self.game}/reveal", wish, status)

    def look(self) -> Json:
        answer = self.ask("GET", f"deals/{self.game}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        exact(DealView, found)
        return found

    def close(self, status: int = 200, shown: str | None = None) -> Json:
        return self.post(f"deals/{self.game}/close", {"idempotency_key": secrets.token_hex(8)}, status, shown)


class Player(OnlinePlayer):
    """Somebody with a player key."""

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.player = secret()

    def sit(self, maker: Maker, status: int = 200, **more: Any) -> Json:
        wish = {"secret": self.secret, "player_key": self.player, "name": "N", "idempotency_key": secrets.token_hex(8)}
        found = self.post(f"deals/{maker.game}/join", wish | more, status, maker.invite)
        self.game = found.get("game", "")
        return found

    def resign(self) -> Json:
        wish = {"version": self.moment()["version"], "idempotency_key": secrets.token_hex(8)}
        return self.post(f"games/{self.game}/resign", wish)

    def key(self, path: str) -> str:
        """Why not."""
        problem: Json = self.ask("GET", f"games/{self.game}/{path}".rstrip("/")).json()
        return str(problem["error"]["key"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("deals")) as found:
        yield found


Meet = Callable[[int], tuple[Maker, list[Player]]]


@pytest.fixture
def meet(server: OnlineServerThread) -> Iterator[Meet]:
    """Somebody who makes deals, and others who play them."""
    with ExitStack() as home:

        def together(count: int) -> tuple[Maker, list[Player]]:
            return home.enter_context(Maker(server.base)), [
                home.enter_context(Player(server.base)) for _ in range(count)
            ]

        yield together


def change(server: OnlineServerThread, statement: str, *values: str) -> None:
    """What only time could change."""
    with closing(sqlite3.connect(server.folder / DATABASE_FILE, timeout=60)) as file, file:
        assert file.execute(statement, values).rowcount == 1


def test_two_pairs_play_one_deal(meet: Meet) -> None:
    maker, people = meet(5)
    made = maker.make()
    assert made["state"] == "opening"
    assert people[0].sit(maker, 409)["error"]["key"] == "deals.error.unopened"
    opened = maker.settle()
    assert opened["state"] == "open"
    assert opened["commitments"]["creator"] == promise(maker.contribution)
    seats = [person.sit(maker, team=team) for person, team in zip(people, (1, 1, 2, 2), strict=False)]
    assert [(found["game"], found["person"]) for found in seats] == [
        (opened["boards"][0]["game"], "1"),
        (opened["boards"][1]["game"], "2"),
        (opened["boards"][0]["game"], "2"),
        (opened["boards"][1]["game"], "1"),
    ]
    assert people[4].sit(maker, 409)["error"]["key"] == "deals.error.full"
    assert maker.look()["state"] == "closed"
    one, two = people[0].moment(), people[3].moment()
    assert one["seat"] == two["seat"] == "C"
    assert one["view"]["own"] == two["view"]["own"]
    assert one["view"]["turn"] == two["view"]["turn"]
    assert one["commitment"] == two["commitment"] == opened["commitment"]
    assert people[1].moment()["view"]["own"] == people[2].moment()["view"]["own"]


def test_open_deals_are_listed_as_long_as_a_seat_is_free(meet: Meet) -> None:
    """Only those that anybody may join, when their chance is settled; without an invitation one sits down there."""
    maker, (one, two) = meet(2)

    def listed() -> list[Json]:
        found: list[Json] = [each for each in one.ask("GET", "deals").json() if each["deal"] == maker.game]
        for each in found:
            exact(OpenDeal, each)
        return found

    maker.make(kind="field", opponent="scholar", size=2, turn_limit=60, pace=None, open=True)
    assert listed() == []
    maker.settle()
    (line,) = listed()
    assert (line["players"], line["size"], line["faith"], line["opponent"]) == (0, 2, "C", "scholar")
    assert line["options"]["turn_limit"] == 60
    maker.invite = ""
    one.sit(maker)
    assert listed()[0]["players"] == 1
    two.sit(maker)
    assert listed() == []
    maker.make(pace={"kind": "live", "bank": 900, "plus": 15})
    maker.settle()
    assert listed() == [], "it is for those who have its link"


def test_nothing_is_told_before_all_is_over(meet: Meet) -> None:
    maker, people = meet(4)
    opened = maker.make() and maker.settle()
    for person, team in zip(people, (1, 1, 2, 2), strict=True):
        person.sit(maker, team=team)
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
    assert (promise(part), commitment(seed)) == (opened["commitments"]["server"], opened["commitment"])
    for person in (first, third, fourth):
        answer = person.ask("GET", f"games/{person.game}/record")
        assert answer.status_code == 200, answer.text
        verify(answer.text)
        assert person.ask("GET", f"games/{person.game}/receipt").json()["verified"]


def test_nobody_sits_at_both_ends(meet: Meet) -> None:
    maker, (one, two, *_) = meet(4)
    maker.make()
    maker.settle()
    found = one.sit(maker, team=1)
    assert one.sit(maker, team=1) == found  # pressing twice is as good as once
    one.secret = secret()  # another device, the same player
    assert one.sit(maker, 409, team=2)["error"]["key"] == "deals.error.twice"
    wish = {"secret": secret(), "idempotency_key": secrets.token_hex(8)}
    malformed = two.post(f"deals/{maker.game}/join", wish, 422, maker.invite)
    assert malformed["error"]["key"] == "server.error.malformed"  # without a player key nobody sits down
    assert two.sit(maker)["game"] == found["game"]


def test_whoever_deleted_all_data_does_not_sit_again(meet: Meet) -> None:
    maker, (one, _) = meet(2)
    maker.make()
    maker.settle()
    game = one.sit(maker)["game"]
    kept = one.ask("POST", "me/export", {}, one.player).json()
    assert [(seat["game"], seat["deal"]) for seat in kept["seats"]] == [(game, maker.game)]
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    one.secret = secret()
    assert one.sit(maker, 409)["error"]["key"] == "deals.error.twice"


def test_the_place_of_whoever_deleted_all_data_before_the_first_card_is_free(meet: Meet) -> None:
    maker, (one, two, three) = meet(3)
    maker.make()
    maker.settle()
    one.sit(maker, team=1)
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    game = two.sit(maker, team=2)["game"]
    assert two.key("") == "server.error.no_game"
    assert three.sit(maker, team=1)["game"] == game
    assert two.moment()["game"] == game


def test_the_opponent_of_a_field_is_not_hurried(meet: Meet) -> None:
    maker, (one,) = meet(1)
    maker.make(kind="field", size=2, first="C", opponent="scholar")
    maker.settle()
    one.sit(maker)
    assert one.post(f"games/{one.game}/stop-thinking", {}, 409)["error"]["key"] == "deals.error.stop"


def test_nobody_is_dealt_to_whom_they_avoid(meet: Meet) -> None:
    maker, (one, two, three, four) = meet(4)

    def dealt() -> None:
        maker.make()
        maker.settle()
        for person in (one, two, three, four):
            person.secret = secret()

    dealt()
    assert one.sit(maker)["game"] == two.sit(maker)["game"]
    assert one.ask("POST", "me/blocks", {"game": one.game}, one.player).status_code == 204
    dealt()
    one.sit(maker)
    assert two.sit(maker)["game"] != one.game
    assert three.sit(maker)["game"] == one.game
    dealt()
    for person, team in ((three, 1), (one, 1), (four, 2)):
        person.sit(maker, team=team)
    assert two.sit(maker, 403, team=2)["error"]["key"] == "server.error.blocked"


def test_a_board_begins_though_the_server_died_before_its_first_card(
    server: OnlineServerThread, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("as good as dead")

    maker, (one, two) = meet(2)
    maker.make()
    maker.settle()
    one.sit(maker)
    with monkeypatch.context() as patch:
        patch.setattr(server.online.app.state.dealer, "_start_match", broken)
        two.sit(maker, 500)
        begun = one.post(f"deals/{maker.game}/leave", {"idempotency_key": secrets.token_hex(8)}, 409)
        assert begun["error"]["key"] == "server.error.begun"
    assert maker.look()["boards"][0]["state"] == "begun"
    assert one.moment()["game"] == one.game


def test_who_sat_in_a_deal_is_forgotten_when_it_is_over(server: OnlineServerThread, meet: Meet) -> None:
    maker, (one,) = meet(1)
    maker.make()
    maker.settle()
    one.sit(maker)
    assert maker.close()["state"] == "over"
    with closing(sqlite3.connect(server.folder / DATABASE_FILE, timeout=60)) as file:
        (kept,) = file.execute("SELECT data FROM deals WHERE id = ?", (maker.game,)).fetchone()
    assert json.loads(kept)["deal"]["sat"] == []


def test_one_gets_up_again_before_the_first_card(meet: Meet) -> None:
    maker, (one, two) = meet(2)
    maker.make()
    maker.settle()
    game = one.sit(maker, team=2)["game"]
    problem = one.post(f"lobbies/{game}/leave", {"idempotency_key": secrets.token_hex(8)}, 409)
    assert problem["error"]["key"] == "deals.error.leave"
    one.post(f"deals/{maker.game}/leave", {"idempotency_key": secrets.token_hex(8)})
    assert two.sit(maker, team=2)["game"] == game
    one.secret = secret()
    assert one.sit(maker, team=1)["game"] == game
    begun = one.post(f"deals/{maker.game}/leave", {"idempotency_key": secrets.token_hex(8)}, 409)
    assert begun["error"]["key"] == "server.error.begun"


def test_a_field_against_one_of_ours(meet: Meet) -> None:
    maker, people = meet(3)
    maker.make(kind="field", size=3, faith="P", first="P", opponent="scholar", open=True)
    maker.settle()
    for person in people[:2]:
        assert person.sit(maker)["person"] == "2"
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
    assert people[2].sit(maker, 409)["error"]["key"] == "deals.error.full"
    assert one.ask("GET", f"games/{one.game}/record").status_code == 200


def test_a_game_that_nobody_plays_on_is_withdrawn(meet: Meet, server: OnlineServerThread) -> None:
    maker, people = meet(4)
    maker.make()
    maker.settle()
    for person, team in zip(people, (1, 1, 2, 2), strict=True):
        person.sit(maker, team=team)
    people[0].resign()
    assert maker.close(409, people[1].secret)["error"]["key"] == "deals.error.young"
    assert maker.close()["state"] == "closed"  # all games have begun, and nobody was away for long
    change(server, "UPDATE games SET changed = ? WHERE id = ?", LONG_AGO, people[1].game)
    change(server, "UPDATE deals SET created = ? WHERE id = ?", LONG_AGO, maker.game)
    over = maker.close(200, people[1].secret)
    assert [board["state"] for board in over["boards"]] == ["over", "withdrawn"]
    assert over["state"] == "over"
    assert over["scores"] is None
    for person in people[1:]:
        mine = person.moment()
        if mine["view"]["decision"]:
            wish = {"version": mine["version"], "choice": mine["view"]["decision"]["options"][0]}
            problem = person.post(f"games/{person.game}/choices", wish | {"idempotency_key": secrets.token_hex(8)}, 409)
            assert problem["error"]["key"] == "deals.error.withdrawn"


def test_a_game_that_ended_just_before_the_server_is_counted(meet: Meet, server: OnlineServerThread) -> None:
    maker, people = meet(2)
    maker.make(kind="field", size=2, first="C", opponent="scholar")
    maker.settle()
    for person in people:
        person.sit(maker)
    people[0].resign()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            server.online.app.state.registry.after_commit._hooks, "duplicate deal", lambda match, commit: None
        )
        people[1].resign()
    assert people[0].key("record") == "server.error.record_secret"
    assert maker.look()["state"] == "over"
    assert people[0].ask("GET", f"games/{people[0].game}/record").status_code == 200


def test_only_who_belongs_there_sees_a_deal(meet: Meet) -> None:
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
def test_what_is_no_deal_is_refused(meet: Meet, wrong: Json) -> None:
    maker, _ = meet(0)
    wish = {"kind": "pairs", "faith": "C", "mode": "first", "secret": maker.secret, "invite": secret()}
    wish |= {"commitment": promise(maker.contribution), "idempotency_key": secrets.token_hex(8)}
    maker.post("deals", wish | wrong, 422)


def test_a_full_house_has_no_room_for_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "FULL_CACHE_S", 0.0)  # a deal is no game before somebody sits down
    with OnlineServerThread(tmp_path, limits_games=1) as small, ExitStack() as home:
        maker = home.enter_context(Maker(small.base))
        one, two = (home.enter_context(Player(small.base)) for _ in range(2))
        maker.make(kind="field", size=2, first="C", opponent="scholar")
        maker.settle()
        one.sit(maker)
        assert two.sit(maker, 503)["error"]["key"] == "server.error.full"
