"""The counters of random draws are stored: a loaded game draws the same cards and dice as the original."""

import random

import pytest

from solafide.game import Game, LiveNature, Options, parse, record

GAMES = [Options(turn_limit=24), Options("draft", "after-card", turn_limit=12)]


def go_on(game: Game, steps: int | None = None) -> Game:
    """Return a choice that depends only on the question."""
    while not game.over and steps != 0:
        decision = game.decision()
        assert decision is not None
        game.choose(random.Random(f"{decision.version} {decision.options}").choice(decision.options))
        steps = None if steps is None else steps - 1
    return game


@pytest.mark.parametrize("options", GAMES, ids=lambda options: options.mode)
def test_counters_are_restored_after_loading(options: Options) -> None:
    seed = bytes(range(32))
    uninterrupted = record(go_on(Game(options, nature=LiveNature(seed)))).text()
    game = Game(options, nature=LiveNature(seed))
    saves = 0
    while not game.over:
        loaded = parse(record(game).text()).game()
        assert isinstance(loaded.nature, LiveNature)
        assert isinstance(game.nature, LiveNature)
        assert loaded.nature.counters == game.nature.counters
        if saves % 8 == 0:
            assert record(go_on(loaded)).text() == uninterrupted
        go_on(game, 1)
        saves += 1
    assert record(game).text() == uninterrupted
    assert saves > 30


def test_a_game_loaded_before_every_choice_is_the_same() -> None:
    """The game is saved and loaded before every choice."""
    options = Options(turn_limit=20)
    game = Game(options, nature=LiveNature(bytes(32)))
    uninterrupted = go_on(Game(options, nature=LiveNature(bytes(32))))
    while not game.over:
        game = go_on(parse(record(game).text()).game(), 1)
    assert record(game).text() == record(uninterrupted).text()
    assert game.outcome == uninterrupted.outcome
