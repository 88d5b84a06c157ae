"""Measure how many inaccuracies are explained by no single reason; `-m` prints the share over a sample of games."""

import argparse
import json
from collections import Counter
from typing import Any

from solafide.cards import builtin
from solafide.game import FAITHS, Game, LiveNature, Options, Seat
from solafide.lab.simulate import derive_seed, seat_player
from solafide.players import Player
from solafide.players.advice.hint import HintBuilder, hint
from solafide.players.agents.network_file import network_for
from solafide.players.analysis.choice_quality import GRADES

DEFAULT_GAMES = 20
ITERATIONS = 2000
LEAST_LOSS = GRADES[-1][0]  # an inaccuracy


def measure(player: str, games: int, seed: str, iterations: int = ITERATIONS) -> dict[str, Any]:
    """Let a player play itself; return how many choices were inaccuracies or worse, and their first reasons."""
    first_reasons, questions = Counter[str](), Counter[str]()
    for number in range(games):
        mode = ("first", "draft")[number % 2]
        nature = LiveNature(derive_seed(seed, "reasons/nature", number))
        game = Game(Options(mode=mode, faiths="agreed"), builtin(), nature)  # type: ignore[arg-type]
        seats: dict[Seat, Player] = {
            faith: seat_player(player, derive_seed(seed, f"reasons/{faith}", number)) for faith in FAITHS
        }
        while (decision := game.decision()) is not None:
            view = game.view(decision.who)
            choice = seats[decision.who].choose(view, decision, game.cards)
            if _may_be_inaccurate(game, choice, iterations):
                mind = hint(view, decision, game.cards, iterations=iterations, mind=choice).mind
                if mind is not None and mind.loss is not None and mind.loss >= LEAST_LOSS:
                    reasons = [*mind.forgoes, *mind.against]
                    first_reasons[reasons[0].kind if reasons else ""] += 1
                    questions[decision.question] += not reasons
            game.choose(choice, decision.who)
    count = first_reasons.total()
    return {
        "player": player,
        "games": games,
        "iterations": iterations,
        "inaccuracies": count,
        "unexplained": first_reasons[""],
        "share": round(first_reasons[""] / count, 4) if count else None,
        "unexplained_questions": {name: n for name, n in questions.items() if n},
        "first_reasons": dict(first_reasons.most_common()),
    }


def _may_be_inaccurate(game: Game, choice: str, iterations: int) -> bool:
    """Whether a quick look says so; only then are reasons looked for."""
    decision = game.decision()
    assert decision is not None
    if len(decision.options) == 1:
        return False
    builder = HintBuilder(game.view(decision.who), decision, game.cards, 0, network_for(game.cards), 1)
    lines = builder.search(iterations, 1)
    best = next(iter(lines))
    if choice == best:
        return False
    better, worse = (builder.search_again(each, lines[each]) for each in (best, choice))
    return bool(better and worse and better.value - worse.value >= LEAST_LOSS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", default="licentiate")
    parser.add_argument("--games", type=int, default=DEFAULT_GAMES)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--seed", default="reasons")
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.player, arguments.games, arguments.seed, arguments.iterations), indent=2))
