"""Assess a choice by what its chooser could know: was there a better one, and what did the choice cost?"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from solafide.game.decision import acting_faith, current_decision, front_of
from solafide.game.notation import choice_texts
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.analysis.decision_points import DecisionPoint
from solafide.players.analysis.estimate import SampledEstimate
from solafide.players.analysis.evaluator import Evaluation, Evaluator

MAX_ALTERNATIVE_MOVES = 4
# Choices to compare with the one that was made: those that a search tried most often, with a minimum share of visits.
CANDIDATES = 2
MIN_VISIT_SHARE = 0.05
# The chance of winning that was lost, and its grade.
GRADES = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))

Alternative = tuple[dict[str, Any], ...]


class ChoiceQuality(NamedTuple):
    """How good a choice was.

    best: a better choice, if there was one, and how the chooser goes on after it, each with question, choice and
    context. reached, possible: the chooser's chance after the choice that was made and after the best one.
    """

    best: Alternative
    reached: SampledEstimate
    possible: SampledEstimate

    @property
    def loss(self) -> SampledEstimate:
        """The chance of winning that the choice lost."""
        return self.possible.minus(self.reached)

    @property
    def grade(self) -> str | None:
        """The grade of a loss that is larger than its error allows for.

        >>> ChoiceQuality((), SampledEstimate((0.5, 0.5)), SampledEstimate((0.57, 0.56))).grade
        'mistake'
        """
        loss = self.loss
        return next((name for least, name in GRADES if loss.mean >= least and loss.certain), None)


def assess_choice(
    point: DecisionPoint, worlds: Sequence[State], evaluations: Sequence[Evaluation], evaluator: Evaluator
) -> ChoiceQuality:
    """Compare the choice at a decision point with the best other ones.

    worlds: one for each sample, dealt to fit the chooser's view; evaluations: those of a search in each world.
    """
    visits: Counter[int] = Counter()
    for each in evaluations:
        visits.update({line.choice: line.visits for line in each.lines})
    first = [code for code, many in visits.most_common(CANDIDATES) if many >= MIN_VISIT_SHARE * visits.total()]
    if set(first) <= {point.code}:
        reached = SampledEstimate(tuple(_choosers_chance(each.chance, point) for each in evaluations))
        return ChoiceQuality((), reached, reached)
    # Searches that begin after each choice compare more fairly than the search that found them: it hardly visited some
    # of them. In a draft all three cards get the same attention.
    of = {
        code: _chance_in_searches(evaluations, code)
        if point.drafting
        else _chance_after(worlds, point, code, evaluator)
        for code in (point.code, *(code for code in first if code != point.code))
    }
    best = max(of, key=lambda code: (of[code].mean, code == point.code))
    return ChoiceQuality(
        _alternative(worlds, evaluations, best) if best != point.code else (), of[point.code], of[best]
    )


def _chance_in_searches(evaluations: Sequence[Evaluation], code: int) -> SampledEstimate:
    """The chooser's chance after a choice, as the searches before it saw it."""
    return SampledEstimate(
        tuple(next(line.value for line in each.lines if line.choice == code) for each in evaluations)
    )


def _chance_after(worlds: Sequence[State], point: DecisionPoint, code: int, evaluator: Evaluator) -> SampledEstimate:
    """The chooser's chance after a choice, as it could be known at that point."""
    chances = []
    for seed, world in enumerate(worlds):
        state = world.clone()
        state.autofill = 0
        state.step(code)
        while state.who == point.seat and len(state.options()) == 1:
            state.step(state.options()[0])
        chances.append(_choosers_chance(evaluator.evaluate(state, point.seat, seed).chance, point))
    return SampledEstimate(tuple(chances))


def _choosers_chance(chance: float, point: DecisionPoint) -> float:
    """The Catholics' chance as the chooser's."""
    return chance if point.seat == k.CATHOLIC else 1 - chance


def _alternative(worlds: Sequence[State], evaluations: Sequence[Evaluation], best: int) -> Alternative:
    """The best choice and the chooser's next ones, until somebody else answers, as texts with their context."""
    lines = [(line, world) for each, world in zip(evaluations, worlds, strict=True) for line in each.lines]
    line, world = max((each for each in lines if each[0].choice == best), key=lambda each: each[0].visits)
    state, me = world.clone(), world.who
    state.autofill = k.FILL_FORCED
    moves: list[dict[str, Any]] = []
    for who, question, code in line.moves[:MAX_ALTERNATIVE_MOVES]:
        if (who, question) != (me, state.question) or state.who != me or code not in state.options():
            break
        decision, faith = current_decision(state, 0), acting_faith(state)
        choice = choice_texts(question, faith, front_of(state, faith))[code]
        moves.append({"question": decision.question, "choice": choice, "context": decision.context})
        state.step(code)
    return tuple(moves)
