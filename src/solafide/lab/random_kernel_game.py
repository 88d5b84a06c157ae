"""A random game played in the kernel, with checks of every step."""

import random
from functools import lru_cache

from solafide.cards import CardSet
from solafide.game import Options, Record
from solafide.game.decision import acting_faith, front_of
from solafide.game.identity import ROLES
from solafide.game.notation import choice_texts
from solafide.game.options import kernel_tables
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State
from solafide.lab.card_coverage import CardCoverage
from solafide.lab.invariant import InvariantBroken, Invariants

MAX_STEPS = 20_000  # random games end within some two thousand


class CheckedKernelGame:
    """A random game whose states are checked against the invariants.

    Every step is taken by the state and by a mirror that is loaded from the state's numbers each time. If a copy shared
    anything with its original, or a loaded state differed from the saved one, the two would go different ways.
    """

    def __init__(self, options: Options, cards: CardSet, seed: str) -> None:
        self.options, self.cards = options, cards
        self.random = random.Random(seed)
        tables = kernel_tables(cards, options)
        self.state, self.mirror = State(tables), State(tables)
        self.mirror.trace_events()
        self.state.new_game(0)
        self.steps: list[tuple[int, int, int, int, int]] = []
        self.decisions = 0
        self.invariants = _invariants(cards, options)

    @property
    def length(self) -> int:
        return len(self.steps)

    def play(self, coverage: CardCoverage | None = None) -> None:
        """Play to the end of the game; `InvariantBroken` says what is wrong, and `steps` where."""
        state, numbers = self.state, dump(self.state)
        self.invariants.check(numbers)
        while not state.over:
            if state.question in (k.Q_DRAFT, k.N_TRIPLE):
                state.switch_draft(self.random.randrange(2))
                numbers = dump(state)
            load(self.mirror, numbers)
            options = state.options()
            self._try_options(options)
            numbers = self._take(self.random.choice(options), coverage)
            self.invariants.check(numbers)
            if self.length > MAX_STEPS:
                raise InvariantBroken("the game does not end")

    def _try_options(self, options: list[int]) -> None:
        """Play each option on a copy: none may fail."""
        for choice in options:
            after = self.state.clone()
            after.step(choice)
            if not after.opts and not after.over:
                raise InvariantBroken("nothing to choose", after=choice)

    def _take(self, choice: int, coverage: CardCoverage | None) -> dict[str, object]:
        state, mirror = self.state, self.mirror
        faith = acting_faith(state)
        front = front_of(state, faith)
        self.steps.append((state.who, state.question, faith, front, choice))
        self.decisions += state.who != k.NATURE and state.opts & (state.opts - 1) != 0
        if coverage:
            coverage.add_offer(state.question, faith, front, state.opts)
            task, _, running, *_ = state.context()
        state.step(choice)
        mirror.step(choice)
        numbers: dict[str, object] = dump(state)
        if dump(mirror) != numbers:
            raise InvariantBroken(
                "a loaded state goes another way", differ=", ".join(_differing(numbers, dump(mirror)))
            )
        if coverage:
            coverage.add_events(running if task <= k.OPTION else None, mirror.traced_events())
        return numbers

    def record(self) -> Record:
        """Return all steps so far, nature's included, as a record without a seed."""
        steps = [
            (ROLES[who], choice_texts(question, faith, front)[choice])
            for who, question, faith, front, choice in self.steps
        ]
        return Record(self.options, self.cards, tuple(steps), None, None, {})


@lru_cache(maxsize=16)
def _invariants(cards: CardSet, options: Options) -> Invariants:
    return Invariants(cards, options.mode == "draft", 16 if options.tokens else 100)


def _differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return [name for name in one if one[name] != other[name]]
