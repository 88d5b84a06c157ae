"""Natures for tests and experiments, used through the public interface."""

import pytest

from solafide.game import FastNature, Game, Options, ScriptedNature, SolaFideError, record

DICE = ("die:1", "die:2", "die:3", "die:4", "die:5", "die:6")


def test_a_script_is_followed_in_order() -> None:
    nature = ScriptedNature(["die:6", "die:2"])
    assert [nature.pick("roll/first", DICE) for _ in range(2)] == [5, 1]
    assert nature.script == []


def test_an_impossible_script_is_an_error() -> None:
    with pytest.raises(SolaFideError) as error:
        ScriptedNature(["card:C05"]).pick("roll/first", DICE)
    assert error.value.key == "error.illegal_choice"
    assert error.value.facts["choice"] == "card:C05"


def test_after_the_script_the_first_option_or_another_nature() -> None:
    assert ScriptedNature([]).pick("roll/first", DICE) == 0
    other = ScriptedNature(["die:4"])
    nature = ScriptedNature(["die:6"], then=other)
    assert [nature.pick("roll/first", DICE) for _ in range(3)] == [5, 3, 0]


def test_a_script_decides_a_game() -> None:
    """R7: equal dice are rolled again, the higher chooses a faith."""
    game = Game(Options(), nature=ScriptedNature(["die:3", "die:3", "die:2", "die:5"]))
    decision = game.decision()
    assert decision is not None
    assert (decision.who, decision.question, decision.options) == ("2", "faith", ("faith:C", "faith:P"))
    assert [step.choice for step in game.steps] == ["die:3", "die:3", "die:2", "die:5"]
    hands = [f"card:{card}" for card in ("C44", "C01", "C16", "P44", "P01", "P40")]
    assert isinstance(game.nature, ScriptedNature)
    game.nature.script += [*hands, "die:1", "die:6"]
    game.choose("faith:P", "2")
    whole = game.whole()
    assert whole["persons"] == {"1": "C", "2": "P"}
    assert [whole["faiths"][faith]["hand"] for faith in "CP"] == [["C01", "C16", "C44"], ["P01", "P40", "P44"]]
    assert whole["turn"] == "P"


def test_a_fast_nature_is_reproducible() -> None:
    streams = [[FastNature(seed).pick("roll/first", DICE) for _ in range(1)] for seed in (1, 1)]
    assert streams[0] == streams[1]
    games = [Game(Options(mode="draft"), nature=FastNature(seed)) for seed in (1, 1, 2)]
    texts = [record(game).text() for game in games]
    assert texts[0] == texts[1] != texts[2]


def test_only_a_live_nature_has_a_seed_to_commit_to() -> None:
    lines = record(Game(nature=FastNature(1))).text().split("\n")
    assert "commitment none" in lines
    assert "seed none" in lines
