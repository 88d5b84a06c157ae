"""Stored games find their built-in set after a name of it was corrected, and after a rule of it was changed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cards.changed_builtin import NAME, RULE, Change, change_builtin  # noqa: F401
from server.remote_client import UnlimitedServerThread
from solafide.cards import CardSet, builtin, find_builtin
from solafide.game import verify
from stored.fixtures import FOLDERS, LOCAL, ONLINE, copy_file, read
from stored.seats import Connection, Json, Player, manifest_names, request_id
from stored.test_local import LocalServer
from stored.test_local import check_facts as check_local_facts
from stored.test_online import DELETED, OnlineServer, check_facts, play

FOLDER = FOLDERS[0]  # which names sets by their full hash
THREE_CARDS, TWO_CARDS = "Draw 3 cards.", "Draw 2 cards."  # card C13, before and after the change of the rule


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Callable[[], LocalServer]]:
    """Starts a local server over the stored file."""
    started: list[LocalServer] = []

    def start() -> LocalServer:
        folder = tmp_path / "local"
        folder.mkdir()
        data, manifest = read(FOLDER, LOCAL)
        copy_file(folder, data)
        started.append(LocalServer(folder, manifest))
        return started[-1]

    yield start
    for server in started:
        server.close()


@pytest.fixture
def online(tmp_path: Path) -> Iterator[Callable[[], OnlineServer]]:
    """Starts an online server over the stored file."""
    started: list[OnlineServer] = []

    def start() -> OnlineServer:
        folder = tmp_path / "online"
        folder.mkdir()
        data, manifest = read(FOLDER, ONLINE)
        copy_file(folder, data)
        started.append(OnlineServer(UnlimitedServerThread(folder), manifest))
        return started[-1]

    yield start
    for server in started:
        server.close()


def card(connection: Connection, moment: Json, name: str) -> Json:
    """Return the face of a card as the page of a game shows it."""
    faces = connection.call("GET", f"card-faces?set={moment['cards_hash']}&lang=en")
    assert faces["hash"] == moment["cards_hash"]
    data: Json = faces["cards"][name]
    return data


def check_local_games(server: LocalServer, cards: CardSet) -> None:
    """Check that each local game is as it was, and that those with a built-in set have this one."""
    for name, entry in server.manifest["games"].items():
        if name == "computer-asked":  # its opponent continues as soon as the server runs
            continue
        moment = server.moment(entry["game"])
        check_local_facts(moment, entry["facts"], {"undo"})
        if not moment["cards"]:
            assert moment["cards_hash"] == cards.hash, name
        if "record" in entry:
            text = server.connection.request("GET", f"games/{entry['game']}/record").text
            assert text == entry["record"]
            assert verify(text).outcome is not None


def check_online_games(server: OnlineServer, cards: CardSet) -> None:
    """Check the same of each online game, and that tables and deals begin with this set."""
    for name, entry in server.manifest["games"].items():
        people = [server.player(seat, entry["game"]) for person, seat in entry["seats"].items() if person != DELETED]
        if entry["state"] == "begun" and name != "computer-asked":
            moment = server.connection.call("GET", f"games/{entry['game']}", None, entry["watch"])
            check_facts(moment, entry["watching"])
            if not moment["cards"]:
                assert moment["cards_hash"] == cards.hash, name
        elif entry["state"] == "opening":
            states = [player.open()["state"] for player in people]
            assert states[-1] == "begun"
            if "own-set" not in name:
                assert people[0].moment()["cards_hash"] == cards.hash, name


def test_local_games_show_current_names(local: Callable[[], LocalServer], change_builtin: Change) -> None:  # noqa: F811
    cards = change_builtin(*NAME)
    server = local()
    check_local_games(server, cards)
    moment = server.moment(server.manifest["games"]["begun"]["game"])
    assert card(server.connection, moment, "C03")["name"] == "Ursulines of Brescia"


def test_online_games_show_current_names(online: Callable[[], OnlineServer], change_builtin: Change) -> None:  # noqa: F811
    cards = change_builtin(*NAME)
    server = online()
    check_online_games(server, cards)
    people = server.people("begun")
    assert card(server.connection, people["1"].moment(), "C03")["name"] == "Ursulines of Brescia"
    host = server.people("waiting-open")["1"]
    assert server.connection.call("GET", f"lobbies/{host.game}", None, host.secret)["cards"] == ""
    deal = server.manifest["deals"]["pairs-open"]
    answer = server.connection.call("GET", f"deals/{deal['deal']}", None, deal["maker"])
    assert manifest_names(answer) == deal["facts"]


def test_local_games_keep_their_rules(local: Callable[[], LocalServer], change_builtin: Change) -> None:  # noqa: F811
    before = builtin()
    change_builtin(*RULE)
    server = local()
    check_local_games(server, before)
    start = server.manifest["games"]["begun"]["game"]
    assert card(server.connection, server.moment(start), "C13")["text"] == [THREE_CARDS]
    assert server.play(start, 10) == 10
    body = {"players": {"1": "person", "2": "person"}, "faith": "C", "mode": "first", "idempotency_key": request_id()}
    new = server.connection.call("POST", "games", body)
    assert card(server.connection, new, "C13")["text"] == [TWO_CARDS]


def test_online_games_keep_their_rules(online: Callable[[], OnlineServer], change_builtin: Change) -> None:  # noqa: F811
    before = builtin()
    change_builtin(*RULE)
    server = online()
    check_online_games(server, before)
    people = server.people("computer")
    assert card(server.connection, people["1"].moment(), "C13")["text"] == [THREE_CARDS]
    assert play(people.values(), 10) == 10
    host = server.people("waiting-open")["1"]
    table = server.connection.call("GET", f"lobbies/{host.game}", None, host.secret)
    assert find_builtin(table["cards"]) == before
    guest = Player(server.connection, "waiting-open Béla", host.game)
    server.connection.call("POST", f"lobbies/{host.game}/join", guest.join_body())
    guest.open()
    host.open()
    assert card(server.connection, host.moment(), "C13")["text"] == [THREE_CARDS]


@pytest.mark.parametrize("change", [NAME, RULE], ids=["name", "rule"])
def test_a_new_game_survives_a_rule_change(
    local: Callable[[], LocalServer],
    change_builtin: Change,  # noqa: F811
    change: tuple[str, str, str],
) -> None:
    """It is stored by the hash of the rules."""
    server = local()
    body = {"players": {"1": "person", "2": "person"}, "faith": "C", "mode": "first", "idempotency_key": request_id()}
    game = server.connection.call("POST", "games", body)["game"]
    server.play(game, 5)
    view = server.moment(game)["view"]
    server.close()
    before, after = builtin(), change_builtin(*change)
    server.start()
    moment = server.moment(game)
    assert moment["view"] == view
    assert moment["cards_hash"] == (after if change == NAME else before).hash
    assert server.play(game, 5) == 5
    assert server.connection.call("POST", "games", body)["game"] == game, "a repeated request created a second game"
