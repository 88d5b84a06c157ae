"""Games over HTTP: begun, played, looked at, taken back."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from server.conftest import LocalServerThread
from server.local_client import MAX_GAMES, Json, LocalClient
from server.waiting import wait_until
from solafide.languages import LANGUAGES
from solafide.players import SearchPlayer
from solafide.players.agents.levels import LEVELS
from solafide.server.matches import registry


def test_a_game_against_an_opponent_is_played_to_its_end(client: LocalClient) -> None:
    start = client.new("person", "scholar", turn_limit=6)
    assert start["seats"] == ["C"] == [start["seat"]]
    assert [start["players"][person]["kind"] for person in ("1", "2")] == ["person", "scholar"]
    over = client.play(start["game"], 1000)
    assert over["view"]["outcome"]["limited"]
    assert over["thinking"] is None
    assert over["version"] == over["step"] == over["last_step"] == over["view"]["version"]
    (line,) = [line for line in client.get("games") if line["game"] == start["game"]]
    assert (line["over"], line["your_turn"]) == (True, False)
    assert line["outcome"] == over["view"]["outcome"]


def test_each_level_can_be_played_against(client: LocalClient) -> None:
    levels = [level["id"] for level in client.get("setup")["levels"]]
    assert levels == list(LEVELS)
    for level in levels[:-1]:
        client.play(client.new("person", level)["game"], 2)


def test_people_at_one_screen_have_names(client: LocalClient) -> None:
    start = client.new("person", "person", names={"1": " Anna ", "2": "Béla"}, title="Friday")
    names = {player["faith"]: player["name"] for player in start["players"].values()}
    assert names == {"C": "Anna", "P": "Béla"}
    assert start["title"] == "Friday"
    (line,) = [line for line in client.get("games") if line["game"] == start["game"]]
    assert line["text"].startswith("Anna against Béla.")
    assert (line["title"], line["players"]["2"]["name"]) == ("Friday", "Béla")
    events = client.play(start["game"], 8, pick=lambda options: options[-1]) and client.get(
        f"games/{start['game']}", since=0
    )
    turns = [event["text"] for event in events["events"] if event["event"] == "turn"]
    assert turns[:2] == ["Turn 1: Anna.", "Turn 2: Béla."]


def test_names_follow_the_faith_that_player_1_chooses(client: LocalClient) -> None:
    start = client.new("person", "person", faith="P", names={"1": "Anna", "2": "Béla"})
    assert {each["name"]: each["faith"] for each in start["players"].values()} == {"Anna": "P", "Béla": "C"}
    only_one = client.new("person", "person", names={"2": "Béla"})
    assert [each["name"] for each in only_one["players"].values()] == ["Player 1", "Béla"]


def test_names_and_title_are_kept(local_server: LocalServerThread, client: LocalClient) -> None:
    """After the server has forgotten the match in memory."""
    game = client.new("person", "person", names={"1": "Anna", "2": "Béla"}, title="Friday")["game"]
    assert client.put(f"games/{game}/title", {"title": " Saturday "})["title"] == "Saturday"
    local_server.local.server.config.app.app.state.registry.evict(game)  # type: ignore[union-attr]
    again = client.get(f"games/{game}")
    assert again["title"] == "Saturday"
    assert [each["name"] for each in again["players"].values()] == ["Anna", "Béla"]
    assert client.put(f"games/{game}/title", {"title": ""})["title"] == ""


def test_people_at_one_screen_are_renamed_during_the_game(local_server: LocalServerThread, client: LocalClient) -> None:
    start = client.new("person", "person", names={"1": "Anna"})
    game, seat = start["game"], start["view"]["turn"]
    path = f"games/{game}/names"
    body = {"names": {"2": " Béla "}, "title": " Friday "}
    renamed = client.ask("PUT", f"/api/{path}", params={"seat": seat}, json=body).json()
    assert (renamed["seat"], renamed["title"], renamed["version"]) == (seat, "Friday", start["version"])
    assert [each["name"] for each in renamed["players"].values()] == ["Anna", "Béla"]
    assert client.put(path, {"names": {"1": ""}, "title": "Friday"})["players"]["1"]["name"] == "Player 1"
    local_server.local.server.config.app.app.state.registry.evict(game)  # type: ignore[union-attr]
    assert [each["name"] for each in client.get(f"games/{game}")["players"].values()] == ["Player 1", "Béla"]
    alone = client.new("person", "scholar")["game"]
    refused = client.ask("PUT", f"/api/games/{alone}/names", json={"names": {"2": "Béla"}, "title": ""})
    assert refused.status_code == 422


def test_a_rematch_keeps_the_names(client: LocalClient) -> None:
    start = client.new("person", "person", names={"1": "Anna", "2": "Béla"}, turn_limit=1)
    client.play(start["game"], 1000)
    again = client.post(f"games/{start['game']}/rematch", {"idempotency_key": "again-and-again"}, 201)
    assert {each["name"]: each["faith"] for each in again["players"].values()} == {"Anna": "P", "Béla": "C"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"names": {"1": "x" * 41}}, "names"),
        ({"names": {"1": "An\u202ena"}}, "names"),
        ({"names": {"3": "Anna"}}, "names"),
        ({"names": {"2": "Béla"}}, "names.2"),
        ({"title": "x" * 61}, "title"),
        ({"title": "two\nlines"}, "title"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(client: LocalClient, fields: Json, field: str) -> None:
    """Too long, with characters that are not seen, of nobody, or of a computer opponent; no game begins."""
    before = len(client.get("games"))
    problem = client.new("person", "magister", status=422, **fields)
    assert field in problem["error"]["text"]
    assert len(client.get("games")) == before


def test_a_player_can_choose_the_protestants(client: LocalClient) -> None:
    start = client.new("person", "scholar", faith="P")
    assert start["seats"] == ["P"]
    assert start["players"]["2"] == {"kind": "person", "name": "Player 2", "faith": "P"}


def test_faiths_can_be_rolled(client: LocalClient) -> None:
    kinds = set()
    for _ in range(12):
        start = client.new("person", "scholar", faith="rolled")
        seat = start["seat"]
        if start["view"]["decision"]:
            assert seat == "1"
            assert start["seats"] == []
            after = client.choose(start, "faith:P")
            assert after["seat"] == "P"
            assert after["seats"] == ["P"]
            assert after["events"]
        kinds.add(seat)
    assert "1" in kinds


def test_the_roll_for_the_faiths_names_who_rolled(client: LocalClient) -> None:
    start = client.new("person", "scholar", faith="rolled")
    sentences = [
        event["text"] for event in client.moment(start["game"], since=0)["events"] if event["event"] == "rolled"
    ]
    assert {text.partition(":")[0] for text in sentences[:2]} == {"Player 1", "Scholar"}


def test_a_shared_screen_hides_the_other_hand(client: LocalClient) -> None:
    start = client.new()
    game = start["game"]
    assert (start["seat"], start["handover"], start["seats"]) == (None, "C", ["C", "P"])
    assert "own" not in start["view"]
    assert start["view"]["decision"] is None
    moment = client.moment(game, seat="C")
    while moment["handover"] is None:
        moment = client.choose(moment)
    assert moment["handover"] == "P"
    assert moment["seat"] == "C"
    assert client.moment(game)["seat"] is None
    assert client.moment(game, seat="P")["handover"] is None


def later_moment(client: LocalClient, game: str, step: int) -> Json:
    """Return the moment after a step, or nothing while the opponent has not chosen."""
    moment = client.moment(game, since=step)
    return moment if moment["step"] > step or moment["view"]["decision"] or moment["view"]["outcome"] else {}


def test_the_log_addresses_a_player_who_plays_alone(client: LocalClient) -> None:
    """The whole log equals the log that a page collects response by response."""
    game = client.new("person", "scholar", turn_limit=6)["game"]
    log: list[Json] = []
    moment = client.moment(game, since=0)
    while True:
        log += moment["events"]
        if moment["view"]["outcome"]:
            break
        decision = moment["view"]["decision"]
        moment = client.choose(moment) if decision else wait_until(partial(later_moment, client, game, moment["step"]))
    assert log == client.moment(game, since=0)["events"]
    texts = [event["text"] for event in log]
    assert any(text.startswith("You ") for text in texts)
    assert not any(text.startswith("The Catholics") for text in texts)
    assert any(text.startswith("The Protestants") for text in texts)


def test_the_log_of_a_shared_screen_addresses_no_player(client: LocalClient) -> None:
    start = client.play(client.new()["game"], 4)
    for seat in ("C", "P"):
        texts = [event["text"] for event in client.moment(start["game"], seat=seat, since=0)["events"]]
        assert any(text.startswith("The Catholics") for text in texts)
        assert not any(text.startswith("You ") for text in texts)


def test_a_draft_against_a_computer_opponent(client: LocalClient) -> None:
    start = client.new("person", "scholar", mode="draft", turn_limit=2)
    game = start["game"]
    assert start["view"]["phase"] == "draft"
    moment = client.moment(game)
    for picks in range(1, 16):
        assert moment["version"] == 4 * (picks - 1) + 3  # three cards and a choice: the other one's do not count
        moment = client.choose(moment)
        assert moment["view"]["own"]["kept"] == sorted(moment["view"]["own"]["kept"])
    moment = client.wait_for_decision(game)
    assert moment["view"]["phase"] == "play"
    assert client.play(game, 100)["view"]["outcome"]


def test_drafts_at_a_shared_screen_come_one_after_the_other(client: LocalClient) -> None:
    game = client.new(mode="draft", turn_limit=1)["game"]
    first = client.moment(game, seat="C")
    while first["handover"] is None:
        first = client.choose(first)
    assert len(first["view"]["own"]["kept"]) == 15
    other = client.moment(game, seat="P")
    assert other["version"] == 3
    assert client.play(game, 100)["view"]["outcome"]


def test_a_repeated_request_creates_one_game(client: LocalClient) -> None:
    request_id = client.new_request_id()
    first = client.new("person", "person", idempotency_key=request_id)
    assert client.new("person", "person", idempotency_key=request_id) == first


def test_a_choice_that_is_sent_twice_counts_once(client: LocalClient) -> None:
    start = client.moment(client.new()["game"], seat="C")
    request_id = client.new_request_id()
    first = client.choose(start, idempotency_key=request_id)
    assert client.choose(start, idempotency_key=request_id) == first
    assert first["events"]
    other = {"seat": "C", "version": first["version"], "choice": "pass", "idempotency_key": request_id}
    client.expect_refusal(f"games/{start['game']}/choices", other, 409, "server.error.idempotency_key")


def test_a_stale_choice_is_refused_with_the_current_moment(client: LocalClient) -> None:
    start = client.moment(client.new()["game"], seat="C")
    now = client.choose(start)
    body = {"seat": "C", "version": start["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    problem = client.expect_refusal(f"games/{start['game']}/choices", body, 409, "error.stale_version")
    assert problem["moment"] == client.moment(start["game"], seat="C")
    assert problem["moment"]["version"] == now["version"]


def test_a_choice_that_is_not_offered_is_refused(client: LocalClient) -> None:
    start = client.moment(client.new()["game"], seat="C")
    address = f"games/{start['game']}/choices"
    for choice in ("circle:11", "play:P01", "claim:1", "nothing"):
        body = {"seat": "C", "version": start["version"], "choice": choice, "idempotency_key": client.new_request_id()}
        problem = client.expect_refusal(address, body, 422, "error.illegal_choice")
        assert problem["moment"] == start
    body = {"seat": "P", "version": start["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    client.expect_refusal(address, body, 409, "error.not_your_decision")
    assert client.moment(start["game"], seat="C") == start


def test_choosing_for_a_computer_opponent_is_refused(client: LocalClient) -> None:
    start = client.new("person", "scholar")
    for seat in ("P", "2"):
        body = {"seat": seat, "version": start["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
        client.expect_refusal(f"games/{start['game']}/choices", body, 403, "server.error.seat")
        assert client.ask("GET", f"/api/games/{start['game']}", params={"seat": seat}).status_code == 403


def test_choices_after_the_end_are_refused(client: LocalClient) -> None:
    over = client.play(client.new(turn_limit=1)["game"], 100)
    body = {"seat": "C", "version": over["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    client.expect_refusal(f"games/{over['game']}/choices", body, 409, "error.game_over")
    assert client.moment(over["game"], seat="P")["view"]["own"]["hand"]


def test_the_last_own_choice_can_be_undone(client: LocalClient) -> None:
    start, choice = None, None
    for _ in range(MAX_GAMES):  # until a hand has a card that asks something when it is played
        start = client.moment(client.new()["game"], seat="C")
        cards = [option for option in start["text"]["options"] if option["verb"] == "play" and not option["final"]]
        choice = cards[0]["choice"] if cards else None
        if choice:
            break
    assert start is not None
    assert start["permissions"]["undo"]
    after = client.choose(start, choice)
    assert after["permissions"]["undo"] == ""
    request_id = client.new_request_id()
    body = {"seat": "C", "version": after["version"], "idempotency_key": request_id}
    back = client.post(f"games/{start['game']}/undo", body)
    assert back["view"] == start["view"]
    assert back["version"] == after["version"] + 1
    assert back["last_step"] == start["last_step"]
    assert client.post(f"games/{start['game']}/undo", body) == back
    again = body | {"version": back["version"], "idempotency_key": client.new_request_id()}
    client.expect_refusal(f"games/{start['game']}/undo", again, 409, "server.error.no_undo")
    stale = body | {"idempotency_key": client.new_request_id()}
    client.expect_refusal(f"games/{start['game']}/undo", stale, 409, "error.stale_version")
    client.expect_refusal(f"games/{start['game']}/takeback", body, 409, "server.error.idempotency_key")
    reused = body | {"choice": "draw"}
    client.expect_refusal(f"games/{start['game']}/choices", reused, 409, "server.error.idempotency_key")


def test_an_idempotency_key_is_bound_to_its_request(client: LocalClient) -> None:
    body = {
        "players": {"1": "person", "2": "person"},
        "faith": "C",
        "mode": "first",
        "idempotency_key": client.new_request_id(),
    }
    match = client.ask("POST", "/api/games", json=body).json()
    assert client.ask("POST", "/api/games", json=body).json()["game"] == match["game"]
    for changed in ({"mode": "draft"}, {"faith": "rolled"}, {"players": {"1": "person", "2": "scholar"}}):
        client.expect_refusal("games", body | changed, 409, "server.error.idempotency_key")


def test_a_repeated_choice_gets_its_first_response(client: LocalClient) -> None:
    start = client.new("person", "scholar")
    body = {"seat": "C", "version": start["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    body["version"] = client.wait_for_decision(start["game"])["version"]
    path = f"/api/games/{start['game']}/choices"
    first = client.ask("POST", path, json=body)
    assert first.status_code == 200
    version = first.json()["version"]
    wait_until(lambda: client.moment(start["game"])["version"] != version)  # the opponent has answered
    assert client.ask("POST", path, json=body).content == first.content


def test_a_turn_can_be_taken_back_against_a_computer_opponent(client: LocalClient) -> None:
    start = client.new("person", "scholar")
    assert start["permissions"]["takeback"]
    moment = client.play(start["game"], 1, lambda options: "draw")
    assert moment["permissions"]["takeback"] == ""
    body = {"seat": "C", "version": moment["version"], "idempotency_key": client.new_request_id()}
    back = client.post(f"games/{start['game']}/takeback", body)
    assert back["step"] == start["step"]
    assert back["view"]["own"] == start["view"]["own"]
    assert back["version"] == moment["version"] + 1
    assert client.post(f"games/{start['game']}/takeback", body) == back
    assert client.play(start["game"], 3)["version"] > back["version"]


def test_nothing_is_taken_back_between_people(client: LocalClient) -> None:
    moment = client.play(client.new()["game"], 5)
    body = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": client.new_request_id()}
    client.expect_refusal(f"games/{moment['game']}/takeback", body, 409, "server.error.no_takeback")


@pytest.mark.parametrize(("other", "seat"), [("scholar", None), ("scholar", "C"), ("person", "C"), ("person", "P")])
def test_resigning_a_local_game(client: LocalClient, other: str, seat: str | None) -> None:
    """With two players at one screen the request names who resigns; a computer opponent cannot be made to resign."""
    start = client.new("person", other)
    path = f"games/{start['game']}/resign"
    here = client.moment(start["game"], **({"seat": seat} if seat else {}))
    assert here["permissions"]["resign"] == ""
    body = {"seat": seat, "version": here["version"], "idempotency_key": client.new_request_id()}
    unknown = "P" if other == "scholar" else None
    client.expect_refusal(path, body | {"seat": unknown}, 403, "server.error.seat")
    ended = client.post(path, body)
    assert ended["view"]["outcome"]["reason"] == "resigned"
    assert ended["view"]["outcome"]["winner"] == ("C" if seat == "P" else "P")
    assert ended["thinking"] is None
    assert client.post(path, body) == ended
    client.expect_refusal(path, body | {"idempotency_key": client.new_request_id()}, 409, "error.game_over")


def test_past_moments_can_be_requested(client: LocalClient) -> None:
    start = client.new("person", "scholar")
    views = {start["step"]: start["view"]}
    moment = start
    for _ in range(6):
        moment = client.play(start["game"], 1)
        views[moment["step"]] = moment["view"]
    for step, view in views.items():
        past = client.moment(start["game"], at=step)
        assert past["view"] == view
        assert (past["step"], past["last_step"]) == (step, moment["last_step"])
    assert client.moment(start["game"], at=start["step"])["permissions"]["undo"]
    problem = client.ask("GET", f"/api/games/{start['game']}", params={"at": moment["last_step"] + 1})
    assert problem.status_code == 422
    assert problem.json()["error"]["key"] == "error.no_moment"


def test_events_since_a_step(client: LocalClient) -> None:
    start = client.new("person", "scholar")
    moment = client.play(start["game"], 2)
    events = client.moment(start["game"], since=start["step"])["events"]
    assert {event["version"] for event in events} <= set(range(start["step"] + 1, moment["step"] + 1))
    assert events == [e for e in client.moment(start["game"], since=0)["events"] if e["version"] > start["step"]]
    assert client.moment(start["game"], since=10_000)["events"] == []


def test_all_texts_are_in_the_readers_language(client: LocalClient) -> None:
    game = client.new("person", "scholar")["game"]
    questions = {lang: client.moment(game, lang=lang)["text"]["question"] for lang in LANGUAGES}
    assert len(set(questions.values())) == 4
    german = client.ask("GET", f"/api/games/{game}", headers={"Accept-Language": "fr, de-AT;q=0.8"}).json()
    assert german["text"]["question"] == questions["de"]
    problem = client.ask("GET", "/api/games/nothing", params={"lang": "hu"}).json()
    assert problem["error"] == {"key": "server.error.no_game", "text": "Nincs ilyen játszma. Lehet, hogy törölték."}


def test_a_hint(client: LocalClient) -> None:
    moment = client.moment(client.new()["game"], seat="C")
    address = f"games/{moment['game']}/hint"
    assert moment["permissions"]["hint"] == ""
    hint = client.get(address, seat="C", version=moment["version"])
    offered = moment["view"]["decision"]["options"]
    assert {advice["choice"] for advice in hint["choices"]} <= set(offered)
    assert hint["version"] == moment["version"]
    other = client.get(address, seat="C", version=moment["version"], compare=offered[-1], lang="de")
    assert other["comparison"] is not None
    for query, status in (({"seat": "P"}, 409), ({"version": 1}, 409), ({"compare": "claim:1"}, 422)):
        query_string = {"seat": "C", "version": moment["version"], **query}
        assert client.ask("GET", f"/api/{address}", params=query_string).status_code == status


def test_a_deleted_game_is_gone(client: LocalClient) -> None:
    game = client.new("person", "scholar")["game"]
    answer = client.ask("DELETE", f"/api/games/{game}", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert client.ask("GET", f"/api/games/{game}").status_code == 404
    assert game not in [line["game"] for line in client.get("games")]


def test_texts_card_faces_and_rules_are_served(client: LocalClient) -> None:
    for lang in LANGUAGES:
        assert client.get("texts", lang=lang)
        assert len(client.get("card-faces", lang=lang)["cards"]) == 106
        assert client.get("rules", lang=lang)
    assert client.ask("GET", "/api/card-faces", params={"set": "sha256:0"}).status_code == 404


def test_a_user_card_set(client: LocalClient) -> None:
    text = '[set]\nname = "Mine"\n[[result]]\nroll = 6\neffects = [{ effect = "draw", count = 1 }]'
    start = client.new("person", "scholar", cards=text)
    assert start["cards"] == "Mine"
    assert client.get("card-faces", set=start["cards_hash"])["name"] == "Mine"
    body = {
        "players": {"1": "person", "2": "person"},
        "faith": "C",
        "mode": "first",
        "idempotency_key": client.new_request_id(),
    }
    client.expect_refusal("games", body | {"cards": "[set"}, 422, "cards_error")


def test_a_full_disk_loses_only_refused_requests(
    local_server: LocalServerThread, client: LocalClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = client.moment(client.new()["game"], seat="C")

    def full(*_: object) -> list[int]:
        raise sqlite3.OperationalError("database or disk is full")

    body = {"seat": "C", "version": moment["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    with monkeypatch.context() as patch:
        patch.setattr(local_server.local.store, "_append_all", full)
        problem = client.expect_refusal(f"games/{moment['game']}/choices", body, 503, "server.error.not_stored")
    assert problem["moment"] == moment
    assert client.moment(moment["game"], seat="C") == moment
    assert client.post(f"games/{moment['game']}/choices", body)["last_step"] > moment["last_step"]


def test_more_matches_than_the_memory_limit(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MAX_IDLE_MATCHES", 2)
    games = [client.new()["game"] for _ in range(5)]
    for _ in range(3):
        for game in games:
            client.play(game, 1)
    assert all(client.wait_for_decision(game)["step"] >= 6 + 3 for game in games)


def test_two_tabs_choose_at_once(local_server: LocalServerThread, client: LocalClient) -> None:
    """One of them is first; the other one gets the present moment."""
    for _ in range(10):
        moment = client.moment(client.new()["game"], seat="C")
        body = {"seat": "C", "version": moment["version"], "choice": "draw"}
        with local_server.client() as other, ThreadPoolExecutor(4) as tabs:
            address = f"/api/games/{moment['game']}/choices"
            asking = [
                tabs.submit(tab.ask, "POST", address, json=body | {"idempotency_key": tab.new_request_id()})
                for tab in (client, other, client, other)
            ]
            answers = sorted((answer.result() for answer in asking), key=lambda answer: answer.status_code)
        assert [answer.status_code for answer in answers] == [200, 409, 409, 409]
        now = client.moment(moment["game"], seat="C")
        assert all(answer.json()["moment"] == now for answer in answers[1:])


def test_a_double_click_is_one_choice(local_server: LocalServerThread, client: LocalClient) -> None:
    for _ in range(10):
        moment = client.moment(client.new()["game"], seat="C")
        body = {"seat": "C", "version": moment["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
        with ThreadPoolExecutor(4) as clicks:
            address = f"/api/games/{moment['game']}/choices"
            answers = [clicks.submit(client.ask, "POST", address, json=body) for _ in range(4)]
            responses = {(answer.result().status_code, answer.result().content) for answer in answers}
        assert len(responses) == 1
        assert client.moment(moment["game"], seat="C")["version"] == moment["version"] + 2  # the choice and the card


def test_a_tab_at_an_undone_step_is_stale(client: LocalClient) -> None:
    start, after = client.new_with_a_card()
    card = after["view"]["decision"]["context"]["card"]
    client.post(
        f"games/{start['game']}/undo",
        {"seat": "C", "version": after["version"], "idempotency_key": client.new_request_id()},
    )
    again = client.choose(client.moment(start["game"], seat="C"), f"play:{card}")
    assert again["step"] == after["step"]
    stale = {"seat": "C", "version": after["version"], "idempotency_key": client.new_request_id()}
    stale["choice"] = after["view"]["decision"]["options"][0]
    client.expect_refusal(f"games/{start['game']}/choices", stale, 409, "error.stale_version")


def test_a_hint_before_the_first_turn(client: LocalClient) -> None:
    drafting = client.new("person", "scholar", mode="draft")
    response = client.get(f"games/{drafting['game']}/hint", seat="C", version=drafting["version"])
    assert {advice["choice"] for advice in response["choices"]} <= set(drafting["view"]["decision"]["options"])
    rolling = client.new("person", "person", faith="rolled")
    response = client.get(f"games/{rolling['game']}/hint", seat=rolling["seat"], version=rolling["version"])
    assert {advice["choice"] for advice in response["choices"]} <= {"faith:C", "faith:P"}


def test_a_failing_search_does_not_stop_the_game(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(SearchPlayer, "choose", broken)
    moment = client.play(client.new("person", "scholar")["game"], 2, lambda options: options[-1])
    assert moment["view"]["turn_number"] > 2
