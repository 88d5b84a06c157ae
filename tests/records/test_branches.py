"""Games that go on from a moment of another one: stored as numbers, with the true hidden cards or others."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from game.moments import moments
from records.games import finish, new, own_set
from solafide.cards import builtin
from solafide.game import FastNature, Game, Options, RecordError, Seat, SolaFideError, position, record
from solafide.text import LANGUAGES, error_text

OPTIONS = [Options(faiths="agreed"), Options("draft", "after-card", tokens=None, turn_limit=40)]


def stored(data: dict[str, Any]) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(json.dumps(data))
    return loaded


def branch(game: Game, data: dict[str, Any], seed: int = 1) -> Game:
    branched = Game.from_start(stored(data), game.options, game.cards, FastNature(seed))
    branched.go_on()
    return branched


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_branch_continues_from_its_moment(number: int) -> None:
    dice = random.Random(number)
    for at, game in enumerate(moments(OPTIONS[number], number)):
        decision = game.decision()
        if decision is None or game.view()["phase"] != "play" or at % 4:
            continue
        data = game.start_json()
        branched = branch(game, data, at)
        assert branched.whole() == game.whole()
        assert branched.decision() == replace(decision, version=0)
        assert branched.version == 0
        for _ in range(5):
            if (decision := branched.decision()) is not None:
                branched.choose(dice.choice(decision.options))
        check_follows(game, data, branched)


def check_follows(game: Game, data: dict[str, Any], branched: Game) -> None:
    """The steps of a branch, followed from where it began, give the same game."""
    again = Game.from_start(stored(data), game.options, game.cards, FastNature(0))
    for who, choice in branched.choices:
        again.follow(who, choice)
    assert again.whole() == branched.whole()
    assert again.all_events() == branched.all_events()
    assert again.choices == branched.choices


@pytest.mark.parametrize("seat", ["C", "P"])
def test_hidden_cards_can_be_dealt_again(seat: Seat) -> None:
    """The seat sees what it saw; the other player's cards are dealt again."""
    differ = 0
    for at, game in enumerate(moments(OPTIONS[0], 5)):
        if not game.over and game.view()["phase"] == "play" and at % 4 == 0:
            branched = branch(game, game.start_json(seat, at))
            assert {**branched.view(seat), "version": 0, "decision": None} == {
                **game.view(seat),
                "version": 0,
                "decision": None,
            }
            differ += branched.whole() != game.whole()
    assert differ > 5


def test_a_whole_game_from_the_middle() -> None:
    game = new(Options(faiths="agreed"), 3)
    for _ in range(40):
        decision = game.decision()
        assert decision is not None
        game.choose(decision.options[-1])
    branched = finish(branch(game, game.past(game.version - 20).start_json()))
    assert branched.outcome is not None
    assert not branched.has_record
    with pytest.raises(RecordError):
        record(branched)


def test_turns_of_a_branch_can_be_taken_back() -> None:
    game = position(hands={"C": ["C02", "C09"], "P": ["P01", "P04"]}, decks={"C": ["C01"], "P": ["P02"]})
    branched = branch(game, game.start_json())
    before = branched.whole()
    branched.choose("draw")
    branched.choose("draw")
    assert branched.last_turn("C") == 0
    branched.take_back(0, "C")
    assert branched.whole() == before
    branched.choose("play:C09")
    check_follows(game, game.start_json(), branched)


@pytest.mark.parametrize("options", [Options(), Options("draft", faiths="agreed")])
def test_no_branch_before_the_first_turn(options: Options) -> None:
    assert refusal_key(new(options, 1)) == "error.start.early"


def test_no_branch_after_the_end() -> None:
    assert refusal_key(finish(new(Options(turn_limit=3), 1))) == "error.start.over"


def refusal_key(game: Game) -> str:
    with pytest.raises(SolaFideError) as error:
        game.start_json()
    return error.value.key


def test_a_branch_with_other_cards_or_damage_is_refused() -> None:
    game = new(Options(faiths="agreed"), 1)
    data = stored(game.start_json())
    state = data["state"]
    for key, wrong, cards in [
        ("other", data, own_set()),
        ("other", data | {"rules": 999}, builtin()),
        ("other", {}, builtin()),
        ("damaged", data | {"state": None}, builtin()),
        ("damaged", data | {"state": {}}, builtin()),
        ("damaged", data | {"state": state | {"hand": []}}, builtin()),
        ("damaged", data | {"state": state | {"power": "none"}}, builtin()),
        ("damaged", data | {"state": state | {"rows": []}}, builtin()),
        ("damaged", data | {"state": state | {"depth": 500}}, builtin()),
    ]:
        with pytest.raises(SolaFideError) as error:
            Game.from_start(wrong, game.options, cards, FastNature(0))
        assert error.value.key == f"error.start.{key}"
        assert all(error_text(error.value, lang) for lang in LANGUAGES)
