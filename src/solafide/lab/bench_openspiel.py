"""Measure OpenSpiel's card games, if it is installed, in the same way as `bench_worker`; run with `-m`."""

import json
import sys
from importlib import import_module
from itertools import repeat
from typing import Any

from solafide.lab.bench_worker import random_numbers, rate

OPENSPIEL_GAMES = ("gin_rummy", "hearts", "spades")
MEASURES = ("decisions_per_second", "driven_decisions_per_second", "clones_per_second")


class OpenSpielBench:
    """One game of OpenSpiel. A decision is a player's choice among at least two options, as in `bench_worker`."""

    def __init__(self, name: str) -> None:
        self.spiel: Any = import_module("pyspiel")
        self.game = self.spiel.load_game(name)
        self.random_number = random_numbers()
        self.dealt_state = self.game.new_initial_state()
        while self.dealt_state.is_chance_node():
            self._pick(self.dealt_state)

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
        decisions = sum(self._play(self.dealt_state.clone()) for _ in range(20)) / 20

        def work(rollouts: int) -> float:
            evaluator = self.spiel.RandomRolloutEvaluator(rollouts, self.random_number())
            bot = self.spiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, 1, False)
            bot.mcts_search(self.dealt_state)
            return rollouts * decisions

        return rate(work, seconds)

    def _driven(self, games: int) -> int:
        return sum(self._play(self.game.new_initial_state()) for _ in range(games))

    def _clones(self, copies: int) -> int:
        for _ in repeat(None, copies):
            self.dealt_state.clone()
        return copies

    def _play(self, state: Any) -> int:
        decisions = 0
        while not state.is_terminal():
            nature = state.is_chance_node()
            decisions += self._pick(state) > 1 and not nature
        return decisions

    def _pick(self, state: Any) -> int:
        legal_actions = state.legal_actions()
        state.apply_action(legal_actions[self.random_number() % len(legal_actions)])
        return len(legal_actions)


def serve_requests() -> None:
    """Read requests from standard input, a line of JSON each, and answer each with a line of JSON."""
    peers = {name: OpenSpielBench(name) for name in OPENSPIEL_GAMES}
    print(json.dumps({"games": OPENSPIEL_GAMES}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(peers[request["game"]].measure(request["measure"], request["seconds"])), flush=True)


if __name__ == "__main__":
    serve_requests()
