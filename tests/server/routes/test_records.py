"""What is kept of games: records out and in, receipts, analyses, rematches, branches."""

from pathlib import Path

import pytest

from server.conftest import Served
from server.guest import Guest
from solafide.cli import main
from solafide.game import parse

GOLDEN = Path(__file__).parents[2] / "golden"


def over(guest: Guest, **more: object) -> str:
    game: str = guest.play(guest.new("person", "scholar", turn_limit=6, **more)["game"], 1000)["game"]
    return game


def record_of(guest: Guest, game: str, **query: object) -> str:
    answer = guest.ask("GET", f"/api/games/{game}/record", params=query)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    return answer.text


def test_a_record_verifies_with_the_command(guest: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = guest.new("person", "scholar", turn_limit=8)
    moment = guest.play(begun["game"], 3)
    while moment["may"]["takeback"]:
        moment = guest.play(begun["game"], 1)
    wish = {"seat": "C", "version": moment["version"], "client": guest.client()}
    guest.post(f"games/{begun['game']}/takeback", wish)
    guest.play(begun["game"], 1000)
    text = record_of(guest, begun["game"])
    assert "back:" in text
    assert "One turn was taken back" in guest.get(f"games/{begun['game']}/receipt")["text"]
    file = tmp_path / "game.solafide"
    file.write_text(text, encoding="utf-8", newline="\n")
    assert main(["verify", str(file)]) == 0
    assert "sound" in capsys.readouterr().out
    assert parse(text).players == {"1": "person", "2": "scholar"}


def test_the_record_of_an_unfinished_game_is_opened_on_purpose_only(guest: Guest) -> None:
    game = guest.new("person", "scholar")["game"]
    answer = guest.ask("GET", f"/api/games/{game}/record")
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.error.open_record")
    assert "end open" in record_of(guest, game, open=1)


def test_a_record_comes_back_as_the_same_game(guest: Guest) -> None:
    begun = guest.new("person", "scholar", mode="draft")
    guest.play(begun["game"], 25)
    moment = guest.asked(begun["game"])
    text = record_of(guest, begun["game"], open=1)
    brought = guest.post("records", {"text": text, "client": guest.client()}, 201)
    assert brought["game"] != begun["game"]
    now = guest.asked(brought["game"])
    assert now["view"] == moment["view"]
    assert record_of(guest, brought["game"], open=1) == text
    assert guest.play(brought["game"], 2)["last"] > now["last"]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.solafide")), ids=lambda file: file.stem)
def test_finished_games_can_be_brought(guest: Guest, file: Path) -> None:
    text = file.read_text("utf-8")
    brought = guest.post("records", {"text": text}, 201)
    assert brought["view"]["outcome"]
    assert record_of(guest, brought["game"]) == text
    steps = brought["last"]
    for step in (0, steps // 2, steps):
        for seat in ("C", "P"):
            past = guest.moment(brought["game"], seat=seat, at=step)
            assert (past["step"], past["seat"]) == (step, seat)


def test_what_is_no_record_is_refused(guest: Guest) -> None:
    text = (GOLDEN / "draw.solafide").read_text("utf-8")
    before = len(guest.get("games"))
    wrong = {
        "error.record.not_record": "hello",
        "error.record.truncated": text[:-20],
        "error.record.chain": text.replace("circle:2", "circle:3", 1),
    }
    for key, changed in wrong.items():
        guest.refused("records", {"text": changed}, 422, key)
    assert len(guest.get("games")) == before


def test_the_receipt(guest: Guest) -> None:
    begun = guest.new("person", "scholar", turn_limit=2)
    answer = guest.ask("GET", f"/api/games/{begun['game']}/receipt")
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.error.receipt_unfinished")
    assert "seed" not in answer.json()
    guest.play(begun["game"], 100)
    receipt = guest.get(f"games/{begun['game']}/receipt")
    text = record_of(guest, begun["game"])
    assert receipt["verified"]
    assert receipt["commitment"] == begun["commitment"]
    assert f"seed {receipt['seed']}\nhash {receipt['hash']}\n" in text


def test_a_rematch_swaps_sides(guest: Guest) -> None:
    unfinished = guest.new("person", "scholar")["game"]
    guest.refused(f"games/{unfinished}/rematch", {"client": guest.client()}, 409, "server.error.rematch_unfinished")
    game = over(guest)
    client = guest.client()
    again = guest.post(f"games/{game}/rematch", {"client": client}, 201)
    assert again["seats"] == ["P"]
    assert again["players"]["1"]["kind"] == "scholar"
    assert again["view"]["options"]["turn_limit"] == 6
    assert guest.post(f"games/{game}/rematch", {"client": client}, 201)["game"] == again["game"]


@pytest.mark.parametrize("hidden", ["true", "redealt"])
@pytest.mark.parametrize("seat", ["C", "P"])
def test_going_on_from_a_moment(guest: Guest, hidden: str, seat: str) -> None:
    game = over(guest)
    last = guest.moment(game)["last"]
    past = next(
        moment
        for moment in (guest.moment(game, at=step, seat=seat) for step in range(last - 1, 0, -1))
        if moment["view"]["phase"] == "play"
        and moment["view"]["decision"]
        and len(moment["view"]["decision"]["options"]) > 1
    )
    wish = {"at": past["step"], "seat": seat, "hidden": hidden, "opponent": "magister", "client": guest.client()}
    branch = guest.post(f"games/{game}/branch", wish, 201)
    assert branch["seats"] == [seat]
    assert branch["players"][{"C": "1", "P": "2"}[seat]]["kind"] == "person"
    same = ("own", "circles", "turn_number", "question")
    assert {name: branch["view"][name] for name in same} == {name: past["view"][name] for name in same}
    (line,) = [line for line in guest.get("games") if line["game"] == branch["game"]]
    assert line["branch"]
    ended = guest.play(branch["game"], 1000)
    assert ended["view"]["outcome"]
    assert guest.get(f"games/{branch['game']}/analysis", start=1)["state"] == "impossible"
    assert guest.ask("GET", f"/api/games/{branch['game']}/record").status_code == 409


def test_where_one_cannot_go_on(guest: Guest) -> None:
    unfinished = guest.new("person", "scholar")["game"]
    wish = {"at": 9, "seat": "C", "hidden": "true", "opponent": "magister", "client": guest.client()}
    guest.refused(f"games/{unfinished}/branch", wish, 409, "server.error.branch_unfinished")
    game = over(guest)
    last = guest.moment(game)["last"]
    guest.refused(f"games/{game}/branch", wish | {"at": last + 1}, 422, "error.no_moment")
    guest.refused(f"games/{game}/branch", wish | {"at": last}, 422, "error.start.over")
    guest.refused(f"games/{game}/branch", wish | {"at": 0}, 422, "error.start.early")
    guest.refused(f"games/{game}/branch", wish | {"opponent": "pope"}, 422, "cli.error.player")


def test_an_analysis_is_made_once_and_kept(served: Served, guest: Guest) -> None:
    unfinished = guest.new("person", "scholar")["game"]
    assert guest.get(f"games/{unfinished}/analysis", start=1)["state"] == "impossible"
    game = guest.play(guest.new("person", "scholar", turn_limit=2)["game"], 1000)["game"]
    assert guest.get(f"games/{game}/analysis")["state"] == "none"
    with guest.listen() as stream:
        begun = guest.get(f"games/{game}/analysis", start=1)
        assert begun["state"] == "working"
        stream.until(lambda told: told["game"] == game and told["kind"] == "analysis")
        while (found := guest.get(f"games/{game}/analysis"))["state"] == "working":
            assert found["done"] < found["all"]
    assert found["state"] == "done"
    assert found["report"]["chances"]
    german = guest.get(f"games/{game}/analysis", lang="de")
    assert german["report"]["title"] != found["report"]["title"]
    hall = served.local.server.config.app.app.state.registry  # type: ignore[union-attr]
    assert game not in hall.analyses.works  # what was found is in the store
