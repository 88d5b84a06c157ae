"""Why a choice of a finished game was worse than another: what a teacher would have said before it."""

from collections.abc import Callable

from solafide.cards import CardSet
from solafide.game import Decision
from solafide.kernel import MODE
from solafide.kernel.network import Network
from solafide.players.advice.hint import WORLDS, Comparison, compare
from solafide.players.analysis.decision_points import Moment

WORST = 10  # choices of either faith that are explained
ITERATIONS = 20_000 if MODE == "compiled" else 60


class Tutor:
    """Explains mistakes; the same moment and choice get the same answer.

    network: what chances come from, if not from the one that comes with the game; cancelled: as in `Searching`.
    """

    def __init__(
        self,
        cards: CardSet,
        network: Network | None = None,
        iterations: int = ITERATIONS,
        worlds: int = WORLDS,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.cards, self.network, self.iterations, self.worlds = cards, network, iterations, worlds
        self.cancelled = cancelled

    def explain(self, moment: Moment, better: str) -> Comparison:
        """What was chosen beside the better choice, from what its chooser could know."""
        view = moment.views[moment.seat]
        return compare(
            view,
            Decision(**view["decision"]),
            self.cards,
            better,
            moment.choice,
            iterations=self.iterations,
            network=self.network,
            worlds=self.worlds,
            cancelled=self.cancelled,
        )
