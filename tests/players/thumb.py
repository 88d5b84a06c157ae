"""Evaluators for tests of the analysis: quick, and plain enough to say beforehand what must come out."""

from math import exp

from solafide.cards import builtin
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.players.agents.heuristic import Judgement
from solafide.players.agents.search_session import SearchLine
from solafide.players.analysis.evaluator import Look, result

JUDGE = Judgement(builtin())


class Thumb:
    """Judges by rule of thumb, each sample a little otherwise, and looks one choice ahead."""

    iterations = 1

    def look(self, state: State, seat: int | None, seed: int) -> Look:
        lines = []
        for choice in state.options() if state.who <= k.PROTESTANT and not state.over else ():
            after = state.clone()
            after.step(choice)
            own = self.chance(after, seed) if state.who == k.CATHOLIC else 1 - self.chance(after, seed)
            lines.append(SearchLine(choice, round(1000 * own) + 1, 0.0, own, ((state.who, state.question, choice),)))
        return Look(self.chance(state, seed), tuple(sorted(lines, key=lambda line: -line.visits)))

    def chance(self, state: State, seed: int) -> float:
        if state.over:
            return result(state)
        return 1 / (1 + exp(-(JUDGE.of(state, k.CATHOLIC) + seed / 10) / 8))


class Blank(Thumb):
    """Knows nothing before the end."""

    def chance(self, state: State, seed: int) -> float:
        return result(state) if state.over else 0.5


class Treasure(Thumb):
    """Is sure that whoever keeps one card in the Catholic hand is better off by thirty points."""

    def __init__(self, card: int) -> None:
        self.card = card

    def chance(self, state: State, seed: int) -> float:
        return result(state) if state.over else 0.5 + 0.3 * (dump(state)["hand"][k.CATHOLIC] >> self.card & 1)
