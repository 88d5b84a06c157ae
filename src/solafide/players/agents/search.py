"""The search player: it determinizes its view and searches with information-set Monte Carlo tree search (ISMCTS)."""

from collections.abc import Callable
from time import perf_counter

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, View, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_texts
from solafide.kernel.state import State
from solafide.players.agents.network_file import network_overlooking
from solafide.players.agents.search_budget import Clock, SearchBudget
from solafide.players.agents.search_session import VIEWER_BOTH, SearchSession

DEFAULT_ITERATIONS = 1000


class SearchPlayer:
    """Takes the choice that was tried most often.

    iterations, ms: the budget for a decision; without either DEFAULT_ITERATIONS. threads: so many trees at once.
    playouts: values come from random play to the end, not from the network that comes with the game or the one of the
    file `weights`. overlooks: bits of what it does not look at (OVERLOOK_… in the kernel's codes). reuse: keep what was
    found for the next decision of the same turn, so that this answer depends on the question before as well; with 0 it
    depends on its arguments alone. clock: for the time limit. The others are those of `SearchSession`.

    `out_of_time`: whether the last choice was made because the time was over, before all iterations were done.
    """

    def __init__(
        self,
        seed: int = 0,
        iterations: int = 0,
        ms: int = 0,
        threads: int = 1,
        playouts: int = 0,
        viewer: int = VIEWER_BOTH,
        horizon: int = 0,
        assume_known_hand: int = 0,
        exploration: int | None = None,
        reuse: int = 1,
        overlooks: int = 0,
        weights: str = "",
        clock: Clock = perf_counter,
    ) -> None:
        self.seed = seed
        self.budget = SearchBudget(
            iterations or (None if ms else DEFAULT_ITERATIONS), seconds=ms / 1000 if ms else None
        )
        self.threads = threads
        self.playouts = playouts
        self.overlooks = overlooks
        self.weights = weights
        self.viewer = viewer
        self.horizon = horizon
        self.assume_known_hand = assume_known_hand
        self.exploration = exploration
        self.reuse = reuse
        self.clock = clock
        self.out_of_time = False
        self._last: tuple[SearchSession, int] | None = None  # the last question, and the choice then made

    @property
    def iterations(self) -> int:
        """The limit of iterations; 0: there is none."""
        return self.budget.iterations or 0

    @property
    def ms(self) -> int:
        """The time limit in milliseconds; 0: there is none."""
        return round(1000 * (self.budget.seconds or 0))

    def choose(
        self,
        view: View,
        decision: Decision,
        cards: CardSet,
        cancelled: Callable[[], bool] | None = None,
        watch: Callable[[SearchSession], None] | None = None,
    ) -> str:
        """The best choice that was found; when `cancelled()` it answers at once. `watch` is called in between."""
        self.out_of_time = False
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.question == "faith":
            return decision.options[self.seed % len(decision.options)]
        state = determinize(view, 0, cards)
        session = self._continued(state) if self.reuse else None
        if session is None:
            session = self._begin(state, view, cards, shorten_settled=True)
        self._run(session, cancelled, watch)
        self.out_of_time = session.out_of_time
        choice = session.lines(1)[0].choice
        self._last = (session, choice)
        faith = acting_faith(state)
        return choice_texts(state.question, faith, front_of(state, faith))[choice]

    def search(self, view: View, cards: CardSet, cancelled: Callable[[], bool] | None = None) -> SearchSession:
        """The search from a view at any moment, even if somebody else decides."""
        session = self._begin(determinize(view, 0, cards), view, cards)
        self._run(session, cancelled)
        return session

    def _begin(self, state: State, view: View, cards: CardSet, shorten_settled: bool = False) -> SearchSession:
        return SearchSession(
            state,
            FAITHS.index(view["seat"]),
            seed=_session_seed(self.seed, view["version"]),
            threads=self.threads,
            network=None if self.playouts else network_overlooking(cards, self.weights, self.overlooks),
            playouts=bool(self.playouts),
            viewer=self.viewer,
            horizon=self.horizon,
            assume_known_hand=bool(self.assume_known_hand),
            exploration=self.exploration,
            shorten_settled=shorten_settled,
            clock=self.clock,
        )

    def _continued(self, state: State) -> SearchSession | None:
        """The session of the last question, if this is the same question or the next one of the same turn."""
        if self._last is None:
            return None
        session, choice = self._last
        if session.stands_at(state) or session.follow(choice, state):
            return session
        return None

    def _run(
        self,
        session: SearchSession,
        cancelled: Callable[[], bool] | None = None,
        watch: Callable[[SearchSession], None] | None = None,
    ) -> None:
        """Spend the budget; iterations kept from the question before count as done."""
        remaining = self.budget.without(session.iterations)
        session.run(remaining.iterations, remaining.seconds, cancelled, watch)


def _session_seed(seed: int, version: int) -> int:
    return (seed * 1_000_003 + version * 8_191) & 0xFFFFFFFFFFFFFF
