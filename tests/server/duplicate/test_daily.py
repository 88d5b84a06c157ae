"""The daily deal: one try for each player, nothing of it shown before the day is over, then a table of results."""

from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from server.local_client import Json, LocalClient, exact
from server.remote_client import RemoteClient, UnlimitedServerThread, secret
from server.waiting import wait_until
from solafide.game import commitment, joint_seed, verify
from solafide.players.agents.levels import LEVELS
from solafide.server.duplicate.daily import (
    LEVELS_BY_WEEKDAY,
    daily_options,
    daily_seed,
    local_contribution,
    terms_of,
)
from solafide.server.duplicate.daily_service import DailyDealService
from solafide.server.engine.level_game import play_level_game
from solafide.server.schemas.daily import DailyDealView, DailyResults
from solafide.server.storage.schema import daily_deals, daily_games


class DailyPlayer(RemoteClient):
    """A player of the daily deal."""

    def look(self) -> Json:
        data: Json = self.ask_json("GET", "daily", model=DailyDealView, credential=self.player)
        return data

    def begin(self) -> Json:
        data: Json = self.ask_json("POST", "daily/play", self.daily_request(), DailyDealView)
        self.game = data["game"]
        return data

    def daily_request(self) -> Json:
        body = self.seat_request()
        del body["commitment"]
        return body

    def results(self, day: str) -> Json:
        data: Json = self.ask_json("GET", f"daily/{day}", model=DailyResults, credential=self.player)
        return data


def next_day(server: UnlimitedServerThread) -> None:
    """Advance the clock by a day, and do what the server does every minute."""
    server.clock.advance(days=1)
    daily: DailyDealService = server.online.app.state.daily
    server.call(lambda registry: daily.sweep())


@pytest.fixture
def one(server: UnlimitedServerThread) -> DailyPlayer:
    return DailyPlayer(server.base, "Anna")


@pytest.fixture
def two(server: UnlimitedServerThread) -> DailyPlayer:
    return DailyPlayer(server.base, "Béla")


def test_every_weekday_has_a_level_and_the_faith_changes() -> None:
    assert set(LEVELS_BY_WEEKDAY) <= set(LEVELS)
    days = [date(2026, 11, 16) + timedelta(days=number) for number in range(14)]
    assert [terms_of(day).level for day in days[:7]] == list(LEVELS_BY_WEEKDAY)
    assert all(terms_of(day).faith != terms_of(later).faith for day, later in pairwise(days))


def test_everybody_has_the_same_cards(one: DailyPlayer, two: DailyPlayer) -> None:
    before = one.look()
    assert (before["state"], before["game"], before["players"]) == ("open", "", 0)
    first, second = one.begin(), two.begin()
    assert (first["state"], first["commitment"]) == ("begun", before["commitment"])
    assert second["players"] == 2
    assert first["game"] != second["game"]
    mine, other = one.moment(), two.moment()
    assert mine["view"]["own"] == other["view"]["own"]
    assert mine["commitment"] == other["commitment"] == before["commitment"]
    assert mine["seat"] == before["faith"]


def test_the_first_try_counts(one: DailyPlayer) -> None:
    game = one.begin()["game"]
    assert one.begin()["game"] == game, "pressing twice is as good as once"
    one.secret = secret()  # another device, the same player
    one.expect_refusal("POST", "daily/play", one.daily_request(), 409, "deals.error.twice")


def test_deleting_all_data_gives_no_second_try(one: DailyPlayer) -> None:
    one.begin()
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    one.secret = secret()
    one.expect_refusal("POST", "daily/play", one.daily_request(), 409, "deals.error.twice")


def test_a_key_and_a_secret_are_needed(one: DailyPlayer) -> None:
    body = {"idempotency_key": "12345678"}
    one.expect_refusal("POST", "daily/play", body, 422, "server.error.malformed")


def test_nothing_is_shown_before_the_day_is_over(server: UnlimitedServerThread, one: DailyPlayer) -> None:
    day = one.look()["day"]
    one.begin()
    assert one.ask("GET", f"games/{one.game}/hint", credential=one.secret, version=0).status_code == 403
    one.post("resign")
    for path, query, key in (
        ("record", {"unfinished": 1}, "server.error.record_secret"),
        ("receipt", {}, "server.error.deal_unfinished"),
        ("analysis", {"start": 1}, "server.error.deal_unfinished"),
        ("", {"seat": "P" if one.look()["faith"] == "C" else "C"}, "server.error.seat"),
    ):
        one.expect_refusal("GET", f"games/{one.game}/{path}".rstrip("/"), None, 403, key, **query)
    one.expect_refusal("GET", f"daily/{day}", None, 403, "daily.error.hidden")
    after = one.look()
    assert after["state"] == "over"
    assert after["lead"] < 0
    assert (after["level_lead"], after["score"]) == (None, None)
    stored = seed_and_part(server, day)
    texts = [one.ask("GET", path, None, one.secret).text for path in (f"games/{one.game}", f"lobbies/{one.game}")]
    texts += [str(after), one.ask("POST", "me/export", {}, one.player).text, one.ask("GET", "server-keys").text]
    texts.append(one.ask("POST", "my-games", {"seats": [{"game": one.game, "secret": one.secret}]}).text)
    assert all(each.hex() not in text for each in stored for text in texts)


def seed_and_part(server: UnlimitedServerThread, day: str) -> tuple[bytes, bytes]:
    query = select(daily_deals.c.seed, daily_deals.c.part).where(daily_deals.c.day == day)
    row = server.call(lambda registry: registry.store.do(lambda connection: connection.execute(query).one()))
    return row.seed, row.part


def test_the_seed_of_a_server_is_its_secret(server: UnlimitedServerThread, one: DailyPlayer) -> None:
    """What every local server has on this day is public, and must not be what is played here."""
    day = one.look()["day"]
    seed, part = seed_and_part(server, day)
    assert part != local_contribution(date.fromisoformat(day))
    assert seed == daily_seed(part)


def test_the_next_day_reveals_everything(server: UnlimitedServerThread, one: DailyPlayer, two: DailyPlayer) -> None:
    day = one.look()["day"]
    one.begin()
    two.begin()
    one.post("resign")
    next_day(server)
    two.post("resign")  # too late
    wait_until(lambda: one.results(day)["level_lead"] is not None)
    results = one.results(day)
    (row,) = (each for each in results["rows"] if each["own"])
    assert row["name"] == "Anna"
    assert row["score"] == row["lead"] - results["level_lead"]
    assert results["players"] >= 2
    assert results["game"] == one.game
    assert not any(each["own"] for each in two.results(day)["rows"])
    seed = bytes.fromhex(results["seed"]["seed"])
    assert seed == joint_seed(bytes.fromhex(results["seed"]["server"]), b"", b"")
    assert one.look()["days"][0] == day
    record = one.ask("GET", f"games/{one.game}/record", None, one.secret)
    assert record.status_code == 200, record.text
    assert commitment(seed) == one.moment()["commitment"]
    verify(record.text)
    assert one.ask("GET", f"games/{one.game}/receipt", None, one.secret).json()["verified"]


def test_who_has_played_is_forgotten_after_the_day(server: UnlimitedServerThread, one: DailyPlayer) -> None:
    one.begin()
    next_day(server)
    owners = select(daily_games.c.owner).where(daily_games.c.game == one.game)
    assert server.call(lambda registry: registry.store.do(lambda db: db.execute(owners).scalar())) is None


def test_days_without_a_deal(one: DailyPlayer) -> None:
    one.expect_refusal("GET", "daily/2020-02-29", None, 404, "deals.error.none")
    one.expect_refusal("GET", "daily/2020-02-30", None, 404, "deals.error.none")
    one.expect_refusal("GET", "daily/2999-01-01", None, 403, "daily.error.hidden")


def test_one_address_can_play_with_few_keys(tmp_path: Path) -> None:
    with UnlimitedServerThread(tmp_path, limits_deal_seats=2) as server:
        players = [DailyPlayer(server.base) for _ in range(3)]
        players[0].begin()
        players[0].begin()
        players[1].begin()
        third = players[2]
        third.expect_refusal("POST", "daily/play", third.daily_request(), 429, "daily.error.many_from_address")


def test_a_machine_that_plays_alone(client: LocalClient) -> None:
    """The seed follows from the date, and the level's own result is shown as soon as the player's game is over."""
    before = client.get("daily")
    exact(DailyDealView, before)
    seed = daily_seed(local_contribution(date.fromisoformat(before["day"])))
    assert before["commitment"] == commitment(seed)
    begun = client.post("daily/play", {"idempotency_key": client.new_request_id()})
    game = begun["game"]
    assert client.post("daily/play", {"idempotency_key": client.new_request_id()})["game"] == game
    moment = client.wait_for_decision(game)
    assert moment["commitment"] == before["commitment"]
    body = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": client.new_request_id()}
    assert client.post(f"games/{game}/resign", body)["view"]["outcome"]
    wait_until(lambda: client.get("daily")["score"] is not None)
    after = client.get("daily")
    assert after["score"] == after["lead"] - after["level_lead"]


def test_the_levels_own_game_is_always_the_same() -> None:
    terms, seed = terms_of(date(2026, 11, 16)), daily_seed(local_contribution(date(2026, 11, 16)))
    players = {"C": (terms.level, 1), "P": (terms.level, 2)}
    first, second = (play_level_game(daily_options().json(), seed, players) for _ in range(2))  # type: ignore[arg-type]
    assert first == second
    assert first.outcome["reason"] == "points"
