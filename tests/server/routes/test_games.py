"""Games over HTTP: begun, played, looked at, taken back."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.conftest import LocalServerThread
from server.local_client import Json, LocalClient
from solafide.languages import LANGUAGES
from solafide.players import SearchPlayer
from solafide.players.agents.levels import LEVELS
from solafide.server.engine import opponents
from solafide.server.matches import registry
from solafide.server.realtime import local_stream


def test_a_game_against_an_opponent_is_played_to_its_end(client: LocalClient) -> None:
    begun = client.new("person", "scholar", turn_limit=6)
    assert begun["seats"] == ["C"] == [begun["seat"]]
    assert [begun["players"][person]["kind"] for person in ("1", "2")] == ["person", "scholar"]
    over = client.play(begun["game"], 1000)
    assert over["view"]["outcome"]["limited"]
    assert over["thinking"] is None
    assert over["version"] == over["step"] == over["last_step"] == over["view"]["version"]
    (line,) = [line for line in client.get("games") if line["game"] == begun["game"]]
    assert (line["over"], line["your_turn"]) == (True, False)
    assert line["outcome"] == over["view"]["outcome"]


def test_each_level_can_be_played_against(client: LocalClient) -> None:
    levels = [level["id"] for level in client.get("setup")["levels"]]
    assert levels == list(LEVELS)
    for level in levels[:-1]:
        client.play(client.new("person", level)["game"], 2)


def test_a_person_may_be_protestant(client: LocalClient) -> None:
    begun = client.new("person", "scholar", faith="P")
    assert begun["seats"] == ["P"]
    assert begun["players"]["2"] == {"kind": "person", "name": "Player 2", "faith": "P"}


def test_faiths_may_be_rolled_for(client: LocalClient) -> None:
    kinds = set()
    for _ in range(12):
        begun = client.new("person", "scholar", faith="rolled")
        seat = begun["seat"]
        if begun["view"]["decision"]:
            assert seat == "1"
            assert begun["seats"] == []
            chosen = client.choose(begun, "faith:P")
            assert chosen["seat"] == "P"
            assert chosen["seats"] == ["P"]
            assert chosen["events"]
        kinds.add(seat)
    assert "1" in kinds


def test_the_roll_for_the_faiths_names_who_rolled(client: LocalClient) -> None:
    begun = client.new("person", "scholar", faith="rolled")
    told = [event["text"] for event in client.moment(begun["game"], since=0)["events"] if event["event"] == "rolled"]
    assert {text.partition(":")[0] for text in told[:2]} == {"Player 1", "Scholar"}


def test_two_share_a_screen_without_seeing_the_others_hand(client: LocalClient) -> None:
    begun = client.new()
    game = begun["game"]
    assert (begun["seat"], begun["handover"], begun["seats"]) == (None, "C", ["C", "P"])
    assert "own" not in begun["view"]
    assert begun["view"]["decision"] is None
    moment = client.moment(game, seat="C")
    while moment["handover"] is None:
        moment = client.choose(moment)
    assert moment["handover"] == "P"
    assert moment["seat"] == "C"
    assert client.moment(game)["seat"] is None
    assert client.moment(game, seat="P")["handover"] is None


def test_the_log_speaks_to_whoever_plays_alone(client: LocalClient) -> None:
    """And reads as a page has gathered it, answer by answer, when it is asked for as a whole."""
    game = client.new("person", "scholar", turn_limit=6)["game"]
    log: list[Json] = []
    moment = client.moment(game, since=0)
    while True:
        log += moment["events"]
        if moment["view"]["outcome"]:
            break
        asked = moment["view"]["decision"]
        moment = client.choose(moment) if asked else client.moment(game, since=moment["step"])
    assert log == client.moment(game, since=0)["events"]
    texts = [event["text"] for event in log]
    assert any(text.startswith("You ") for text in texts)
    assert not any(text.startswith("The Catholics") for text in texts)
    assert any(text.startswith("The Protestants") for text in texts)


def test_the_log_of_a_shared_screen_speaks_to_nobody(client: LocalClient) -> None:
    begun = client.play(client.new()["game"], 4)
    for seat in ("C", "P"):
        texts = [event["text"] for event in client.moment(begun["game"], seat=seat, since=0)["events"]]
        assert any(text.startswith("The Catholics") for text in texts)
        assert not any(text.startswith("You ") for text in texts)


def test_two_opponents_can_be_watched(client: LocalClient) -> None:
    begun = client.new("scholar", "scholar", turn_limit=4)
    over = client.asked(begun["game"])
    assert over["seats"] == []
    assert over["seat"] is None
    assert over["view"]["outcome"]


def test_two_opponents_wait_only_for_whoever_watches(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "TURN_PAUSE_S", 3600.0)
    monkeypatch.setattr(opponents, "CHOICE_PAUSE_S", 3600.0)
    monkeypatch.setattr(
        local_stream, "KEEPALIVE_INTERVAL_S", 0.2
    )  # after which it is seen that nobody listens any more
    with client.open_stream():
        begun = client.new("scholar", "scholar", turn_limit=4)
        assert client.play(client.new("person", "scholar", turn_limit=4)["game"], 100)["view"]["outcome"]
        assert client.moment(begun["game"])["last_step"] == begun["last_step"]
    assert client.asked(begun["game"])["view"]["outcome"]


def test_a_draft(client: LocalClient) -> None:
    begun = client.new("person", "scholar", mode="draft", turn_limit=2)
    game = begun["game"]
    assert begun["view"]["phase"] == "draft"
    moment = client.moment(game)
    for picks in range(1, 16):
        assert moment["version"] == 4 * (picks - 1) + 3  # three cards and a choice: the other one's do not count
        moment = client.choose(moment)
        assert moment["view"]["own"]["kept"] == sorted(moment["view"]["own"]["kept"])
    moment = client.asked(game)
    assert moment["view"]["phase"] == "play"
    assert client.play(game, 100)["view"]["outcome"]


def test_two_draft_at_one_screen_one_after_the_other(client: LocalClient) -> None:
    game = client.new(mode="draft", turn_limit=1)["game"]
    first = client.moment(game, seat="C")
    while first["handover"] is None:
        first = client.choose(first)
    assert len(first["view"]["own"]["kept"]) == 15
    other = client.moment(game, seat="P")
    assert other["version"] == 3
    assert client.play(game, 100)["view"]["outcome"]


def test_the_same_request_makes_one_game(client: LocalClient) -> None:
    request_id = client.new_request_id()
    first = client.new("person", "person", idempotency_key=request_id)
    assert client.new("person", "person", idempotency_key=request_id) == first


def test_a_choice_that_is_sent_twice_counts_once(client: LocalClient) -> None:
    begun = client.moment(client.new()["game"], seat="C")
    request_id = client.new_request_id()
    first = client.choose(begun, idempotency_key=request_id)
    assert client.choose(begun, idempotency_key=request_id) == first
    assert first["events"]
    other = {"seat": "C", "version": first["version"], "choice": "pass", "idempotency_key": request_id}
    client.refused(f"games/{begun['game']}/choices", other, 409, "server.error.idempotency_key")


def test_a_stale_choice_is_refused_with_the_present_moment(client: LocalClient) -> None:
    begun = client.moment(client.new()["game"], seat="C")
    now = client.choose(begun)
    wish = {"seat": "C", "version": begun["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    problem = client.refused(f"games/{begun['game']}/choices", wish, 409, "error.stale_version")
    assert problem["moment"] == client.moment(begun["game"], seat="C")
    assert problem["moment"]["version"] == now["version"]


def test_what_is_not_offered_is_refused_and_changes_nothing(client: LocalClient) -> None:
    begun = client.moment(client.new()["game"], seat="C")
    address = f"games/{begun['game']}/choices"
    for choice in ("circle:11", "play:P01", "claim:1", "nothing"):
        wish = {"seat": "C", "version": begun["version"], "choice": choice, "idempotency_key": client.new_request_id()}
        problem = client.refused(address, wish, 422, "error.illegal_choice")
        assert problem["moment"] == begun
    wish = {"seat": "P", "version": begun["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    client.refused(address, wish, 409, "error.not_your_decision")
    assert client.moment(begun["game"], seat="C") == begun


def test_an_opponents_seat_is_not_ours(client: LocalClient) -> None:
    begun = client.new("person", "scholar")
    for seat in ("P", "2"):
        wish = {"seat": seat, "version": begun["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
        client.refused(f"games/{begun['game']}/choices", wish, 403, "server.error.seat")
        assert client.ask("GET", f"/api/games/{begun['game']}", params={"seat": seat}).status_code == 403


def test_a_finished_game_is_over(client: LocalClient) -> None:
    over = client.play(client.new(turn_limit=1)["game"], 100)
    wish = {"seat": "C", "version": over["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    client.refused(f"games/{over['game']}/choices", wish, 409, "error.game_over")
    assert client.moment(over["game"], seat="P")["view"]["own"]["hand"]


def test_the_own_last_choice_can_be_taken_back(client: LocalClient) -> None:
    begun, choice = None, None
    while choice is None:  # until a hand has a card that asks something when it is played
        begun = client.moment(client.new()["game"], seat="C")
        cards = [option for option in begun["text"]["options"] if option["verb"] == "play" and not option["final"]]
        choice = cards[0]["choice"] if cards else None
    assert begun["permissions"]["undo"]
    chosen = client.choose(begun, choice)
    assert chosen["permissions"]["undo"] == ""
    request_id = client.new_request_id()
    wish = {"seat": "C", "version": chosen["version"], "idempotency_key": request_id}
    back = client.post(f"games/{begun['game']}/undo", wish)
    assert back["view"] == begun["view"]
    assert back["version"] == chosen["version"] + 1
    assert back["last_step"] == begun["last_step"]
    assert client.post(f"games/{begun['game']}/undo", wish) == back
    again = wish | {"version": back["version"], "idempotency_key": client.new_request_id()}
    client.refused(f"games/{begun['game']}/undo", again, 409, "server.error.no_undo")
    stale = wish | {"idempotency_key": client.new_request_id()}
    client.refused(f"games/{begun['game']}/undo", stale, 409, "error.stale_version")
    client.refused(f"games/{begun['game']}/takeback", wish, 409, "server.error.idempotency_key")
    reused = wish | {"choice": "draw"}
    client.refused(f"games/{begun['game']}/choices", reused, 409, "server.error.idempotency_key")


def test_an_id_makes_one_game_and_no_other(client: LocalClient) -> None:
    wish = {
        "players": {"1": "person", "2": "person"},
        "faith": "C",
        "mode": "first",
        "idempotency_key": client.new_request_id(),
    }
    made = client.ask("POST", "/api/games", json=wish).json()
    assert client.ask("POST", "/api/games", json=wish).json()["game"] == made["game"]
    for changed in ({"mode": "draft"}, {"faith": "rolled"}, {"players": {"1": "person", "2": "scholar"}}):
        client.refused("games", wish | changed, 409, "server.error.idempotency_key")


def test_the_same_request_is_given_its_first_answer(client: LocalClient) -> None:
    begun = client.new("person", "scholar")
    wish = {"seat": "C", "version": begun["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    while begun["view"]["decision"] is None:
        begun = client.moment(begun["game"])
        wish["version"] = begun["version"]
    path = f"/api/games/{begun['game']}/choices"
    first = client.ask("POST", path, json=wish)
    assert first.status_code == 200
    while client.moment(begun["game"])["version"] == first.json()["version"]:
        pass  # until the opponent has answered
    assert client.ask("POST", path, json=wish).content == first.content


def test_a_turn_can_be_taken_back_from_an_opponent_of_ours(client: LocalClient) -> None:
    begun = client.new("person", "scholar")
    assert begun["permissions"]["takeback"]
    moment = client.play(begun["game"], 1, lambda options: "draw")
    assert moment["permissions"]["takeback"] == ""
    wish = {"seat": "C", "version": moment["version"], "idempotency_key": client.new_request_id()}
    back = client.post(f"games/{begun['game']}/takeback", wish)
    assert back["step"] == begun["step"]
    assert back["view"]["own"] == begun["view"]["own"]
    assert back["version"] == moment["version"] + 1
    assert client.post(f"games/{begun['game']}/takeback", wish) == back
    assert client.play(begun["game"], 3)["version"] > back["version"]


def test_nothing_is_taken_back_between_people(client: LocalClient) -> None:
    moment = client.play(client.new()["game"], 5)
    wish = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": client.new_request_id()}
    client.refused(f"games/{moment['game']}/takeback", wish, 409, "server.error.no_takeback")


@pytest.mark.parametrize(("other", "seat"), [("scholar", None), ("scholar", "C"), ("person", "C"), ("person", "P")])
def test_a_game_at_home_is_given_up(client: LocalClient, other: str, seat: str | None) -> None:
    """Where two share a screen the page says who gives up; nobody gives up for one of ours."""
    begun = client.new("person", other)
    path = f"games/{begun['game']}/resign"
    here = client.moment(begun["game"], **({"seat": seat} if seat else {}))
    assert here["permissions"]["resign"] == ""
    wish = {"seat": seat, "version": here["version"], "idempotency_key": client.new_request_id()}
    unknown = "P" if other == "scholar" else None
    client.refused(path, wish | {"seat": unknown}, 403, "server.error.seat")
    ended = client.post(path, wish)
    assert ended["view"]["outcome"]["reason"] == "resigned"
    assert ended["view"]["outcome"]["winner"] == ("C" if seat == "P" else "P")
    assert ended["thinking"] is None
    assert client.post(path, wish) == ended
    client.refused(path, wish | {"idempotency_key": client.new_request_id()}, 409, "error.game_over")


def test_the_past_can_be_looked_at(client: LocalClient) -> None:
    begun = client.new("person", "scholar")
    seen = {begun["step"]: begun["view"]}
    moment = begun
    for _ in range(6):
        moment = client.play(begun["game"], 1)
        seen[moment["step"]] = moment["view"]
    for step, view in seen.items():
        past = client.moment(begun["game"], at=step)
        assert past["view"] == view
        assert (past["step"], past["last_step"]) == (step, moment["last_step"])
    assert client.moment(begun["game"], at=begun["step"])["permissions"]["undo"]
    problem = client.ask("GET", f"/api/games/{begun['game']}", params={"at": moment["last_step"] + 1})
    assert problem.status_code == 422
    assert problem.json()["error"]["key"] == "error.no_moment"


def test_what_happened_since_a_step(client: LocalClient) -> None:
    begun = client.new("person", "scholar")
    moment = client.play(begun["game"], 2)
    told = client.moment(begun["game"], since=begun["step"])["events"]
    assert {event["version"] for event in told} <= set(range(begun["step"] + 1, moment["step"] + 1))
    assert told == [e for e in client.moment(begun["game"], since=0)["events"] if e["version"] > begun["step"]]
    assert client.moment(begun["game"], since=10_000)["events"] == []


def test_everything_is_said_in_the_readers_language(client: LocalClient) -> None:
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
        asked = {"seat": "C", "version": moment["version"], **query}
        assert client.ask("GET", f"/api/{address}", params=asked).status_code == status


def test_a_deleted_game_is_gone(client: LocalClient) -> None:
    game = client.new("person", "scholar")["game"]
    answer = client.ask("DELETE", f"/api/games/{game}", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert client.ask("GET", f"/api/games/{game}").status_code == 404
    assert game not in [line["game"] for line in client.get("games")]


def test_texts_faces_and_rules(client: LocalClient) -> None:
    for lang in LANGUAGES:
        assert client.get("texts", lang=lang)
        assert len(client.get("card-faces", lang=lang)["cards"]) == 106
        assert client.get("rules", lang=lang)
    assert client.ask("GET", "/api/card-faces", params={"set": "sha256:0"}).status_code == 404


def test_a_card_set_of_ones_own(client: LocalClient) -> None:
    text = '[set]\nname = "Mine"\n[[result]]\nroll = 6\neffects = [{ effect = "draw", count = 1 }]'
    begun = client.new("person", "scholar", cards=text)
    assert begun["cards"] == "Mine"
    assert client.get("card-faces", set=begun["cards_hash"])["name"] == "Mine"
    wish = {
        "players": {"1": "person", "2": "person"},
        "faith": "C",
        "mode": "first",
        "idempotency_key": client.new_request_id(),
    }
    client.refused("games", wish | {"cards": "[set"}, 422, "cards_error")


def test_a_disk_that_is_full_loses_only_what_was_refused(
    local_server: LocalServerThread, client: LocalClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = client.moment(client.new()["game"], seat="C")

    def full(*_: object) -> list[int]:
        raise sqlite3.OperationalError("database or disk is full")

    wish = {"seat": "C", "version": moment["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
    with monkeypatch.context() as patch:
        patch.setattr(local_server.local.store, "_append_all", full)
        problem = client.refused(f"games/{moment['game']}/choices", wish, 503, "server.error.not_stored")
    assert problem["moment"] == moment
    assert client.moment(moment["game"], seat="C") == moment
    assert client.post(f"games/{moment['game']}/choices", wish)["last_step"] > moment["last_step"]


def test_more_tables_than_memory_holds(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MAX_IDLE_MATCHES", 2)
    games = [client.new()["game"] for _ in range(5)]
    for _ in range(3):
        for game in games:
            client.play(game, 1)
    assert all(client.asked(game)["step"] >= 6 + 3 for game in games)


def test_two_tabs_choose_at_once(local_server: LocalServerThread, client: LocalClient) -> None:
    """One of them is first; the other one is told how things stand."""
    for _ in range(10):
        moment = client.moment(client.new()["game"], seat="C")
        wish = {"seat": "C", "version": moment["version"], "choice": "draw"}
        with local_server.client() as other, ThreadPoolExecutor(4) as tabs:
            address = f"/api/games/{moment['game']}/choices"
            asking = [
                tabs.submit(tab.ask, "POST", address, json=wish | {"idempotency_key": tab.new_request_id()})
                for tab in (client, other, client, other)
            ]
            answers = sorted((answer.result() for answer in asking), key=lambda answer: answer.status_code)
        assert [answer.status_code for answer in answers] == [200, 409, 409, 409]
        now = client.moment(moment["game"], seat="C")
        assert all(answer.json()["moment"] == now for answer in answers[1:])


def test_a_double_click_is_one_choice(local_server: LocalServerThread, client: LocalClient) -> None:
    for _ in range(10):
        moment = client.moment(client.new()["game"], seat="C")
        wish = {"seat": "C", "version": moment["version"], "choice": "draw", "idempotency_key": client.new_request_id()}
        with ThreadPoolExecutor(4) as clicks:
            address = f"/api/games/{moment['game']}/choices"
            answers = [clicks.submit(client.ask, "POST", address, json=wish) for _ in range(4)]
            found = {(answer.result().status_code, answer.result().content) for answer in answers}
        assert len(found) == 1
        assert client.moment(moment["game"], seat="C")["version"] == moment["version"] + 2  # the choice and the card


def test_a_tab_that_saw_what_was_taken_back_is_behind(client: LocalClient) -> None:
    begun, chosen = client.new_with_a_card()
    card = chosen["view"]["decision"]["context"]["card"]
    client.post(
        f"games/{begun['game']}/undo",
        {"seat": "C", "version": chosen["version"], "idempotency_key": client.new_request_id()},
    )
    again = client.choose(client.moment(begun["game"], seat="C"), f"play:{card}")
    assert again["step"] == chosen["step"]
    stale = {"seat": "C", "version": chosen["version"], "idempotency_key": client.new_request_id()}
    stale["choice"] = chosen["view"]["decision"]["options"][0]
    client.refused(f"games/{begun['game']}/choices", stale, 409, "error.stale_version")


def test_a_hint_before_the_first_turn(client: LocalClient) -> None:
    drafting = client.new("person", "scholar", mode="draft")
    found = client.get(f"games/{drafting['game']}/hint", seat="C", version=drafting["version"])
    assert {advice["choice"] for advice in found["choices"]} <= set(drafting["view"]["decision"]["options"])
    rolling = client.new("person", "person", faith="rolled")
    found = client.get(f"games/{rolling['game']}/hint", seat=rolling["seat"], version=rolling["version"])
    assert {advice["choice"] for advice in found["choices"]} <= {"faith:C", "faith:P"}


def test_an_opponent_who_fails_does_not_stop_the_game(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(SearchPlayer, "choose", broken)
    moment = client.play(client.new("person", "scholar")["game"], 2, lambda options: options[-1])
    assert moment["view"]["turn_number"] > 2
