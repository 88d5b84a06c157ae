"""`solafide replay`: a game as each seat or a spectator saw it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solafide.game import EVENTS, FAITHS, QUESTIONS, Game, LiveNature, Options, load, record
from solafide.text import LANGUAGES, catalogue

HEAD = {"format", "rules", "options", "cards", "players", "seat", "commitment", "seed", "finished", "outcome", "start"}
HEAD |= {"taken_back", "promises", "chance", "decides"}
STEP = {"version", "who", "question", "options", "choice", "auto", "events", "state"}
WHOLE = {"phase", "turn", "turn_number", "persons", "circles", "disputation", "faiths"}


def replay_json(call: Callable, *words: str) -> dict[str, Any]:
    code, out, err = call("replay", *words, "--json")
    assert (code, err) == (0, "")
    result: dict[str, Any] = json.loads(out)
    return result


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_replayed_in_every_language(lang: str, finished: str, call: Callable) -> None:
    code, out, err = call("replay", finished, "--lang", lang)
    texts = catalogue(lang)
    assert (code, err) == (0, "")
    assert out.startswith(texts.render("replay.title", file=finished))
    assert texts.render("table.seed", seed="09" * 32) in out
    assert out.count("\n") > 100


def test_json_has_every_step_and_the_whole_state(finished: str, call: Callable) -> None:
    result, record = replay_json(call, finished), load(finished)
    assert set(result) == HEAD | {"steps"}
    assert (result["seat"], result["seed"], result["finished"]) == ("all", "09" * 32, True)
    assert [(step["who"], step["choice"]) for step in result["steps"]] == list(record.steps)
    assert [step["version"] for step in result["steps"]] == list(range(1, len(record.steps) + 1))
    for step in result["steps"]:
        assert set(step) == STEP
        assert step["question"] in QUESTIONS
        assert step["choice"] in step["options"]
        assert step["auto"] == (len(step["options"]) == 1)
        assert {event["event"] for event in step["events"]} <= set(EVENTS)
        assert set(step["state"]) == WHOLE
        assert len(step["state"]["circles"]) == 10
        assert {"hand", "deck", "discard", "aside", "front", "tokens", "rewards", "points"} <= set(
            step["state"]["faiths"]["C"]
        )
    assert result["steps"][-1]["state"] == record.game().whole()


@pytest.fixture
def taken_back(tmp_path: Path) -> str:
    """The file of a game in which the Catholics took their first turn back, twice."""
    game = Game(Options(faiths="agreed", first="C", turn_limit=4), nature=LiveNature(bytes([9]) * 32))
    first = game.version
    for _ in range(2):
        game.choose("draw")
        game.take_back(first, "C")
    while decision := game.decision():
        game.choose(decision.options[-1])
    record(game).save(tmp_path / "taken-back")
    return str(tmp_path / "taken-back")


def test_turns_taken_back(taken_back: str, call: Callable) -> None:
    record = load(taken_back)
    result = replay_json(call, taken_back)
    assert result["taken_back"] == [{"line": 8, "by": "C", "to": 6}, {"line": 11, "by": "C", "to": 6}]
    assert [(step["who"], step["choice"]) for step in result["steps"]] == list(record.line)
    assert len(record.line) == len(record.steps) - 6
    out = call("replay", taken_back).out
    assert catalogue("en").render("replay.taken_back", n=2) in out
    assert call("verify", taken_back).code == 0


def test_a_line_for_each_step(finished: str, call: Callable) -> None:
    lines = call("replay", finished, "--json").out.splitlines()
    assert len(lines) == len(load(finished).steps) + 1
    assert json.loads(lines[5].rstrip(","))["version"] == 5


@pytest.mark.parametrize("seat", ["C", "P", "spectator"])
def test_a_seat_sees_its_own_cards(seat: str, call: Callable, finished: str, unfinished: str, drafting: str) -> None:
    """No card of the other is anywhere in it before it was seen by all."""
    for file in (finished, unfinished, drafting):
        assert_discreet(replay_json(call, file, "--seat", seat), seat)


def assert_discreet(result: dict[str, Any], seat: str) -> None:
    for step in [result["start"], *result["steps"]]:
        state = step["state"]
        assert ("own" in state) == (seat in FAITHS)
        for faith in FAITHS:
            if faith == seat:
                continue
            seen_cards = set(state["faiths"][faith]["seen"])
            hidden_cards = {f"{faith}{number:02}" for number in range(1, 46)} - seen_cards
            text = json.dumps({name: value for name, value in step.items() if name != "state"})
            text += json.dumps({name: value for name, value in state.items() if name != "cards"})
            assert not {card for card in hidden_cards if f'{card}"' in text}


def test_a_seat_gets_the_views_and_events_of_the_game(unfinished: str, call: Callable) -> None:
    result, game = replay_json(call, unfinished, "--seat", "P"), load(unfinished).game()
    events = [event for step in [result["start"], *result["steps"]] for event in step["events"]]
    assert events == game.events("P")
    assert result["steps"][-1]["state"] == game.view("P")


def test_own_steps_are_complete_and_those_of_others_redacted(unfinished: str, call: Callable) -> None:
    for step in replay_json(call, unfinished, "--seat", "C")["steps"]:
        if step["who"] == "C":
            assert step["choice"] in step["options"]
        if step["who"] == "P" and step["question"] == "action":
            assert (step["options"], step["auto"]) == (None, None)
            assert step["choice"] is not None
        if step["question"] == "draw":
            mine = any(event.get("card", "").startswith("C") for event in step["events"] if event["event"] == "drew")
            assert (step["choice"] is not None) == mine


@pytest.mark.parametrize("words", [[], ["--seat", "all"], ["--seat", "C"], ["--json"], ["--json", "--seat", "all"]])
def test_the_seed_of_an_unfinished_game_stays_secret(words: list[str], unfinished: str, call: Callable) -> None:
    out = call("replay", unfinished, *words).out
    assert "04" * 32 not in out


def test_an_unfinished_game_is_shown_to_spectators(unfinished: str, call: Callable) -> None:
    out = call("replay", unfinished).out
    assert catalogue("en").render("replay.eyes", who=catalogue("en").render("person.spectator")) in out
    assert out.rstrip().endswith(catalogue("en").render("replay.unfinished"))
    assert "draw “" not in out


def test_the_full_state_is_shown_on_request(unfinished: str, call: Callable) -> None:
    assert replay_json(call, unfinished, "--seat", "all")["steps"][-1]["state"] == load(unfinished).game().whole()


def test_damaged_files_are_refused(finished: str, call: Callable) -> None:
    text = Path(finished).read_text()
    for damaged in (text[:-100], text.replace("draw", "drew"), "nonsense"):
        Path("damaged").write_text(damaged)
        code, out, err = call("replay", "damaged")
        assert (code, out) == (1, "")
        assert err.startswith("error: ")
        assert err.count("\n") == 1


def test_a_damaged_record_as_json(finished: str, call: Callable) -> None:
    Path("bad").write_text(Path(finished).read_text()[:-5])
    code, out, err = call("replay", "bad", "--json")
    result = json.loads(out)
    assert (code, err, result["ok"], result["file"]) == (1, "", False, "bad")
    assert set(result["error"]) == {"key", "facts", "message"}
    assert result["error"]["message"] in call("replay", "bad").err


def test_options_are_labelled(finished: str, call: Callable) -> None:
    lines = call("replay", finished).out.splitlines()[1:4]
    assert [line.partition(":")[0] for line in lines] == ["Cards", "Claims", "Tokens"]
