"""A random game through the door, with a look at what every seat gets at every step."""

from random import Random
from typing import Any

from solafide.cards import CardSet
from solafide.game import Game, LiveNature, Options, Record, record, replay, verify
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.lab import secrecy_check
from solafide.lab.card_coverage import Coverage
from solafide.lab.invariant import Broken
from solafide.lab.simulate import derived

SAMPLES = 0.01  # of the choices: the slowest checks


class Visit:
    """Looks at every seat after every choice, saves now and then, and at the end tells the whole game again.

    `compared` counts how often a world with other hidden cards could go the same way, `parted` how often it could not.
    """

    def __init__(self, options: Options, cards: CardSet, seed: str) -> None:
        self.random = Random(seed)
        self.game = Game(options, cards, LiveNature(derived(seed, "walk", 0)))
        self.decisions = self.compared = self.parted = 0
        self.states: dict[int, dict[str, Any]] = {}
        self.saves: list[Record] = []

    @property
    def length(self) -> int:
        return self.game.version

    def record(self) -> Record:
        return record(self.game)

    def walk(self, coverage: Coverage | None = None) -> None:
        """To the end of the game; `Broken` says what is wrong."""
        game = self.game
        self._look()
        while not game.over:
            asked = game.decision(self.random.choice("CP") if game.drafting else None) or game.decision()
            assert asked is not None
            before = game._state.clone()
            game.choose(self.random.choice(asked.options), asked.who, asked.version)
            self.decisions += 1
            views = self._look()
            for seat, told in views.items():
                self._two_worlds(before, seat, told)
            if coverage:
                self._cover(before, coverage)
            if self.random.random() < SAMPLES:
                self.saves.append(secrecy_check.check_saved(game))
                secrecy_check.check_history(game, self.random.choice(list(views)), game.version)
        self._again()

    def _look(self) -> dict[secrecy_check.Seat, str]:
        """What every seat gets now; re-dealing what it cannot know changes nothing of it."""
        game, version = self.game, self.game.version
        views = {seat: game.view(seat) for seat in secrecy_check.seats(game)}
        sent = {seat: secrecy_check.sent(view) for seat, view in views.items()}
        if not game.over:
            for seat, told in sent.items():
                secrecy_check.check_redealt(game, seat, told, version)
            seat = list(views)[version % len(views)]
            secrecy_check.check_dealt(game, seat, views[seat], sent[seat], version)
        if not game.drafting:  # a record has the draft in another order
            self.states[version] = secrecy_check.plain(game)
        return sent

    def _two_worlds(self, before: State, seat: secrecy_check.Seat, told: str) -> None:
        game = self.game
        last = told if game.version % 4 == 0 and not game.over else None
        if secrecy_check.check_events(before, game, game._latest, seat, last, game.version + 1):
            self.compared += 1
        else:
            self.parted += 1

    def _cover(self, trail: State, coverage: Coverage) -> None:
        """Take the latest steps once more, to see which card asked for each of them."""
        for entry in self.game._latest:
            if entry.question in (k.Q_DRAFT, k.N_TRIPLE):
                trail.switch_draft(entry.faith)
            coverage.offered(entry.question, entry.faith, entry.front, entry.opts)
            task, _, running, *_ = trail.context()
            trail.step(entry.code)
            coverage.happened(running if task <= k.OPTION else None, entry.events)

    def _again(self) -> None:
        """The finished game verifies; read from its text, it goes through the same states with the same events.

        Every save was its beginning: so a save at any step gives the state of that step.
        """
        found = verify(record(self.game).text())
        told = []
        for step, events, game in replay(found):
            told += events
            if step.version in self.states and secrecy_check.plain(game) != self.states[step.version]:
                raise Broken("a replayed game goes another way", version=step.version)
        if told != [event for event in self.game.all_events() if event["version"]]:
            raise Broken("a replayed game has other events")
        for save in self.saves:
            if len(save.steps) in self.states and found.steps[: len(save.steps)] != save.steps:
                raise Broken("a save is not the beginning of the record", steps=len(save.steps))
