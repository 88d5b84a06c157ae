"""Judge a choice by search: for positions of first games and for drafts, where nothing can be proved by trying all.

A judgement counts only if every judge agrees: each network with each seed finds the same best choice, with the margin
to the second. Each search deals the hidden cards over and over: all hands that the view allows may come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solafide.cards import CardSet
from solafide.game import Decision, View
from solafide.kernel.network import Network
from solafide.players.advice.hint import hint

MIN_CHANCE_LEAD = 0.10  # of the best choice over the second
QUICK_ITERATIONS = 4_000
BUDGET_FACTOR = 10  # a judgement has ten times the budget of the search that found the candidate
SEEDS = (11, 12)
WORLDS = 1  # reasons are not needed


@dataclass(frozen=True)
class Judgement:
    """The best choice and how far it is ahead of the second, by the judge that sees the smallest lead."""

    choice: str
    margin: float


def judge_once(
    view: View, decision: Decision, cards: CardSet, network: Network | None, iterations: int, seed: int
) -> Judgement | None:
    """Return what one search says; None if it has compared no two choices. network: None means that of the game."""
    advice = hint(view, decision, cards, iterations=iterations, seed=seed, network=network, worlds=WORLDS)
    chances = [each.chance for each in advice.choices if each.chance is not None]
    if len(chances) < 2 or advice.best.chance is None:
        return None
    return Judgement(advice.best.choice, advice.best.chance - max(chances[1:]))


def judge(
    view: View,
    decision: Decision,
    cards: CardSet,
    networks: Sequence[Network | None],
    iterations: int,
    seeds: Sequence[int] = SEEDS,
) -> Judgement | None:
    """Return the best choice if all networks with all seeds agree on it and on the margin; else None."""
    smallest: Judgement | None = None
    for network in networks:
        for seed in seeds:
            judgement = judge_once(view, decision, cards, network, iterations, seed)
            if judgement is None or judgement.margin < MIN_CHANCE_LEAD:
                return None
            if smallest is not None and judgement.choice != smallest.choice:
                return None
            if smallest is None or judgement.margin < smallest.margin:
                smallest = judgement
    return smallest
