"""Records of games: download and import, receipts, analyses, rematches, branches."""

from pathlib import Path

import pytest

from server.conftest import LocalServerThread
from server.local_client import Json, LocalClient
from server.waiting import wait_until
from solafide.cli import main
from solafide.game import parse
from solafide.server.engine import analyses
from solafide.text import catalogue

GOLDEN = Path(__file__).parents[2] / "golden"


def over(client: LocalClient, **more: object) -> str:
    game: str = client.play(client.new("person", "scholar", turn_limit=6, **more)["game"], 1000)["game"]
    return game


def record_of(client: LocalClient, game: str, **query: object) -> str:
    answer = client.ask("GET", f"/api/games/{game}/record", params=query)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    return answer.text


def test_a_record_verifies_with_the_command(
    client: LocalClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = client.new("person", "scholar", turn_limit=8)
    moment = client.play(start["game"], 3)
    while moment["permissions"]["takeback"]:
        moment = client.play(start["game"], 1)
    body = {"seat": "C", "version": moment["version"], "idempotency_key": client.new_request_id()}
    client.post(f"games/{start['game']}/takeback", body)
    client.play(start["game"], 1000)
    text = record_of(client, start["game"])
    assert "back:" in text
    assert "One turn was taken back" in client.get(f"games/{start['game']}/receipt")["text"]
    file = tmp_path / "game.solafide"
    file.write_text(text, encoding="utf-8", newline="\n")
    assert main(["verify", str(file)]) == 0
    assert "The game is valid" in capsys.readouterr().out
    assert parse(text).players == {"1": "person", "2": "scholar"}


def test_the_record_of_an_unfinished_game_needs_confirmation(client: LocalClient) -> None:
    game = client.new("person", "scholar")["game"]
    answer = client.ask("GET", f"/api/games/{game}/record")
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.error.unfinished_record")
    assert "end open" in record_of(client, game, unfinished=1)


def test_an_exported_record_is_imported_as_the_same_game(client: LocalClient) -> None:
    start = client.new("person", "scholar", mode="draft")
    client.play(start["game"], 25)
    moment = client.wait_for_decision(start["game"])
    text = record_of(client, start["game"], unfinished=1)
    response = client.post("records", {"text": text, "idempotency_key": client.new_request_id()}, 201)
    assert response["game"] != start["game"]
    now = client.wait_for_decision(response["game"])
    assert now["view"] == moment["view"]
    assert record_of(client, response["game"], unfinished=1) == text
    assert client.play(response["game"], 2)["last_step"] > now["last_step"]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.solafide")), ids=lambda file: file.stem)
def test_finished_games_can_be_imported(client: LocalClient, file: Path) -> None:
    text = file.read_text("utf-8")
    response = client.post("records", {"text": text}, 201)
    assert response["view"]["outcome"]
    assert record_of(client, response["game"]) == text
    steps = response["last_step"]
    for step in (0, steps // 2, steps):
        for seat in ("C", "P"):
            past = client.moment(response["game"], seat=seat, at=step)
            assert (past["step"], past["seat"]) == (step, seat)


def test_invalid_records_are_refused(client: LocalClient) -> None:
    text = (GOLDEN / "draw.solafide").read_text("utf-8")
    before = len(client.get("games"))
    wrong = {
        "error.record.not_record": "hello",
        "error.record.truncated": text[:-20],
        "error.record.chain": text.replace("circle:2", "circle:3", 1),
    }
    for key, changed in wrong.items():
        client.expect_refusal("records", {"text": changed}, 422, key)
    assert len(client.get("games")) == before


def test_the_receipt(client: LocalClient) -> None:
    start = client.new("person", "scholar", turn_limit=2)
    answer = client.ask("GET", f"/api/games/{start['game']}/receipt")
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.error.receipt_unfinished")
    assert "seed" not in answer.json()
    client.play(start["game"], 100)
    receipt = client.get(f"games/{start['game']}/receipt")
    text = record_of(client, start["game"])
    assert receipt["verified"]
    assert receipt["commitment"] == start["commitment"]
    assert f"seed {receipt['seed']}\nhash {receipt['hash']}\n" in text


def test_a_rematch_swaps_sides(client: LocalClient) -> None:
    unfinished = client.new("person", "scholar")["game"]
    client.expect_refusal(
        f"games/{unfinished}/rematch",
        {"idempotency_key": client.new_request_id()},
        409,
        "server.error.rematch_unfinished",
    )
    game = over(client)
    request_id = client.new_request_id()
    again = client.post(f"games/{game}/rematch", {"idempotency_key": request_id}, 201)
    assert again["seats"] == ["P"]
    assert again["players"]["1"]["kind"] == "scholar"
    assert again["view"]["options"]["turn_limit"] == 6
    assert client.post(f"games/{game}/rematch", {"idempotency_key": request_id}, 201)["game"] == again["game"]


def test_a_rematch_with_the_same_sides(client: LocalClient) -> None:
    game = over(client)
    body = {"idempotency_key": client.new_request_id(), "faiths": "same"}
    again = client.post(f"games/{game}/rematch", body, 201)
    assert again["seats"] == client.moment(game)["seats"] == ["C"]
    assert again["players"]["2"]["kind"] == "scholar"
    assert again["created"] >= client.moment(game)["created"]


@pytest.mark.parametrize("hidden", ["true", "redealt"])
@pytest.mark.parametrize("seat", ["C", "P"])
def test_branching_from_a_moment(client: LocalClient, hidden: str, seat: str) -> None:
    game = over(client)
    last = client.moment(game)["last_step"]
    past = next(
        moment
        for moment in (client.moment(game, at=step, seat=seat) for step in range(last - 1, 0, -1))
        if moment["view"]["phase"] == "play"
        and moment["view"]["decision"]
        and len(moment["view"]["decision"]["options"]) > 1
    )
    body = {
        "at": past["step"],
        "seat": seat,
        "hidden": hidden,
        "opponent": "magister",
        "idempotency_key": client.new_request_id(),
    }
    branch = client.post(f"games/{game}/branch", body, 201)
    assert branch["seats"] == [seat]
    assert branch["players"][{"C": "1", "P": "2"}[seat]]["kind"] == "person"
    same = ("own", "circles", "turn_number", "question")
    assert {name: branch["view"][name] for name in same} == {name: past["view"][name] for name in same}
    (line,) = [line for line in client.get("games") if line["game"] == branch["game"]]
    assert line["branch"]
    ended = client.play(branch["game"], 1000)
    assert ended["view"]["outcome"]
    assert client.get(f"games/{branch['game']}/analysis", start=1)["state"] == "impossible"
    assert client.ask("GET", f"/api/games/{branch['game']}/record").status_code == 409


def test_branching_is_refused_where_it_is_not_possible(client: LocalClient) -> None:
    unfinished = client.new("person", "scholar")["game"]
    body = {"at": 9, "seat": "C", "hidden": "true", "opponent": "magister", "idempotency_key": client.new_request_id()}
    client.expect_refusal(f"games/{unfinished}/branch", body, 409, "server.error.branch_unfinished")
    game = over(client)
    last = client.moment(game)["last_step"]
    client.expect_refusal(f"games/{game}/branch", body | {"at": last + 1}, 422, "error.no_moment")
    client.expect_refusal(f"games/{game}/branch", body | {"at": last}, 422, "error.start.over")
    client.expect_refusal(f"games/{game}/branch", body | {"at": 0}, 422, "error.start.early")
    client.expect_refusal(f"games/{game}/branch", body | {"opponent": "pope"}, 422, "cli.error.player")


def finished_analysis(client: LocalClient, game: str) -> Json | None:
    """Return the analysis of a game, or None while it is made."""
    analysis: Json = client.get(f"games/{game}/analysis")
    if analysis["state"] != "working":
        return analysis
    assert analysis["steps_done"] < analysis["steps_total"]
    return None


def test_an_analysis_that_takes_too_long_is_stopped(
    local_server: LocalServerThread, client: LocalClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Analyses are made one after the other: that of a very long game must not hold up those of others for ever."""
    monkeypatch.setattr(analyses, "ANALYSIS_BUDGET_CPU_S", -1.0)
    game = client.play(client.new("person", "scholar", turn_limit=2)["game"], 1000)["game"]
    client.get(f"games/{game}/analysis", start=1)
    stopped = wait_until(
        lambda: answer if (answer := client.get(f"games/{game}/analysis"))["state"] != "working" else None
    )
    assert (stopped["state"], stopped["text"]) == ("impossible", catalogue("en").render("server.analysis.too_long"))
    assert client.get(f"games/{game}/analysis", start=1) == stopped  # it is not tried again


def test_an_analysis_is_made_once_and_stored(local_server: LocalServerThread, client: LocalClient) -> None:
    unfinished = client.new("person", "scholar")["game"]
    assert client.get(f"games/{unfinished}/analysis", start=1)["state"] == "impossible"
    game = client.play(client.new("person", "scholar", turn_limit=2)["game"], 1000)["game"]
    assert client.get(f"games/{game}/analysis")["state"] == "none"
    with client.open_stream() as stream:
        response = client.get(f"games/{game}/analysis", start=1)
        assert response["state"] == "working"
        stream.until(lambda message: message["game"] == game and message["kind"] == "analysis")
        analysis = wait_until(lambda: finished_analysis(client, game))
    assert analysis is not None
    assert analysis["state"] == "done"
    assert analysis["report"]["chances"]
    german = client.get(f"games/{game}/analysis", lang="de")
    assert german["report"]["title"] != analysis["report"]["title"]
    registry = local_server.local.server.config.app.app.state.registry  # type: ignore[union-attr]
    assert game not in registry.analyses.jobs  # what was found is in the store
