"""Stored databases, local server: every game in SQLite files of earlier versions is unchanged and can be continued."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.conftest import LocalServerThread
from solafide.game import verify
from stored.fixtures import (
    CONTINUING_CHOICES,
    LOCAL,
    MAX_CHOICES_TO_THE_END,
    Fixture,
    cases,
    check_repeated,
    copy_file,
    read,
)
from stored.seats import Connection, Json, as_seen_now, attempts, facts, request_id


class LocalServer:
    """A local server over a copy of a stored file, and the browser that was logged in there."""

    def __init__(self, folder: Path, manifest: Json) -> None:
        self.folder, self.manifest = folder, manifest
        self.start()

    def start(self) -> None:
        self.server = LocalServerThread(self.folder)
        self.connection = Connection(self.server.base, cookies=self.manifest["cookies"])

    def close(self) -> None:
        self.connection.http.close()
        self.server.close()

    def moment(self, game: str, seat: str | None = None) -> Json:
        data: Json = self.connection.call("GET", f"games/{game}" + (f"?seat={seat}" if seat else ""))
        return data

    def moment_to_choose(self, game: str) -> Json | None:
        """Return what the seat that must choose sees; computer opponents are hurried. None after the end."""
        for _ in attempts():
            moment = self.moment(game)
            if moment["handover"]:
                moment = self.moment(game, moment["handover"])
            if moment["view"]["outcome"]:
                return None
            if moment["view"]["decision"]:
                return moment
            self.connection.call("POST", f"games/{game}/stop-thinking", {})
        return None

    def post(self, game: str, action: str, moment: Json, **body: Any) -> Json:
        head = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": request_id()}
        data: Json = self.connection.call("POST", f"games/{game}/{action}", head | body)
        return data

    def play(self, game: str, choices: int) -> int:
        """Make this number of choices, or play to the end; return how many were made."""
        dice = random.Random(game)
        for count in range(choices):
            moment = self.moment_to_choose(game)
            if moment is None:
                return count
            self.post(game, "choices", moment, choice=dice.choice(moment["view"]["decision"]["options"]))
        return choices


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Fixture], LocalServer]]:
    """Starts the server of a fixture once for all tests."""
    started: dict[Fixture, LocalServer] = {}

    def server(fixture: Fixture) -> LocalServer:
        if fixture not in started:
            data, manifest = read(*fixture)
            folder = tmp_path_factory.mktemp("local")
            copy_file(folder, data)
            started[fixture] = LocalServer(folder, manifest)
        return started[fixture]

    yield server
    for running_server in started.values():
        running_server.close()


@pytest.fixture
def local(request: pytest.FixtureRequest, servers: Callable[[Fixture], LocalServer]) -> LocalServer:
    return servers(request.param)


def of_each(*names: str, part: str = "games") -> pytest.MarkDecorator:
    """Parametrize a test by all names of a part of the manifest, or by these."""
    return pytest.mark.parametrize(
        ("local", "name"), cases(LOCAL, lambda manifest: names or manifest[part]), indirect=["local"]
    )


@of_each("all")
def test_a_logged_in_browser_finds_all_its_games(local: LocalServer, name: str) -> None:
    games = {entry["game"]: entry["branch"] for entry in local.manifest["games"].values()}
    lines = {line["game"]: line["branch"] for line in local.connection.call("GET", "games")}
    assert {game: lines.get(game) for game in games} == games


@of_each(part="requests")
def test_a_repeated_request_gets_its_first_response(local: LocalServer, name: str) -> None:
    check_repeated(local.connection, local.manifest["requests"][name])


@of_each()
def test_a_game_is_unchanged_and_continues(local: LocalServer, name: str) -> None:
    entry = local.manifest["games"][name]
    game = entry["game"]
    if name == "computer-asked":  # the opponent has been thinking since the server started
        assert local.play(game, CONTINUING_CHOICES) == CONTINUING_CHOICES
        return
    # The choices of an imported record cannot be undone where it was read, but after a restart.
    left_out = {"undo"} if name.startswith("imported-") else set[str]()
    check_facts(local.moment(game), entry["facts"], left_out)
    for seat, seat_facts in entry["seats"].items():
        check_facts(local.moment(game, seat), seat_facts, left_out)
    if "record" in entry:
        check_finished(local, entry)
    else:
        check_goes_on(local, name, entry)


def check_facts(moment: Json, expected: Json, left_out: set[str]) -> None:
    present, expected = facts(moment), as_seen_now(expected)
    assert {name: present[name] for name in expected if name not in left_out} == {
        name: expected[name] for name in expected if name not in left_out
    }


def check_finished(local: LocalServer, entry: Json) -> None:
    """Check the record, and that a rematch can be played."""
    game = entry["game"]
    text = local.connection.request("GET", f"games/{game}/record").text
    assert text == entry["record"]
    assert verify(text).outcome is not None
    again = local.connection.call("POST", f"games/{game}/rematch", {"idempotency_key": request_id()})
    if again["seats"]:
        assert local.play(again["game"], 2) == 2


def check_goes_on(local: LocalServer, name: str, entry: Json) -> None:
    """Undo and take back where that was possible, then play on."""
    game = entry["game"]
    moment = local.moment_to_choose(game)
    assert moment is not None
    if not moment["permissions"]["undo"]:
        assert local.post(game, "undo", moment)["last_step"] < moment["last_step"]
    if name == "taken-back":
        assert local.post(game, "takeback", local.moment(game))["version"] > entry["facts"]["version"]
    if name == "late":
        local.play(game, MAX_CHOICES_TO_THE_END)
        assert local.moment(game)["view"]["outcome"]
        assert verify(local.connection.request("GET", f"games/{game}/record").text).outcome is not None
    else:
        assert local.play(game, CONTINUING_CHOICES) == CONTINUING_CHOICES


@of_each("analysed")
def test_a_stored_analysis_is_available(local: LocalServer, name: str) -> None:
    analysis = local.connection.call("GET", f"games/{local.manifest['games'][name]['game']}/analysis")
    assert analysis["state"] == "done"
    assert analysis["report"]["story"]
