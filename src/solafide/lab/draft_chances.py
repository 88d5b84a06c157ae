"""Measure whether the chances that both seats are told in a draft add up to one; `-m` prints them for many drafts.

Each seat is asked at its own decisions, from what it knows; both draft by search.
"""

import argparse
import json
from collections.abc import Sequence
from statistics import fmean, stdev

from solafide.cards import builtin
from solafide.game import FAITHS, Faith, Game, LiveNature, Options
from solafide.kernel import codes as k
from solafide.lab.simulate import derive_seed
from solafide.players import SearchPlayer
from solafide.players.advice.hint import hint

DRAFTS = 1000
ITERATIONS = 200
MEASURED_PICKS = (1, 4, 8, 12, 15)

ChancesByPick = dict[int, dict[Faith, float]]


def draft_chances(
    seed: str, number: int, iterations: int = ITERATIONS, picks: Sequence[int] = MEASURED_PICKS
) -> ChancesByPick:
    """Draft once and return the chance that a hint would tell each seat, by pick."""
    game = Game(Options(mode="draft", faiths="agreed"), builtin(), LiveNature(derive_seed(seed, "draft", number)))
    chances: ChancesByPick = {pick: {} for pick in picks}
    for place, faith in enumerate(FAITHS):
        search = SearchPlayer(seed=2 * number + place, iterations=iterations)
        for pick in range(1, k.CARDS_PER_FAITH // 3 + 1):
            decision = game.decision(faith)
            assert decision is not None
            view = game.view(faith)
            if pick in chances:
                chance = hint(view, decision, game.cards, iterations=iterations, worlds=1).best.chance
                assert chance is not None
                chances[pick][faith] = chance
            game.choose(search.choose(view, decision, game.cards), faith)
    return chances


def measure(seed: str, drafts: int, iterations: int = ITERATIONS) -> dict[str, object]:
    """Return the mean chances of both seats over many drafts, by pick and in all, with the 95 % margin of their sum."""
    each = [draft_chances(seed, number, iterations) for number in range(drafts)]
    rows = {str(pick): _row([chances[pick] for chances in each]) for pick in MEASURED_PICKS}
    means = [{faith: fmean(chances[pick][faith] for pick in MEASURED_PICKS) for faith in FAITHS} for chances in each]
    return {"drafts": drafts, "iterations": iterations, "seed": seed, "picks": rows, "all": _row(means)}


def _row(chances: Sequence[dict[Faith, float]]) -> dict[str, float]:
    sums = [each["C"] + each["P"] for each in chances]
    margin = 1.96 * stdev(sums) / len(sums) ** 0.5 if len(sums) > 1 else 1.0
    means: dict[str, float] = {faith: round(fmean(each[faith] for each in chances), 4) for faith in FAITHS}
    return {**means, "sum": round(fmean(sums), 4), "margin": round(margin, 4)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drafts", type=int, default=DRAFTS)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--seed", default="draft chances")
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.seed, arguments.drafts, arguments.iterations), indent=2))
