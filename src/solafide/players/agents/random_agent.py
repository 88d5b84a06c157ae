"""The random player: every option is equally likely."""

import random

from solafide.cards import CardSet
from solafide.game import Decision, View


class RandomPlayer:
    """Picks every option with the same probability; the same seed gives the same choices.

    >>> from solafide.cards import builtin
    >>> from solafide.game import Game, LiveNature
    >>> game = Game(nature=LiveNature(bytes(32)))
    >>> decision = game.decision()
    >>> RandomPlayer(seed=7).choose(game.view(decision.who), decision, builtin()) in decision.options
    True
    """

    blind = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        return random.Random(f"{self.seed}/{decision.who}/{decision.version}").choice(decision.options)
