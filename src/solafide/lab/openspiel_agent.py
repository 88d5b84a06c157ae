"""OpenSpiel's information-set Monte Carlo tree search as a player: its Python bot on the rules of this game."""

from time import perf_counter
from typing import Any

import numpy
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import Evaluator, RandomRolloutEvaluator

from solafide.cards import CardSet
from solafide.game import Decision, Options, View, determinize
from solafide.kernel import codes as k
from solafide.kernel.playout import play_to_end
from solafide.lab.openspiel import SolaFideGame, SolaFideState, game_of, returns

EXPLORATION_HUNDREDTHS = 200  # its constant for UCT, in hundredths
MAX_ITERATIONS = 1_000_000_000
MIN_ITERATIONS = 2  # the first iteration only opens the root


class KernelRolloutEvaluator(Evaluator):
    """Evaluate by one random game to the end, like RandomRolloutEvaluator, but inside the kernel, which is faster."""

    def evaluate(self, state: SolaFideState) -> list[float]:
        twin = state.world.state.clone()
        twin.autofill = k.FILL_ALL
        play_to_end(twin)
        return returns(twin)

    def prior(self, state: SolaFideState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class OutOfTime(Exception):
    """The bot counts iterations only: this ends its search by the clock."""


class TimedISMCTSBot(ISMCTSBot):
    """ISMCTSBot with a time limit and the resampler of this game; `iterations`: those of the last decision."""

    def __init__(
        self, game: SolaFideGame, evaluator: Any, exploration: float, seed: int, limit: int, seconds: float
    ) -> None:
        chance = numpy.random.RandomState(seed % (1 << 32))
        super().__init__(game, evaluator, exploration, limit or MAX_ITERATIONS, random_state=chance)
        self.set_resampler(self._resample)
        self.chance, self.seconds, self.iterations = chance, seconds, 0

    def run_search(self, state: SolaFideState) -> Any:
        self.iterations, self.end = 0, perf_counter() + self.seconds
        try:
            return super().run_search(state)
        except OutOfTime:
            return self.get_final_policy(state, self._root_node)

    def _resample(self, state: SolaFideState, player: int) -> SolaFideState:
        if self.seconds and self.iterations >= MIN_ITERATIONS and perf_counter() >= self.end:
            raise OutOfTime
        self.iterations += 1
        return state.with_redealt_cards(player, int(self.chance.randint(1 << 62)))


class OpenSpielPlayer:
    """The bot as a player: it searches from a state dealt from the view, so it knows what its seat knows.

    iterations: how many a decision, 0 for a limit by time alone; ms: how long a decision, 0 for a limit by iterations
    alone; rollouts: 0 for random play inside our kernel, else how many of OpenSpiel's own RandomRolloutEvaluator;
    exploration: in hundredths.
    """

    def __init__(
        self,
        seed: int = 0,
        iterations: int = 0,
        ms: int = 0,
        rollouts: int = 0,
        exploration: int = EXPLORATION_HUNDREDTHS,
    ) -> None:
        self.seed, self.rollouts, self.exploration = seed, rollouts, exploration
        self.iterations = iterations if iterations or ms else 1000
        self.ms = ms
        self.done = 0  # iterations so far, of all decisions
        self.spent = 0.0  # seconds they took

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.question == "faith":
            return decision.options[self.seed % len(decision.options)]
        begin = perf_counter()
        mixed = (self.seed * 1_000_003 + decision.version * 8_191) & 0x7FFFFFFFFFFFFFFF
        game = game_of(Options.from_json(view["options"]), cards)
        moment = game.at(determinize(view, mixed, cards))
        evaluator = RandomRolloutEvaluator(self.rollouts, numpy.random.RandomState(mixed % (1 << 32)))
        position_evaluator = evaluator if self.rollouts else KernelRolloutEvaluator()
        bot = TimedISMCTSBot(game, position_evaluator, self.exploration / 100, mixed, self.iterations, self.ms / 1000)
        choice = moment.choice(int(bot.step(moment)))
        self.done += bot.iterations
        self.spent += perf_counter() - begin
        return choice
