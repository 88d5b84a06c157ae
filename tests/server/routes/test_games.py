"""Games over HTTP: begun, played, looked at, taken back."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.conftest import Served
from server.guest import Guest, Json
from solafide.languages import LANGUAGES
from solafide.players import SearchPlayer
from solafide.players.agents.levels import LEVELS
from solafide.server.engine import opponents
from solafide.server.matches import registry
from solafide.server.realtime import local_stream


def test_a_game_against_an_opponent_is_played_to_its_end(guest: Guest) -> None:
    begun = guest.new("person", "scholar", turn_limit=6)
    assert begun["seats"] == ["C"] == [begun["seat"]]
    assert [begun["players"][person]["kind"] for person in ("1", "2")] == ["person", "scholar"]
    over = guest.play(begun["game"], 1000)
    assert over["view"]["outcome"]["limited"]
    assert over["thinking"] is None
    assert over["version"] == over["step"] == over["last"] == over["view"]["version"]
    (line,) = [line for line in guest.get("games") if line["game"] == begun["game"]]
    assert (line["over"], line["waiting"]) == (True, False)
    assert line["outcome"] == over["view"]["outcome"]


def test_each_level_can_be_played_against(guest: Guest) -> None:
    levels = [level["id"] for level in guest.get("setup")["levels"]]
    assert levels == list(LEVELS)
    for level in levels[:-1]:
        guest.play(guest.new("person", level)["game"], 2)


def test_a_person_may_be_protestant(guest: Guest) -> None:
    begun = guest.new("person", "scholar", faith="P")
    assert begun["seats"] == ["P"]
    assert begun["players"]["2"] == {"kind": "person", "name": "Player 2", "faith": "P"}


def test_faiths_may_be_rolled_for(guest: Guest) -> None:
    kinds = set()
    for _ in range(12):
        begun = guest.new("person", "scholar", faith="rolled")
        seat = begun["seat"]
        if begun["view"]["decision"]:
            assert seat == "1"
            assert begun["seats"] == []
            chosen = guest.choose(begun, "faith:P")
            assert chosen["seat"] == "P"
            assert chosen["seats"] == ["P"]
            assert chosen["events"]
        kinds.add(seat)
    assert "1" in kinds


def test_the_roll_for_the_faiths_names_who_rolled(guest: Guest) -> None:
    begun = guest.new("person", "scholar", faith="rolled")
    told = [event["text"] for event in guest.moment(begun["game"], since=0)["events"] if event["event"] == "rolled"]
    assert {text.partition(":")[0] for text in told[:2]} == {"Player 1", "Scholar"}


def test_two_share_a_screen_without_seeing_the_others_hand(guest: Guest) -> None:
    begun = guest.new()
    game = begun["game"]
    assert (begun["seat"], begun["handover"], begun["seats"]) == (None, "C", ["C", "P"])
    assert "own" not in begun["view"]
    assert begun["view"]["decision"] is None
    moment = guest.moment(game, seat="C")
    while moment["handover"] is None:
        moment = guest.choose(moment)
    assert moment["handover"] == "P"
    assert moment["seat"] == "C"
    assert guest.moment(game)["seat"] is None
    assert guest.moment(game, seat="P")["handover"] is None


def test_the_log_speaks_to_whoever_plays_alone(guest: Guest) -> None:
    """And reads as a page has gathered it, answer by answer, when it is asked for as a whole."""
    game = guest.new("person", "scholar", turn_limit=6)["game"]
    log: list[Json] = []
    moment = guest.moment(game, since=0)
    while True:
        log += moment["events"]
        if moment["view"]["outcome"]:
            break
        asked = moment["view"]["decision"]
        moment = guest.choose(moment) if asked else guest.moment(game, since=moment["step"])
    assert log == guest.moment(game, since=0)["events"]
    texts = [event["text"] for event in log]
    assert any(text.startswith("You ") for text in texts)
    assert not any(text.startswith("The Catholics") for text in texts)
    assert any(text.startswith("The Protestants") for text in texts)


def test_the_log_of_a_shared_screen_speaks_to_nobody(guest: Guest) -> None:
    begun = guest.play(guest.new()["game"], 4)
    for seat in ("C", "P"):
        texts = [event["text"] for event in guest.moment(begun["game"], seat=seat, since=0)["events"]]
        assert any(text.startswith("The Catholics") for text in texts)
        assert not any(text.startswith("You ") for text in texts)


def test_two_opponents_can_be_watched(guest: Guest) -> None:
    begun = guest.new("scholar", "scholar", turn_limit=4)
    over = guest.asked(begun["game"])
    assert over["seats"] == []
    assert over["seat"] is None
    assert over["view"]["outcome"]


def test_two_opponents_wait_only_for_whoever_watches(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "BETWEEN_TURNS", 3600.0)
    monkeypatch.setattr(opponents, "BETWEEN_CHOICES", 3600.0)
    monkeypatch.setattr(
        local_stream, "KEEPALIVE_INTERVAL_S", 0.2
    )  # after which it is seen that nobody listens any more
    with guest.listen():
        begun = guest.new("scholar", "scholar", turn_limit=4)
        assert guest.play(guest.new("person", "scholar", turn_limit=4)["game"], 100)["view"]["outcome"]
        assert guest.moment(begun["game"])["last"] == begun["last"]
    assert guest.asked(begun["game"])["view"]["outcome"]


def test_a_draft(guest: Guest) -> None:
    begun = guest.new("person", "scholar", mode="draft", turn_limit=2)
    game = begun["game"]
    assert begun["view"]["phase"] == "draft"
    moment = guest.moment(game)
    for picks in range(1, 16):
        assert moment["version"] == 4 * (picks - 1) + 3  # three cards and a choice: the other one's do not count
        moment = guest.choose(moment)
        assert moment["view"]["own"]["kept"] == sorted(moment["view"]["own"]["kept"])
    moment = guest.asked(game)
    assert moment["view"]["phase"] == "play"
    assert guest.play(game, 100)["view"]["outcome"]


def test_two_draft_at_one_screen_one_after_the_other(guest: Guest) -> None:
    game = guest.new(mode="draft", turn_limit=1)["game"]
    first = guest.moment(game, seat="C")
    while first["handover"] is None:
        first = guest.choose(first)
    assert len(first["view"]["own"]["kept"]) == 15
    other = guest.moment(game, seat="P")
    assert other["version"] == 3
    assert guest.play(game, 100)["view"]["outcome"]


def test_the_same_request_makes_one_game(guest: Guest) -> None:
    client = guest.client()
    first = guest.new("person", "person", client=client)
    assert guest.new("person", "person", client=client) == first


def test_a_choice_that_is_sent_twice_counts_once(guest: Guest) -> None:
    begun = guest.moment(guest.new()["game"], seat="C")
    client = guest.client()
    first = guest.choose(begun, client=client)
    assert guest.choose(begun, client=client) == first
    assert first["events"]
    other = {"seat": "C", "version": first["version"], "choice": "pass", "client": client}
    guest.refused(f"games/{begun['game']}/choices", other, 409, "server.error.client")


def test_a_stale_choice_is_refused_with_the_present_moment(guest: Guest) -> None:
    begun = guest.moment(guest.new()["game"], seat="C")
    now = guest.choose(begun)
    wish = {"seat": "C", "version": begun["version"], "choice": "draw", "client": guest.client()}
    problem = guest.refused(f"games/{begun['game']}/choices", wish, 409, "error.stale_version")
    assert problem["moment"] == guest.moment(begun["game"], seat="C")
    assert problem["moment"]["version"] == now["version"]


def test_what_is_not_offered_is_refused_and_changes_nothing(guest: Guest) -> None:
    begun = guest.moment(guest.new()["game"], seat="C")
    address = f"games/{begun['game']}/choices"
    for choice in ("circle:11", "play:P01", "claim:1", "nothing"):
        wish = {"seat": "C", "version": begun["version"], "choice": choice, "client": guest.client()}
        problem = guest.refused(address, wish, 422, "error.illegal_choice")
        assert problem["moment"] == begun
    wish = {"seat": "P", "version": begun["version"], "choice": "draw", "client": guest.client()}
    guest.refused(address, wish, 409, "error.not_your_decision")
    assert guest.moment(begun["game"], seat="C") == begun


def test_an_opponents_seat_is_not_ours(guest: Guest) -> None:
    begun = guest.new("person", "scholar")
    for seat in ("P", "2"):
        wish = {"seat": seat, "version": begun["version"], "choice": "draw", "client": guest.client()}
        guest.refused(f"games/{begun['game']}/choices", wish, 403, "server.error.seat")
        assert guest.ask("GET", f"/api/games/{begun['game']}", params={"seat": seat}).status_code == 403


def test_a_finished_game_is_over(guest: Guest) -> None:
    over = guest.play(guest.new(turn_limit=1)["game"], 100)
    wish = {"seat": "C", "version": over["version"], "choice": "draw", "client": guest.client()}
    guest.refused(f"games/{over['game']}/choices", wish, 409, "error.game_over")
    assert guest.moment(over["game"], seat="P")["view"]["own"]["hand"]


def test_the_own_last_choice_can_be_taken_back(guest: Guest) -> None:
    begun, choice = None, None
    while choice is None:  # until a hand has a card that asks something when it is played
        begun = guest.moment(guest.new()["game"], seat="C")
        cards = [option for option in begun["said"]["options"] if option["word"] == "play" and not option["final"]]
        choice = cards[0]["choice"] if cards else None
    assert begun["may"]["undo"]
    chosen = guest.choose(begun, choice)
    assert chosen["may"]["undo"] == ""
    client = guest.client()
    wish = {"seat": "C", "version": chosen["version"], "client": client}
    back = guest.post(f"games/{begun['game']}/undo", wish)
    assert back["view"] == begun["view"]
    assert back["version"] == chosen["version"] + 1
    assert back["last"] == begun["last"]
    assert guest.post(f"games/{begun['game']}/undo", wish) == back
    again = wish | {"version": back["version"], "client": guest.client()}
    guest.refused(f"games/{begun['game']}/undo", again, 409, "server.error.no_undo")
    stale = wish | {"client": guest.client()}
    guest.refused(f"games/{begun['game']}/undo", stale, 409, "error.stale_version")
    guest.refused(f"games/{begun['game']}/takeback", wish, 409, "server.error.client")
    reused = wish | {"choice": "draw"}
    guest.refused(f"games/{begun['game']}/choices", reused, 409, "server.error.client")


def test_an_id_makes_one_game_and_no_other(guest: Guest) -> None:
    wish = {"players": {"1": "person", "2": "person"}, "faith": "C", "mode": "first", "client": guest.client()}
    made = guest.ask("POST", "/api/games", json=wish).json()
    assert guest.ask("POST", "/api/games", json=wish).json()["game"] == made["game"]
    for changed in ({"mode": "draft"}, {"faith": "rolled"}, {"players": {"1": "person", "2": "scholar"}}):
        guest.refused("games", wish | changed, 409, "server.error.client")


def test_the_same_request_is_given_its_first_answer(guest: Guest) -> None:
    begun = guest.new("person", "scholar")
    wish = {"seat": "C", "version": begun["version"], "choice": "draw", "client": guest.client()}
    while begun["view"]["decision"] is None:
        begun = guest.moment(begun["game"])
        wish["version"] = begun["version"]
    path = f"/api/games/{begun['game']}/choices"
    first = guest.ask("POST", path, json=wish)
    assert first.status_code == 200
    while guest.moment(begun["game"])["version"] == first.json()["version"]:
        pass  # until the opponent has answered
    assert guest.ask("POST", path, json=wish).content == first.content


def test_a_turn_can_be_taken_back_from_an_opponent_of_ours(guest: Guest) -> None:
    begun = guest.new("person", "scholar")
    assert begun["may"]["takeback"]
    moment = guest.play(begun["game"], 1, lambda options: "draw")
    assert moment["may"]["takeback"] == ""
    wish = {"seat": "C", "version": moment["version"], "client": guest.client()}
    back = guest.post(f"games/{begun['game']}/takeback", wish)
    assert back["step"] == begun["step"]
    assert back["view"]["own"] == begun["view"]["own"]
    assert back["version"] == moment["version"] + 1
    assert guest.post(f"games/{begun['game']}/takeback", wish) == back
    assert guest.play(begun["game"], 3)["version"] > back["version"]


def test_nothing_is_taken_back_between_people(guest: Guest) -> None:
    moment = guest.play(guest.new()["game"], 5)
    wish = {"seat": moment["seat"], "version": moment["version"], "client": guest.client()}
    guest.refused(f"games/{moment['game']}/takeback", wish, 409, "server.error.no_takeback")


@pytest.mark.parametrize(("other", "seat"), [("scholar", None), ("scholar", "C"), ("person", "C"), ("person", "P")])
def test_a_game_at_home_is_given_up(guest: Guest, other: str, seat: str | None) -> None:
    """Where two share a screen the page says who gives up; nobody gives up for one of ours."""
    begun = guest.new("person", other)
    path = f"games/{begun['game']}/resign"
    here = guest.moment(begun["game"], **({"seat": seat} if seat else {}))
    assert here["may"]["resign"] == ""
    wish = {"seat": seat, "version": here["version"], "client": guest.client()}
    unknown = "P" if other == "scholar" else None
    guest.refused(path, wish | {"seat": unknown}, 403, "server.error.seat")
    ended = guest.post(path, wish)
    assert ended["view"]["outcome"]["reason"] == "resigned"
    assert ended["view"]["outcome"]["winner"] == ("C" if seat == "P" else "P")
    assert ended["thinking"] is None
    assert guest.post(path, wish) == ended
    guest.refused(path, wish | {"client": guest.client()}, 409, "error.game_over")


def test_the_past_can_be_looked_at(guest: Guest) -> None:
    begun = guest.new("person", "scholar")
    seen = {begun["step"]: begun["view"]}
    moment = begun
    for _ in range(6):
        moment = guest.play(begun["game"], 1)
        seen[moment["step"]] = moment["view"]
    for step, view in seen.items():
        past = guest.moment(begun["game"], at=step)
        assert past["view"] == view
        assert (past["step"], past["last"]) == (step, moment["last"])
    assert guest.moment(begun["game"], at=begun["step"])["may"]["undo"]
    problem = guest.ask("GET", f"/api/games/{begun['game']}", params={"at": moment["last"] + 1})
    assert problem.status_code == 422
    assert problem.json()["error"]["key"] == "error.no_moment"


def test_what_happened_since_a_step(guest: Guest) -> None:
    begun = guest.new("person", "scholar")
    moment = guest.play(begun["game"], 2)
    told = guest.moment(begun["game"], since=begun["step"])["events"]
    assert {event["version"] for event in told} <= set(range(begun["step"] + 1, moment["step"] + 1))
    assert told == [e for e in guest.moment(begun["game"], since=0)["events"] if e["version"] > begun["step"]]
    assert guest.moment(begun["game"], since=10_000)["events"] == []


def test_everything_is_said_in_the_readers_language(guest: Guest) -> None:
    game = guest.new("person", "scholar")["game"]
    questions = {lang: guest.moment(game, lang=lang)["said"]["question"] for lang in LANGUAGES}
    assert len(set(questions.values())) == 4
    german = guest.ask("GET", f"/api/games/{game}", headers={"Accept-Language": "fr, de-AT;q=0.8"}).json()
    assert german["said"]["question"] == questions["de"]
    problem = guest.ask("GET", "/api/games/nothing", params={"lang": "hu"}).json()
    assert problem["error"] == {"key": "server.error.no_game", "text": "Nincs ilyen játszma. Lehet, hogy törölték."}


def test_a_hint(guest: Guest) -> None:
    moment = guest.moment(guest.new()["game"], seat="C")
    address = f"games/{moment['game']}/hint"
    assert moment["may"]["hint"] == ""
    hint = guest.get(address, seat="C", version=moment["version"])
    offered = moment["view"]["decision"]["options"]
    assert {advice["choice"] for advice in hint["choices"]} <= set(offered)
    assert hint["version"] == moment["version"]
    other = guest.get(address, seat="C", version=moment["version"], mind=offered[-1], lang="de")
    assert other["mind"] is not None
    for query, status in (({"seat": "P"}, 409), ({"version": 1}, 409), ({"mind": "claim:1"}, 422)):
        asked = {"seat": "C", "version": moment["version"], **query}
        assert guest.ask("GET", f"/api/{address}", params=asked).status_code == status


def test_a_deleted_game_is_gone(guest: Guest) -> None:
    game = guest.new("person", "scholar")["game"]
    answer = guest.ask("DELETE", f"/api/games/{game}", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert guest.ask("GET", f"/api/games/{game}").status_code == 404
    assert game not in [line["game"] for line in guest.get("games")]


def test_texts_faces_and_rules(guest: Guest) -> None:
    for lang in LANGUAGES:
        assert guest.get("texts", lang=lang)
        assert len(guest.get("faces", lang=lang)["cards"]) == 106
        assert guest.get("rules", lang=lang)
    assert guest.ask("GET", "/api/faces", params={"set": "sha256:0"}).status_code == 404


def test_a_card_set_of_ones_own(guest: Guest) -> None:
    text = '[set]\nname = "Mine"\n[[result]]\nroll = 6\neffects = [{ effect = "draw", count = 1 }]'
    begun = guest.new("person", "scholar", cards=text)
    assert begun["cards"] == "Mine"
    assert guest.get("faces", set=begun["cards_hash"])["name"] == "Mine"
    wish = {"players": {"1": "person", "2": "person"}, "faith": "C", "mode": "first", "client": guest.client()}
    guest.refused("games", wish | {"cards": "[set"}, 422, "cards_error")


def test_a_disk_that_is_full_loses_only_what_was_refused(
    served: Served, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = guest.moment(guest.new()["game"], seat="C")

    def full(*_: object) -> list[int]:
        raise sqlite3.OperationalError("database or disk is full")

    wish = {"seat": "C", "version": moment["version"], "choice": "draw", "client": guest.client()}
    with monkeypatch.context() as patch:
        patch.setattr(served.local.store, "_append_all", full)
        problem = guest.refused(f"games/{moment['game']}/choices", wish, 503, "server.error.unwritten")
    assert problem["moment"] == moment
    assert guest.moment(moment["game"], seat="C") == moment
    assert guest.post(f"games/{moment['game']}/choices", wish)["last"] > moment["last"]


def test_more_tables_than_memory_holds(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MAX_IDLE_MATCHES", 2)
    games = [guest.new()["game"] for _ in range(5)]
    for _ in range(3):
        for game in games:
            guest.play(game, 1)
    assert all(guest.asked(game)["step"] >= 6 + 3 for game in games)


def test_two_tabs_choose_at_once(served: Served, guest: Guest) -> None:
    """One of them is first; the other one is told how things stand."""
    for _ in range(10):
        moment = guest.moment(guest.new()["game"], seat="C")
        wish = {"seat": "C", "version": moment["version"], "choice": "draw"}
        with served.guest() as other, ThreadPoolExecutor(4) as tabs:
            address = f"/api/games/{moment['game']}/choices"
            asking = [
                tabs.submit(tab.ask, "POST", address, json=wish | {"client": tab.client()})
                for tab in (guest, other, guest, other)
            ]
            answers = sorted((answer.result() for answer in asking), key=lambda answer: answer.status_code)
        assert [answer.status_code for answer in answers] == [200, 409, 409, 409]
        now = guest.moment(moment["game"], seat="C")
        assert all(answer.json()["moment"] == now for answer in answers[1:])


def test_a_double_click_is_one_choice(served: Served, guest: Guest) -> None:
    for _ in range(10):
        moment = guest.moment(guest.new()["game"], seat="C")
        wish = {"seat": "C", "version": moment["version"], "choice": "draw", "client": guest.client()}
        with ThreadPoolExecutor(4) as clicks:
            address = f"/api/games/{moment['game']}/choices"
            answers = [clicks.submit(guest.ask, "POST", address, json=wish) for _ in range(4)]
            found = {(answer.result().status_code, answer.result().content) for answer in answers}
        assert len(found) == 1
        assert guest.moment(moment["game"], seat="C")["version"] == moment["version"] + 2  # the choice and the card


def test_a_tab_that_saw_what_was_taken_back_is_behind(guest: Guest) -> None:
    begun, chosen = guest.new_with_a_card()
    card = chosen["view"]["decision"]["context"]["card"]
    guest.post(f"games/{begun['game']}/undo", {"seat": "C", "version": chosen["version"], "client": guest.client()})
    again = guest.choose(guest.moment(begun["game"], seat="C"), f"play:{card}")
    assert again["step"] == chosen["step"]
    stale = {"seat": "C", "version": chosen["version"], "client": guest.client()}
    stale["choice"] = chosen["view"]["decision"]["options"][0]
    guest.refused(f"games/{begun['game']}/choices", stale, 409, "error.stale_version")


def test_a_hint_before_the_first_turn(guest: Guest) -> None:
    drafting = guest.new("person", "scholar", mode="draft")
    found = guest.get(f"games/{drafting['game']}/hint", seat="C", version=drafting["version"])
    assert {advice["choice"] for advice in found["choices"]} <= set(drafting["view"]["decision"]["options"])
    rolling = guest.new("person", "person", faith="rolled")
    found = guest.get(f"games/{rolling['game']}/hint", seat=rolling["seat"], version=rolling["version"])
    assert {advice["choice"] for advice in found["choices"]} <= {"faith:C", "faith:P"}


def test_an_opponent_who_fails_does_not_stop_the_game(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(SearchPlayer, "choose", broken)
    moment = guest.play(guest.new("person", "scholar")["game"], 2, lambda options: options[-1])
    assert moment["view"]["turn_number"] > 2
