"""`solafide admin` against a server that runs in this process: what it shows, and what it changes."""

import json
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, select

from server.http_client import http_client
from server.online_server import OnlinePlayer, OnlineServerThread, begin_match, play, secret
from server.waiting import join, wait_until
from solafide.cli import main
from solafide.game import verify
from solafide.languages import LANGUAGES
from solafide.server.admin import admin_socket, client, protocol
from solafide.server.admin.client import send_command
from solafide.server.matches import health
from solafide.server.storage.schema import GAME_COLUMNS
from solafide.server.storage.sqlite import SqliteStorage

Json = dict[str, Any]


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    """A server for tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("s")
    with OnlineServerThread(folder, admin_socket=str(folder / "a")) as thread:
        yield thread


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path, proxies=["127.0.0.1"], admin_socket=str(tmp_path / "a")) as thread:
        yield thread


class Admin:
    """Runs `solafide admin` against a socket."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self._capsys = file, capsys

    def __call__(self, *words: str, code: int = 0) -> str:
        assert main(["admin", *words, "--socket", str(self.file), "--lang", "en"]) == code
        captured = self._capsys.readouterr()
        return captured.out + captured.err

    def json(self, *words: str, code: int = 0) -> Json:
        answer: Json = json.loads(self(*words, "--json", code=code))
        return answer


@pytest.fixture
def shared_admin(shared_server: OnlineServerThread, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(shared_server.online.admin_socket.file, capsys)


@pytest.fixture
def admin(server: OnlineServerThread, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(server.online.admin_socket.file, capsys)


# ---------------------------------------------------------------- closing and deleting


def test_a_running_game_is_closed_without_a_result(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two, OnlinePlayer(server.base) as host:
        play((one, two), 3)
        assert admin("games", "close", one.game) == f"Closed without a result: {one.game}\n"
        assert [person.moment()["view"]["outcome"]["reason"] for person in (one, two)] == ["closed", "closed"]
        assert verify(one.ask("GET", f"games/{one.game}/record").text).outcome is not None
        shown = admin.json("games", "show", one.game)
        assert (shown["state"], shown["outcome"]["winner"], shown["outcome"]["reason"]) == ("finished", None, "closed")
        assert "over or cancelled" in admin("games", "close", one.game, code=2)
        host.create()
        assert admin.json("games", "close", host.game)["state"] == "void"
        assert "no such game" in admin("games", "close", "nowhere", code=2).lower()


def test_a_game_is_deleted_with_all_that_is_stored_of_it(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two, OnlinePlayer(server.base) as host:
        play((one, two), 3)
        host.create()
        assert admin("games", "delete", one.game) == f"Deleted: {one.game}\n"
        assert one.ask("GET", f"games/{one.game}").status_code == 404
        assert admin.json("games", "delete", host.game) == {"game": host.game, "state": "waiting"}
        assert admin.json("games") == {"count": 0, "games": []}
        deleted = [one.game, host.game]

    def rows_left(connection: Connection) -> list[tuple[str, str]]:
        return [
            (column.table.name, row.kind if "kind" in column.table.c else "")
            for column in GAME_COLUMNS
            for row in connection.execute(select(column.table).where(column.in_(deleted)))
        ]

    server.close()
    storage = SqliteStorage(server.folder)
    assert storage.do_sync(rows_left) == [("ledger", "deleted")] * 2
    storage.close()


def test_expire_says_what_it_has_done(
    server: OnlineServerThread, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = begin_match(server.base)
    with one, two, OnlinePlayer(server.base) as host:
        play((one, two), 3)
        host.create()
        nothing = {"warned": 0, "closed": 0, "deals": 0, "card_sets": 0, "lobbies": 0}
        assert admin.json("expire") == nothing
        monkeypatch.setattr(type(server.online.app.state.registry.clock), "drift_ms", lambda _: 0)
        registry = server.online.app.state.registry
        for ahead, expected in ((80, {"warned": 1, "lobbies": 1}), (15, {"closed": 1})):
            server.clock.advance(days=ahead)
            registry.outages.clear()
            assert admin.json("expire") == nothing | expected
        assert "0 games closed without a result" in admin("expire")


def test_guests_are_listed_by_what_they_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    socket_file = tmp_path / "a"
    settings = {"proxies": ["127.0.0.1"], "admin_socket": str(socket_file), "limits_rate": 1000}
    with OnlineServerThread(tmp_path, **settings) as server:
        admin = Admin(socket_file, capsys)
        assert admin.json("guests") == {"count": 0, "guests": []}
        for address, count in (("203.0.113.1", 1), ("198.51.100.2", 3)):
            with OnlinePlayer(server.base, **{"X-Forwarded-For": address}) as player:
                for _ in range(count):
                    player.secret = secret()
                    player.create()
        listed = admin.json("guests")
        assert listed["count"] == 2
        first, second = listed["guests"]
        assert [(guest["address"], guest["games"], guest["requests"]) for guest in (first, second)] == [
            ("198.51.100.2", 3, 3),
            ("203.0.113.1", 1, 1),
        ]
        assert first["stored_bytes"] == 3 * second["stored_bytes"] > 0
        assert len({first["guest"], second["guest"], first["network"], second["network"]}) == 4
        assert admin.json("guests", "--limit", "1") == {"count": 2, "guests": [first]}
    with OnlineServerThread(tmp_path, **settings):  # another process knows the hashes and no addresses
        again = admin.json("guests")
        assert [(guest["guest"], guest["address"]) for guest in again["guests"]] == [
            (first["guest"], ""),
            (second["guest"], ""),
        ]


# ---------------------------------------------------------------- looking


def test_health_on_one_page(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two, OnlinePlayer(server.base) as host:
        host.create()
        play((one, two), 2)
        with http_client(server.base).stream("POST", "/api/stream", json={"seats": []}):
            report = admin.json("health")
    assert report["problem"] == ""
    assert report["games"] == {"waiting": 1, "opening": 0, "running": 1, "finished": 0, "void": 0}
    assert (report["streams"], report["matches_in_memory"]) == (1, 1)
    assert report["database"]["kind"] == "sqlite"
    assert report["database"]["bytes"] > 0
    assert report["disk"]["free_bytes"] > 0
    assert report["requests"]["2xx"] > 4
    assert set(report["work"]) == {"commits", "opponents", "hints", "analyses", "uploads", "notifications"}
    page = admin("health")
    assert page.startswith("The server is well")
    assert "1 waiting, 0 opening, 1 running" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_in_every_language(
    server: OnlineServerThread, admin: Admin, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with OnlinePlayer(server.base) as host:
        host.create()
        for words in (
            ["health"],
            ["games"],
            ["games", "show", host.game],
            ["ban", "192.0.2.1"],
            ["bans"],
            ["reports"],
            ["expire"],
            ["guests"],
            ["drain"],
        ):
            assert main(["admin", *words, "--socket", str(admin.file), "--lang", lang]) == 0
            captured = capsys.readouterr()
            assert captured.out.strip()
            assert not captured.err


def test_games_are_listed_by_state_and_age(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two, OnlinePlayer(server.base) as host:
        host.create()
        games = {game["game"]: game["state"] for game in admin.json("games")["games"]}
        assert games == {one.game: "running", host.game: "waiting"}
        assert [game["game"] for game in admin.json("games", "--state", "running")["games"]] == [one.game]
        assert admin.json("games", "--limit", "1")["count"] == 2
        assert [game["game"] for game in admin.json("games", "--oldest", "--limit", "1")["games"]] == [one.game]
        assert admin.json("games", "--untouched", "1") == {"count": 0, "games": []}
        assert admin.json("games", "--untouched", "0")["count"] == 2
        one.post(f"games/{one.game}/resign", {"idempotency_key": "resign-1", "version": one.moment()["version"]})
        assert [game["game"] for game in admin.json("games", "--state", "finished")["games"]] == [one.game]
        assert one.game in admin("games")


def test_a_game_shows_public_facts_only(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two:
        play((one, two), 4)
        one.post(f"games/{one.game}/chat", {"text": "between us", "idempotency_key": "chat-0001"}, 201)
        shown = admin("games", "show", one.game, "--json") + admin("games", "show", one.game)
        facts = admin.json("games", "show", one.game)
        hands = [card for player in (one, two) for card in player.moment()["view"]["own"]["hand"]]
    assert hands
    assert facts["chat_lines"] == 1
    assert facts["state"] == "running"
    for hidden in ("between us", one.secret, two.secret, one.invite, one.watch, *hands):
        assert hidden not in shown
    assert "There is no such game" in admin("games", "show", "nothing", code=2)


# ---------------------------------------------------------------- reports


def report(player: OnlinePlayer, consent: bool, text: str = "see the chat") -> str:
    body = {"reason": "insult", "text": text, "consent": consent, "idempotency_key": f"report-{player.secret[:8]}"}
    return str(player.post(f"games/{player.game}/reports", body, 201)["id"])


def say(player: OnlinePlayer, text: str) -> None:
    player.post(f"games/{player.game}/chat", {"text": text, "idempotency_key": f"message-{len(text)}"}, 201)


def test_reports_are_listed_shown_and_closed(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two:
        first, second = report(one, True), report(two, False)
        assert admin.json("health")["reports"] == 2
        assert "2 reports wait for you" in admin("health")
        assert [each["id"] for each in admin.json("reports")["reports"]] == [first, second]
        assert first in admin("reports")
        closed = admin.json("reports", "close", first, "--note", "warned")
        assert (closed["outcome"], bool(closed["closed"])) == ("closed", True)
        assert [each["id"] for each in admin.json("reports")["reports"]] == [second]
        assert "dismissed" in admin("reports", "dismiss", second)
        assert admin.json("reports") == {"count": 0, "reports": []}
        assert [each["outcome"] for each in admin.json("reports", "--all")["reports"]] == ["closed", "dismissed"]
        assert admin.json("reports", "show", first)["note"] == "warned"
        assert "already closed" in admin("reports", "dismiss", first, code=2)
        assert "no such report" in admin("reports", "show", "nothing", code=2)
        assert "no such report" in admin("reports", "close", "nothing", code=2)


def test_without_consent_only_public_facts_are_shown(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two:
        play((one, two), 4)
        say(two, "an insult")
        sent = report(one, False, "two insults me")
        shown = admin("reports", "show", sent, "--json") + admin("reports", "show", sent)
        facts = admin.json("reports", "show", sent)
        hands = [card for player in (one, two) for card in player.moment()["view"]["own"]["hand"]]
    assert hands
    assert "two insults me" in shown
    assert facts["seen"] is None
    assert facts["public"]["state"] == "running"
    for hidden in ("an insult", one.secret, two.secret, one.invite, one.watch, *hands):
        assert hidden not in shown


def test_with_consent_the_operator_sees_what_the_player_saw(server: OnlineServerThread, admin: Admin) -> None:
    """The chat, the own hand and events up to the report; never what only the other player knows."""
    one, two = begin_match(server.base)
    with one, two:
        play((one, two), 6)
        say(two, "an insult")
        own, other = (player.moment()["view"]["own"]["hand"] for player in (one, two))
        events = one.ask("GET", f"games/{one.game}?since=0").json()["events"]
        sent = report(one, True)
        before = admin.json("reports", "show", sent)
        page = admin("reports", "show", sent)
        say(two, "a later line")
        play((one, two), 6)
        two.post(f"games/{two.game}/resign", {"idempotency_key": "resign-1", "version": two.moment()["version"]})
        after = admin.json("reports", "show", sent)
    shown_game = before["seen"]
    assert [message["text"] for message in shown_game["chat"]] == ["an insult"]
    assert shown_game["hand"] == own
    assert shown_game["events"] == [event["standalone_text"] for event in events if event["standalone_text"]]
    assert "an insult" in page
    assert after["seen"] == shown_game  # what came later, and what the end has revealed, is not covered
    for hidden in (one.secret, two.secret, one.invite, one.watch, *(set(other) - set(own))):
        assert hidden not in str(shown_game)


def test_the_text_of_a_report_cannot_write_to_the_terminal(server: OnlineServerThread, admin: Admin) -> None:
    one, two = begin_match(server.base)
    with one, two:
        sent = report(one, True, "fine\n0 reports\x1b[2J\u202e")
        say(two, "line\n\x1b]0;title\x07")
        page = admin("reports", "show", sent)
    assert "fine 0 reports" in page
    assert not [character for character in page if character != "\n" and not character.isprintable()]


# ---------------------------------------------------------------- bans


def test_a_banned_address_is_refused_and_its_streams_end(server: OnlineServerThread, admin: Admin) -> None:
    def ask(address: str, path: str = "/api/setup") -> int:
        return httpx.get(f"{server.base}{path}", headers={"x-forwarded-for": address}, trust_env=False).status_code

    with (
        http_client(server.base, headers={"x-forwarded-for": "203.0.113.9"}) as banned,
        banned.stream("POST", "/api/stream", json={"seats": []}) as ended,
        http_client(server.base, headers={"x-forwarded-for": "203.0.114.9"}) as other,
        other.stream("POST", "/api/stream", json={"seats": []}),
    ):
        lines = ended.iter_lines()
        assert next(lines).startswith(":")
        ban = admin.json("ban", "203.0.113.77/24", "--reason", "spam")
        assert (ban["network"], ban["until"], ban["reason"]) == ("203.0.113.0/24", None, "spam")
        list(lines)  # until the server ends it
        wait_until(lambda: server.online.gate.limits.streams.count == 1)
    assert [ask("203.0.113.9"), ask("203.0.114.9"), ask("203.0.113.9", "/healthz")] == [403, 200, 200]
    assert "203.0.113.0/24" in admin("bans")
    admin("unban", "203.0.113.0/24")
    assert ask("203.0.113.9") == 200
    assert admin.json("bans") == {"bans": []}
    assert "isn’t banned" in admin("unban", "203.0.113.0/24", code=2)


def test_a_ban_ends_by_itself_and_survives_a_restart(tmp_path: Path, server: OnlineServerThread, admin: Admin) -> None:
    admin("ban", "2001:db8::1", "--hours", "2")
    admin("ban", "192.0.2.4")
    server.close()
    with OnlineServerThread(tmp_path, proxies=["127.0.0.1"], admin_socket=str(admin.file)) as restarted:
        bans = restarted.online.bans
        assert [bans.is_banned(each) for each in ("2001:db8::/64", "192.0.2.4", "192.0.2.5", "unknown")] == [
            *(True, True),
            *(False, False),
        ]
        restarted.clock.advance(hours=3)
        assert [ban.network for ban in bans.all()] == ["192.0.2.4/32"]
        assert not bans.is_banned("2001:db8::/64")


@pytest.mark.parametrize("network", ["everybody", "10.0.0.0/7", "2000::/3", "1.2.3.4/33"])
def test_a_network_that_cannot_be_banned(shared_admin: Admin, network: str) -> None:
    assert network in shared_admin("ban", network, code=2)
    assert shared_admin.json("bans") == {"bans": []}


# ---------------------------------------------------------------- drain


def test_a_drained_server_finishes_games_and_starts_none(
    server: OnlineServerThread, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "HEALTH_CACHE_S", 0.0)
    one, two = begin_match(server.base)
    late, met, guest = (OnlinePlayer(server.base) for _ in range(3))
    with one, two, late, met, guest, server.http() as http:
        met.create()
        guest.join(met)
        assert "you can stop it" in admin("drain", "--wait", "5")
        answer = http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"ok": False, "problem": "draining"})
        body = {**late._self(), "invite": "i" * 43, "watch": "w" * 43, "opponent": "person", "faith": "C"}
        refused = late.ask("POST", "lobbies", {**body, "mode": "first", "study": False, "open": False})
        assert (refused.status_code, refused.json()["error"]["key"]) == (503, "server.error.draining")
        met.open()  # these two have met already
        assert guest.open()["state"] == "begun"
        assert play((one, two), 3) == 3
        assert admin.json("health", code=1)["problem"] == "draining"
        assert "takes new games again" in admin("drain", "--end")
        assert http.get("/healthz").json() == {"ok": True}
        late.create()


def test_a_drained_server_stops_when_asked(server: OnlineServerThread, admin: Admin) -> None:
    assert "has stopped" in admin("drain", "--wait", "1", "--stop")
    join(server._thread)
    assert not admin.file.exists()
    assert "No server runs here" in admin("drain", code=2)


def test_wrong_use_of_drain(shared_admin: Admin) -> None:
    assert "can’t be used together" in shared_admin("drain", "--end", "--stop", code=2)
    assert shared_admin.json("health")["problem"] == ""


# ---------------------------------------------------------------- the socket


def test_the_socket_is_private(shared_server: OnlineServerThread) -> None:
    file = shared_server.online.admin_socket.file
    assert file.stat().st_mode & 0o777 == 0o600
    with shared_server.http() as http:  # and no request over TCP gets there
        assert {http.get(path).status_code for path in ("/admin", "/api/admin", "/api/admin/health")} == {404}


def test_another_user_is_not_answered(
    shared_server: OnlineServerThread, shared_admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    monkeypatch.setattr(admin_socket, "ROOT_UID", -1)
    assert "doesn’t answer" in shared_admin("health", code=2)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b"health\n", "admin.error.message"),
        (b"[]\n", "admin.error.message"),
        (b'{"protocol": 99, "version": "9.0", "command": "health"}\n', "admin.error.version"),
        (b'{"protocol": 1, "command": "fly"}\n', "admin.error.command"),
        (b'{"protocol": 1, "command": "games", "arguments": {"limit": 0}}\n', "admin.error.argument"),
        (b'{"protocol": 1, "command": "games", "arguments": {"hands": true}}\n', "admin.error.argument"),
    ],
)
def test_a_message_that_is_not_understood(shared_server: OnlineServerThread, line: bytes, key: str) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(shared_server.online.admin_socket.file))
        connection.sendall(line)
        answer = json.loads(connection.makefile("rb").readline())
    assert answer["error"]["key"] == key


def test_a_command_of_another_version_is_told(
    shared_server: OnlineServerThread, shared_admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "PROTOCOL_VERSION", 2)
    request = protocol.encode_request("health", {})
    monkeypatch.undo()
    monkeypatch.setattr(client, "encode_request", lambda command, arguments: request)
    assert "don’t understand each other" in shared_admin("health", code=2)


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder whose path leaves room for the name of a socket: together they have at most 107 bytes."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


def test_the_socket_is_found_in_the_data_folder(short_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = short_folder / "d"
    words = ["admin", "health", "--data", str(folder), "--lang", "en"]
    assert main(words) == 2
    assert "No server runs here" in capsys.readouterr().err
    with OnlineServerThread(folder) as server:
        assert server.online.admin_socket.file.exists()
        (folder / "admin-1.sock").touch()
        assert main(words) == 0
    assert main(words) == 2


def test_a_socket_that_a_killed_process_left_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a"
    with socket.socket(socket.AF_UNIX) as abandoned:
        abandoned.bind(str(file))
    with OnlineServerThread(tmp_path / "data", admin_socket=str(file)):
        assert send_command(file, "work")["draining"] is False


def test_a_server_can_run_without_the_socket(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with OnlineServerThread(tmp_path, admin_socket="off") as server:
        assert not server.online.admin_socket.file.exists()
    long_folder = tmp_path / ("x" * 120)
    with OnlineServerThread(long_folder) as server, server.http() as http:
        assert http.get("/healthz").json() == {"ok": True}


def test_a_log_on_standard_error_is_not_rotated(shared_admin: Admin) -> None:
    assert "standard error" in shared_admin("rotate-logs", code=1)
