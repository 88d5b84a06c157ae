"""Stored databases, online server: games, lobbies and deals of earlier versions are unchanged and can be continued."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from server.database import postgres  # noqa: F401
from server.remote_client import UnlimitedServerThread
from solafide.game import verify
from stored.fixtures import (
    CONTINUING_CHOICES,
    MAX_CHOICES_TO_THE_END,
    ONLINE,
    POSTGRES,
    Fixture,
    cases,
    check_repeated,
    copy_file,
    read,
    restore_dump,
)
from stored.seats import (
    SEAT_PATHS,
    Connection,
    Json,
    Player,
    as_seen_now,
    facts,
    key,
    manifest_names,
    request_id,
    seat_to_choose,
)

DELETED = "deleted"  # instead of a person in a manifest: the seat of a player whose data was deleted
People = dict[str, Player]


class OnlineServer:
    """An online server over a copy of a stored database."""

    def __init__(self, server: UnlimitedServerThread, manifest: Json) -> None:
        self.server, self.manifest = server, manifest
        self.connection = Connection(server.base)

    def close(self) -> None:
        self.connection.http.close()
        self.server.close()

    def people(self, name: str) -> People:
        """Return the players of a match by person, with the secrets that their browsers stored."""
        entry = self.manifest["games"][name]
        return {
            person: self.player(seat, entry["game"]) for person, seat in entry["seats"].items() if person != DELETED
        }

    def player(self, seat: Json, game: str) -> Player:
        player = Player(self.connection, seat["name"], game)
        assert (player.secret, player.player) == (seat["secret"], seat["player"])
        return player


def play(people: Iterable[Player], choices: int) -> int:
    """Make this number of choices, or play to the end; return how many were made."""
    players = list(people)
    dice = random.Random(players[0].game)
    for count in range(choices):
        chooser = seat_to_choose(players)
        if chooser is None:
            return count
        player, moment = chooser
        player.choose(dice.choice(moment["view"]["decision"]["options"]), moment["version"])
    return choices


@pytest.fixture(scope="module")
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Fixture], OnlineServer]]:
    """Starts the server of a fixture once for all tests."""
    started: dict[Fixture, OnlineServer] = {}

    def server(fixture: Fixture) -> OnlineServer:
        if fixture not in started:
            data, manifest = read(*fixture)
            folder, address = tmp_path_factory.mktemp("online"), ""
            if fixture[1] == POSTGRES:
                address = restore_dump(request.getfixturevalue("postgres"), data)
            else:
                copy_file(folder, data)
            started[fixture] = OnlineServer(UnlimitedServerThread(folder, database=address), manifest)
        return started[fixture]

    yield server
    for running_server in started.values():
        running_server.close()


@pytest.fixture
def online(request: pytest.FixtureRequest, servers: Callable[[Fixture], OnlineServer]) -> OnlineServer:
    return servers(request.param)


def of_each(names: Callable[[Json], Iterable[str]]) -> pytest.MarkDecorator:
    """Parametrize a test by names from the manifests of both databases."""
    every_case = [case for database in (ONLINE, POSTGRES) for case in cases(database, names)]
    return pytest.mark.parametrize(("online", "name"), every_case, indirect=["online"])


def in_state(*states: str) -> Callable[[Json], Iterable[str]]:
    return lambda manifest: [name for name, entry in manifest["games"].items() if entry["state"] in states]


@of_each(lambda manifest: manifest["requests"])
def test_a_repeated_request_gets_its_first_response(online: OnlineServer, name: str) -> None:
    check_repeated(online.connection, online.manifest["requests"][name])


# ---------------------------------------------------------------- before the first card


@of_each(in_state("waiting", "opening", "void"))
def test_a_lobby_is_unchanged_and_its_match_starts(online: OnlineServer, name: str) -> None:
    entry = online.manifest["games"][name]
    people = online.people(name)
    host = people[entry["table"]["person"]]
    lobby = online.connection.call("GET", f"lobbies/{host.game}", None, host.secret)
    assert manifest_names(lobby) == {"title": ""} | entry["table"]
    guest = Player(online.connection, f"{name} Béla", host.game)
    join = f"lobbies/{host.game}/join"
    if entry["state"] == "void":
        assert online.connection.request("POST", join, guest.join_body(), entry["invite"]).status_code == 409
        return
    if name == "waiting-open":
        assert host.game in {table["game"] for table in online.connection.call("GET", "lobbies")}
    if entry["state"] == "waiting":
        seated = online.connection.call("POST", join, guest.join_body(), entry["invite"])
        people[seated["person"]] = guest
    states = [player.open()["state"] for player in people.values()]
    assert states[-1] == "begun"
    assert play(people.values(), CONTINUING_CHOICES) == CONTINUING_CHOICES


# ---------------------------------------------------------------- games


@of_each(in_state("begun"))
def test_a_game_is_unchanged_and_continues(online: OnlineServer, name: str) -> None:
    entry = online.manifest["games"][name]
    people = online.people(name)
    if name == "computer-asked":  # the opponent has been thinking since the server started
        people["1"].call("POST", "/stop-thinking", {})
        assert play(people.values(), 2) == 2
        return
    for person, player in people.items():
        check_seat(player, entry["seats"][person])
    check_facts(online.connection.call("GET", f"games/{entry['game']}", None, entry["watch"]), entry["watching"])
    if entry["watching"]["outcome"]:
        assert verify(people["1"].request("GET", "/record").text).outcome is not None
    else:
        CONTINUATIONS.get(name, play_on)(people)


def check_facts(moment: Json, expected: Json) -> None:
    present, expected = facts(moment), as_seen_now(expected)
    if present["outcome"]:  # an offer that has ended the game was shown until the server was started again
        expected = expected | {"offers": []}
    assert {name: present[name] for name in expected} == expected


def check_seat(player: Player, seat: Json) -> None:
    """Check all that a seat may ask for."""
    check_facts(player.moment(), seat["facts"])
    for name in ("orders", "notes"):
        answer = player.request("GET", SEAT_PATHS[name])
        present = manifest_names(answer.json()) if answer.status_code == 200 else None
        assert without_sentences(present) == without_sentences(seat[name])
    signs = manifest_names(player.call("GET", SEAT_PATHS["signs"]))
    for kind in ("mail", "hook"):
        assert channel(signs[kind]) == channel(seat["signs"][kind])
    assert [[line["by"], line["text"]] for line in player.call("GET", "/chat")] == seat["chat"]
    if "record" in seat:
        assert player.request("GET", "/record").text == seat["record"]


def without_sentences(answer: Json | None) -> Json | None:
    """Leave out the sentences about cancelled standing orders: a later version words them in its own way."""
    if answer is None or "told" not in answer:
        return answer
    lines = [{name: value for name, value in line.items() if name != "text"} for line in answer["told"]]
    return answer | {"told": lines}


def channel(sign: Json | None) -> Any:
    return sign and (sign["target"], sign["confirmed"])


# ---------------------------------------------------------------- continuing a game


def play_on(people: People) -> None:
    assert play(people.values(), CONTINUING_CHOICES) == CONTINUING_CHOICES


def play_to_the_end(people: People) -> None:
    play(people.values(), MAX_CHOICES_TO_THE_END)
    assert people["1"].moment()["view"]["outcome"]
    assert verify(people["1"].request("GET", "/record").text).outcome is not None


def undo(people: People) -> None:
    chooser = seat_to_choose(list(people.values()))
    assert chooser is not None
    player, before = chooser
    after = player.post("undo")
    assert after["last_step"] < before["last_step"]
    assert after["version"] > before["version"]
    play_on(people)


def accept_takeback(people: People) -> None:
    step = people["1"].moment()["online"]["offers"][0]["to"]
    assert people["2"].post("answers", kind="takeback", accept=True)["step"] == step
    play_on(people)


def decline_takeback(people: People) -> None:
    assert people["2"].post("answers", kind="takeback", accept=False)["online"]["offers"] == []
    play_on(people)


def accept_draw(people: People) -> None:
    ended = people["2"].post("answers", kind="draw", accept=True)
    assert ended["view"]["outcome"]["reason"] == "agreed"
    assert verify(people["1"].request("GET", "/record").text).outcome is not None


def decline_draw(people: People) -> None:
    assert people["2"].post("answers", kind="draw", accept=False)["online"]["offers"] == []
    play_on(people)


def withdraw_draw(people: People) -> None:
    assert people["1"].post("withdraw", kind="draw")["online"]["offers"] == []
    play_on(people)


def return_from_pause(people: People) -> None:
    assert people["2"].post("resume")["online"]["absent"]["2"] != "paused"
    play_on(people)


def play_against_the_replacement(people: People) -> None:
    body = {"version": people["2"].moment()["version"], "choice": "draw", "idempotency_key": request_id()}
    assert people["2"].request("POST", "/choices", body).status_code == 403
    assert play([people["1"]], 3) == 3


def replace_who_left(people: People) -> None:
    people["1"].post("replace", opponent="scholar")
    assert play(people.values(), 3) == 3


def claim_time(people: People) -> None:
    waiting = people["1"].moment()["view"]["waiting_for"]
    idle = next(player for player in people.values() if player.moment()["seat"] not in waiting)
    assert idle.post("claim-time")["view"]["outcome"]["reason"] == "time"


def play_with_time_left(people: People) -> None:
    """Clocks did not run while no server was running."""
    company = people["1"].moment()["online"]
    assert all(clock["remaining_s"] > company["pace"]["bank"] / 2 for clock in company["clock"].values())
    play_on(people)


def give_orders(people: People) -> None:
    orders = people["1"].call("GET", "/standing-orders")["orders"]
    assert people["1"].call("PUT", "/standing-orders", orders)["orders"] == orders
    play_on(people)


def talk(people: People) -> None:
    people["1"].call("POST", "/chat", {"text": "Once more", "idempotency_key": request_id()})
    assert people["1"].call("GET", "/chat")[-1]["text"] == "Once more"
    assert "Once more" not in str(people["2"].call("GET", "/chat"))  # the player who has muted the other
    play_on(people)


CONTINUATIONS: dict[str, Callable[[People], None]] = {
    "late": play_to_the_end,
    "undo-possible": undo,
    "takeback-offered": accept_takeback,
    "takeback-to-decline": decline_takeback,
    "draw-offered": accept_draw,
    "draw-to-decline": decline_draw,
    "draw-to-withdraw": withdraw_draw,
    "paused": return_from_pause,
    "replaced": play_against_the_replacement,
    "forgotten": replace_who_left,
    "ran-out": claim_time,
    "live": play_with_time_left,
    "days": play_with_time_left,
    "orders": give_orders,
    "talk": talk,
}


# ---------------------------------------------------------------- deals, people


@of_each(lambda manifest: manifest["deals"])
def test_a_duplicate_deal_is_unchanged_and_continues(online: OnlineServer, name: str) -> None:
    entry = online.manifest["deals"][name]
    path = f"deals/{entry['deal']}"
    assert manifest_names(online.connection.call("GET", path, None, entry["maker"])) == entry["facts"]
    if entry["facts"]["state"] == "opening":
        body = {"contribution": entry["contribution"], "idempotency_key": request_id()}
        assert online.connection.call("POST", f"{path}/reveal", body, entry["maker"])["state"] == "open"
        return
    boards: dict[str, list[Player]] = {}
    for seat in entry["seats"]:
        player = online.player(seat, seat["game"])
        boards.setdefault(player.game, []).append(player)
        if seat["facts"]:
            check_facts(player.moment(), seat["facts"])
    for board in entry["facts"]["boards"]:
        if board["state"] == "begun":
            players = boards[board["game"]]
            assert play(players, 3) == 3
            assert seat_to_choose(players) is not None  # a computer opponent has chosen
            players[0].post("resign")
    after = online.connection.call("GET", path, None, entry["maker"])
    assert {board["state"] for board in after["boards"]} <= {"over", "waiting", "withdrawn"}
    assert bool(after["scores"]) == (name in ("pairs", "pairs-own-set", "pairs-over"))
    if after["state"] == "over":
        for board in boards.values():
            assert verify(board[0].request("GET", "/record").text).outcome is not None


@of_each(lambda manifest: ["computer-finished"])
def test_a_stored_analysis_is_available(online: OnlineServer, name: str) -> None:
    analysis = online.people(name)["1"].call("GET", "/analysis")
    assert analysis["state"] == "done"
    assert analysis["report"]["story"]


@of_each(lambda manifest: ["talk"])
def test_players_who_block_each_other_do_not_meet(online: OnlineServer, name: str) -> None:
    host, guest = online.people(name).values()
    assert online.connection.call("POST", "me/export", {}, host.player)["blocked"] == 1
    anna, bela = Player(online.connection, "blocked Anna"), Player(online.connection, "blocked Béla")
    keys = {"invite": key("blocked invite"), "watch": key("blocked watch"), "player_key": host.player}
    body = anna.join_body() | keys | {"faith": "C", "mode": "first"}
    game = online.connection.call("POST", "lobbies", body)["game"]
    join = bela.join_body() | {"player_key": guest.player}
    answer = online.connection.request("POST", f"lobbies/{game}/join", join, keys["invite"])
    assert answer.status_code in (403, 409)


@of_each(lambda manifest: ["unconfirmed", "confirmed"])
def test_links_in_emails_still_work(online: OnlineServer, name: str) -> None:
    tokens = online.manifest["letters"][name]
    if name == "unconfirmed":
        assert online.connection.call("POST", "confirm", {"token": tokens["confirm"]})
    online.connection.call("POST", "unsubscribe", {"token": tokens["unsubscribe"]})
