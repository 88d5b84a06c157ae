"""A random game played through `Game`, with checks of what every seat is sent at every step."""

from random import Random
from typing import Any

from solafide.cards import CardSet
from solafide.game import FAITHS, Game, LiveNature, Options, Record, record, replay, verify
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.lab import secrecy_check
from solafide.lab.card_coverage import CardCoverage
from solafide.lab.invariant import InvariantBroken
from solafide.lab.simulate import derive_seed

SLOW_CHECK_SHARE = 0.01  # of the choices are followed by the slowest checks


class CheckedGame:
    """A random game whose views, events, saves and record are checked.

    Every seat is checked after every choice; the game is saved now and then, and replayed when it is over. `compared`
    counts how often a world with other hidden cards could go the same way, `parted` how often it could not.
    """

    def __init__(self, options: Options, cards: CardSet, seed: str) -> None:
        self.random = Random(seed)
        self.game = Game(options, cards, LiveNature(derive_seed(seed, "walk", 0)))
        self.decisions = self.compared = self.parted = 0
        self.states: dict[int, dict[str, Any]] = {}
        self.saves: list[Record] = []

    @property
    def length(self) -> int:
        return self.game.version

    def record(self) -> Record:
        return record(self.game)

    def play(self, coverage: CardCoverage | None = None) -> None:
        """Play to the end of the game; `InvariantBroken` says what is wrong."""
        game = self.game
        self._check_views()
        while not game.over:
            decision = game.decision(self.random.choice(FAITHS) if game.drafting else None) or game.decision()
            assert decision is not None
            before = game._state.clone()
            game.choose(self.random.choice(decision.options), decision.who, decision.version)
            self.decisions += 1
            views = self._check_views()
            for seat, view_text in views.items():
                self._check_other_world(before, seat, view_text)
            if coverage:
                self._count_coverage(before, coverage)
            if self.random.random() < SLOW_CHECK_SHARE:
                self.saves.append(secrecy_check.check_saved(game))
                secrecy_check.check_history(game, self.random.choice(list(views)), game.version)
        self._check_replay()

    def _check_views(self) -> dict[secrecy_check.Viewer, str]:
        """Return the view of every seat as text, and check that re-dealing what it cannot know does not change it."""
        game, version = self.game, self.game.version
        views = {seat: game.view(seat) for seat in secrecy_check.viewers(game)}
        view_texts = {seat: secrecy_check.as_sent(view) for seat, view in views.items()}
        if not game.over:
            for seat, text in view_texts.items():
                secrecy_check.check_redealt(game, seat, text, version)
            seat = list(views)[version % len(views)]
            secrecy_check.check_dealt(game, seat, views[seat], view_texts[seat], version)
        if not game.drafting:  # a record has the draft in another order
            self.states[version] = secrecy_check.comparable_state(game)
        return view_texts

    def _check_other_world(self, before: State, seat: secrecy_check.Viewer, view_text: str) -> None:
        game = self.game
        last = view_text if game.version % 4 == 0 and not game.over else None
        if secrecy_check.check_events(before, game, game.latest_steps, seat, last, game.version + 1):
            self.compared += 1
        else:
            self.parted += 1

    def _count_coverage(self, replayed: State, coverage: CardCoverage) -> None:
        """Take the latest steps again, to see the effects of which card they belong to."""
        for entry in self.game.latest_steps:
            if entry.question in (k.Q_DRAFT, k.N_TRIPLE):
                replayed.switch_draft(entry.faith)
            coverage.add_offer(entry.question, entry.faith, entry.front, entry.opts)
            task, _, running, *_ = replayed.context()
            replayed.step(entry.code)
            coverage.add_events(running if task <= k.OPTION else None, entry.events)

    def _check_replay(self) -> None:
        """The finished game verifies; read from its text, it goes through the same states with the same events.

        Every save is a beginning of its record: so a save at any step gives the state of that step.
        """
        verified = verify(record(self.game).text())
        replayed_events = []
        for step, events, game in replay(verified):
            replayed_events += events
            if step.version in self.states and secrecy_check.comparable_state(game) != self.states[step.version]:
                raise InvariantBroken("a replayed game goes another way", version=step.version)
        if replayed_events != [event for event in self.game.all_events() if event["version"]]:
            raise InvariantBroken("a replayed game has other events")
        for save in self.saves:
            if len(save.steps) in self.states and verified.steps[: len(save.steps)] != save.steps:
                raise InvariantBroken("a save is not the beginning of the record", steps=len(save.steps))
