"""A simple opponent: looks at what each option makes of the table by the end of the turn, and takes the best."""

from functools import lru_cache

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, View, card_number, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_codes
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.agents.heuristic import Judgement

# Questions that only fill in the rest of an effect: looked through before the effect is judged.
PARTS = frozenset({k.Q_SIDE, k.Q_TOWARD, k.Q_KIND})
# Longer turns than this do not happen; a limit all the same.
LONGEST_TURN = 60

judgement = lru_cache(maxsize=8)(Judgement)


class Greedy:
    """Tries each option in a few worlds that fit its view, plays the rest of the turn likewise, and compares.

    worlds: how many. What it cannot know is dealt anew in each, so that draws and dice are averaged.
    """

    def __init__(self, seed: int = 0, worlds: int = 3) -> None:
        self.seed = seed
        self.worlds = worlds

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        if decision.question == "faith":
            return decision.options[self.seed % len(decision.options)]
        judge = judgement(cards)
        if decision.question == "draft":
            return max(decision.options, key=lambda choice: _kept(judge, choice))
        return self._best(view, decision, cards, judge)

    def _best(self, view: View, decision: Decision, cards: CardSet, judge: Judgement) -> str:
        me = FAITHS.index(decision.who)
        totals = dict.fromkeys(decision.options, 0.0)
        for number in range(self.worlds):
            world = determinize(view, _mixed(self.seed, decision.version, number), cards)
            world.autofill = 1
            faith = acting_faith(world)
            codes = choice_codes(world.question, faith, front_of(world, faith))
            for choice in decision.options:
                tried = world.clone()
                tried.step(codes[choice])
                totals[choice] += rest_of_turn(tried, me, judge, world.turns)
        return max(decision.options, key=lambda choice: totals[choice])


def rest_of_turn(state: State, me: int, judge: Judgement, turns: int) -> float:
    """Play on to the end of this turn, effect by effect; what is then on the table is worth so much."""
    for _ in range(LONGEST_TURN):
        if state.over or state.turns != turns:
            break
        offered = state.options()
        if state.who == me:
            state.step(max(offered, key=lambda choice: _effect(state, choice, me, judge)))
        else:
            state.step(offered[state.random_below(len(offered))])
    return judge.of(state, me)


def _effect(state: State, choice: int, me: int, judge: Judgement) -> float:
    """What a choice is worth with the best parts that complete its effect."""
    tried = state.clone()
    tried.step(choice)
    if tried.who == me and tried.question in PARTS:
        return max(_effect(tried, part, me, judge) for part in tried.options())
    return judge.of(tried, me)


def _kept(judge: Judgement, choice: str) -> float:
    number = card_number(choice.partition(":")[2])
    return judge.worth[number // k.CARDS_PER_FAITH][number % k.CARDS_PER_FAITH]


def _mixed(seed: int, version: int, number: int) -> int:
    return (seed * 1_000_003 + version * 8_191 + number * 131) & 0x7FFFFFFFFFFFFFFF
