"""Players of the lab by name: those of this package, and OpenSpiel's search where it is installed."""

import sys

import pytest

from needs import skip_without_openspiel
from solafide.game import Options, SolaFideError
from solafide.lab.arena import play_series
from solafide.lab.player_registry import lab_player
from solafide.players import GreedyPlayer, RandomPlayer


def test_players_of_this_package_are_returned_unchanged() -> None:
    assert isinstance(lab_player("random", 5), RandomPlayer)
    agent = lab_player("greedy:worlds=6", 5)
    assert isinstance(agent, GreedyPlayer)
    assert (agent.seed, agent.worlds) == (5, 6)
    with pytest.raises(SolaFideError):
        lab_player("nobody")


@pytest.mark.parametrize("options", ["depth=3", "iterations=1", "ms=0", "ms=soon"])
def test_invalid_openspiel_options_are_refused(options: str) -> None:
    with pytest.raises(SolaFideError) as error:
        lab_player(f"openspiel:{options}")
    assert error.value.key == "cli.error.choice"


def test_without_openspiel_its_player_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "solafide.lab.openspiel_agent", raising=False)
    monkeypatch.delitem(sys.modules, "solafide.lab.openspiel", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(SolaFideError) as error:
        lab_player("openspiel")
    assert (error.value.key, error.value.facts) == ("bench.no_peers", {"extra": "openspiel"})


def test_openspiel_options() -> None:
    skip_without_openspiel()
    agent = lab_player("openspiel:ms=100,rollouts=1,seed=9")
    assert vars(agent) | {"seed": 9, "ms": 100, "rollouts": 1, "iterations": 0} == vars(agent)
    assert vars(lab_player("openspiel", 4)) | {"seed": 4, "iterations": 1000, "ms": 0} == vars(
        lab_player("openspiel", 4)
    )


def test_openspiel_player_in_the_arena() -> None:
    skip_without_openspiel()
    figures = play_series("openspiel:iterations=2", "random", pairs=1, options=Options(turn_limit=8), seed="1").json()
    assert [player["budget"] for player in figures["players"]] == [{"iterations": 2}, {}]
    assert figures["players"][0]["decisions"] > 0
