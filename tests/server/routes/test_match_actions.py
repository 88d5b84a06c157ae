"""Actions in a match: resign, offers, time, replacing an absent player, rematch, chat and notes."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Connection, update

from server.local_client import MAX_GAMES
from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match, play, secret
from server.waiting import wait_until
from solafide.game import verify
from solafide.server.matches import match as match_module
from solafide.server.routes import chat
from solafide.server.schemas.lobby import LobbyView, OpenLobby
from solafide.server.schemas.match_actions import ChatMessage, NotesView
from solafide.server.storage.schema import games, seats


def next_to_choose(*players: RemoteClient) -> tuple[RemoteClient, RemoteClient]:
    """Return the player who must choose, and the other one."""
    one, other = players
    return (one, other) if one.options() else (other, one)


def reload(server: UnlimitedServerThread, game: str) -> None:
    """The game is read from the ledger again, as after a restart."""
    server.call(lambda registry: registry.evict(game))


# ---------------------------------------------------------------- who is who


def test_the_roll_for_the_faiths_names_the_players(server: UnlimitedServerThread) -> None:
    """The log is the same for both; the question addresses the player who must choose."""
    one, other = begin_match(server.base, faith="rolled")
    busy, idle = next_to_choose(one, other)
    assert busy.moment()["text"]["question"].startswith(f"{busy.name}, ")
    assert idle.moment()["text"]["question"].startswith(f"{busy.name} ")
    sentences = [[event["text"] for event in each.moment(since=0)["events"]] for each in (one, other)]
    assert sentences[0] == sentences[1]
    assert any(text.startswith("Béla: ") for text in sentences[0])
    busy.choose(busy.moment()["view"]["decision"]["options"][0])
    (settled,) = (e["text"] for e in idle.moment(since=0)["events"] if e["event"] == "faiths")
    assert "Anna: " in settled
    assert "Béla: " in settled


def test_the_other_seat_is_seen_once_everything_is_revealed(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    seat = other.moment()["seat"]
    one.expect_refusal("GET", f"games/{one.game}", None, 403, "server.error.seat", seat=seat)
    one.post("resign")
    assert one.moment(seat=seat)["view"]["own"] == other.moment()["view"]["own"]


# ---------------------------------------------------------------- resigning, drawing


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_either_player_can_resign_at_any_time(server: UnlimitedServerThread, mode: str) -> None:
    one, other = begin_match(server.base, mode=mode)
    play((one, other), 4)
    busy, idle = next_to_choose(one, other)
    moment = idle.moment()
    body = {"version": moment["version"], "idempotency_key": uuid4().hex}
    ended = idle.ask_json("POST", f"games/{idle.game}/resign", body)
    assert ended["view"]["outcome"]["reason"] == "resigned"
    assert ended["view"]["outcome"]["winner"] == busy.moment()["seat"]
    assert idle.ask_json("POST", f"games/{idle.game}/resign", body)["version"] == ended["version"]
    again = {"version": ended["version"], "idempotency_key": uuid4().hex}
    idle.expect_refusal("POST", f"games/{idle.game}/resign", again, 409, "error.game_over")
    before = busy.moment()
    reload(server, one.game)
    assert busy.moment() == before


def test_a_draw_needs_both_players(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    offered = one.post("offers", {"kind": "draw"})
    assert [offer["kind"] for offer in offered["online"]["offers"]] == ["draw"]
    assert offered["permissions"]["draw"]
    mine = {"kind": "draw", "accept": True, "version": offered["version"], "idempotency_key": uuid4().hex}
    one.expect_refusal("POST", f"games/{one.game}/answers", mine, 409, "server.error.no_offer")
    assert other.moment()["online"]["offers"] == offered["online"]["offers"]
    declined = other.post("answers", {"kind": "draw", "accept": False})
    assert declined["online"]["offers"] == []
    assert "Béla" in one.moment()["online"]["offer_result"]
    assert declined["view"]["outcome"] is None
    late = {"kind": "draw", "accept": True, "version": declined["version"], "idempotency_key": uuid4().hex}
    other.expect_refusal("POST", f"games/{one.game}/answers", late, 409, "server.error.no_offer")
    other.post("offers", {"kind": "draw"})
    reload(server, one.game)
    ended = one.post("answers", {"kind": "draw", "accept": True})
    assert ended["view"]["outcome"] | {"points": None} == {
        "winner": None,
        "points": None,
        "limited": False,
        "reason": "agreed",
    }
    assert ended["online"]["offers"] == []
    before = other.moment()
    reload(server, one.game)
    assert other.moment() == before


def test_an_offer_can_be_withdrawn_and_lapses_when_the_other_plays_on(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    one.post("offers", {"kind": "draw"})
    assert one.post("withdraw", {"kind": "draw"})["online"]["offers"] == []
    busy, idle = next_to_choose(one, other)
    idle.post("offers", {"kind": "draw"})
    busy.choose("draw")
    assert idle.moment()["online"]["offers"] == []
    busy, idle = next_to_choose(one, other)
    busy.post("offers", {"kind": "draw"})
    busy.choose(busy.options()[0])
    assert len(idle.moment()["online"]["offers"]) == 1  # who offered may go on


# ---------------------------------------------------------------- taking back


def with_a_card(base: str) -> tuple[RemoteClient, RemoteClient, dict[str, Any], dict[str, Any]]:
    """Two whose first card asks something, before and after it; others go to chance at once, and stay."""
    for _ in range(MAX_GAMES):
        busy, idle = begin_match(base, first="C")
        before = busy.moment()
        after = busy.choose(next(card for card in busy.options() if card.startswith("play")))
        if not after["permissions"]["undo"]:
            return busy, idle, before, after
    raise AssertionError(f"no card of {MAX_GAMES} games asks something")


def test_the_last_choice_is_undone_and_announced(server: UnlimitedServerThread) -> None:
    busy, idle, before, after = with_a_card(server.base)
    with idle.open_stream(after["last_step"]) as other, busy.open_stream(after["last_step"], busy.watch) as spectator:
        back = busy.post("undo")
        assert (back["view"], back["last_step"]) == (before["view"], before["last_step"])
        choice = busy.choose("draw")
        assert choice["permissions"]["undo"], "chance came in"
        path, body = f"games/{busy.game}/undo", {"version": choice["version"], "idempotency_key": uuid4().hex}
        problem = busy.expect_refusal("POST", path, body, 409, "server.error.no_undo")
        assert problem["moment"]["view"] == choice["view"]
        idle.expect_refusal("POST", path, body | {"idempotency_key": uuid4().hex}, 409, "server.error.no_undo")
        for stream in (other, spectator):
            assert stream.until("undo")["step"] == before["last_step"]
            assert stream.until("step")["step"] == choice["last_step"]
    reload(server, busy.game)
    assert busy.moment()["view"] == choice["view"]


def test_turns_are_taken_back_by_consent_and_the_record_shows_it(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    busy, idle = next_to_choose(one, other)
    to = busy.moment()["step"]
    busy.choose("draw")
    assert busy.moment()["permissions"]["ask_takeback"] == ""
    wrong = {"kind": "takeback", "to": to + 1, "version": busy.moment()["version"], "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"games/{one.game}/offers", wrong, 422, "server.error.no_such_step")
    busy.post("offers", {"kind": "takeback", "to": to})
    offer = idle.moment()["online"]["offers"][0]
    assert (offer["kind"], offer["to"]) == ("takeback", to)
    assert offer["revealed"]
    back = idle.post("answers", {"kind": "takeback", "accept": True})
    assert back["step"] == to
    assert busy.name in back["online"]["offer_result"]
    assert busy.options()
    reload(server, one.game)
    assert busy.moment()["step"] == to
    assert busy.moment()["online"]["offer_result"]
    assert busy.choose("draw")["online"]["offer_result"] == ""
    idle.post("resign")
    record = one.ask("GET", f"games/{one.game}/record", None, one.secret).text
    assert f"back:{to}" in record


def test_a_repeated_consent_shows_the_own_seat(server: UnlimitedServerThread) -> None:
    """The ledger enters a takeback for the player who asked for it; the one who agreed must not see that hand."""
    busy, idle = next_to_choose(*begin_match(server.base))
    to = busy.moment()["step"]
    busy.choose("draw")
    busy.post("offers", {"kind": "takeback", "to": to})
    consent = {"kind": "takeback", "accept": True, "version": idle.moment()["version"], "idempotency_key": uuid4().hex}
    path, own = f"games/{idle.game}/answers", idle.moment()
    first = idle.ask_json("POST", path, consent)
    for query in ({}, {"lang": "de"}, {"lang": "hu"}):
        repeated = idle.ask_json("POST", path, consent, **query)
        assert repeated["seat"] == first["seat"] == own["seat"]
        assert repeated["view"] == first["view"]
    reload(server, idle.game)
    assert idle.ask_json("POST", path, consent, lang="nl")["seat"] == own["seat"]


def test_revealed_facts_name_only_cards_that_the_seat_may_know(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    busy, idle = next_to_choose(one, other)
    to = busy.moment()["step"]
    busy.choose("draw")
    busy.post("offers", {"kind": "takeback", "to": to})
    draws = [event for event in busy.moment(since=to)["events"] if event["event"] == "drew"]
    name = busy.ask("GET", "card-faces", None, busy.secret).json()["cards"][draws[0]["card"]]["name"]
    assert name in str(busy.moment()["online"]["offers"])
    assert name not in str(idle.moment()["online"]["offers"])


def test_a_stream_that_is_opened_again_is_sent_no_event_twice(server: UnlimitedServerThread) -> None:
    """A spectator keeps the game open meanwhile, so that the server remembers what each role was sent."""
    one, other = begin_match(server.base)
    with one.open_stream(credential=one.watch):
        with one.open_stream(one.moment()["step"]):
            play((one, other), 1)
        wait_until(lambda: not any(other.moment()["online"]["connected"].values()))
        play((one, other), 3)
        before = one.moment()["step"]
        with one.open_stream(before) as stream:
            other.post("resign")
            message = stream.until("step")
    expected = [event["event"] for event in one.moment(since=before)["events"]]
    assert expected
    assert [event["event"] for event in message["events"]] == expected


# ---------------------------------------------------------------- time, and who is away


def test_time_that_ran_out_can_be_claimed_and_never_ends_a_game_by_itself(server: UnlimitedServerThread) -> None:
    pace = {"kind": "live", "bank": 30, "plus": 5}
    one, other = begin_match(server.base, pace=pace)
    busy, idle = next_to_choose(one, other)
    clock = idle.moment()["online"]["clock"]
    running = {person: side["running"] for person, side in clock.items()}
    assert sorted(running.values()) == [False, True]
    body = {"version": idle.moment()["version"], "idempotency_key": uuid4().hex}
    idle.expect_refusal("POST", f"games/{one.game}/claim-time", body, 409, "server.denied.claim_time")
    server.clock.advance(seconds=31)
    moment = idle.moment()
    assert moment["permissions"]["claim_time"] == ""
    assert moment["view"]["outcome"] is None
    assert [side["remaining_s"] for side in moment["online"]["clock"].values() if side["running"]] == [0]
    busy.choose("draw")  # not claimed: the game goes on, with what was earned
    assert idle.moment()["permissions"]["claim_time"]
    server.clock.advance(seconds=31)
    busy, idle = next_to_choose(one, other)
    ended = idle.post("claim-time")
    assert ended["view"]["outcome"]["reason"] == "time"
    assert ended["view"]["outcome"]["winner"] == idle.moment()["seat"]


def test_the_clocks_survive_a_restart(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base, pace={"kind": "days", "bank": 86400, "plus": 3600, "cap": 172800})
    busy, idle = next_to_choose(one, other)
    busy.choose("draw")
    before = idle.moment()["online"]["clock"]
    reload(server, one.game)
    after = idle.moment()["online"]["clock"]
    for person in ("1", "2"):
        assert after[person]["running"] == before[person]["running"]
        assert 0 <= before[person]["remaining_s"] - after[person]["remaining_s"] < 60
    gained = max(side["remaining_s"] for side in after.values())
    assert 86400 < gained <= 86400 + 3600


def test_an_absent_player_can_be_replaced_by_a_computer_opponent(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    busy, idle = next_to_choose(one, other)
    body = {"opponent": "scholar", "version": idle.moment()["version"], "idempotency_key": uuid4().hex}
    idle.expect_refusal("POST", f"games/{one.game}/replace", body, 409, "server.denied.replace")
    server.clock.advance(days=4)
    assert busy.moment()["permissions"]["replace"]
    with busy.open_stream():  # who is there is not away
        idle.expect_refusal("POST", f"games/{one.game}/replace", body, 409, "server.denied.replace")
    wait_until(
        lambda: not any(idle.moment()["online"]["connected"].values())
    )  # the server has seen that the stream is closed
    replaced = idle.ask_json("POST", f"games/{one.game}/replace", body)
    assert idle.ask_json("POST", f"games/{one.game}/replace", body) == replaced, "sent twice, answered in the same way"
    kinds = {player["faith"]: player["kind"] for player in replaced["players"].values()}
    assert kinds[idle.moment()["seat"]] == "person"
    assert sorted(kinds.values()) == ["person", "scholar"]
    wait_until(idle.options)
    choice_body = {"choice": "draw", "version": busy.moment()["version"], "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"games/{one.game}/choices", choice_body, 403, "server.error.seat")
    result = replaced["online"]["offer_result"]
    assert result
    assert idle.moment()["online"]["offer_result"] == result, "it has played on, and nobody could read it"
    reload(server, one.game)
    assert idle.moment()["players"] == replaced["players"]
    assert idle.moment()["online"]["offer_result"] == result
    assert idle.choose(idle.options()[0])["online"]["offer_result"] == ""


def test_a_paused_player_can_be_replaced_at_once(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    busy, idle = next_to_choose(one, other)
    assert idle.moment()["permissions"]["replace"]
    paused = busy.post("pause")
    person = next(one for one, player in paused["players"].items() if player["faith"] == paused["seat"])
    assert paused["online"]["absent"] == {"1": "", "2": ""} | {person: "paused"}
    assert paused["permissions"]["pause"]
    assert paused["permissions"]["resume"] == ""
    reload(server, one.game)
    assert idle.moment()["online"]["absent"][person] == "paused"
    body = {"opponent": "scholar", "version": idle.moment()["version"], "idempotency_key": uuid4().hex}
    with busy.open_stream():  # being there is not being back
        replaced = idle.ask_json("POST", f"games/{one.game}/replace", body)
    assert replaced["players"][person]["kind"] == "scholar"
    assert replaced["online"]["absent"] == {"1": "", "2": ""}
    late = {"version": busy.moment()["version"], "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"games/{one.game}/resume", late, 403, "server.error.seat")


@pytest.mark.parametrize("how", ["choices", "resume"])
def test_a_returning_player_gets_the_seat_back(server: UnlimitedServerThread, how: str) -> None:
    one, other = begin_match(server.base)
    busy, idle = next_to_choose(one, other)
    body = {"version": busy.moment()["version"], "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"games/{one.game}/resume", body, 409, "server.denied.resume")
    first = busy.ask_json("POST", f"games/{one.game}/pause", body)
    assert busy.ask_json("POST", f"games/{one.game}/pause", body)["version"] == first["version"]
    again = {"version": first["version"], "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"games/{one.game}/pause", again, 409, "server.denied.pause")
    back = busy.choose("draw") if how == "choices" else busy.post("resume")
    assert set(back["online"]["absent"].values()) == {""}
    assert idle.moment()["permissions"]["replace"]
    reload(server, one.game)
    assert set(idle.moment()["online"]["absent"].values()) == {""}


def test_a_player_who_deleted_all_data_cannot_return(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    other.ask("POST", "me/delete", {}, other.player)
    moment = one.moment()
    assert moment["online"]["absent"]["2"] == "left"
    assert moment["permissions"]["replace"] == ""


def test_no_pause_before_the_faiths_are_settled_or_against_a_computer_opponent(server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base, faith="rolled")
    alone = RemoteClient(server.base, "Anna")
    alone.create(opponent="scholar", faith="C", first="C")  # else it may go on before one has asked
    alone.open()
    for each in (one, alone):
        body = {"version": each.moment()["version"], "idempotency_key": uuid4().hex}
        each.expect_refusal("POST", f"games/{each.game}/pause", body, 409, "server.denied.pause")


# ---------------------------------------------------------------- again


@pytest.mark.parametrize("asks", ["host", "friend"])
def test_a_rematch_swaps_the_sides(server: UnlimitedServerThread, asks: str) -> None:
    one, other = begin_match(server.base)[:: 1 if asks == "host" else -1]
    body = {"secret": secret(), "commitment": one.promise, "idempotency_key": uuid4().hex}
    one.expect_refusal("POST", f"games/{one.game}/rematch", body, 409, "server.error.rematch_unfinished")
    other.post("resign")
    asking = RemoteClient(server.base)
    body |= {"secret": asking.secret, "commitment": asking.promise}
    lobby = one.ask_json("POST", f"games/{one.game}/rematch", body, LobbyView)
    assert one.ask_json("POST", f"games/{one.game}/rematch", body, LobbyView) == lobby
    assert other.moment()["online"]["rematch"] == lobby["game"]
    theirs = {"secret": secret(), "commitment": other.promise, "idempotency_key": uuid4().hex}
    other_lobby = other.ask_json("POST", f"games/{one.game}/rematch", theirs, LobbyView)
    assert (other_lobby["game"], other_lobby["person"]) == (lobby["game"], "invite")
    asking.game, joining = lobby["game"], RemoteClient(server.base)
    joining.join(lobby["game"], other.secret)
    joining.open()
    asking.open()
    assert asking.moment()["seat"] != one.moment()["seat"]
    assert joining.moment()["seat"] == one.moment()["seat"]


def test_a_rematch_that_is_ready_but_not_started_is_found(server: UnlimitedServerThread) -> None:
    """As after a crash between the last contribution and the start: the request holds the lock of the finished game."""
    one, other = begin_match(server.base)
    one.post("offers", {"kind": "draw"})
    other.post("answers", {"kind": "draw", "accept": True})
    asking, joining = RemoteClient(server.base), RemoteClient(server.base)
    body = {"secret": asking.secret, "commitment": asking.promise, "idempotency_key": uuid4().hex}
    asking.game = one.ask_json("POST", f"games/{one.game}/rematch", body, LobbyView)["game"]
    joining.join(asking.game, other.secret)

    def reveal_both(connection: Connection) -> None:
        for player in (asking, joining):
            own = seats.c.promise == player.promise
            connection.execute(update(seats).where(own).values(contribution=player.contribution))

    server.call(lambda registry: registry.store.do(reveal_both))
    theirs = {"secret": secret(), "commitment": other.promise, "idempotency_key": uuid4().hex}
    assert other.ask_json("POST", f"games/{one.game}/rematch", theirs, LobbyView)["state"] == "begun"
    assert asking.moment()["game"] == asking.game


def test_a_key_of_another_request_makes_no_rematch(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    used = {"version": one.moment()["version"], "idempotency_key": uuid4().hex}
    one.ask_json("POST", f"games/{one.game}/resign", used)
    body = {"secret": secret(), "commitment": one.promise, "idempotency_key": used["idempotency_key"]}
    one.expect_refusal("POST", f"games/{one.game}/rematch", body, 409, "server.error.idempotency_key")
    assert other.moment()["online"]["rematch"] == ""


def test_after_a_draw_the_next_game_decides_both(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    one.post("offers", {"kind": "draw"})
    other.post("answers", {"kind": "draw", "accept": True})
    record = verify(one.ask("GET", f"games/{one.game}/record", None, one.secret).text)
    asking, joining = RemoteClient(server.base), RemoteClient(server.base)
    body = {"secret": asking.secret, "commitment": asking.promise, "idempotency_key": uuid4().hex}
    asking.game = one.ask_json("POST", f"games/{one.game}/rematch", body, LobbyView)["game"]
    joining.join(asking.game, other.secret)
    joining.open()
    asking.open()
    joining.post("resign")
    reload(server, asking.game)
    decider = verify(asking.ask("GET", f"games/{asking.game}/record", None, asking.secret).text)
    assert decider.decides == record.hash


# ---------------------------------------------------------------- talking, noting


def test_a_player_who_chats_too_much_is_refused_and_the_other_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the minute and in all; a repeated message counts once, and nothing of a refused one is stored."""
    monkeypatch.setattr(chat, "MAX_STORED_MESSAGES", 4)
    with UnlimitedServerThread(tmp_path, limits_chat=2) as server:
        one, other = begin_match(server.base)
        path, messages = f"games/{one.game}/chat", [{"text": f"{n}", "idempotency_key": uuid4().hex} for n in range(5)]
        for message in (*messages[:2], messages[0]):
            one.ask_json("POST", path, message, ChatMessage)
        one.expect_refusal("POST", path, messages[2], 429, "server.error.rate_chat")
        other.ask_json("POST", path, {"text": "hello", "idempotency_key": uuid4().hex}, ChatMessage)
        server.clock.advance(minutes=1)
        for message in messages[2:4]:
            one.ask_json("POST", path, message, ChatMessage)
        server.clock.advance(minutes=1)
        one.expect_refusal("POST", path, messages[4], 409, "server.error.chat_full")
        one.ask_json("POST", path, messages[3], ChatMessage)
        lines = other.ask_json("GET", path, model=list[ChatMessage])
        assert [line["text"] for line in lines] == ["0", "1", "hello", "2", "3"]


def test_a_chat_message_reaches_only_the_other_player(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    with other.open_stream() as stream, one.open_stream(credential=one.watch) as watching:
        body = {"text": "Good luck! <b>&", "idempotency_key": uuid4().hex}
        message = one.ask_json("POST", f"games/{one.game}/chat", body, ChatMessage)
        assert one.ask_json("POST", f"games/{one.game}/chat", body, ChatMessage) == message
        assert stream.until("chat")["chat_number"] == message["number"]
        one.choose(one.options()[0]) if one.options() else other.choose(other.options()[0])
        assert watching.until("step")["kind"] == "step"
    lines = other.ask_json("GET", f"games/{one.game}/chat", model=list[ChatMessage])
    assert [(line["name"], line["text"]) for line in lines] == [("Anna", "Good luck! <b>&")]
    other.expect_refusal("GET", f"games/{one.game}/chat", None, 403, "server.error.seat", credential=one.watch)
    assert one.moment(credential=one.watch)["online"]["last_chat_number"] == 0
    muted = other.ask_json("PUT", f"games/{one.game}/seat", {"muted": True})
    assert muted["online"]["muted"]
    assert other.ask_json("GET", f"games/{one.game}/chat", model=list[ChatMessage]) == []
    reload(server, one.game)
    assert other.moment()["online"]["muted"]


def test_a_name_can_be_changed(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    assert one.ask_json("PUT", f"games/{one.game}/seat", {"name": " Käthe "})["players"]["1"]["name"] == "Käthe"
    assert other.moment()["players"]["1"]["name"] == "Käthe"
    wrong = {"name": "line\nbreak"}
    one.expect_refusal("PUT", f"games/{one.game}/seat", wrong, 422, "server.error.malformed")


@pytest.mark.parametrize("text", ["a\0b", "\0"])
def test_a_text_with_a_null_character_is_refused(server: UnlimitedServerThread, text: str) -> None:
    one, _ = begin_match(server.base)
    here = f"games/{one.game}"
    malformed = (422, "server.error.malformed")
    one.expect_refusal("POST", f"{here}/chat", {"text": text, "idempotency_key": uuid4().hex}, *malformed)
    one.expect_refusal("PUT", f"{here}/notes", {"text": text}, *malformed)
    one.expect_refusal("PUT", f"{here}/seat", {"name": text}, *malformed)
    one.expect_refusal("PUT", f"{here}/notifications", {"webhook": f"https://example.org/{text}"}, *malformed)


def test_a_lone_surrogate_is_refused(server: UnlimitedServerThread) -> None:
    """JSON may name a surrogate without its other half, which no database keeps."""
    one, _ = begin_match(server.base)
    headers = {"authorization": f"Bearer {one.secret}", "content-type": "application/json"}
    for method, what, body in (("PUT", "notes", r'{"text": "\ud800"}'), ("PUT", "seat", r'{"name": "\ud800"}')):
        answer = one.http.request(method, f"/api/games/{one.game}/{what}", content=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]["key"]) == (422, "server.error.malformed")


@pytest.mark.parametrize("after", [-1, 10**7, 2**31, 2**63, 10**30])
def test_an_invalid_chat_number_is_refused(server: UnlimitedServerThread, after: int) -> None:
    one, _ = begin_match(server.base)
    one.expect_refusal("GET", f"games/{one.game}/chat", None, 422, "server.error.malformed", after=after)


def test_notes_are_private(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    path, text = f"games/{one.game}/notes", "He holds P07."
    notes = one.ask_json("PUT", path, {"text": text}, NotesView)
    assert notes["text"] == text
    assert one.ask_json("GET", path, model=NotesView) == notes
    assert other.ask_json("GET", path, model=NotesView)["text"] == ""
    one.expect_refusal("GET", f"games/{one.game}/notes", None, 403, "server.error.seat", credential=one.watch)


def test_notes_of_another_device_are_not_overwritten(server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base)
    path = f"games/{one.game}/notes"
    empty = one.ask_json("GET", path, model=NotesView)["revision"]
    first = one.ask_json("PUT", path, {"text": "phone", "expected_revision": empty}, NotesView)
    one.expect_refusal("PUT", path, {"text": "desk", "expected_revision": empty}, 409, "server.error.notes")
    assert one.ask_json("GET", path, model=NotesView) == first
    assert (
        one.ask_json("PUT", path, {"text": "phone", "expected_revision": empty}, NotesView) == first
    )  # the same, once more
    both = one.ask_json("PUT", path, {"text": "phone, desk", "expected_revision": first["revision"]}, NotesView)
    assert both["revision"] not in (empty, first["revision"])
    assert (
        one.ask_json("PUT", path, {"text": "new text"}, NotesView)["text"] == "new text"
    )  # without an expected revision it is overwritten
    one.expect_refusal("PUT", path, {"text": "desk", "expected_revision": "x"}, 422, "server.error.malformed")


def test_own_data_can_be_exported_and_deleted(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    one.ask_json("PUT", f"games/{one.game}/notes", {"text": "mine"}, NotesView)
    one.ask_json("POST", f"games/{one.game}/chat", {"text": "hello", "idempotency_key": uuid4().hex}, ChatMessage)
    export = one.ask("POST", "me/export", None, one.player)
    assert export.status_code == 415  # everything that is not only looked at is JSON
    export = one.ask("POST", "me/export", {}, one.player).json()
    assert [(seat["game"], seat["name"]) for seat in export["seats"]] == [(one.game, "Anna")]
    assert "hello" in json.dumps(export)
    assert "mine" in json.dumps(export)
    assert other.secret not in json.dumps(export)
    assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
    one.expect_refusal("GET", f"games/{one.game}", None, 403, "server.error.secret")
    assert one.ask("POST", "me/export", {}, one.player).json()["seats"] == []
    assert other.moment()["players"]["1"]["name"] != "Anna"
    assert other.ask_json("GET", f"games/{one.game}/chat", model=list[ChatMessage]) == []
    assert other.moment()["permissions"]["replace"] == ""  # no player will come back there
    assert other.post("replace", {"opponent": "scholar"})["players"]["1"]["kind"] == "scholar"


def test_deleting_all_data_closes_the_players_lobbies(
    server: UnlimitedServerThread,
) -> None:
    host, client, friend = RemoteClient(server.base), RemoteClient(server.base), RemoteClient(server.base)
    host.create(open=True)
    friend.create()
    client.join(friend.game, friend.invite)
    friend.open()
    with friend.open_stream() as stream:
        for one in (host, client):
            assert one.ask("POST", "me/delete", {}, one.player).status_code == 204
        assert stream.until("lobby")["game"] == friend.game
    assert friend.ask_json("GET", f"lobbies/{friend.game}", model=LobbyView)["state"] == "void"
    assert host.game not in str(friend.ask_json("GET", "lobbies", model=list[OpenLobby], credential=None))
    late = RemoteClient(server.base)
    late.expect_refusal(
        "POST", f"lobbies/{host.game}/join", late.seat_request(), 409, "server.error.taken", credential=host.invite
    )


# ---------------------------------------------------------------- no help


def test_no_hints_between_people_before_the_end(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base)
    busy, _ = next_to_choose(one, other)
    path = f"games/{one.game}"
    busy.expect_refusal("GET", f"{path}/hint", None, 403, "server.error.no_study", version=busy.moment()["version"])
    busy.expect_refusal("GET", f"{path}/record", None, 403, "server.error.record_secret", unfinished=1)
    busy.expect_refusal("GET", f"{path}/receipt", None, 409, "server.error.receipt_unfinished")
    busy.expect_refusal(
        "POST",
        f"{path}/takeback",
        {"version": busy.moment()["version"], "idempotency_key": uuid4().hex},
        409,
        "server.error.no_takeback",
    )
    assert busy.ask("GET", f"{path}/analysis", None, busy.secret).json()["state"] == "impossible"
    branch = {"at": 10, "seat": "C", "hidden": "true", "opponent": "scholar", "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"{path}/branch", branch, 404, "server.error.local_only")


def test_hints_are_allowed_in_a_study_match(server: UnlimitedServerThread) -> None:
    one, other = begin_match(server.base, study=True)
    busy, _ = next_to_choose(one, other)
    answer = busy.ask("GET", f"games/{one.game}/hint", None, busy.secret, version=busy.moment()["version"])
    assert answer.status_code == 200


def test_a_game_with_an_unknown_rules_version_is_refused_and_kept(server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base)
    change = update(games).where(games.c.id == one.game)
    server.call(
        lambda registry: registry.store.do(lambda connection: connection.execute(change.values(rules=99)).rowcount)
    )
    reload(server, one.game)
    one.expect_refusal("GET", f"games/{one.game}", None, 409, "error.record.rules")
    server.call(
        lambda registry: registry.store.do(lambda connection: connection.execute(change.values(rules=1)).rowcount)
    )
    assert one.moment()["game"] == one.game


def test_a_game_that_became_too_long_can_only_be_resigned(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players who only draw could play for ever: each step takes space, and time whenever the game is loaded."""
    one, other = begin_match(server.base)
    play((one, other), 20)
    busy, idle = next_to_choose(one, other)
    before = busy.moment()
    monkeypatch.setattr(match_module, "MAX_STEPS_ONLINE", before["step"])
    body = {"version": before["version"], "choice": busy.options()[0], "idempotency_key": uuid4().hex}
    busy.expect_refusal("POST", f"games/{busy.game}/choices", body, 409, "server.error.game_too_long")
    assert busy.moment()["version"] == before["version"]
    monkeypatch.setattr(match_module, "MAX_STEPS_ONLINE", before["step"] + 1)
    assert busy.post("choices", body)["version"] > before["version"]
    idle.post("resign")
    assert busy.moment()["view"]["outcome"]


def test_a_full_ledger_takes_nothing_back_and_can_be_played_to_its_end(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy, idle, _, after = with_a_card(server.base)
    assert not after["permissions"]["undo"]
    assert not after["permissions"]["draw"]
    monkeypatch.setattr(match_module, "MAX_ENTRIES_WITH_UNDO", after["version"])
    full = busy.moment()["permissions"]
    assert full["undo"] == full["draw"] == full["pause"] == full["ask_takeback"] != ""
    for path, more in (("undo", {}), ("offers", {"kind": "draw"}), ("pause", {})):
        body = {"version": after["version"], "idempotency_key": uuid4().hex, **more}
        busy.expect_refusal("POST", f"games/{busy.game}/{path}", body, 409, "server.error.ledger_full")
    assert busy.moment()["version"] == after["version"]
    players = (busy, idle)
    while not busy.moment()["view"]["outcome"]:
        for player in players:
            if options := player.options():
                player.choose(options[0])
