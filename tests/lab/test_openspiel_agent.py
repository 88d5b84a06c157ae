"""OpenSpiel's bot as a player: it uses only its seat's knowledge, keeps its limits, and takes an immediate win."""

import json
import random
from importlib import import_module
from typing import Any

import pytest

from needs import skip_without_openspiel
from solafide.cards import builtin
from solafide.game import FAITHS, Decision, Game, LiveNature, Options, position
from solafide.game.view import build_view
from solafide.kernel.redeal import redeal

pyspiel: Any = skip_without_openspiel()
ismcts: Any = import_module("solafide.lab.openspiel_agent")


def game_of(number: int, **options: Any) -> Game:
    return Game(Options(**options), nature=LiveNature(number.to_bytes(32, "big")))


def pending_decision(game: Game) -> Decision:
    decision = game.decision()
    assert decision is not None
    return decision


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_whole_games_are_reproducible(mode: str) -> None:
    games = []
    for _ in range(2):
        game, who = game_of(5, mode=mode, turn_limit=30), ismcts.OpenSpielPlayer(seed=11, iterations=4)
        while not game.over:
            decision = pending_decision(game)
            choice = who.choose(game.view(decision.who), decision, builtin())
            assert choice in decision.options
            game.choose(choice, decision.who, decision.version)
        games.append(game.steps)
    assert games[0] == games[1]


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_hidden_cards_change_no_choice(mode: str) -> None:
    game, who = game_of(3, mode=mode, faiths="agreed", turn_limit=12), ismcts.OpenSpielPlayer(seed=2, iterations=8)
    while not game.over:
        decision = pending_decision(game)
        view = game.view(decision.who)
        choice = who.choose(view, decision, builtin())
        other = game._state.clone()
        redeal(other, FAITHS.index(decision.who), decision.version)
        frame = {name: view[name] for name in ("version", "rules", "options", "cards")}
        there = build_view(other, decision.who, frame, view["decision"], None)
        assert json.dumps(there) == json.dumps(view)
        assert who.choose(there, decision, builtin()) == choice
        game.choose(choice, decision.who)


@pytest.mark.parametrize("rollouts", [0, 1])
def test_a_win_now_is_taken(rollouts: int) -> None:
    """The last circle lacks one noble territory, and decides: C01 converts it."""
    game = position(
        options=Options(mode="draft", faiths="agreed", first="C", turn_limit=30),
        claimed=dict.fromkeys((2, 3, 4, 5, 8), "C") | dict.fromkeys((6, 7, 9, 10), "P"),
        circles={1: {"nobility": "PCCCC", "power": 1}},
        hands={"C": ["C01", "C03"], "P": ["P04", "P01", "P02"]},
        decks={"C": ["C05", "C07"], "P": ["P03", "P05"]},
    )
    for seed in range(3):
        who = ismcts.OpenSpielPlayer(seed=seed, iterations=60, rollouts=rollouts)
        assert who.choose(game.view("C"), pending_decision(game), builtin()) == "play:C01"


def test_a_limit_by_iterations_is_kept() -> None:
    game = game_of(1, faiths="agreed")
    for limit in (2, 7, 30):
        who = ismcts.OpenSpielPlayer(iterations=limit)
        who.choose(game.view(pending_decision(game).who), pending_decision(game), builtin())
        assert who.done == limit


def test_a_limit_by_time_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(ismcts, "perf_counter", lambda: next(clock) / 100)
    game = game_of(1, faiths="agreed")
    who = ismcts.OpenSpielPlayer(ms=200)
    assert (
        who.choose(game.view(pending_decision(game).who), pending_decision(game), builtin())
        in pending_decision(game).options
    )
    assert ismcts.MIN_ITERATIONS < who.done < 30


def test_a_zero_time_limit_still_gives_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(ismcts, "perf_counter", lambda: next(clock))
    game = game_of(1, faiths="agreed")
    who = ismcts.OpenSpielPlayer(ms=1)
    assert (
        who.choose(game.view(pending_decision(game).who), pending_decision(game), builtin())
        in pending_decision(game).options
    )
    assert who.done == ismcts.MIN_ITERATIONS


def test_the_library_bot_plays_the_registered_game() -> None:
    """OpenSpiel's bot, evaluator and resampling as they come, on the game that was registered."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = pyspiel.load_game("sola_fide(turn_limit=6)")
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1), 2.0, 3)
    state, chance = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state))
    assert sum(state.returns()) == 0
