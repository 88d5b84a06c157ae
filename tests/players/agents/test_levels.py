"""The five levels: each ends its games, beats random play, and overlooks what its description says."""

from itertools import pairwise

import pytest

from needs import needs_compiled_kernel
from solafide.cards import builtin
from solafide.game import FAITHS, Game, LiveNature, Options
from solafide.kernel import codes as k
from solafide.players import Player, player
from solafide.players.agents.levels import LEVELS, LevelPlayer
from solafide.players.agents.network_only import NetworkPlayer


def played(seats: dict[str, Player], number: int, mode: str) -> Game:
    game = Game(Options(faiths="agreed", mode=mode, turn_limit=600), nature=LiveNature(number.to_bytes(32, "big")))
    while (decision := game.decision()) is not None:
        view = game.view(decision.who)
        game.choose(seats[decision.who].choose(view, decision, builtin()), decision.who, decision.version)
    return game


@needs_compiled_kernel
@pytest.mark.parametrize("mode", ["first", "draft"])
@pytest.mark.parametrize("name", [name for name in LEVELS if name != "rector"])
def test_a_level_finishes_its_games(name: str, mode: str) -> None:
    for number in range(3):
        outcome = played({faith: player(name, number) for faith in FAITHS}, number, mode).outcome
        assert outcome is not None
        assert not outcome.limited


@needs_compiled_kernel
@pytest.mark.parametrize("faith", FAITHS)
def test_a_won_game_is_finished_quickly(faith: str) -> None:
    for number in range(4):
        seats = {other: player("doctor" if other == faith else "random", number) for other in FAITHS}
        view = played(seats, number, "draft").view()
        assert view["turn_number"] < 150


@needs_compiled_kernel
@pytest.mark.parametrize("weak", ["random", "scholar"])
def test_a_level_beats_weaker_play(weak: str) -> None:
    won = 0
    for number in range(20):
        strong = FAITHS[number % 2]
        seats = {faith: player("scholar" if weak == "random" else "doctor", number) for faith in FAITHS}
        seats[FAITHS[1 - number % 2]] = player(weak, number)
        outcome = played(seats, number // 2, "first").outcome
        assert outcome is not None
        won += outcome.winner == strong
    # By chance alone this happens once in five thousand runs.
    assert won >= 18


def test_each_level_searches_more_or_overlooks_less_than_the_one_below() -> None:
    strengths = list(LEVELS.values())
    for lower, higher in pairwise(strengths):
        assert higher.overlooks & ~lower.overlooks == 0
        assert higher.horizon == 0 or higher.horizon >= lower.horizon > 0
        assert lower.assume_known_hand or not higher.assume_known_hand
    assert strengths[-1].overlooks == 0
    assert strengths[0].overlooks & k.OVERLOOK_REPLIES


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_takes_its_strength_from_the_table(name: str) -> None:
    level = player(f"{name}:seed=5")
    assert isinstance(level, LevelPlayer)
    assert (level.seed, level.budget.iterations, level.overlooks) == (
        5,
        LEVELS[name].iterations,
        LEVELS[name].overlooks,
    )


def test_the_network_alone_takes_one_of_the_options_and_always_the_same() -> None:
    for mode in ("first", "draft"):
        game = Game(Options(faiths="agreed", mode=mode), nature=LiveNature(bytes(32)))
        for _ in range(40):
            decision = game.decision()
            assert decision is not None
            choices = {NetworkPlayer(seed).choose(game.view(decision.who), decision, builtin()) for seed in (1, 1, 2)}
            assert len(choices) == 1
            game.choose(choices.pop(), decision.who, decision.version)
