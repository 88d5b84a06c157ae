"""Luck: what nature's answer was worth, against the mean of all that she could have given."""

import random
from math import comb
from statistics import fmean
from typing import NamedTuple

from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.analysis.decision_points import Moment
from solafide.players.analysis.estimate import Measure
from solafide.players.analysis.evaluator import Evaluator

OUTCOMES = 10  # of the very many that a draft can deal, picked anew for each sample


class Luck(NamedTuple):
    """otherwise: the Catholics' chance had nature answered otherwise, on average; share: how likely that was."""

    otherwise: Measure
    share: float

    def of(self, after: Measure) -> Measure:
        """What the answer was worth that led to `after`.

        The mean over all answers, each with its probability, is nought: however bad the estimates, they do not make
        anybody look lucky in the long run.

        >>> Luck(Measure((0.4,)), 5 / 6).of(Measure((1.0,))).mean
        0.5
        """
        return after.minus(self.otherwise).times(self.share)

    def before(self, after: Measure) -> Measure:
        """The chance before she answered: the mean over all answers, the one that led to `after` among them."""
        return after.minus(self.of(after))


def luck(moment: Moment, evaluator: Evaluator, samples: int) -> Luck:
    """Nature's other answers at this moment, with all cards open."""
    if moment.kind == "triple":
        dealt = [_triples(moment, seed) for seed in range(samples)]
        share = 1 - 1 / comb(len(moment.state.options()), 3)
    else:
        others = [_answered(moment.state, code) for code in moment.state.options() if code != moment.code]
        dealt, share = [others] * samples, len(others) / (len(others) + 1)
    chances = ([evaluator.look(state, None, seed).chance for state in states] for seed, states in enumerate(dealt))
    return Luck(Measure(tuple(map(fmean, chances))), share)


def _answered(state: State, code: int) -> State:
    """The state after an answer, at the next real question."""
    after: State = state.clone()
    after.autofill = k.FILL_FORCED
    after.step(code)
    return after


def _triples(moment: Moment, seed: int) -> list[State]:
    """States after three other cards of the draft."""
    dice = random.Random(f"{moment.version}/{seed}")
    dealt = []
    for _ in range(OUTCOMES):
        state: State = moment.state.clone()
        for _ in range(3):
            state.step(dice.choice(state.options()))
        dealt.append(state)
    return dealt
