"""Evaluators for tests of the analysis: quick, and simple enough to predict their results."""

from math import exp

from solafide.cards import builtin
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.players.agents.heuristic import HeuristicEvaluator
from solafide.players.agents.search_session import SearchLine
from solafide.players.analysis.evaluator import Evaluation, final_chance

HEURISTIC = HeuristicEvaluator(builtin())


class HeuristicChances:
    """Evaluates by the heuristic, each sample a little differently, and searches one choice ahead."""

    iterations = 1

    def evaluate(self, state: State, seat: int | None, seed: int) -> Evaluation:
        lines = []
        for choice in state.options() if state.who <= k.PROTESTANT and not state.over else ():
            after = state.clone()
            after.step(choice)
            own = self.chance(after, seed) if state.who == k.CATHOLIC else 1 - self.chance(after, seed)
            lines.append(SearchLine(choice, round(1000 * own) + 1, 0.0, own, ((state.who, state.question, choice),)))
        return Evaluation(self.chance(state, seed), tuple(sorted(lines, key=lambda line: -line.visits)))

    def chance(self, state: State, seed: int) -> float:
        if state.over:
            return final_chance(state)
        return 1 / (1 + exp(-(HEURISTIC.evaluate(state, k.CATHOLIC) + seed / 10) / 8))


class EvenChances(HeuristicChances):
    """Even chances until the game is over."""

    def chance(self, state: State, seed: int) -> float:
        return final_chance(state) if state.over else 0.5


class CardChances(HeuristicChances):
    """The Catholics' chance is 80 % while one card is in their hand, else 50 %."""

    def __init__(self, card: int) -> None:
        self.card = card

    def chance(self, state: State, seed: int) -> float:
        return final_chance(state) if state.over else 0.5 + 0.3 * (dump(state)["hand"][k.CATHOLIC] >> self.card & 1)
