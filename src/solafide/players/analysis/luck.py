"""Luck: what an answer of nature was worth, compared with the mean of all possible answers."""

import random
from math import comb
from statistics import fmean
from typing import NamedTuple

from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.analysis.decision_points import DecisionPoint
from solafide.players.analysis.estimate import SampledEstimate
from solafide.players.analysis.evaluator import Evaluator

SAMPLED_TRIPLES = 10  # of the many that a draft can deal, other ones in each sample


class Luck(NamedTuple):
    """otherwise: the Catholics' mean chance after nature's other answers; share: how likely those were together."""

    otherwise: SampledEstimate
    share: float

    def of(self, after: SampledEstimate) -> SampledEstimate:
        """Return what the answer was worth that led to `after`.

        The mean over all answers, weighted by their probability, is zero: however bad the estimates are, nobody looks
        lucky in the long run.

        >>> Luck(SampledEstimate((0.4,)), 5 / 6).of(SampledEstimate((1.0,))).mean
        0.5
        """
        return after.minus(self.otherwise).times(self.share)

    def before(self, after: SampledEstimate) -> SampledEstimate:
        """The chance before nature answered: the mean over all answers, including the one that led to `after`."""
        return after.minus(self.of(after))


def estimate_luck(point: DecisionPoint, evaluator: Evaluator, samples: int) -> Luck:
    """Evaluate nature's other answers at this point, with all cards open."""
    if point.kind == "triple":
        dealt = [_states_after_triples(point, seed) for seed in range(samples)]
        share = 1 - 1 / comb(len(point.state.options()), 3)
    else:
        others = [_state_after(point.state, code) for code in point.state.options() if code != point.code]
        dealt, share = [others] * samples, len(others) / (len(others) + 1)
    chances = ([evaluator.evaluate(state, None, seed).chance for state in states] for seed, states in enumerate(dealt))
    return Luck(SampledEstimate(tuple(map(fmean, chances))), share)


def _state_after(state: State, code: int) -> State:
    """The state after an answer, at the next real question."""
    after: State = state.clone()
    after.autofill = k.FILL_FORCED
    after.step(code)
    return after


def _states_after_triples(point: DecisionPoint, seed: int) -> list[State]:
    """States after three other cards of the draft."""
    rng = random.Random(f"{point.version}/{seed}")
    dealt = []
    for _ in range(SAMPLED_TRIPLES):
        state: State = point.state.clone()
        for _ in range(3):
            state.step(rng.choice(state.options()))
        dealt.append(state)
    return dealt
