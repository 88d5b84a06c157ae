"""The game in OpenSpiel: the same rules and results, and no player sees more than a view."""

import json
import pickle
import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from needs import skip_without_openspiel
from solafide.cards import builtin
from solafide.game import FAITHS, FastNature, Game, Options, SolaFideError, determinize
from solafide.game.view import build_state_view
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump

pyspiel: Any = skip_without_openspiel()
openspiel: Any = import_module("solafide.lab.openspiel")

MODES = ("first", "draft")
modes = pytest.mark.parametrize("mode", MODES)


def moments(mode: str, seed: int) -> Iterator[Any]:
    """Every moment of a random game."""
    chance = random.Random(seed)
    state = pyspiel.load_game("sola_fide", {"mode": mode}).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(chance.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(
    "game",
    ["sola_fide", "sola_fide(mode=draft)", "sola_fide(claims=after-card,tokens=0,first=P)", "sola_fide(turn_limit=9)"],
)
def test_openspiels_own_checks(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=2, serialize=True, verbose=False)


def test_game_parameters_are_the_options() -> None:
    game = pyspiel.load_game("sola_fide(mode=draft,tokens=0,turn_limit=40,first=P)")
    assert game.rules == Options(mode="draft", tokens=None, turn_limit=40, first="P", faiths="agreed")
    assert pyspiel.load_game("sola_fide").rules == Options(faiths="agreed")
    assert openspiel.game_of(Options(turn_limit=7), builtin()).get_parameters()["turn_limit"] == 7
    with pytest.raises(SolaFideError):
        pyspiel.load_game("sola_fide(mode=chess)")


@modes
def test_the_same_game_as_in_this_package(mode: str, walks: Any) -> None:
    """Each action, repeated as text in a `Game`: the same questions, the same views, the same end."""
    for seed in range(walks(5)):
        chance = random.Random(seed)
        state = pyspiel.load_game("sola_fide", {"mode": mode}).new_initial_state()
        game = Game.again(Options(mode=mode, faiths="agreed"), builtin(), FastNature(0))  # type: ignore[arg-type]
        while not state.is_terminal():
            player, action = state.current_player(), chance.choice(state.legal_actions())
            assert state.returns() == [0.0, 0.0]
            game.follow("N" if player < 0 else FAITHS[player], state.action_to_string(player, action))
            state.apply_action(action)
            while len(game._state.options()) == 1:
                game._take(game._state.options()[0])
            for number, seat in enumerate(FAITHS):
                assert json.loads(state.observation_string(number)) == build_state_view(game._state, seat)
        assert game.outcome is not None
        assert state.returns() == {"C": [1.0, -1.0], "P": [-1.0, 1.0], None: [0.0, 0.0]}[game.outcome.winner]


@modes
def test_equal_views_and_only_those_are_one_information_state(mode: str, walks: Any) -> None:
    states: dict[str, str] = {}
    for seed in range(walks(3)):
        for state in moments(mode, seed):
            for player in range(2):
                states.setdefault(state.observation_string(player), state.information_state_string(player))
                assert states[state.observation_string(player)] == state.information_state_string(player)
    assert len(set(states.values())) == len(states) > 100


@modes
def test_a_state_dealt_from_a_view_is_the_same_information_state(mode: str) -> None:
    game, chance = Game(Options(mode=mode, faiths="agreed"), nature=FastNature(3)), random.Random(3)  # type: ignore[arg-type]
    while (decision := game.decision()) is not None:
        seat = FAITHS.index(decision.who)
        world = determinize(game.view(decision.who), decision.version)
        assert openspiel.information_text(world, seat) == openspiel.information_text(game._state, seat)
        game.choose(chance.choice(decision.options))


@modes
def test_resampling_changes_hidden_things_only(mode: str, walks: Any) -> None:
    sampler, differing = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0), 0
    for seed in range(walks(3)):
        for state in moments(mode, seed):
            for player in () if state.is_terminal() else range(2):
                other = state.resample_from_infostate(player, sampler)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert openspiel.information_text(other.world.state, k.NOBODY) == openspiel.information_text(
                    state.world.state, k.NOBODY
                )
                assert other.current_player() == state.current_player()
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                differing += dump(other.world.state)["hand"] != dump(state.world.state)["hand"]
    assert differing > 20


def test_copies_are_independent() -> None:
    for state in moments("first", 1):
        if state.is_terminal():
            break
        copied, before = state.clone(), str(state)
        assert str(copied) == before
        assert copied.history() == state.history()
        copied.apply_action(copied.legal_actions()[-1])
        assert str(state) == before
        assert state.information_state_string(0) == openspiel.information_text(state.world.state, 0)
        assert copied.information_state_string(0) == openspiel.information_text(copied.world.state, 0)


def test_states_can_be_serialized() -> None:
    for number, state in enumerate(moments("draft", 2)):
        if number % 40 == 0:
            assert dump(pickle.loads(pickle.dumps(state.world)).state) == dump(state.world.state)
            again = state.get_game().deserialize_state(state.serialize())
            assert str(again) == str(state)


def test_actions_have_unique_numbers() -> None:
    meanings: dict[tuple[int, int], str] = {}
    for seed in range(4):
        for state in moments("first", seed):
            player = state.current_player()
            for action in () if player < 0 else state.legal_actions():
                word = state.action_to_string(player, action).partition(":")[0]
                assert meanings.setdefault((player, action), word) == word
                assert 0 <= action < state.get_game().num_distinct_actions()
    assert len(set(meanings.values())) > 6


def test_an_observer_without_private_information_is_a_spectator() -> None:
    state = next(state for state in moments("first", 1) if state.current_player() >= 0)
    kind = pyspiel.IIGObservationType
    nothing = kind(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    observation = import_module("open_spiel.python.observation")
    observed = observation.make_observation(state.get_game(), nothing).string_from(state, 0)
    assert json.loads(observed) == build_state_view(state.world.state, None)
    everything = kind(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="both players"):
        state.get_game().make_py_observer(everything)
