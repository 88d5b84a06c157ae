"""The summary of a game agrees with its view."""

from random import Random

import pytest

from solafide.game import Game, LiveNature, Options
from solafide.game.summary import summarize


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", ["first", "draft"])
def test_the_summary_is_a_part_of_the_view(mode: str, seed: int) -> None:
    game, chance = Game(Options(mode=mode), nature=LiveNature(bytes([seed]) * 32)), Random(seed)
    while True:
        view, summary = game.view(), summarize(game)
        for name in ("phase", "turn_number", "persons", "outcome"):
            assert summary.pop(name) == view[name]
        assert summary.pop("waiting_for") == game.waiting_for()
        points = {faith: {"points": view["faiths"][faith]["points"]} for faith in "CP"}
        assert summary == {"faiths": points}
        if game.over:
            return
        decision = game.decision(chance.choice(game.waiting_for()))
        assert decision is not None
        game.choose(chance.choice(decision.options), decision.who)


def test_the_summary_of_a_resigned_game() -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    game.end("resign", "C")
    assert summarize(game)["outcome"] == game.view()["outcome"]
    assert summarize(game)["waiting_for"] == []
