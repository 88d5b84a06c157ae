"""The network player: it takes the option that the network values most, without search."""

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, View, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_codes
from solafide.kernel import codes as k
from solafide.players.agents.network_file import network_overlooking
from solafide.players.agents.random_agent import RandomPlayer


class NetworkPlayer:
    """Evaluates the position right after each option, before nature answers; without a network it plays at random."""

    def __init__(self, seed: int = 0, overlooks: int = 0, weights: str = "") -> None:
        self.seed = seed
        self.overlooks = overlooks
        self.weights = weights

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        network = network_overlooking(cards, self.weights, self.overlooks)
        if network is None or decision.question == "faith":
            return RandomPlayer(self.seed).choose(view, decision, cards)
        state = determinize(view, self.seed, cards)
        state.autofill = k.FILL_FORCED
        faith, me = acting_faith(state), FAITHS.index(decision.who)
        codes = choice_codes(state.question, faith, front_of(state, faith))

        def value(choice: str) -> int:
            after = state.clone()
            after.step(codes[choice])
            chance: int = network.win_chance(after, me)
            return chance

        return max(decision.options, key=value)
