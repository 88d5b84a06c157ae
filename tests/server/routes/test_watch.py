"""Two computer players are watched: move by move, with open hands and comments, and nobody else sees a hand."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from server.conftest import LocalServerThread
from server.local_client import Json, LocalClient
from server.online_server import OnlinePlayer, begin_match
from server.remote_client import UnlimitedServerThread
from solafide.text import LANGUAGES

TURNS = 8


def test_two_computers_are_watched_to_the_end(client: LocalClient) -> None:
    over = client.watch(client.new("scholar", "scholar", turn_limit=4)["game"])
    assert over["seats"] == []
    assert over["seat"] is None
    assert over["view"]["outcome"]


def test_nothing_is_played_before_somebody_asks(client: LocalClient) -> None:
    start = client.new("scholar", "scholar", turn_limit=4)
    # The answer of a computer that has a person to wait for comes meanwhile.
    assert client.play(client.new("person", "scholar", turn_limit=4)["game"], 100)["view"]["outcome"]
    now = client.moment(start["game"])
    assert (now["version"], now["thinking"]) == (start["version"], None)


def test_each_request_plays_one_turn(client: LocalClient) -> None:
    moment = client.new("scholar", "scholar", turn_limit=6)
    for turn in range(1, 7):
        assert moment["view"]["turn_number"] == turn
        moment = client.next_move(moment["game"])
    assert moment["view"]["outcome"]


def test_a_request_for_a_move_that_was_played_does_nothing(client: LocalClient) -> None:
    """As when two pages show the same game."""
    start = client.new("scholar", "scholar")
    after = client.next_move(start["game"])
    again = client.post(f"games/{start['game']}/next-move", {"version": start["version"]})
    assert (again["version"], again["thinking"]) == (after["version"], None)


def test_the_preparations_are_one_move(client: LocalClient) -> None:
    start = client.new("scholar", "scholar", mode="draft")
    assert start["view"]["phase"] == "draft"
    after = client.next_move(start["game"])
    assert (after["view"]["phase"], after["view"]["turn_number"]) == ("play", 1)


def test_both_hands_are_open_if_wished(client: LocalClient) -> None:
    game = client.next_move(client.new("scholar", "scholar")["game"])["game"]
    assert client.moment(game)["hands"] is None
    now = client.moment(game, hands="open")
    for faith in ("C", "P"):
        assert len(now["hands"][faith]) == now["view"]["faiths"][faith]["hand"]
        assert all(card[0] == faith for card in now["hands"][faith])
    assert client.moment(game, hands="open", at=0)["hands"].keys() == {"C", "P"}


@pytest.mark.parametrize("players", [("person", "scholar"), ("scholar", "person"), ("person", "person")])
def test_where_a_person_plays_no_hand_is_opened(client: LocalClient, players: tuple[str, str]) -> None:
    game = client.new(*players)["game"]
    for path in (f"games/{game}?hands=open", f"games/{game}?hands=open&at=0", f"games/{game}/comments?hands=closed"):
        answer = client.ask("GET", f"/api/{path}")
        assert (answer.status_code, answer.json()["error"]["key"]) == (403, "server.error.not_watched")
    client.expect_refusal(f"games/{game}/next-move", {"version": 0}, 403, "server.error.not_watched")


def test_online_no_hand_is_opened(tmp_path: Path) -> None:
    """Neither to a player nor to a spectator, also against the computer; and there are no comments."""
    expected = {"?hands=open": (403, "server.error.not_watched"), "/comments": (404, "server.error.local_only")}
    with UnlimitedServerThread(tmp_path) as server, OnlinePlayer(server.base) as alone, ExitStack() as others:
        alone.create("scholar")
        alone.open()
        for player in (*map(others.enter_context, begin_match(server.base)), alone):
            for credential in filter(None, (player.secret, player.watch)):
                for path, refusal in expected.items():
                    answer = player.ask("GET", f"games/{player.game}{path}", credential=credential)
                    assert (answer.status_code, answer.json()["error"]["key"]) == refusal


def watched_game(client: LocalClient) -> str:
    game: str = client.new("scholar", "scholar")["game"]
    for _ in range(TURNS):
        client.next_move(game)
    return game


def comments(client: LocalClient, game: str, **query: object) -> list[Json]:
    answers: list[Json] = client.get(f"games/{game}/comments", **query)
    return answers


def test_each_turn_has_a_comment(client: LocalClient) -> None:
    game = watched_game(client)
    answers = comments(client, game, hands="open", lang="en")
    assert [comment["turn"] for comment in answers][:TURNS] == list(range(1, TURNS + 1))
    assert all(comment["text"].startswith("The ") for comment in answers)
    assert [comment["version"] for comment in answers] == sorted({comment["version"] for comment in answers})
    since = answers[2]["version"]
    assert comments(client, game, hands="open", lang="en", since=since) == answers[3:]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_comments_are_in_the_readers_language(client: LocalClient, lang: str) -> None:
    game = watched_game(client)
    texts = [comment["text"] for comment in comments(client, game, lang=lang)]
    beginnings = {"en": "The ", "de": "Die ", "nl": "De ", "hu": "A "}
    assert all(text.startswith(beginnings[lang]) for text in texts)


def test_comments_are_the_same_after_a_restart(local_server: LocalServerThread, client: LocalClient) -> None:
    game = watched_game(client)
    before = comments(client, game, hands="open")
    registry = local_server.local.server.config.app.app.state.registry  # type: ignore[union-attr]
    registry.comments.forget(game)
    registry.evict(game)
    assert comments(client, game, hands="open") == before
