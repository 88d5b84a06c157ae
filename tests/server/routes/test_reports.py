"""Reports of a game to the operator: who may send them, how many, what is stored and for how long."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match, play
from server.waiting import wait_until
from solafide.server.matches.reports import MAX_REPORTS_PER_SEAT, ReportService
from solafide.server.schemas.reports import MAX_REPORT_CHARACTERS, ReportView
from solafide.server.storage.reports import close_report, count_reports

Json = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UnlimitedServerThread]:
    server_thread = UnlimitedServerThread(tmp_path_factory.mktemp("server"), limits_reports=0)
    yield server_thread
    server_thread.close()


def report_body(**more: Any) -> Json:
    body = {"reason": "insult", "text": "rude words", "consent": False, "idempotency_key": uuid4().hex}
    return body | more


def send_report(player: RemoteClient, **more: Any) -> Json:
    data: Json = player.ask_json("POST", f"games/{player.game}/reports", report_body(**more), ReportView)
    return data


def own_reports(player: RemoteClient) -> list[Json]:
    data: list[Json] = player.ask_json("GET", f"games/{player.game}/reports", model=list[ReportView])
    return data


def close(server: UnlimitedServerThread, report: str) -> None:
    """Close a report as the operator does."""
    at = server.clock.timestamp()
    server.call(
        lambda registry: registry.store.do(lambda connection: close_report(connection, report, "closed", "", at))
    )


def test_each_player_sees_the_own_reports_only(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    sent = send_report(one, reason="stalling", text="an hour a turn", consent=True)
    assert (sent["reason"], sent["text"], sent["consent"], sent["state"]) == (
        "stalling",
        "an hour a turn",
        True,
        "open",
    )
    assert own_reports(one) == [sent]
    assert own_reports(other) == []
    close(server, sent["id"])
    assert [report["state"] for report in own_reports(one)] == ["closed"]


def test_the_other_player_notices_nothing(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    before = other.moment()
    with other.open_stream(before["step"]) as stream:
        send_report(one)
        one.ask_json("POST", f"games/{one.game}/chat", {"text": "hello", "idempotency_key": uuid4().hex}, Json)
        kinds = [next(stream)["kind"]]
        while kinds[-1] != "chat":
            kinds.append(next(stream)["kind"])
    assert set(kinds) <= {"chat", "presence"}
    assert other.moment()["version"] == before["version"]


def test_a_finished_game_can_be_reported(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    one.post("resign")
    send_report(other)
    assert len(own_reports(other)) == 1


def test_strangers_and_spectators_cannot_report(server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base)
    path = f"games/{one.game}/reports"
    one.expect_refusal("POST", path, report_body(), 403, "server.error.seat", credential=one.watch)
    one.expect_refusal("POST", path, report_body(), 403, "server.error.secret", credential="x" * 43)
    one.expect_refusal("POST", path, report_body(), 401, "server.error.no_secret", credential=None)
    one.expect_refusal("GET", path, None, 403, "server.error.seat", credential=one.watch)
    assert own_reports(one) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": "boredom"},
        {"text": "x" * (MAX_REPORT_CHARACTERS + 1)},
        {"text": "a\0b"},
        {"consent": None},
        {"more": 1},
    ],
)
def test_a_malformed_report_is_refused(server: UnlimitedServerThread, wrong: Json) -> None:
    one, _ = begin_match(server.base)
    one.expect_refusal("POST", f"games/{one.game}/reports", report_body(**wrong), 422, "server.error.malformed")
    assert own_reports(one) == []


def test_a_consent_is_never_assumed(server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base)
    body = report_body()
    del body["consent"]
    one.expect_refusal("POST", f"games/{one.game}/reports", body, 422, "server.error.malformed")


def test_a_repeated_report_is_stored_once(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    path, body = f"games/{one.game}/reports", report_body()
    first = one.ask_json("POST", path, body, ReportView)
    assert one.ask_json("POST", path, body, ReportView) == first
    assert one.ask_json("POST", path, body, ReportView, lang="de") == first  # not from the stored answers
    one.expect_refusal("POST", path, {**body, "consent": True}, 409, "server.error.idempotency_key")
    other.expect_refusal("POST", path, body, 409, "server.error.idempotency_key")
    assert own_reports(one) == [first]


def test_a_player_reports_one_game_a_few_times(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    for _ in range(MAX_REPORTS_PER_SEAT):
        send_report(one)
    path = f"games/{one.game}/reports"
    one.expect_refusal("POST", path, report_body(), 409, "server.error.reports_full")
    send_report(other)
    assert [len(own_reports(player)) for player in (one, other)] == [MAX_REPORTS_PER_SEAT, 1]


def test_a_player_reports_a_few_games_a_day(tmp_path: Path) -> None:
    """By the player key, from any address; a repeated report counts once."""
    with UnlimitedServerThread(tmp_path, limits_reports=2, proxies=["127.0.0.1"]) as server:
        key = RemoteClient(server.base).player
        games = []
        for n in range(3):
            host, friend = RemoteClient(server.base), RemoteClient(server.base)
            host.player = key
            host.http.headers["x-forwarded-for"] = f"198.51.100.{n}"
            host.create()
            friend.join(host.game, host.invite)
            friend.open()
            host.open()
            games.append(host)
        body = report_body()
        for _ in range(2):
            games[0].ask_json("POST", f"games/{games[0].game}/reports", body, ReportView)
        send_report(games[1])
        path = f"games/{games[2].game}/reports"
        games[2].expect_refusal("POST", path, report_body(), 429, "server.error.rate_reports")
        server.clock.advance(days=1)
        send_report(games[2])


def test_an_address_reports_a_few_games_a_day(tmp_path: Path) -> None:
    """Whatever player keys its browsers have; other addresses are not affected."""
    with UnlimitedServerThread(tmp_path, limits_reports=2, proxies=["127.0.0.1"]) as server:
        matches = [begin_match(server.base) for _ in range(3)]
        for one, _ in matches:
            one.http.headers["x-forwarded-for"] = "203.0.113.5"
        for one, _ in matches[:2]:
            send_report(one)
        late, other = matches[2]
        late.expect_refusal("POST", f"games/{late.game}/reports", report_body(), 429, "server.error.rate_reports")
        send_report(other)
        assert own_reports(late) == []


def test_a_closed_report_is_deleted_after_its_days_and_an_open_one_is_not(tmp_path: Path) -> None:
    with UnlimitedServerThread(tmp_path, reports_days=30) as server:
        one, other = begin_match(server.base)
        close(server, send_report(one)["id"])
        waiting = send_report(other)
        service: ReportService = server.online.app.state.reports
        server.clock.advance(days=29)
        server.call(lambda _: service.sweep())
        assert len(own_reports(one)) == 1
        server.clock.advance(days=2)
        server.call(lambda _: service.sweep())
        assert own_reports(one) == []
        assert own_reports(other) == [waiting]


def test_reports_are_exported_and_deleted_with_the_data_of_their_player(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    send_report(one, text="from one", consent=True)
    send_report(other, text="from the other")
    exported = one.ask("POST", "me/export", {}, one.player).json()
    (report,) = exported["seats"][0]["reports"]
    assert (report["reason"], report["text"], report["consent"], report["closed"]) == ("insult", "from one", True, None)
    assert "from the other" not in str(exported)

    def count() -> Any:
        return server.call(lambda registry: registry.store.do(count_reports))

    before = count()
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    assert count() == before - 1
    assert [each["text"] for each in own_reports(other)] == ["from the other"]


def test_a_restarted_server_has_the_reports(tmp_path: Path) -> None:
    with UnlimitedServerThread(tmp_path) as server:
        one, other = begin_match(server.base)
        play((one, other), 2)
        sent = send_report(one)
    with UnlimitedServerThread(tmp_path) as server:
        one.move(server.base)
        wait_until(lambda: own_reports(one) == [sent])
