"""A game from the first die to the last claim: ask for the decision, make a choice, look at the view."""

from collections.abc import Mapping
from typing import Any, cast

from solafide.cards import CardSet, builtin
from solafide.game.decision import Decision, acting_faith, current_decision, front_of, legal_choices
from solafide.game.error import CannotUndo, IllegalChoice, RecordError, SolaFideError, StaleVersion
from solafide.game.event import ENDED_EVENT, event_from_row, redacted
from solafide.game.event_types import Event
from solafide.game.history import BACK, DRAFT_STEPS, History, TakenBack, back_target
from solafide.game.identity import FAITHS, PERSONS, ROLES, Faith, Role, Seat, is_faith, is_seat
from solafide.game.nature import FastNature, LiveNature, Nature
from solafide.game.notation import ENDING, ENDINGS, Ending, choice_codes, is_ending
from solafide.game.options import RULES_VERSION, Options, kernel_tables, require_playable
from solafide.game.outcome import Outcome, outcome, outcome_of_ending
from solafide.game.revealed_facts import RevealedFact, revealed_facts
from solafide.game.start import load_start_position, start_position
from solafide.game.step import KernelStep, Step
from solafide.game.undo import UndoStack, last_turn_start, own_choices, take_back_obstacle, undo_obstacle
from solafide.game.view import build_full_view, build_view
from solafide.game.view_types import FullView, View, ViewFrame
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State

PLAYERS_ENDINGS = (1 << ENDINGS.index("close")) - 1  # as a mask: what a player may choose at any moment
DRAFT_QUESTIONS = frozenset({k.Q_DRAFT, k.N_TRIPLE})


class Game:
    """Two seats, "C" and "P", and nature between them.

    >>> game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    >>> game.decision().question
    'action'
    >>> events = game.choose("draw")
    >>> [e["event"] for e in events]
    ['drew', 'turn']
    """

    def __init__(
        self, options: Options | None = None, cards: CardSet | None = None, nature: Nature | None = None
    ) -> None:
        self._set_up(options or Options(), cards or builtin(), nature or LiveNature())
        self._fill_forced()

    @classmethod
    def again(cls, options: Options, cards: CardSet, nature: Nature) -> "Game":
        """Return a game before its first step, nature not asked yet: `follow` takes steps that were made before."""
        game = cls.__new__(cls)
        game._set_up(options, cards, nature)
        return game

    @classmethod
    def at(cls, state: State, options: Options, cards: CardSet, nature: Nature) -> "Game":
        """Return a game that begins in the middle: for hand-made positions and what-if; it has no record."""
        game = cls.__new__(cls)
        game._begin(state, options, cards, nature, History())
        game._fill_forced()
        return game

    @classmethod
    def from_start(cls, data: Mapping[str, Any], options: Options, cards: CardSet, nature: Nature) -> "Game":
        """Return a game that begins where `start_json` was taken: follow its steps, then `go_on`."""
        game = cls.__new__(cls)
        game._begin(load_start_position(data, options, cards), options, cards, nature, History())
        return game

    def _set_up(self, options: Options, cards: CardSet, nature: Nature) -> None:
        require_playable(cards, options.mode)
        state = State(kernel_tables(cards, options))
        state.trace_events()
        state.new_game(0)
        self._begin(state, options, cards, nature, History(state.traced_events()))

    def _begin(self, state: State, options: Options, cards: CardSet, nature: Nature, history: History) -> None:
        self.options, self.cards, self.nature = options, cards, nature
        self._state = state
        self._state.trace_events()
        self._start = state.clone()
        self._history = history
        self._latest: list[KernelStep] = []  # the steps of the last choice
        self._ending: KernelStep | None = None  # if the game did not end by points
        self._undo = UndoStack()
        self._decisions: tuple[State, dict[int, Decision]] | None = None  # cached for this state, by who is asked
        self._latest_events: tuple[int, list[Event]] | None = None  # the version before the last choice, its events

    # ------------------------------------------------------------ looking

    @property
    def over(self) -> bool:
        return bool(self._state.over)

    @property
    def outcome(self) -> Outcome | None:
        if self._ending is None:
            return outcome(self._state)
        points = {faith: self._state.score(f) for f, faith in enumerate(FAITHS)}
        return outcome_of_ending(ENDINGS[self._ending.code], cast(Seat, ROLES[self._ending.who]), points)

    @property
    def sides(self) -> tuple[Seat, Seat]:
        """The two players: faiths, or persons before the faiths are settled."""
        task, _, stage, *_ = self._state.context()
        return PERSONS if task == k.SETUP and stage == k.ROLL_FAITHS else FAITHS

    @property
    def drafting(self) -> bool:
        state = self._state
        return state.question in DRAFT_QUESTIONS and not state.over

    @property
    def has_record(self) -> bool:
        """Whether the game is known from its beginning."""
        return bool(self._history.opening)

    @property
    def version(self) -> int:
        """How many choices were made, nature's included."""
        return len(self._history)

    def version_for(self, seat: Seat | None) -> int:
        """Count the choices for a seat: in the draft only its own, so that neither player disturbs the other."""
        return self._history.version_for(seat, self.drafting)

    def decision(self, seat: Seat | None = None) -> Decision | None:
        """Return what this seat has to decide now; without a seat, the first decision that waits."""
        actor = self._switch_draft_to_seat(seat)
        if actor is None:
            return None
        if self._decisions is None or self._decisions[0] is not self._state:
            self._decisions = self._state, {}
        current = self._decisions[1].get(actor)
        if current is None:
            current = self._decisions[1][actor] = current_decision(self._state, self._version_of(actor))
        return current

    def _switch_draft_to_seat(self, seat: Seat | None) -> int | None:
        """Return whose question this seat has to answer: in the draft a faith, else NOBODY for the only one there is.

        In the draft the state is switched to that faith. None: this seat has nothing to decide.
        """
        state = self._state
        if state.over:
            return None
        if not self.drafting:
            return k.NOBODY if seat is None or ROLES[state.who] == seat else None
        for faith in range(2):
            if len(self._history.draft_steps[faith]) < DRAFT_STEPS and seat in (None, FAITHS[faith]):
                state.switch_draft(faith)
                return faith
        return None

    def _version_of(self, actor: int) -> int:
        return self.version_for(FAITHS[actor]) if actor in (k.CATHOLIC, k.PROTESTANT) else self.version

    def waiting_for(self) -> list[Seat]:
        """List who must choose; in the draft both may (R8)."""
        state = self._state
        if state.over:
            return []
        if self.drafting:
            steps = self._history.draft_steps
            return [faith for faith, own in zip(FAITHS, steps, strict=True) if len(own) < DRAFT_STEPS]
        return [] if state.who == k.NATURE else [cast(Seat, ROLES[state.who])]

    def view(self, seat: Seat | None = None) -> View:
        """Return all that a seat may know, as JSON; None is a spectator."""
        frame: ViewFrame = {
            "version": self.version_for(seat),
            "rules": RULES_VERSION,
            "options": self.options.json(),
            "cards": self.cards.rules_hash,
        }
        decision = self.decision(seat) if seat is not None else None
        outcome = self.outcome
        return build_view(
            self._state, seat, frame, decision.json() if decision else None, outcome.json() if outcome else None
        )

    def whole(self) -> FullView:
        """Return everything, hidden cards included: for the host alone."""
        return build_full_view(self._state)

    # ------------------------------------------------------------ history

    @property
    def steps(self) -> list[Step]:
        """Every choice that counts, in the order of the record: in the draft the Catholic's come first."""
        steps = self._history.in_order_of("C", self.drafting)
        return [step.step(version) for version, step in enumerate(steps, 1)]

    @property
    def choices(self) -> tuple[tuple[Role, str], ...]:
        """Who chose what, in the order of the record, including what was taken back and where."""
        return self._history.record_lines(self.drafting)

    @property
    def taken_back(self) -> TakenBack:
        """The lines of the record up to the last time a turn was taken back."""
        return self._history.taken_back

    def restore_taken_back(self, taken_back: TakenBack) -> None:
        """Put the lines that were taken back into the record: the steps that still count were followed before."""
        self._history.taken_back = taken_back

    @property
    def latest_steps(self) -> list[KernelStep]:
        """The steps of the last choice: the choice itself, then what followed without a choice."""
        return list(self._latest)

    def events(self, seat: Seat | None = None, since: int = 0) -> list[Event]:
        """List what happened after a version, as this seat may know it."""
        if self._latest_events is not None and self._latest_events[0] == since:
            return [redacted(event, seat) for event in self._latest_events[1]]
        return [redacted(event, seat) for event in self._history.events_since(since, seat, self.drafting)]

    def all_events(self, since: int = 0) -> list[Event]:
        """List what happened after a version, hidden cards included: for the host alone."""
        steps = self._history.in_order_of("C", self.drafting)[max(since, 0) :]
        return self._history.events_of(steps, since)

    def latest_events(self) -> list[Event]:
        """List the events of the last step that was followed, hidden cards included."""
        return [event_from_row(row, self.version) for step in self._latest for row in step.events]

    def past(self, version: int, seat: Seat | None = None) -> "Game":
        """Return the game as it was after a number of steps, in this seat's count, as an independent copy."""
        last = self.version_for(seat)
        if not 0 <= version <= last:
            raise SolaFideError("error.no_moment", version=version, last=last)
        twin = Game.__new__(Game)
        history = History(self._history.opening)
        twin._begin(self._start.clone(), self.options, self.cards, FastNature(0), history)
        for step in self._history.in_order_of(seat, self.drafting)[:version]:
            if step.question == ENDING:
                twin._end(step.who, step.code)
                break
            drafting = twin.drafting
            if drafting:
                twin._state.switch_draft(step.faith)
            twin._state.step(step.code)
            history.add(step, drafting, draft_ends=not twin.drafting)
        return twin

    def revealed(self, since: int, seat: Seat | None = None) -> list[RevealedFact]:
        """List what this seat learned after a number of steps that was hidden before.

        A player who is asked to let a turn be taken back should know it: nobody can forget it.
        """
        faiths = self.past(since, seat).view()["faiths"]
        return revealed_facts(self.events(seat, since), {faith: public["held"] for faith, public in faiths.items()})

    def start_json(self, hidden_from: Faith | None = None, seed: int = 0) -> dict[str, Any]:
        """Return this moment as plain numbers, for a game that goes on from here; it holds all hidden cards.

        hidden_from: what this faith cannot know is dealt again from the seed.
        """
        return start_position(self._state, self.cards, hidden_from, seed)

    # ------------------------------------------------------------ choosing

    def choose(self, choice: str, seat: Seat | None = None, version: int | None = None) -> list[Event]:
        """Make a choice; return what happened, hidden cards included. An error changes nothing."""
        code = self._check_choice(choice, seat, version)
        before, self._latest = self.version, []
        state_before, steps_before = self._state.clone(), len(self._history.steps)
        chooser, drafting = self._state.who, self.drafting
        self._take(code)
        self._fill_forced()
        self._undo.push(steps_before, state_before, undo_obstacle(self._latest, chooser, self._state.who))
        events = [event_from_row(row, n) for n, step in enumerate(self._latest, before + 1) for row in step.events]
        if not drafting and not self.drafting:  # in the draft each seat counts for itself
            self._latest_events = before, events
        return list(events)

    def _check_choice(self, choice: str, seat: Seat | None, version: int | None) -> int:
        """Return the choice as the kernel writes it, if it is this seat's to make now."""
        actor = self._switch_draft_to_seat(seat)
        if actor is None:
            if self.over:
                raise IllegalChoice("error.game_over")
            raise IllegalChoice("error.not_your_decision", who=", ".join(self.waiting_for()))
        now = self._version_of(actor)
        if version is not None and version != now:
            raise StaleVersion("error.stale_version", given=version, version=now)
        code = self._code(choice)
        if code is None:
            offered = legal_choices(self._state)
            who = ROLES[self._state.who]
            raise IllegalChoice("error.illegal_choice", choice=choice, options=", ".join(offered), who=who)
        return code

    def _code(self, choice: str) -> int | None:
        """Return the choice as the kernel writes it; None if it is not offered."""
        state = self._state
        faith = acting_faith(state)
        code = choice_codes(state.question, faith, front_of(state, faith)).get(choice)
        return code if code is not None and state.opts >> code & 1 else None

    def _take(self, code: int) -> None:
        """Take one step of the kernel and add it to the history."""
        state = self._state
        drafting, faith = self.drafting, acting_faith(state)
        who, question, front, opts = state.who, state.question, front_of(state, faith), state.opts
        state.step(code)
        self._decisions = self._latest_events = None
        step = KernelStep(who, question, faith, front, opts, code, tuple(state.traced_events()))
        self._latest.append(step)
        self._history.add(step, drafting, draft_ends=not self.drafting)

    def _fill_forced(self) -> None:
        """Let nature answer and take single options, until a player has a choice."""
        state = self._state
        while not state.over:
            if state.who != k.NATURE and self.drafting:
                state.switch_draft(1 - state.actor())
            if state.who == k.NATURE:
                self._take(self._natures_code())
            elif state.opts & (state.opts - 1) == 0:
                self._take(state.options()[0])
            else:
                return

    # ------------------------------------------------------------ ending by agreement, resignation or time

    def resign(self, seat: Seat) -> list[Event]:
        """Let this player give up; possible at any moment, as the other two endings are, and final."""
        return self.end("resign", seat)

    def agree(self, seat: Seat) -> list[Event]:
        """Let this player accept the draw that the other one offered: the host keeps track of offers."""
        return self.end("agree", seat)

    def claim_time(self, seat: Seat) -> list[Event]:
        """Let this player win because the other's time has run out: the host keeps the clock."""
        return self.end("time", seat)

    def end(self, ending: Ending, seat: Seat) -> list[Event]:
        """End the game by one of `ENDINGS`, chosen by one of `sides`."""
        if self.over:
            raise IllegalChoice("error.game_over")
        if ending not in ENDINGS or seat not in self.sides:
            raise IllegalChoice("error.ending", who=", ".join(self.sides))
        self._latest = []
        self._end(ROLES.index(seat), ENDINGS.index(ending))
        return self.latest_events()

    def _end(self, who: int, code: int) -> None:
        if self.drafting:
            for faith in (k.PROTESTANT, k.CATHOLIC):  # the same state, no matter whose draft was looked at last
                self._state.switch_draft(faith)
            self._history.close_draft()
        row = (ENDED_EVENT, who, code, self._state.score(k.CATHOLIC), self._state.score(k.PROTESTANT))
        load(self._state, dump(self._state) | {"over": 1})
        self._latest_events = None
        self._ending = KernelStep(who, ENDING, k.CATHOLIC, k.NONE, PLAYERS_ENDINGS | 1 << code, code, (row,))
        self._latest.append(self._ending)
        self._history.steps.append(self._ending)
        self._undo.clear()

    # ------------------------------------------------------------ nature

    @property
    def waits_for_nature(self) -> bool:
        return self._state.who == k.NATURE

    def natures_choice(self) -> str | None:
        """Return what nature answers to the present question, without taking the step."""
        if not self.waits_for_nature:
            return None
        offered = legal_choices(self._state)
        return offered[self.nature.pick(self.purpose(), offered)]

    def _natures_code(self) -> int:
        codes = self._state.options()
        if type(self.nature) is LiveNature:  # asked most, and does not look at the options
            return codes[self.nature.index(self.purpose(), len(codes))]
        return codes[self.nature.pick(self.purpose(), legal_choices(self._state))]

    def purpose(self) -> str:
        """Return the domain of nature's present question: each has a random sequence of its own."""
        question = self._state.question
        if question in (k.N_DRAW, k.N_TRIPLE):
            return f"{'draw' if question == k.N_DRAW else 'draft'}/{FAITHS[self._state.actor()]}"
        if question == k.N_FOREIGN:
            return "foreign"
        task, _, stage, *_ = self._state.context()
        return "roll/military" if task == k.ROLL else "roll/faith" if stage == k.ROLL_FAITHS else "roll/first"

    # ------------------------------------------------------------ following a record

    def follow(self, who: str, choice: str) -> Step:
        """Take a step of a record, nature's included, or go back as the record does; an error changes nothing."""
        if choice.startswith(BACK):
            return self._follow_back(who, choice)
        if is_ending(choice):
            return self._follow_end(who, choice)
        self.switch_draft_to(choice)
        if self.over:
            raise RecordError("error.record.extra", step=self.version + 1)
        if ROLES[self._state.who] != who:
            raise RecordError("error.record.who", step=self.version + 1, who=who)
        code = self._code(choice)
        if code is None:
            raise RecordError("error.record.choice", step=self.version + 1, choice=choice)
        self._latest = []
        self._take(code)
        return self._latest[0].step(self.version)

    def _follow_back(self, who: str, choice: str) -> Step:
        version = back_target(choice)
        if version is None or not is_seat(who) or self._take_back_obstacle(version, who):
            raise RecordError("error.record.back", step=self.version + 1)
        self.take_back(version, who)
        return Step(version, who, "back", (), choice, False)

    def _follow_end(self, who: str, ending: Ending) -> Step:
        if self.over:
            raise RecordError("error.record.extra", step=self.version + 1)
        if not is_seat(who) or who not in self.sides:
            raise RecordError("error.record.who", step=self.version + 1, who=who)
        if self._is_forced():
            raise RecordError("error.record.choice", step=self.version + 1, choice=ending)
        self.end(ending, who)
        return self._latest[0].step(self.version)

    def _is_forced(self) -> bool:
        """Whether nature has to answer or a player has only one option: then nobody could have ended the game."""
        for faith in range(2):
            self._state.switch_draft(faith)
            if self.waits_for_nature or len(self._state.options()) == 1:
                return True
        return False

    def switch_draft_to(self, choice: str) -> None:
        """In the draft, load the faith whose card a choice names, so that the state asks its question."""
        if self.drafting and choice[-3:-2] in FAITHS:
            self._state.switch_draft(FAITHS.index(choice[-3]))

    attend_to = switch_draft_to  # its earlier name

    def go_on(self) -> None:
        """Continue after the last step of a record was followed: take nature's and forced steps up to a decision."""
        self._fill_forced()

    # ------------------------------------------------------------ undo and taking back

    def can_undo(self, seat: Seat | None = None) -> bool:
        """Whether this seat can undo its last choice: neither chance nor the other player came after it."""
        return self._undo.can_undo(seat)

    def undo(self, seat: Seat | None = None) -> None:
        """Undo the last choice."""
        if not self.can_undo(seat):
            raise CannotUndo(f"error.cannot_undo.{self._undo.obstacle or 'nothing'}")
        version, self._state = self._undo.pop()
        self._history.remove_after(version)
        self._latest_events = None

    def take_back(self, version: int, seat: Seat | None = None) -> None:
        """Return to an earlier choice of this seat, past chance and the opponent's answers; the record keeps them.

        version: how many steps there were before that choice. Random sequences are not rewound: the dice and draws
        that follow are new.
        """
        if obstacle := self._take_back_obstacle(version, seat):
            raise CannotUndo(f"error.take_back.{obstacle}")
        state = self.past(version)._state
        self._history.take_back(version)
        self._state, self._latest, self._latest_events = state, [], None
        self._undo.clear()

    def can_take_back(self, version: int, seat: Seat | None = None) -> bool:
        """Whether a seat may return to its choice after a number of steps: not before the first turn."""
        return not self._take_back_obstacle(version, seat)

    def ways_back(self, seat: Seat) -> list[int]:
        """List the versions to which this seat may return, the last one first."""
        return own_choices(self._history, seat) if is_faith(seat) and not self.over and not self.drafting else []

    def last_turn(self, seat: Faith) -> int | None:
        """Return the version at which this seat last began to choose in a turn of its own; None before that."""
        return None if self.over else last_turn_start(self._history, seat, self._start.turn)

    def _take_back_obstacle(self, version: int, seat: Seat | None) -> str:
        if self.over:
            return "over"
        return "early" if self.drafting else take_back_obstacle(self._history, version, seat)
