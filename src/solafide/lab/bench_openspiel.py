"""Measures OpenSpiel's card games as `bench_worker` measures ours, if it is installed; bench starts it with `-m`."""

import json
import sys
from importlib import import_module
from itertools import repeat
from typing import Any

from solafide.lab.bench_worker import lots, rate

GAMES = ("gin_rummy", "hearts", "spades")
MEASURES = ("decisions_per_second", "driven_decisions_per_second", "clones_per_second")


class OpenSpielBench:
    """One of its games. Decisions are counted as ours: a player's choice among at least two options."""

    def __init__(self, name: str) -> None:
        self.spiel: Any = import_module("pyspiel")
        self.game = self.spiel.load_game(name)
        self.lot = lots()
        self.dealt = self.game.new_initial_state()
        while self.dealt.is_chance_node():
            self._pick(self.dealt)

    def measure(self, what: str, seconds: float) -> float:
        if what == "clones_per_second":
            return rate(self._clones, seconds, 100)
        if what == "driven_decisions_per_second":
            return rate(self._driven, seconds)
        return self._random_play(seconds)

    def _random_play(self, seconds: float) -> float:
        """Rollouts in its own C++, from a dealt position: dealing is not timed, which is to its advantage.

        It has no call for them, but one simulation of its tree search is a number of rollouts from the root.
        """
        decisions = sum(self._play(self.dealt.clone()) for _ in range(20)) / 20

        def work(rollouts: int) -> float:
            evaluator = self.spiel.RandomRolloutEvaluator(rollouts, self.lot())
            bot = self.spiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, 1, False)
            bot.mcts_search(self.dealt)
            return rollouts * decisions

        return rate(work, seconds)

    def _driven(self, games: int) -> int:
        return sum(self._play(self.game.new_initial_state()) for _ in range(games))

    def _clones(self, copies: int) -> int:
        for _ in repeat(None, copies):
            self.dealt.clone()
        return copies

    def _play(self, state: Any) -> int:
        decisions = 0
        while not state.is_terminal():
            nature = state.is_chance_node()
            decisions += self._pick(state) > 1 and not nature
        return decisions

    def _pick(self, state: Any) -> int:
        offered = state.legal_actions()
        state.apply_action(offered[self.lot() % len(offered)])
        return len(offered)


def obey() -> None:
    """Take orders, a line of JSON each, and answer each with a line."""
    peers = {name: OpenSpielBench(name) for name in GAMES}
    print(json.dumps({"games": GAMES}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        print(json.dumps(peers[order["game"]].measure(order["measure"], order["seconds"])), flush=True)


if __name__ == "__main__":
    obey()
