"""A game from the first die to the last claim: ask for the decision, make a choice, look at the view."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSet, builtin, tables
from solafide.game.decision import Decision, acting_faith, decision, front_of, options
from solafide.game.error import CannotUndo, IllegalChoice, RecordError, SolaFideError, StaleVersion
from solafide.game.event import ENDED, Event, event, redacted
from solafide.game.nature import FastNature, LiveNature, Nature
from solafide.game.notation import ENDING, ENDINGS, FAITHS, WHO, numbers
from solafide.game.options import Options
from solafide.game.outcome import Outcome, left_at, outcome
from solafide.game.revealed_facts import Fact, facts
from solafide.game.step import Entry, Step
from solafide.game.view import View, phase, view, whole
from solafide.kernel import codes as k
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State

BACK = "back:"  # in a record: a player goes back to the moment after so many steps

RULES_VERSION = 1
DRAFT_QUESTIONS = frozenset({k.Q_DRAFT, k.N_TRIPLE})
DRAFT_STEPS = 60  # of either faith: fifteen times three cards and one choice


def kernel_tables(cards: CardSet, rules: Options) -> Any:
    """The card set and the options as the kernel reads them."""
    return tables(
        cards,
        draft=rules.mode == "draft",
        at_once=rules.claims == "at-once",
        supply=16 if rules.tokens else 100,  # more than there are territories
        turn_limit=rules.turn_limit or 0,
        roll_faiths=rules.faiths == "rolled",
        first=k.NOBODY if rules.first == "rolled" else FAITHS.index(rules.first),
    )


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
        self._lay_out(options or Options(), cards or builtin(), nature or LiveNature())
        self._settle()

    @classmethod
    def again(cls, options: Options, cards: CardSet, nature: Nature) -> "Game":
        """A game before its first step, nature not asked yet: `follow` takes steps that were made before."""
        game = cls.__new__(cls)
        game._lay_out(options, cards, nature)
        return game

    @classmethod
    def at(cls, state: State, options: Options, cards: CardSet, nature: Nature) -> "Game":
        """A game that begins in the middle: for hand-made positions and what-if; it has no record."""
        game = cls.__new__(cls)
        game._begin(state, options, cards, nature)
        game._settle()
        return game

    @classmethod
    def from_start(cls, data: Mapping[str, Any], options: Options, cards: CardSet, nature: Nature) -> "Game":
        """A game that begins where `start_json` was taken, before its first step: follow its steps, then `go_on`."""
        if data.get("rules") != RULES_VERSION or data.get("cards") != cards.rules_hash:
            raise SolaFideError("error.start.other")
        if data.get("hash") != _fingerprint(data.get("state")):  # the kernel believes what it is given
            raise SolaFideError("error.start.damaged")
        state = State(kernel_tables(cards, options))
        state.new_game(0)
        load(state, data["state"])
        game = cls.__new__(cls)
        game._begin(state, options, cards, nature)
        return game

    def _begin(self, state: State, options: Options, cards: CardSet, nature: Nature) -> None:
        self.options, self.cards, self.nature = options, cards, nature
        self._state = state
        self._state.trace_events()
        self._opening: tuple[tuple[int, ...], ...] = ()  # what happened before the first step
        self._log: list[Entry] = []
        self._latest: list[Entry] = []  # since the last choice
        self._picks: tuple[list[Entry], list[Entry]] = ([], [])  # draft steps of either faith, while it goes on
        self._draft: slice | None = None  # where the draft stands in the log, the Catholic's half first
        self._half = 0  # where the Protestant's half begins
        self._begun = 0  # how many steps the preparations took, once they are over and somebody has asked
        self._ending: Entry | None = None  # if it did not end by points
        self._undo: list[tuple[int, State]] = []
        self._no_undo = "nothing"
        self._asked: tuple[State, dict[int, Decision]] | None = None  # what is asked in this state, if it was looked at
        self._news: tuple[int, list[Event]] | None = None  # what the last choice brought about, and the step before it
        self._lines: tuple[tuple[str, str], ...] = ()  # of the record, up to where a turn was taken back last
        self._since = 0  # how many steps there were then
        self._start = state.clone()

    def _lay_out(self, options: Options, cards: CardSet, nature: Nature) -> None:
        state = State(kernel_tables(cards, options))
        state.trace_events()
        state.new_game(0)
        opening = tuple(state.traced_events())
        self._begin(state, options, cards, nature)
        self._opening = opening

    # ------------------------------------------------------------ looking

    @property
    def over(self) -> bool:
        return bool(self._state.over)

    @property
    def outcome(self) -> Outcome | None:
        if self._ending is None:
            return outcome(self._state)
        points = {faith: int(self._state.score(f)) for f, faith in enumerate(FAITHS)}
        return left_at(self._ending.choice, WHO[self._ending.who], points)

    @property
    def sides(self) -> tuple[str, str]:
        """The two who play: faiths, or persons before these are settled."""
        task, _, stage, *_ = self._state.context()
        return ("1", "2") if task == k.SETUP and stage == k.ROLL_FAITHS else FAITHS

    @property
    def drafting(self) -> bool:
        state = self._state
        return state.question in DRAFT_QUESTIONS and not state.over

    @property
    def has_record(self) -> bool:
        """Whether the game is known from its beginning."""
        return bool(self._opening)

    @property
    def version(self) -> int:
        """How many choices were made, nature's included."""
        return len(self._log) + len(self._picks[0]) + len(self._picks[1])

    def version_for(self, seat: str | None) -> int:
        """In the draft each seat counts its own steps, so that neither disturbs the other."""
        state, picks = self._state, self._picks
        if state.question not in DRAFT_QUESTIONS or state.over:
            return len(self._log) + len(picks[0]) + len(picks[1])
        return len(self._log) + (len(picks[FAITHS.index(seat)]) if seat in FAITHS else 0)

    def decision(self, seat: str | None = None) -> Decision | None:
        """What this seat has to decide now; without a seat: whoever comes first."""
        asked = self._asked_of(seat)
        if asked is None:
            return None
        if self._asked is None or self._asked[0] is not self._state:
            self._asked = self._state, {}
        found = self._asked[1].get(asked)
        if found is None:
            version = self.version_for(FAITHS[asked]) if asked in (k.CATHOLIC, k.PROTESTANT) else self.version
            found = self._asked[1][asked] = decision(self._state, version)
        return found

    def _asked_of(self, seat: str | None) -> int | None:
        """Whose question this seat has to answer, and turn to it: a faith's in the draft, else the one there is."""
        state = self._state
        if state.over:
            return None
        if not self.drafting:
            return k.NOBODY if seat is None or WHO[state.who] == seat else None
        for faith in range(2):
            if len(self._picks[faith]) < DRAFT_STEPS and seat in (None, FAITHS[faith]):
                state.switch_draft(faith)
                return faith
        return None

    def waiting_for(self) -> list[str]:
        """Who must choose; in the draft both may (R8)."""
        state = self._state
        if state.over:
            return []
        if self.drafting:
            return [faith for faith, picks in zip(FAITHS, self._picks, strict=True) if len(picks) < DRAFT_STEPS]
        return [] if state.who == k.NATURE else [WHO[state.who]]

    def view(self, seat: str | None = None) -> View:
        """All that a seat may know, as JSON; None is a spectator."""
        frame = {
            "version": self.version_for(seat),
            "rules": RULES_VERSION,
            "options": self.options.json(),
            "cards": self.cards.rules_hash,
        }
        found = view(self._state, seat, frame)
        asked = self.decision(seat) if seat is not None else None
        found["decision"] = asked.json() if asked else None
        ended = self.outcome
        found["outcome"] = ended.json() if ended else None
        return found

    def whole(self) -> View:
        """Everything, hidden cards included: for the host alone."""
        return whole(self._state)

    @property
    def steps(self) -> list[Step]:
        """Every choice that counts, in the order of the record: in the draft the Catholic's come first."""
        return [entry.step(version) for version, entry in enumerate(self._entries("C"), 1)]

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Who chose what, in the order of the record, with all that was taken back and where that was done."""
        return (*self._lines, *[(WHO[entry.who], entry.choice) for entry in self._entries("C")[self._since :]])

    def events(self, seat: str | None = None, since: int = 0) -> list[Event]:
        """What happened after a version, as this seat may know it.

        In the draft a seat's own steps come before the opponent's, so that the order of arrival tells nothing.
        """
        if self._news is not None and self._news[0] == since:
            return [redacted(found, seat) for found in self._news[1]]
        if seat != "P" and not self.drafting:
            entries = self._log[max(since, 0) :]
        else:
            entries = self._entries(seat if seat in FAITHS else "C")[max(since, 0) : self.version_for(seat)]
        return [redacted(found, seat) for found in self._told(entries, since)]

    def all_events(self, since: int = 0) -> list[Event]:
        """What happened, nothing left out: for the host alone."""
        return self._told(self._entries("C")[max(since, 0) :], since)

    def _told(self, entries: list[Entry], since: int) -> list[Event]:
        found = [event(row, 0) for row in self._opening] if since <= 0 else []
        for version, entry in enumerate(entries, max(since, 0) + 1):
            found += [event(row, version) for row in entry.events]
        return found

    def _entries(self, seat: str) -> list[Entry]:
        """The log with the draft in the order of a seat: its own steps first."""
        own = FAITHS.index(seat)
        if self.drafting:
            return self._log + self._picks[own] + self._picks[1 - own]
        if self._draft is None or own == k.CATHOLIC:
            return self._log
        begin, half, end = self._draft.start, self._half, self._draft.stop
        return self._log[:begin] + self._log[half:end] + self._log[begin:half] + self._log[end:]

    # ------------------------------------------------------------ choosing

    def choose(self, choice: str, seat: str | None = None, version: int | None = None) -> list[Event]:
        """Make a choice; what happened then, nothing left out. An error changes nothing."""
        code = self._offered(choice, seat, version)
        before, self._latest = self.version, []
        snapshot = (len(self._log), self._state.clone())
        chooser, drafting = self._state.who, self.drafting
        self._take(code)
        self._settle()
        self._no_undo = self._between(chooser)
        if self._no_undo:
            self._undo.clear()
        else:
            self._undo.append(snapshot)
        found = [event(row, n) for n, entry in enumerate(self._latest, before + 1) for row in entry.events]
        if not drafting and not self.drafting:  # in the draft each seat counts for itself
            self._news = before, found
        return list(found)

    def _offered(self, choice: str, seat: str | None, version: int | None) -> int:
        """The choice as the kernel writes it, if it is this seat's to make now."""
        asked = self._asked_of(seat)
        if asked is None:
            if self.over:
                raise IllegalChoice("error.game_over")
            raise IllegalChoice("error.not_your_decision", who=", ".join(self.waiting_for()))
        now = self.version_for(FAITHS[asked]) if asked in (k.CATHOLIC, k.PROTESTANT) else self.version
        if version is not None and version != now:
            raise StaleVersion("error.stale_version", given=version, version=now)
        code = self._code(choice)
        if code is None:
            offered = options(self._state)
            who = WHO[self._state.who]
            raise IllegalChoice("error.illegal_choice", choice=choice, options=", ".join(offered), who=who)
        return code

    def _between(self, chooser: int) -> str:
        """What came after a choice and forbids taking it back: chance, a hidden card that was shown, the opponent."""
        found = ""
        for entry in self._latest:
            if entry.who == k.NATURE:
                return "chance"
            if entry.who != chooser:
                found = "hidden"
        if found:
            return found
        return "opponent" if self._state.who != chooser else ""

    def _code(self, choice: str) -> int | None:
        """The choice as the kernel writes it; None if it is not offered."""
        state = self._state
        faith = acting_faith(state)
        code = numbers(state.question, faith, front_of(state, faith)).get(choice)
        return code if code is not None and state.opts >> code & 1 else None

    def _take(self, code: int) -> None:
        """One step of the kernel, put into the log."""
        state = self._state
        drafting, faith = self.drafting, acting_faith(state)
        who, question, front, opts = state.who, state.question, front_of(state, faith), state.opts
        state.step(code)
        self._asked = self._news = None
        entry = Entry(who, question, faith, front, opts, code, tuple(state.traced_events()))
        self._latest.append(entry)
        self._put_down(entry, drafting)

    def _put_down(self, entry: Entry, drafting: bool) -> None:
        if not drafting:
            self._log.append(entry)
            return
        self._picks[entry.faith].append(entry)
        if not self.drafting:
            self._close_draft()

    def _close_draft(self) -> None:
        begin, own, other = len(self._log), *self._picks
        self._log += own + other
        self._draft, self._half = slice(begin, len(self._log)), begin + len(own)
        self._picks = ([], [])

    def _settle(self) -> None:
        """Let nature answer, and fill in what has one answer."""
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

    # ------------------------------------------------------------ leaving it at that

    def resign(self, seat: str) -> list[Event]:
        """This player gives the game up; possible at any moment, as the other two endings are, and final."""
        return self.end("resign", seat)

    def agree(self, seat: str) -> list[Event]:
        """This player accepts the draw that the other one offered: whoever carries the offers sees to it."""
        return self.end("agree", seat)

    def claim_time(self, seat: str) -> list[Event]:
        """The other player's time has run out, and this one wants the game for it: the clock is the host's."""
        return self.end("time", seat)

    def end(self, ending: str, seat: str) -> list[Event]:
        """One of `ENDINGS`, by one of `sides`."""
        if self.over:
            raise IllegalChoice("error.game_over")
        if ending not in ENDINGS or seat not in self.sides:
            raise IllegalChoice("error.ending", who=", ".join(self.sides))
        self._latest = []
        self._end(WHO.index(seat), ENDINGS.index(ending))
        return self.latest_events()

    def _end(self, who: int, code: int) -> None:
        if self.drafting:
            for faith in (k.PROTESTANT, k.CATHOLIC):  # the same state, whoever was looked at last
                self._state.switch_draft(faith)
            self._close_draft()
        row = (ENDED, who, code, int(self._state.score(k.CATHOLIC)), int(self._state.score(k.PROTESTANT)))
        load(self._state, dump(self._state) | {"over": 1})
        self._news = None
        self._ending = Entry(who, ENDING, k.CATHOLIC, k.NONE, (1 << len(ENDINGS)) - 1, code, (row,))
        self._latest.append(self._ending)
        self._log.append(self._ending)
        self._undo.clear()
        self._no_undo = "nothing"

    def _settled(self) -> bool:
        """Whether nature has nothing to answer, nor anybody what has one answer."""
        for faith in range(2):
            self._state.switch_draft(faith)
            if self.waits_for_nature or len(self._state.options()) == 1:
                return False
        return True

    # ------------------------------------------------------------ nature

    @property
    def waits_for_nature(self) -> bool:
        return bool(self._state.who == k.NATURE)

    def natures_choice(self) -> str | None:
        """What nature answers to her present question, without taking the step."""
        if not self.waits_for_nature:
            return None
        offered = options(self._state)
        return offered[self.nature.pick(self.purpose(), offered)]

    def _natures_code(self) -> int:
        codes: list[int] = self._state.options()
        if type(self.nature) is LiveNature:  # asked most, and does not look at the options
            return codes[self.nature.index(self.purpose(), len(codes))]
        return codes[self.nature.pick(self.purpose(), options(self._state))]

    def purpose(self) -> str:
        """The domain of nature's present question."""
        question = self._state.question
        if question in (k.N_DRAW, k.N_TRIPLE):
            return f"{'draw' if question == k.N_DRAW else 'draft'}/{FAITHS[self._state.actor()]}"
        if question == k.N_FOREIGN:
            return "foreign"
        task, _, stage, *_ = self._state.context()
        return "roll/military" if task == k.ROLL else "roll/faith" if stage == k.ROLL_FAITHS else "roll/first"

    # ------------------------------------------------------------ steps that were made before

    def follow(self, who: str, choice: str) -> Step:
        """Take a step that was made before, nature's as well, or go back as was done then; an error changes nothing."""
        if choice.startswith(BACK):
            return self._follow_back(who, choice)
        if choice in ENDINGS:
            return self._follow_end(who, choice)
        self.attend_to(choice)
        if self.over:
            raise RecordError("error.record.extra", step=self.version + 1)
        if WHO[self._state.who] != who:
            raise RecordError("error.record.who", step=self.version + 1, who=who)
        code = self._code(choice)
        if code is None:
            raise RecordError("error.record.choice", step=self.version + 1, choice=choice)
        self._latest = []
        self._take(code)
        return self._latest[0].step(self.version)

    def _follow_back(self, who: str, choice: str) -> Step:
        version = target(choice)
        if version is None or self._cannot_go_back(version, who):
            raise RecordError("error.record.back", step=self.version + 1)
        self.take_back(version, who)
        return Step(version, who, "back", (), choice, False)

    def _follow_end(self, who: str, choice: str) -> Step:
        if self.over:
            raise RecordError("error.record.extra", step=self.version + 1)
        if who not in self.sides:
            raise RecordError("error.record.who", step=self.version + 1, who=who)
        if not self._settled():
            raise RecordError("error.record.choice", step=self.version + 1, choice=choice)
        self.end(choice, who)
        return self._latest[0].step(self.version)

    def attend_to(self, choice: str) -> None:
        """In the draft, turn to the faith whose card a choice names."""
        if self.drafting and choice[-3:-2] in FAITHS:
            self._state.switch_draft(FAITHS.index(choice[-3]))

    def latest_events(self) -> list[Event]:
        """What the last step that was followed brought about."""
        return [event(row, self.version) for entry in self._latest for row in entry.events]

    def go_on(self) -> None:
        """After the last step that was made before: let nature answer again."""
        self._settle()

    # ------------------------------------------------------------ taking back

    def can_undo(self, seat: str | None = None) -> bool:
        """Only one's own last choice, while neither chance nor the other player came in between."""
        return bool(self._undo) and (seat is None or WHO[self._undo[-1][1].who] == seat)

    def undo(self, seat: str | None = None) -> None:
        """Take the last choice back."""
        if not self.can_undo(seat):
            raise CannotUndo(f"error.cannot_undo.{self._no_undo or 'nothing'}")
        length, state = self._undo.pop()
        del self._log[length:]
        self._state, self._news = state, None

    def last_turn(self, seat: str) -> int | None:
        """How many steps there were when this seat last began to choose in a turn of its own; None before that."""
        own, found, fresh = FAITHS.index(seat), None, True
        first = self._first_turn()
        turn = self._start.turn if first == 0 else k.NOBODY
        for version, entry in enumerate(self._log):
            if fresh and turn == own == entry.who and not entry.auto and version >= first:
                found, fresh = version, False
            for row in entry.events:
                if row[0] == k.E_TURN:
                    turn, fresh = row[1], True
        return None if self.over else found

    def take_back(self, version: int, seat: str | None = None) -> None:
        """Return to a choice of one's own, behind chance and the other player's answers; the record keeps what was.

        version: how many steps there were before it. Nature goes on where she is: new dice, new draws.
        """
        if why := self._cannot_go_back(version, seat):
            raise CannotUndo(f"error.take_back.{why}")
        who = WHO[self._log[version].who]
        self._lines = (*self.choices, (who, f"{BACK}{version}"))
        self._since = version
        self._state = self.past(version)._state
        del self._log[version:]
        self._latest, self._news = [], None
        self._undo.clear()
        self._no_undo = "nothing"

    def can_take_back(self, version: int, seat: str | None = None) -> bool:
        """Whether one may return to the choice after so many steps: only one's own, and not before the first turn."""
        return not self._cannot_go_back(version, seat)

    def ways_back(self, seat: str) -> list[int]:
        """All moments to which this seat may return, the last one first."""
        if self.over or self.drafting or seat not in FAITHS:
            return []
        own, first = FAITHS.index(seat), self._first_turn()
        there = range(len(self._log) - 1, first - 1, -1)
        return [version for version in there if self._log[version].who == own and not self._log[version].auto]

    def _cannot_go_back(self, version: int, seat: str | None) -> str:
        """Why one cannot return to that moment; empty if one can."""
        if self.over:
            return "over"
        if self.drafting or version < self._first_turn():
            return "early"
        if version >= self.version:
            return "nothing"
        entry = self._log[version]
        if entry.auto or WHO[entry.who] not in FAITHS:
            return "no_choice"
        return "" if seat in (None, WHO[entry.who]) else "other"

    def _first_turn(self) -> int:
        """How many steps the preparations took (§3); more than there are while they go on."""
        if not self._opening:
            return 0
        if not self._begun:
            begun = (n for n, entry in enumerate(self._log, 1) if any(row[0] == k.E_STARTS for row in entry.events))
            self._begun = next(begun, 0)
        return self._begun or self.version + 1

    def revealed(self, since: int, seat: str | None = None) -> list[Fact]:
        """What became known after so many steps that nobody, or only one of the two, knew before; told to this seat.

        Whoever is asked to let a turn be taken back should know it: it stays in the minds.
        """
        held = self.past(since, seat).view()["faiths"]
        return facts(self.events(seat, since), {faith: shown["held"] for faith, shown in held.items()})

    # ------------------------------------------------------------ the past

    def past(self, version: int, seat: str | None = None) -> "Game":
        """The game as it was after so many steps, counted as this seat counts them: look, but what is chosen there
        changes nothing here.
        """
        last = self.version_for(seat)
        if not 0 <= version <= last:
            raise SolaFideError("error.no_moment", version=version, last=last)
        twin = Game.__new__(Game)
        twin._begin(self._start.clone(), self.options, self.cards, FastNature(0))
        twin._opening = self._opening
        for entry in self._entries(seat if seat in FAITHS else "C")[:version]:
            if entry.question == ENDING:
                twin._end(entry.who, entry.code)
                break
            drafting = twin.drafting
            if drafting:
                twin._state.switch_draft(entry.faith)
            twin._state.step(entry.code)
            twin._put_down(entry, drafting)
        return twin

    def start_json(self, hidden_from: str | None = None, seed: int = 0) -> dict[str, Any]:
        """This moment as plain numbers, for a game that goes on from here; it holds all hidden cards.

        hidden_from: what this faith cannot know is dealt anew from the seed.
        """
        if self.over:
            raise SolaFideError("error.start.over")
        if phase(dump(self._state)) != "play":
            raise SolaFideError("error.start.early")
        state = self._state.clone()
        if hidden_from is not None:
            redeal(state, FAITHS.index(hidden_from), seed)
        numbers = dump(state) | {"rng": 0}
        return {
            "rules": RULES_VERSION,
            "cards": self.cards.rules_hash,
            "state": numbers,
            "hash": _fingerprint(numbers),
        }


def target(choice: str) -> int | None:
    """To which moment a line of a record goes back; None if it does not.

    >>> target("back:12"), target("back:012"), target("draw")
    (12, None, None)
    """
    digits = choice.removeprefix(BACK)
    known = choice.startswith(BACK) and digits.isascii() and digits.isdecimal() and len(digits) < 10
    return int(digits) if known and digits == str(int(digits)) else None


def _fingerprint(numbers: Any) -> str:
    return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()
