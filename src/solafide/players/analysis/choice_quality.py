"""A choice judged by what its chooser could know: was there a better one, and what did it cost?"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from solafide.game.decision import acting_faith, current_decision, front_of
from solafide.game.notation import choice_texts
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.analysis.decision_points import Moment
from solafide.players.analysis.estimate import Measure
from solafide.players.analysis.evaluator import Evaluator, Look

LONGEST_ADVICE = 4
# Which choices are compared with the one that was made: those that a search tried most often, and often enough.
CANDIDATES = 2
NOTABLE = 0.05
# Chance lost, and what that is called.
GRADES = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))

Advice = tuple[dict[str, Any], ...]


class Verdict(NamedTuple):
    """best: a better choice, if there was one, and how the chooser goes on, each with question, choice and context.

    reached, possible: the chooser's chance after what was chosen and after the best choice.
    """

    best: Advice
    reached: Measure
    possible: Measure

    @property
    def loss(self) -> Measure:
        """The chance that the choice gave away."""
        return self.possible.minus(self.reached)

    @property
    def grade(self) -> str | None:
        """What a loss is called, if it is one beyond doubt.

        >>> Verdict((), Measure((0.5, 0.5)), Measure((0.57, 0.56))).grade
        'mistake'
        """
        lost = self.loss
        return next((name for least, name in GRADES if lost.mean >= least and lost.certain), None)


def verdict(moment: Moment, worlds: Sequence[State], looks: Sequence[Look], evaluator: Evaluator) -> Verdict:
    """worlds: one for each sample, dealt to fit the chooser's view; looks: what a search from there thinks."""
    visits: Counter[int] = Counter()
    for look in looks:
        visits.update({line.choice: line.visits for line in look.lines})
    first = [code for code, many in visits.most_common(CANDIDATES) if many >= NOTABLE * visits.total()]
    if set(first) <= {moment.code}:
        reached = Measure(tuple(_own(look.chance, moment) for look in looks))
        return Verdict((), reached, reached)
    # Searches that begin after the choices, alike for all of them, compare more fairly than the one that found them and
    # looked at some of them hardly at all. In a draft all three cards are looked at alike.
    of = {
        code: _line(looks, code) if moment.drafting else _after(worlds, moment, code, evaluator)
        for code in (moment.code, *(code for code in first if code != moment.code))
    }
    best = max(of, key=lambda code: (of[code].mean, code == moment.code))
    return Verdict(_advice(worlds, looks, best) if best != moment.code else (), of[moment.code], of[best])


def _line(looks: Sequence[Look], code: int) -> Measure:
    """The chooser's chance after a choice, as the searches before it saw it."""
    return Measure(tuple(next(line.value for line in look.lines if line.choice == code) for look in looks))


def _after(worlds: Sequence[State], moment: Moment, code: int, evaluator: Evaluator) -> Measure:
    """The chooser's chance after a choice, as it could be known at that moment."""
    found = []
    for seed, world in enumerate(worlds):
        state = world.clone()
        state.autofill = 0
        state.step(code)
        while state.who == moment.seat and len(state.options()) == 1:
            state.step(state.options()[0])
        found.append(_own(evaluator.look(state, moment.seat, seed).chance, moment))
    return Measure(tuple(found))


def _own(chance: float, moment: Moment) -> float:
    """The Catholics' chance as the chooser's."""
    return chance if moment.seat == k.CATHOLIC else 1 - chance


def _advice(worlds: Sequence[State], looks: Sequence[Look], best: int) -> Advice:
    """The best choice and the chooser's next ones, until somebody else answers, as texts with their context."""
    lines = [(line, world) for look, world in zip(looks, worlds, strict=True) for line in look.lines]
    line, world = max((each for each in lines if each[0].choice == best), key=lambda each: each[0].visits)
    state, me = world.clone(), world.who
    state.autofill = k.FILL_FORCED
    said: list[dict[str, Any]] = []
    for who, question, code in line.moves[:LONGEST_ADVICE]:
        if (who, question) != (me, state.question) or state.who != me or code not in state.options():
            break
        asked, faith = current_decision(state, 0), acting_faith(state)
        choice = choice_texts(question, faith, front_of(state, faith))[code]
        said.append({"question": asked.question, "choice": choice, "context": asked.context})
        state.step(code)
    return tuple(said)
