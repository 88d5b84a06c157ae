"""Games that end by resignation, agreed draw or time, or are closed by the server, at any moment."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, Literal
from xml.etree import ElementTree

import pytest

from players.quick_evaluators import HeuristicChances
from records.games import finish, message_key, new, own_set, refusal, sealed, step, taken_apart
from solafide.commands.analysis_report import print_report
from solafide.game import (
    ENDINGS,
    CannotUndo,
    Game,
    IllegalChoice,
    Options,
    Outcome,
    Record,
    RecordError,
    Seat,
    parse,
    position,
    record,
    replay,
    verify,
)
from solafide.game.notation import Ending
from solafide.lab.secrecy_check import check_history
from solafide.players.analysis.game import analyse
from solafide.server.views.analysis_report import report_view
from solafide.server.views.moment_text import game_line
from solafide.text import LANGUAGES, error_text, event_text
from solafide.text.render.waiting import ending_text
from solafide.text.report.html import report_page
from solafide.text.report.report import GameReport

OTHER = {"C": "P", "P": "C", "1": "2", "2": "1"}
REASON = {"resign": "resigned", "agree": "agreed", "time": "time", "close": "closed"}


def before_faiths() -> Game:
    game = new(Options(), 11)
    assert game.sides == ("1", "2")
    return game


def in_draft(steps: int = 9) -> Game:
    """Return a draft in which the two players have made different numbers of picks."""
    game = new(Options("draft", faiths="agreed"), 12)
    for number in range(steps):
        decision = game.decision("C" if number % 3 else "P")
        assert decision is not None
        game.choose(decision.options[0], decision.who)
    return game


def one_has_drafted() -> Game:
    game = new(Options("draft", faiths="agreed"), 13)
    while decision := game.decision("P"):
        game.choose(decision.options[-1], "P")
    return game


def in_play(steps: int = 60) -> Game:
    game = new(Options(faiths="agreed", first="C"), 14)
    for _ in range(steps):
        step(game)
    return game


def own_cards() -> Game:
    game = new(Options(), 15, own_set())
    for _ in range(25):
        step(game)
    return game


PLACES = {
    "before the faiths": before_faiths,
    "in the draft": in_draft,
    "one has drafted": one_has_drafted,
    "in play": in_play,
    "own cards": own_cards,
}
places = pytest.mark.parametrize("place", PLACES)
in_every_language = pytest.mark.parametrize("lang", LANGUAGES)


def ended() -> Iterator[tuple[str, str, str]]:
    for place, ending in product(PLACES, ENDINGS):
        for seat in PLACES[place]().sides:
            yield place, ending, seat


@places
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_game_is_over(place: str, ending: Ending) -> None:
    for seat in PLACES[place]().sides:
        game = PLACES[place]()
        before, points = game.whole(), {f: public["points"] for f, public in game.view()["faiths"].items()}
        own = {"resign": game.resign, "agree": game.agree, "time": game.claim_time}
        events = own[ending](seat) if ending in own else game.end(ending, seat)
        winner = {"resign": OTHER[seat], "agree": None, "time": seat, "close": None}[ending]
        assert game.over
        assert game.outcome == Outcome(winner, points, False, REASON[ending])
        assert events == [
            {
                "event": "over",
                "version": game.version,
                "by": seat,
                "winner": winner,
                **points,
                "limited": False,
                "reason": REASON[ending],
            }
        ]
        assert game.whole() == before | {"phase": "over", "turn": None}
        check_rest(game)


def check_rest(game: Game) -> None:
    for seat in ("C", "P", "1", "2", None):
        view = game.view(seat)
        assert (view["phase"], view["waiting_for"], view["decision"], view["question"]) == ("over", [], None, None)
        assert view["outcome"] == game.outcome.json()  # type: ignore[union-attr]
        assert view["version"] == game.version == game.version_for(seat)
        assert game.decision(seat) is None
        assert game.events(seat)[-1]["event"] == "over"
        assert not game.can_undo(seat)
        with pytest.raises(CannotUndo):
            game.undo(seat)
        with pytest.raises(IllegalChoice) as error:
            game.choose("draw", seat)
        assert error.value.key == "error.game_over"
    with pytest.raises(CannotUndo):
        game.take_back(0)
    for ending in ENDINGS:
        with pytest.raises(IllegalChoice) as error:
            game.end(ending, game.sides[0])
        assert error.value.key == "error.game_over"


@places
def test_only_players_can_end_a_game(place: str) -> None:
    game = PLACES[place]()
    before = record(game).text()
    strangers = {"C", "P", "1", "2", "N", "", "X"} - set(game.sides)
    for ending, seat in [*product(ENDINGS, sorted(strangers)), ("draw", game.sides[0]), ("", game.sides[0])]:
        with pytest.raises(IllegalChoice) as error:
            game.end(ending, seat)
        assert all(error_text(error.value, lang) for lang in LANGUAGES)
    assert record(game).text() == before


def test_a_player_can_end_the_game_in_the_opponents_turn() -> None:
    for seat in "CP":
        game = in_play()
        assert game.decision("C") is None or game.decision("P") is None
        version = game.version
        game.resign(seat)
        assert game.version == version + 1


def test_no_undo_after_the_end() -> None:
    game = position(hands={"C": ["C02", "C09"], "P": ["P01", "P04"]}, decks={"C": ["C01"], "P": ["P02"]})
    game.choose("play:C02")
    assert game.can_undo("C")
    game.resign("P")
    assert not game.can_undo("C")


# ---------------------------------------------------------------- records


@places
@pytest.mark.parametrize("ending", ENDINGS)
def test_records(place: str, ending: Ending) -> None:
    for seat in PLACES[place]().sides:
        game = PLACES[place]()
        game.end(ending, seat)
        text = record(game).text()
        game_record = verify(text)
        assert parse(text).text() == text
        assert (game_record.steps[-1], game_record.outcome) == ((seat, ending), game.outcome)
        assert text.split("\n")[-4].split()[-1] == REASON[ending]
        loaded = game_record.game()
        assert record(loaded).text() == text
        assert loaded.whole() == game.whole()
        assert loaded.steps == game.steps
        for eyes in ("C", "P", None):
            assert loaded.view(eyes) == game.view(eyes)
            assert loaded.events(eyes) == game.events(eyes)
        *_, (step, events, last) = replay(game_record)
        assert (step.question, step.choice, step.options, step.auto) == (
            "ending",
            ending,
            ENDINGS if ending == "close" else ENDINGS[:3],
            False,
        )
        assert events == game.events(None)[-1:]
        assert last.outcome == game.outcome


@places
def test_earlier_moments_are_unchanged(place: str) -> None:
    game = PLACES[place]()
    then: dict[Any, Any] = {}
    for seat in ("C", "P", None):
        for version in range(0, game.version_for(seat) + 1, 5):
            then[seat, version] = game.past(version, seat).view(seat)
    last = game.version
    game.resign(game.sides[0])
    for (seat, version), view in then.items():
        past_view = game.past(version, seat).view(seat)
        assert comparable(past_view) == comparable(view)
    assert game.past(last).outcome is None
    assert game.past(last + 1).outcome == game.outcome
    assert game.past(last + 1).view("P") == game.view("P")


def comparable(view: dict[str, Any]) -> object:
    """Return a view; of the draft without the progress of the other player."""
    if view["phase"] != "draft":
        return view
    return {**view, "faiths": view["faiths"].get(view["seat"]), "waiting_for": None}


def forged(record: Record, *steps: tuple[str, str], **changes: Any) -> str:
    return replace(record, steps=(*record.steps[:-1], *steps), **changes).text()


def test_forged_endings_are_refused() -> None:
    game = in_play()
    game.resign("C")
    game_record = verify(record(game).text())
    assert game_record.outcome is not None
    assert refusal(forged(game_record, ("P", "resign"))) == "error.record.result"
    assert refusal(forged(game_record, ("C", "agree"))) == "error.record.result"
    assert refusal(forged(game_record, ("C", "time"))) == "error.record.result"
    assert refusal(forged(game_record, ("1", "resign"))) == "error.record.who"
    assert refusal(forged(game_record, ("N", "resign"))) in ("error.record.who", "error.record.deal")
    assert refusal(forged(game_record, ("C", "resign"), ("C", "resign"))) == "error.record.extra"
    assert refusal(forged(game_record, ("C", "resign"), ("P", "draw"))) == "error.record.extra"
    assert refusal(forged(game_record, ("C", "resign"), ("P", "back:20"))) == "error.record.back"
    for reason in ("points", "agreed", "time"):
        changed = replace(game_record.outcome, reason=reason)
        assert refusal(replace(game_record, outcome=changed).text()) == "error.record.result"
    assert (
        refusal(replace(game_record, outcome=replace(game_record.outcome, winner="C")).text()) == "error.record.result"
    )
    assert parse(forged(game_record, ("C", "resign"), outcome=None)).game().over


def test_no_ending_during_natures_step() -> None:
    """In a local game nature answers at once: no player can end the game between a question and the answer."""
    game = new(Options(faiths="agreed", first="C"), 14)
    game.choose("draw")
    game.resign("P")
    game_record = verify(record(game).text())
    assert game_record.steps[-2][0] == "N"
    assert (
        refusal(replace(game_record, steps=(*game_record.steps[:-2], game_record.steps[-1])).text())
        == "error.record.choice"
    )
    drafted = in_draft()
    drafted.resign("P")
    game_record = verify(record(drafted).text())
    last = max(n for n, (who, _) in enumerate(game_record.steps) if who == "N")
    steps = (*game_record.steps[:last], *game_record.steps[last + 1 :])
    assert refusal(replace(game_record, steps=steps).text()) == "error.record.choice"


def test_invalid_endings_are_refused() -> None:
    game = in_play()
    game.resign("C")
    header, steps, tail = taken_apart(record(game).text())
    lines = ("end P 0 0 left", "end P 0 0 resigned limited", "end 3 0 0 resigned", "end P 0 0 resigned ")
    for line in (*lines, "end P 00 0 resigned"):  # the last is read, but would be written otherwise
        assert refusal(sealed(header, steps, [line, tail[1]])) == "error.record.line"
    for line in ("end P 0 0", "end draw 0 0 agreed", "end 2 0 0 resigned", "end P 0 0 limited"):
        with pytest.raises(RecordError) as error:
            verify(sealed(header, steps, [line, tail[1]]))
        message_key(error.value)


def test_endings_by_points_are_unchanged() -> None:
    game = finish(new(Options(turn_limit=5), 1))
    assert game.outcome is not None
    assert game.outcome.reason == "points"
    assert record(game).text().split("\n")[-4] == "end draw 0 0 limited"
    assert "reason" not in game.all_events()[-1]


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_a_game_can_end_at_any_moment(mode: Literal["first", "draft"]) -> None:
    """Either player can end the game at any question: the record verifies, and the game is the one that was played."""
    game, dice = new(Options(mode, turn_limit=9), 31), random.Random(31)
    phases = set()
    while not game.over:
        text = record(game).text()
        copy = parse(text).game()
        phases.add(copy.view()["phase"])
        copy.end(dice.choice(ENDINGS), dice.choice(copy.sides))
        game_record = verify(record(copy).text())
        assert game_record.game().whole() == copy.whole() == game.whole() | {"phase": "over", "turn": None}
        assert game_record.steps[:-1] == tuple((step.who, step.choice) for step in game.steps)
        decision = game.decision(dice.choice(game.waiting_for()))
        assert decision is not None
        game.choose(dice.choice(decision.options), decision.who)
    assert phases == {"setup", "play"} | ({"draft"} if mode == "draft" else set())


# ---------------------------------------------------------------- what the seats learn


@pytest.mark.parametrize("place", ["in the draft", "one has drafted", "in play"])
def test_two_worlds(place: str) -> None:
    """The end reveals no hidden cards."""
    for seat, loser in product(("C", "P", None), "CP"):
        game = PLACES[place]()
        game.resign(loser)
        assert sum(check_history(game, seat, seed) for seed in range(12)) > 0


# ---------------------------------------------------------------- in words


@cache
def analysed(place: str, ending: Ending, seat: Seat) -> tuple[Record, dict[str, Any]]:
    game = PLACES[place]()
    game.end(ending, seat)
    game_record = record(game, {"1": "person", "2": "scholar"})
    return game_record, json.loads(json.dumps(analyse(game_record, HeuristicChances()).json()))


@in_every_language
def test_event_texts(lang: str) -> None:
    texts = set()
    for place, ending, seat in ended():
        if place in ("before the faiths", "in play"):
            game = PLACES[place]()
            (event,) = game.end(ending, seat)
            text = event_text(event, game.cards, lang)
            texts.add(text)
            sentence = event_text(event, game.cards, lang, seat)
            # No text addresses a player before the faiths are settled, and none says that a player closed the game.
            assert (sentence == text) == (seat in ("1", "2") or ending == "close")
            assert event_text(event, game.cards, lang, OTHER[seat]) == text
            view = game.view()
            assert ending_text(view, game.cards, lang) == text
            kinds = {"1": "person", "2": "scholar"}
            people = {p: {"kind": kind, "name": kind, "faith": None} for p, kind in kinds.items()}
            line = game_line(view, people, lang)
            assert line
            assert "{" not in line + text
    assert len(texts) == 12  # a draw is the same for either player who agreed last, and so is a closed game


@in_every_language
@places
def test_analysis_and_story(place: str, lang: str) -> None:
    for ending, seat in [("resign", 0), ("agree", 1), ("time", 1)]:
        game_record, analysis = analysed(place, ending, PLACES[place]().sides[seat])
        report = GameReport(game_record, analysis, lang)
        page = report_view(game_record, analysis, lang)
        assert page["result"] == report.result == page["story"][-1]["text"]
        assert ElementTree.fromstring(report_page(report).removeprefix("<!doctype html>\n")) is not None
        print_report(report)
        assert any(report.render("analyse.note.ending") == note for note in report.notes)
        assert "{" not in json.dumps(page["story"], ensure_ascii=False).replace('{"', "")
        if place != "before the faiths":
            last = analysis["steps"][-1]
            assert (last["kind"], last["question"], last["choice"]) == ("ending", "ending", ending)
            assert last["chance"]["open"] == analysis["balance"]["result"]
            assert analysis["balance"]["ending"]["both"] == pytest.approx(last["change"], abs=1e-5)
            assert report.step_text(len(analysis["steps"]) - 1) == report.result


@pytest.mark.parametrize("place", ["in play", "in the draft"])
def test_an_ending_is_not_counted_as_a_mistake(place: str) -> None:
    """A player who makes the same choices and then resigns is rated the same."""
    both = [analysed(place, "resign", seat)[1] for seat in "CP"]
    assert both[0]["steps"][:-1] == both[1]["steps"][:-1]
    assert both[0]["mistakes"] == both[1]["mistakes"]
    assert [analysis["balance"]["decision"] for analysis in both[:1]] == [
        analysis["balance"]["decision"] for analysis in both[1:]
    ]
    assert [analysis["balance"]["result"] for analysis in both] == [0.0, 1.0]


def test_analyses_of_games_by_points_are_as_before() -> None:
    game = finish(new(Options(turn_limit=5), 1))
    analysis = analyse(record(game), HeuristicChances()).json()
    assert "ending" not in analysis["balance"]
    assert not any(step["kind"] == "ending" for step in analysis["steps"])
