"""What an analysis asks about a position: how likely the Catholics win, and which choices are good."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.players.agents.search_session import SearchLine, SearchSession

ITERATIONS = 4000


class Look(NamedTuple):
    """The chance of the Catholics, a draw counting half, and the choices of who is asked, the best first."""

    chance: float
    lines: tuple[SearchLine, ...] = ()


class Evaluator(Protocol):
    """Whoever judges positions; the same state, seat and seed give the same answer.

    iterations: how much work went into each.
    """

    iterations: int

    def look(self, state: State, seat: int | None, seed: int) -> Look:
        """As this faith could know it (the rest of `state` is only one way it may be); None: all cards open."""
        ...


class Searching:
    """Judges by tree search; network: what its values come from, if not from the one that comes with the game.

    cancelled: asked now and then; whoever says yes gets answers at once that are worth nothing.
    """

    def __init__(
        self,
        iterations: int = ITERATIONS,
        network: Network | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.iterations = iterations
        self.network = network
        self.cancelled = cancelled

    def look(self, state: State, seat: int | None, seed: int) -> Look:
        if state.over:
            return Look(result(state))
        thinking = SearchSession(state, seat, seed=seed, network=self.network)
        thinking.run(iterations=self.iterations, cancelled=self.cancelled)
        lines = tuple(thinking.lines())
        if (state.who == seat or seat is None) and lines and lines[0].moves[0][0] == state.who:
            # The mean of the tree holds what was only tried: the best line says what the position is worth.
            best = lines[0].value
            return Look(best if state.who == k.CATHOLIC else 1 - best, lines)
        return Look(thinking.chance(k.CATHOLIC), lines)


def result(state: State) -> float:
    """What the end of a game was worth to the Catholics."""
    lead: int = state.score(k.CATHOLIC) - state.score(k.PROTESTANT)
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
