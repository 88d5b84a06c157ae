"""Statistics on a server: stored when a game ends, filled in for older games, and seen by their player alone."""

import pytest
from sqlalchemy import Connection, delete, func, insert, select, update

from server.local_client import Json, LocalClient
from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match, play, secret
from solafide.server.matches.access import hash_secret
from solafide.server.matches.match import Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.statistics import StatisticsView
from solafide.server.statistics.game_facts import PLAYS, POINTS, card_uses, mistakes_of
from solafide.server.storage.schema import analyses, game_facts, game_tags, seats

SHORT_GAME = {"turn_limit": 6}


def statistics(client: LocalClient) -> Json:
    shown: Json = client.get("me/statistics")
    StatisticsView.model_validate(shown, strict=True)
    return shown


def finish(client: LocalClient, *players: str, **more: object) -> str:
    game: str = client.new(*(players or ("person", "scholar")), **SHORT_GAME | more)["game"]
    assert client.play(game, 100)["view"]["outcome"]
    return game


def test_a_finished_game_is_counted(client: LocalClient) -> None:
    before = statistics(client)
    game = finish(client)
    after = statistics(client)
    assert after["games"] == before["games"] + 1
    assert after["uncounted"] == 0
    assert after["streaks"]["days"] == 1
    assert after["by_mode"][0]["key"] == "first"
    assert sum(rung["wins"] + rung["draws"] + rung["losses"] for rung in after["ladder"]) >= 1
    client.ask("DELETE", f"/api/games/{game}", headers={"content-type": "application/json"})
    assert statistics(client)["games"] == before["games"]


def test_an_unfinished_game_and_watched_ones_do_not_count(client: LocalClient) -> None:
    before = statistics(client)["games"]
    client.new("person", "scholar")
    client.watch(client.new("scholar", "scholar", turn_limit=2)["game"])
    assert statistics(client)["games"] == before


def test_two_people_at_one_screen_have_no_side(client: LocalClient) -> None:
    before = statistics(client)
    finish(client, "person", "person")
    after = statistics(client)
    assert after["games"] == before["games"] + 1
    assert after["wins"] + after["losses"] + after["draws"] == before["wins"] + before["losses"] + before["draws"]


def test_games_are_found_by_a_card(client: LocalClient) -> None:
    game = finish(client, turn_limit=20)
    events = client.moment(game, since=0, seat="C")["events"]
    played = {each["card"] for each in events if each["event"] == "played"}
    never = next(card for n in range(1, 46) if (card := f"C{n:02}") not in played)
    assert all(game in client.get("me/games-with-card", card=card) for card in played)
    assert game not in client.get("me/games-with-card", card=never)


@pytest.fixture
def player(server: UnlimitedServerThread) -> RemoteClient:
    return begin_match(server.base)[0]


def own(client: RemoteClient, credential: str | None = None) -> Json:
    shown: Json = client.ask_json("GET", "me/statistics", model=StatisticsView, credential=credential or client.player)
    return shown


def resign(client: RemoteClient) -> None:
    client.post("resign")


def test_online_games_belong_to_the_player_key(server: UnlimitedServerThread) -> None:
    one, two = begin_match(server.base)
    assert own(one)["games"] == 0
    resign(one)
    assert (own(one)["losses"], own(two)["wins"]) == (1, 1)
    assert own(one)["by_opponent"][0]["key"] == "person"
    assert own(one, secret())["games"] == 0
    assert one.ask("GET", "me/statistics").json()["error"]["key"] == "server.error.no_secret"


def test_older_games_are_filled_in_once(server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = begin_match(server.base)
    resign(one)
    expected = own(one)
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(delete(game_facts)).rowcount))
    replayed: list[str] = []
    real = MatchRegistry.match

    async def match(self: MatchRegistry, game: str) -> Match:
        replayed.append(game)
        return await real(self, game)

    monkeypatch.setattr(MatchRegistry, "match", match)
    assert own(one) == expected
    assert replayed == [one.game]
    assert own(one) == expected
    assert replayed == [one.game]


def test_many_games_are_counted_a_few_at_a_time(server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solafide.server.statistics.service.MAX_FILLED_GAMES", 1)
    one, _ = begin_match(server.base)
    resign(one)
    key = one.player
    again, _ = begin_match(server.base)
    move_seat(server, again, key)
    resign(again)
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(delete(game_facts)).rowcount))
    assert (own(one)["games"], own(one)["games"]) == (1, 2)


def move_seat(server: UnlimitedServerThread, client: RemoteClient, key: str) -> None:
    """Give a seat to another player key."""
    seat = (seats.c.game == client.game) & (seats.c.person == "1")
    change = update(seats).where(seat).values(owner=hash_secret(key))
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(change).rowcount))


def test_mistakes_come_from_stored_analyses(server: UnlimitedServerThread, player: RemoteClient) -> None:
    resign(player)
    assert own(player)["mistakes"]["games"] == 0
    step = {"question": "action", "by": "C", "version": 7, "loss": 0.25, "grade": "blunder"}
    why = {"forgoes": [{"reason": "claims_now", "good": True, "points": 6}], "against": []}
    analysis = {"steps": [{**step, "why": why}, {**step, "by": "P", "why": None}, {**step, "grade": None, "why": None}]}
    assert mistakes_of(analysis) == {"C": [["claim", 0.25, 6]], "P": [["other", 0.25, 6]]}
    row = insert(analyses).values(game=player.game, found=analysis)
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(row).rowcount))
    mistakes = own(player)["mistakes"]
    assert mistakes["games"] == 1
    assert mistakes["subjects"] == [
        {"subject": "claim", "mistakes": 1, "chance_lost": 0.25, "game": player.game, "step": 6},
    ]


def test_tags_are_seen_by_their_player_alone(server: UnlimitedServerThread) -> None:
    one, two = begin_match(server.base)
    tagged = one.ask_json("PUT", f"games/{one.game}/tags", {"tags": [" lost shift ", "anna", "anna"]}, model=dict)
    assert tagged == {"tags": ["anna", "lost shift"]}

    def listed(client: RemoteClient) -> list[str]:
        seats = [{"game": client.game, "secret": client.secret}]
        return client.ask("POST", "my-games", {"seats": seats}).json()[0]["summary"]["tags"]

    assert (listed(one), listed(two)) == (["anna", "lost shift"], [])
    export = one.ask("POST", "me/export", {}, one.player).json()
    assert export["seats"][0]["tags"] == [{"tag": "anna"}, {"tag": "lost shift"}]
    one.expect_refusal("PUT", f"games/{one.game}/tags", {"tags": ["x"]}, 403, "server.error.seat", credential=one.watch)
    one.ask("POST", "me/delete", {}, one.player)
    assert count(server) == 0


def count(server: UnlimitedServerThread) -> int:
    def job(connection: Connection) -> int:
        number: int = connection.execute(select(func.count()).select_from(game_tags)).scalar_one()
        return number

    shown: int = server.call(lambda registry: registry.store.do(job))
    return shown


def test_tags_of_a_local_game(client: LocalClient) -> None:
    game = client.new()["game"]
    assert client.put(f"games/{game}/tags", {"tags": ["opening"]}) == {"tags": ["opening"]}
    assert next(line["tags"] for line in client.get("games") if line["game"] == game) == ["opening"]
    assert client.put(f"games/{game}/tags", {"tags": []}) == {"tags": []}


def test_the_uses_of_cards_add_up(server: UnlimitedServerThread) -> None:
    """Every card that was played is counted, and every circle that was claimed in the turn of a card."""
    one, two = begin_match(server.base, turn_limit=40)
    play((one, two))

    async def uses(registry: MatchRegistry) -> tuple[int, int, int, int]:
        match = await registry.match(one.game)
        shown = [use for cards in card_uses(match.game).values() for use in cards.values()]
        events = match.game.all_events()
        played = sum(event["event"] in ("played", "foreign") for event in events)
        points = sum(event["points"] for event in events if event["event"] == "claimed")
        return sum(use[PLAYS] for use in shown), played, sum(use[POINTS] for use in shown), points

    plays, played, points, claimed = server.call(uses)
    assert plays == played > 0
    assert points <= claimed
