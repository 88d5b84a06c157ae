"""An opponent who searches: what each choice leads to, in many worlds that fit the view."""

from collections.abc import Callable

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, View, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_texts
from solafide.kernel.state import State
from solafide.players.agents.network_file import eyes
from solafide.players.agents.search_session import BOTH, Thinking

ITERATIONS = 1000


class Search:
    """Takes the choice that was tried most often.

    iterations, ms: the limit for a decision; without either ITERATIONS. threads: so many trees at once. playouts: do
    not use the network that comes with the game, nor the one of the file `weights`, but random play to the end.
    overlooks: bits of what it does not look at (OVERLOOK_… in the kernel's codes). reuse: what was found is kept
    for the next decision of the same turn, so that this answer depends on the question before as well; with 0 it
    depends on its arguments alone. The others are those of `Thinking`.
    """

    def __init__(
        self,
        seed: int = 0,
        iterations: int = 0,
        ms: int = 0,
        threads: int = 1,
        playouts: int = 0,
        viewer: int = BOTH,
        horizon: int = 0,
        unsuspecting: int = 0,
        exploration: int | None = None,
        reuse: int = 1,
        overlooks: int = 0,
        weights: str = "",
    ) -> None:
        self.seed = seed
        self.iterations = iterations if iterations or ms else ITERATIONS
        self.ms = ms
        self.threads = threads
        self.playouts = playouts
        self.overlooks = overlooks
        self.weights = weights
        self.viewer = viewer
        self.horizon = horizon
        self.unsuspecting = unsuspecting
        self.exploration = exploration
        self.reuse = reuse
        self._last: tuple[Thinking, int] | None = None  # the last question, and the choice then made

    def choose(
        self,
        view: View,
        decision: Decision,
        cards: CardSet,
        cancelled: Callable[[], bool] | None = None,
        watch: Callable[[Thinking], None] | None = None,
    ) -> str:
        """The best that was found; with `cancelled` it answers at once, with `watch` one can look on."""
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.question == "faith":
            return decision.options[self.seed % len(decision.options)]
        state = determinize(view, 0, cards)
        thinking = self._continued(state) if self.reuse else None
        if thinking is None:
            thinking = self._begin(state, view, cards, eager=True)
        self._run(thinking, cancelled, watch)
        choice = thinking.lines(1)[0].choice
        self._last = (thinking, choice)
        faith = acting_faith(state)
        return choice_texts(state.question, faith, front_of(state, faith))[choice]

    def think(
        self, view: View, decision: Decision, cards: CardSet, cancelled: Callable[[], bool] | None = None
    ) -> Thinking:
        """What it thinks about a decision, from this view alone."""
        return self.consider(view, cards, cancelled)

    def consider(self, view: View, cards: CardSet, cancelled: Callable[[], bool] | None = None) -> Thinking:
        """What it thinks at any moment, whoever decides."""
        thinking = self._begin(determinize(view, 0, cards), view, cards)
        self._run(thinking, cancelled)
        return thinking

    def _begin(self, state: State, view: View, cards: CardSet, eager: bool = False) -> Thinking:
        return Thinking(
            state,
            FAITHS.index(view["seat"]),
            seed=_mixed(self.seed, view["version"]),
            threads=self.threads,
            network=None if self.playouts else eyes(cards, self.weights, self.overlooks),
            playouts=bool(self.playouts),
            viewer=self.viewer,
            horizon=self.horizon,
            unsuspecting=bool(self.unsuspecting),
            exploration=self.exploration,
            eager=eager,
        )

    def _continued(self, state: State) -> Thinking | None:
        """The last question's thinking, if this is the same question once more or the next one of the same turn."""
        if self._last is None:
            return None
        thinking, choice = self._last
        if thinking.stands_at(state) or thinking.follow(choice, state):
            return thinking
        return None

    def _run(
        self,
        thinking: Thinking,
        cancelled: Callable[[], bool] | None = None,
        watch: Callable[[Thinking], None] | None = None,
    ) -> None:
        """What was kept from the question before counts as done."""
        left = max(self.iterations - thinking.iterations, 0) if self.iterations else None
        thinking.run(left, self.ms / 1000 if self.ms else None, cancelled, watch)


def _mixed(seed: int, version: int) -> int:
    return (seed * 1_000_003 + version * 8_191) & 0xFFFFFFFFFFFFFF
