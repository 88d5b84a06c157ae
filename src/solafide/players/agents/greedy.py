"""The greedy player: it compares the positions that its options lead to at the end of the turn."""

from functools import lru_cache

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, View, card_number, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_codes
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.agents.heuristic import HeuristicEvaluator

# Questions that only complete an effect: answered before the effect is evaluated.
COMPLETING_QUESTIONS = frozenset({k.Q_SIDE, k.Q_TOWARD, k.Q_KIND})
MAX_TURN_STEPS = 60  # more than any turn has

heuristic_for = lru_cache(maxsize=8)(HeuristicEvaluator)


class GreedyPlayer:
    """Tries each option in some worlds that fit its view, plays the rest of the turn, and takes the best on average.

    worlds: how many. What the seat cannot know is dealt again in each, so that draws and dice are averaged.
    """

    def __init__(self, seed: int = 0, worlds: int = 3) -> None:
        self.seed = seed
        self.worlds = worlds

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        if decision.question == "faith":
            return decision.options[self.seed % len(decision.options)]
        heuristic = heuristic_for(cards)
        if decision.question == "draft":
            return max(decision.options, key=lambda choice: _card_value(heuristic, choice))
        return self._best(view, decision, cards, heuristic)

    def _best(self, view: View, decision: Decision, cards: CardSet, heuristic: HeuristicEvaluator) -> str:
        me = FAITHS.index(decision.who)
        totals = dict.fromkeys(decision.options, 0.0)
        for number in range(self.worlds):
            world = determinize(view, _world_seed(self.seed, decision.version, number), cards)
            world.autofill = 1
            faith = acting_faith(world)
            codes = choice_codes(world.question, faith, front_of(world, faith))
            for choice in decision.options:
                after = world.clone()
                after.step(codes[choice])
                totals[choice] += value_after_turn(after, me, heuristic, world.turns)
        return max(decision.options, key=lambda choice: totals[choice])


def value_after_turn(state: State, me: int, heuristic: HeuristicEvaluator, turns: int) -> float:
    """Play on to the end of this turn, effect by effect, and evaluate the position then."""
    for _ in range(MAX_TURN_STEPS):
        if state.over or state.turns != turns:
            break
        offered = state.options()
        if state.who == me:
            state.step(max(offered, key=lambda choice: _effect_value(state, choice, me, heuristic)))
        else:
            state.step(offered[state.random_below(len(offered))])
    return heuristic.evaluate(state, me)


def _effect_value(state: State, choice: int, me: int, heuristic: HeuristicEvaluator) -> float:
    """Return what a choice is worth with the best answers that complete its effect."""
    after = state.clone()
    after.step(choice)
    if after.who == me and after.question in COMPLETING_QUESTIONS:
        return max(_effect_value(after, part, me, heuristic) for part in after.options())
    return heuristic.evaluate(after, me)


def _card_value(heuristic: HeuristicEvaluator, choice: str) -> float:
    number = card_number(choice.partition(":")[2])
    return heuristic.card_values[number // k.CARDS_PER_FAITH][number % k.CARDS_PER_FAITH]


def _world_seed(seed: int, version: int, number: int) -> int:
    return (seed * 1_000_003 + version * 8_191 + number * 131) & 0x7FFFFFFFFFFFFFFF
