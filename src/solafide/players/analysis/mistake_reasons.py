"""Explain why a choice in a finished game was worse than another one, from what its chooser could know."""

from collections.abc import Callable

from solafide.cards import CardSet
from solafide.game import Decision
from solafide.kernel import MODE
from solafide.kernel.network import Network
from solafide.players.advice.hint import REASON_WORLDS, ChoiceComparison, compare
from solafide.players.analysis.decision_points import DecisionPoint

MAX_EXPLAINED_MISTAKES = 10  # choices of either faith that are explained
EXPLANATION_ITERATIONS = 20_000 if MODE == "compiled" else 60


class MistakeExplainer:
    """Explains mistakes; the same decision point and choice get the same explanation.

    network: where chances come from, if not from the network that comes with the game; cancelled: as in `Searching`.
    """

    def __init__(
        self,
        cards: CardSet,
        network: Network | None = None,
        iterations: int = EXPLANATION_ITERATIONS,
        worlds: int = REASON_WORLDS,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.cards, self.network, self.iterations, self.worlds = cards, network, iterations, worlds
        self.cancelled = cancelled

    def explain(self, point: DecisionPoint, better: str) -> ChoiceComparison:
        """Compare the choice that was made with the better one, from what its chooser could know."""
        view = point.views[point.seat]
        decision = view["decision"]
        assert decision is not None
        return compare(
            view,
            Decision.from_json(decision),
            self.cards,
            better,
            point.choice,
            iterations=self.iterations,
            network=self.network,
            worlds=self.worlds,
            cancelled=self.cancelled,
        )
