"""A search session: information-set Monte Carlo tree search (ISMCTS) about one decision, with several trees.

What the seat cannot know is dealt again in every iteration (`kernel.redeal`); the tree itself is `kernel.ismcts`.
When a session stops is decided in `search_budget`.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter

from solafide.kernel import codes as k
from solafide.kernel.ismcts import Tree
from solafide.kernel.network import Network, win_probability
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.players.agents.network_file import shipped_network
from solafide.players.agents.search_budget import Clock, SearchStop

Move = tuple[int, int, int]  # who, question, choice, as the kernel numbers them
TreeNode = tuple[Tree, int]

STOP_CHECK_INTERVAL_S = 0.002
MAX_NODES = 1_000_000  # of all trees together: 64 bytes each
MIN_CONTINUATION_VISITS = 4  # with fewer a continuation says nothing
NETWORK_EXPLORATION_THOUSANDTHS = 25  # thousandths, of a network's values
PLAYOUT_EXPLORATION_THOUSANDTHS = 500  # thousandths, of won and lost games
# Whose knowledge a value uses, as in kernel/ismcts.pxd: C constants, which Python cannot import.
VIEWER_OWN, VIEWER_MOVER, VIEWER_BOTH = range(3)


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A choice, how often it was tried, what it is worth to who chooses, and how the game is likely to go on."""

    choice: int
    visits: int
    share: float
    value: float
    moves: tuple[Move, ...]


class SearchSession:
    """A search that can be asked at any time what it has found; each `run` goes on from there.

    state: a state as the seat could know it (`determinize`); what it cannot know is dealt again in each iteration.
    seat: the faith whose knowledge counts; None: all cards are open. network: where values come from; None: the network
    that comes with the game. playouts: values come from random play to the end instead. threads: so many trees, each in
    a thread of its own; equal (seed, threads, iterations) give equal numbers. viewer, horizon and assume_known_hand are
    those of `kernel.ismcts`. shorten_settled: once the result is certain, look for the shortest way to the end.
    complete_draft: in a draft, values are those of the first turn after random picks to its end, by the keep rates:
    slower, but the chances of both seats fit together. clock: for the time limit of `run`. `out_of_time` says whether
    the last run was stopped by it.

    >>> from solafide.game import determinize, position
    >>> game = position(hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})
    >>> thinking = SearchSession(determinize(game.view("C"), 1), 0)
    >>> thinking.run(iterations=20)
    >>> thinking.iterations, sum(line.visits for line in thinking.lines())
    (20, 20)
    """

    def __init__(
        self,
        state: State,
        seat: int | None,
        *,
        seed: int = 0,
        threads: int = 1,
        network: Network | None = None,
        playouts: bool = False,
        viewer: int = VIEWER_BOTH,
        horizon: int = 0,
        assume_known_hand: bool = False,
        exploration: int | None = None,
        max_nodes: int = MAX_NODES,
        shorten_settled: bool = False,
        complete_draft: bool = False,
        clock: Clock = perf_counter,
    ) -> None:
        self.seat = k.NOBODY if seat is None else seat
        self.out_of_time = False
        self._clock = clock
        self._max_nodes = max_nodes // threads
        self.state: State = state.clone()
        if network is None and not playouts:
            network = shipped_network().network
        if exploration is None:
            exploration = PLAYOUT_EXPLORATION_THOUSANDTHS if network is None else NETWORK_EXPLORATION_THOUSANDTHS
        settings = (network, viewer, horizon, int(assume_known_hand), exploration, self._max_nodes)
        self._trees = [Tree(state, self.seat, (seed * 64 + n) & k.UINT64_MASK >> 1, *settings) for n in range(threads)]
        for tree in self._trees:
            tree.shorten_settled = int(shorten_settled)
            tree.complete_draft = int(complete_draft)

    # ------------------------------------------------------------ working

    @property
    def iterations(self) -> int:
        """How many iterations the numbers come from."""
        return sum(self._visits())

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
        watch: Callable[["SearchSession"], None] | None = None,
    ) -> None:
        """Run more iterations until their number, the time or `cancelled()` ends the search, whichever comes first.

        `watch` is called again and again while the search runs.
        """
        if iterations is None and seconds is None and cancelled is None:
            raise ValueError("no limit")
        stop = SearchStop(seconds, self._clock)
        planned = None if iterations is None else self.iterations + iterations

        def should_stop() -> bool:
            if watch is not None:
                watch(self)
            if cancelled is not None and cancelled():
                stop.stop()
            return stop.should_stop()

        parts = list(zip(self._trees, self._shares(iterations), strict=True))
        others = [
            threading.Thread(target=_grow, args=(*part, stop.should_stop, self._clock), daemon=True)
            for part in parts[1:]
        ]
        for other in others:
            other.start()
        try:
            _grow(*parts[0], should_stop, self._clock)
            for other in others:
                while other.is_alive():
                    other.join(STOP_CHECK_INTERVAL_S)
                    should_stop()
        finally:
            stop.stop()
            for other in others:
                other.join()
        self.out_of_time = stop.out_of_time and (planned is None or self.iterations < planned)

    def _visits(self) -> list[int]:
        return [tree.visits(tree.root) for tree in self._trees]

    def _shares(self, iterations: int | None) -> list[int | None]:
        """Return the iterations that each tree still has to do, so that all have equal numbers in the end."""
        if iterations is None:
            return [None] * len(self._trees)
        visits, n = self._visits(), len(self._trees)
        total = sum(visits) + iterations
        return [max((total + n - 1 - place) // n - before, 0) for place, before in enumerate(visits)]

    # ------------------------------------------------------------ asking

    def chance(self, faith: int) -> float:
        """Return how likely this faith is to win, by all that was tried; a draw counts half."""
        visits = self.iterations
        catholic = win_probability(sum(tree.value_sum(tree.root) for tree in self._trees) / visits) if visits else 0.5
        return catholic if faith == k.CATHOLIC else 1.0 - catholic

    def lines(self, longest: int = 12) -> list[SearchLine]:
        """The choices, best first: tried most often; then of more worth; then in the order of their numbers."""
        children = _children((tree, tree.root) for tree in self._trees)
        total = sum(visits for _, visits, _, _ in children)
        return [
            SearchLine(
                move[2], visits, visits / total, win_probability(value / visits), _continuation(move, places, longest)
            )
            for move, visits, value, places in children
        ]

    # ------------------------------------------------------------ going on to the next decision

    def stands_at(self, state: State) -> bool:
        """Whether the seat knows as much there as here."""
        return _same_knowledge(state, self.state, self.seat)

    def follow(self, choice: int, state: State) -> bool:
        """Keep what was found below a choice for the next decision, at this state; False (and all is as before) if not.

        Only if the same seat decides again in the same turn and nothing but its choice lies between: then what was
        tried there is as good as if it were tried now.
        """
        if self.seat == k.NOBODY or self.state.who != self.seat or state.who != self.seat:
            return False
        if state.turns != self.state.turns:  # the opponent's turn may have been forced in this world, not in others
            return False
        expected: State = self.state.clone()
        expected.autofill = k.FILL_FORCED
        move = (self.seat, self.state.question, choice)
        expected.step(choice)
        if not _same_knowledge(state, expected, self.seat):
            return False
        if any(tree.used > self._max_nodes // 2 for tree in self._trees):
            return False
        for tree in self._trees:
            node = next((child for child, *child_move in tree.children(tree.root) if tuple(child_move) == move), 0)
            if node:
                tree.move_root(node, state)
            else:
                tree.reset(state)
        self.state = state.clone()
        return True


def _grow(tree: Tree, remaining: int | None, should_stop: Callable[[], bool], clock: Clock) -> None:
    """Run iterations in portions of about STOP_CHECK_INTERVAL_S; the size of portions changes no result."""
    portion = 1
    while remaining is None or remaining > 0:
        now = portion if remaining is None else min(portion, remaining)
        started = clock()
        tree.run(now)
        elapsed = clock() - started
        if remaining is not None:
            remaining -= now
        if should_stop():
            return
        portion = max(1, min(4 * portion, int(now * STOP_CHECK_INTERVAL_S / max(elapsed, 1e-6))))


def _children(places: Iterable[TreeNode]) -> list[tuple[Move, int, int, list[TreeNode]]]:
    """The choices after a history in all trees together: which, how often, the sum of their values, where they lie."""
    totals: dict[Move, tuple[int, int, list[TreeNode]]] = {}
    for tree, node in places:
        for child, who, question, choice in tree.children(node):
            visits, value, there = totals.get((who, question, choice), (0, 0, []))
            totals[who, question, choice] = (
                visits + tree.visits(child),
                value + tree.value_sum(child),
                [*there, (tree, child)],
            )
    visited = [item for item in totals.items() if item[1][0]]  # while others work, a new one may not be counted yet
    ordered = sorted(visited, key=lambda item: (-item[1][0], -item[1][1], item[0]))
    return [(move, *counted) for move, counted in ordered]


def _continuation(move: Move, places: list[TreeNode], longest: int) -> tuple[Move, ...]:
    moves = [move]
    while len(moves) < longest:
        children = _children(places)
        if not children or children[0][1] < MIN_CONTINUATION_VISITS:
            break
        move, _, _, places = children[0]
        moves.append(move)
    return tuple(moves)


def _same_knowledge(state: State, other: State, seat: int) -> bool:
    """Whether a seat knows as much in one state as in the other; mostly the question alone tells that it does not."""
    if (state.turns, state.question, state.opts) != (other.turns, other.question, other.opts):
        return False
    return _knowledge(state, seat) == _knowledge(other, seat)


def _knowledge(state: State, seat: int) -> dict[str, object]:
    """Return all that a seat knows: what it cannot know is dealt in the same way everywhere."""
    twin: State = state.clone()
    twin.autofill = 0
    redeal(twin, seat, 0)
    numbers: dict[str, object] = dump(twin)
    return numbers
