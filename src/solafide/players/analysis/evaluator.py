"""Evaluate a position for an analysis: how likely the Catholics win, and which choices are good."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.players.agents.search_session import SearchLine, SearchSession

EVALUATION_ITERATIONS = 4000
DRAFT_ITERATION_PARTS = 8  # in a draft each iteration plays it to its end, and takes longer


class Evaluation(NamedTuple):
    """The chance of the Catholics, a draw counting half, and the choices of who is asked, the best first."""

    chance: float
    lines: tuple[SearchLine, ...] = ()


class Evaluator(Protocol):
    """Evaluates positions; the same state, seat and seed give the same answer.

    iterations: how many of them each evaluation takes.
    """

    iterations: int

    def evaluate(self, state: State, seat: int | None, seed: int) -> Evaluation:
        """Evaluate what this faith can know of the state (the rest may be otherwise); None: all cards are open."""
        ...


class SearchEvaluator:
    """Evaluates by tree search, with a fixed number of iterations.

    network: where values come from, if not from the network that comes with the game. cancelled: asked again and again;
    once it says yes, evaluations come back at once and are worth nothing.
    """

    def __init__(
        self,
        iterations: int = EVALUATION_ITERATIONS,
        network: Network | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.iterations = iterations
        self.network = network
        self.cancelled = cancelled

    def evaluate(self, state: State, seat: int | None, seed: int) -> Evaluation:
        if state.over:
            return Evaluation(final_chance(state))
        iterations = self.iterations
        if state.context()[0] == k.SETUP:
            iterations = max(iterations // DRAFT_ITERATION_PARTS, 1)
        session = SearchSession(state, seat, seed=seed, network=self.network, complete_draft=True)
        session.run(iterations=iterations, cancelled=self.cancelled)
        lines = tuple(session.lines())
        if (state.who == seat or seat is None) and lines and lines[0].moves[0][0] == state.who:
            # The mean of the tree includes choices that were only explored: the best line is the value of the position.
            best = lines[0].value
            return Evaluation(best if state.who == k.CATHOLIC else 1 - best, lines)
        return Evaluation(session.chance(k.CATHOLIC), lines)


def final_chance(state: State) -> float:
    """The result of a finished game as the Catholics' chance: 1, 0.5 or 0."""
    lead: int = state.score(k.CATHOLIC) - state.score(k.PROTESTANT)
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
