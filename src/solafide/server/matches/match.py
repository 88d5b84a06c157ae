"""One game with the people and opponents around it, as it stands in the ledger."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from solafide.cards import CardSet
from solafide.game import FAITHS, Faith, Game, LiveNature, Options, Record, Seat, commitment, record
from solafide.game.identity import ROLES, is_person
from solafide.game.joint_seed import Chance
from solafide.game.notation import Ending, is_ending
from solafide.game.outcome import OPPONENT
from solafide.game.summary import summarize
from solafide.game.view_types import PublicSummary
from solafide.server.errors import RequestRefused
from solafide.server.identity import HUMAN, PERSONS, OptionalSeat, Players
from solafide.server.matches.clock import press, ran_out, started
from solafide.server.matches.nature import nature
from solafide.server.matches.online_state import NON_STEP_KINDS, MatchTerms, Offer, OnlineState
from solafide.server.storage.ledger import EntryKind, LedgerEntry
from solafide.server.wall_clock import SYSTEM_CLOCK, WallClock

AWAY_AFTER_S = {"live": 5 * 60, "days": 3 * 86_400, "": 3 * 86_400}  # seconds without a sign, by the kind of pace

TAKEBACK_PREFIX = "back:"
NATURE = ROLES.index("N")
CREATED_ENTRY = LedgerEntry(0, EntryKind.CREATED, "", "", None, 0, 0)


class CompletedRequest(NamedTuple):
    """What a request of a client was, so that the same request does nothing twice; `since`: the step before it."""

    kind: EntryKind
    who: Seat
    choice: str
    since: int


@dataclass(frozen=True)
class MatchSetup:
    """What a game was laid out with.

    start: where it began in the middle of another one; recorded: who played by the record that it came with.
    """

    id: str
    created: str
    options: Options
    cards: CardSet
    players: Players
    seed: bytes | None
    start: dict[str, Any] | None = None
    recorded: Players | None = None
    terms: MatchTerms | None = None


@dataclass
class Match:
    """A game in memory: all that changes it happens under `lock`, and is shown when the ledger has it."""

    setup: MatchSetup
    game: Game
    length: int = 0  # entries of the ledger, the founding not counted
    done: dict[str, CompletedRequest] = field(default_factory=dict)
    changed: str = ""
    thinking: dict[Seat, str] = field(default_factory=dict)  # seat: the opponent who thinks there
    queued: dict[Seat, str] = field(default_factory=dict)  # seat: the opponent whose search waits for room
    searches_ahead: int = 0  # searches of other matches that come first
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    online: OnlineState | None = None  # where two play far apart
    clock: WallClock = SYSTEM_CLOCK
    _public: PublicSummary | None = None
    _seen: int = -1
    _made: dict[Any, dict[str, Any]] = field(default_factory=dict)
    _made_at: int = -1

    def __post_init__(self) -> None:
        self.id = self.setup.id

    @property
    def players(self) -> Players:
        """Who plays now: where somebody left, one of our opponents may have taken the seat."""
        replaced = self.online.replaced if self.online else {}
        if not replaced:
            return self.setup.players
        persons = dict[str, str]((self.public()["persons"] or {}).items())
        return {one: replaced.get(persons.get(one, one), kind) for one, kind in self.setup.players.items()}

    @property
    def keys(self) -> dict[str, bytes]:
        return self.online.keys if self.online else {}

    @property
    def told(self) -> bool:
        """Whether everything may be known: the game is over, and so are all others with the same deal."""
        return self.game.over and not (self.online and self.online.withheld)

    @property
    def between_people(self) -> bool:
        """Whether two people play who did not agree on studying during the game, or many have the same deal."""
        people = list(self.setup.players.values()) == [HUMAN, HUMAN] or self.in_deal
        return self.online is not None and people and not self.online.terms.study

    @property
    def in_deal(self) -> bool:
        """Whether others play the same deal: then nothing is taken back, and everybody plays to the end."""
        return self.online is not None and bool(self.online.terms.deal)

    def require_online(self) -> OnlineState:
        """Return what two players share online; a local match has nothing of it."""
        if self.online is None:
            raise RequestRefused(404, "server.error.online_only")
        return self.online

    def public(self) -> PublicSummary:
        """What everybody sees at a glance, made once for each change."""
        if self._public is None or self._seen != self.length:  # each change adds to the ledger
            self._public, self._seen = summarize(self.game), self.length
        return self._public

    def render_cache(self) -> dict[Any, dict[str, Any]]:
        """What was made of the present moment, by whom it is for: gone with the next change."""
        if self._made_at != self.length:
            self._made, self._made_at = {}, self.length
        return self._made

    # ------------------------------------------------------------ who sits where

    def faith_of(self, person: str) -> Faith | None:
        persons = self.public()["persons"]
        return persons[person] if persons and is_person(person) else None

    def seats(self) -> list[Faith]:
        """The faiths that people play, once they are known."""
        persons = self.public()["persons"] or {}
        return sorted(faith for person, faith in persons.items() if self.players[person] == HUMAN)

    def player_kind(self, seat: Seat) -> str:
        """Person, or which opponent: of a faith, or of a person without one."""
        return self.players[self.person_of(seat)]

    def default_seat(self) -> OptionalSeat:
        """Whose eyes a page has that does not say: never one of two who share a screen."""
        view = self.public()
        people = [person for person in PERSONS if self.players[person] == HUMAN]
        if view["persons"] is None:  # nothing is hidden yet
            return next((who for who in view["waiting_for"] if who in people), people[0] if people else None)
        seats = self.seats()
        return seats[0] if len(seats) == 1 else None

    def seat(self, wished: OptionalSeat) -> OptionalSeat:
        """The seat that was asked for, if this browser may have it."""
        if wished is None:
            return self.default_seat()
        if is_person(wished):
            if self.players[wished] != HUMAN:
                raise RequestRefused(403, "server.error.seat")
            return self.faith_of(wished) or wished
        if wished in FAITHS and (self.game.over or wished in self.seats()):
            return wished
        raise RequestRefused(403, "server.error.seat")

    def current_seat(self, seat: OptionalSeat) -> OptionalSeat:
        """What has become of a seat: the faith of a person, once it is known."""
        return self.faith_of(seat) or seat if seat in PERSONS else seat

    def person_of(self, seat: Seat) -> Seat:
        """Who has a faith."""
        persons = self.public()["persons"]
        if persons is None or seat in PERSONS:
            return seat
        return "1" if seat == persons["1"] else "2" if seat == persons["2"] else seat

    def handover(self, seat: OptionalSeat) -> OptionalSeat:
        """Who must sit down at the screen that two share."""
        if self.online is not None:
            return None
        seats = self.seats()
        waiting = [who for who in self.public()["waiting_for"] if who in seats]
        return waiting[0] if len(seats) == 2 and waiting and seat not in waiting else None

    def thinking_opponent(self) -> str | None:
        """Which of our opponents thinks about the present question."""
        there = {**self.thinking, **self.queued}
        return next((name for seat, name in there.items() if self.game.decision(seat)), None)

    # ------------------------------------------------------------ counting

    def version(self, seat: OptionalSeat) -> int:
        """Entries of the ledger, as far as they concern this seat: not the other one's choices in the draft."""
        game = self.game
        return self.length - game.version + game.version_for(seat) if game.drafting else self.length

    def commitment(self) -> str:
        return commitment(self.setup.seed) if self.setup.seed is not None else ""

    def opponent_seed(self) -> int:
        """The seed of the computer's searches: as secret as the cards."""
        return int.from_bytes(hashlib.sha256(b"solafide opponent 1\n" + (self.setup.seed or b"")).digest()[:4])

    def summary(self) -> dict[str, Any]:
        """What a list of games tells of it: public, and without words."""
        clock = {"clock": self.online.clock.json()} if self.online and self.online.clock else {}
        return {**self.public(), "steps": self.game.version_for(None), **clock}

    def record(self) -> Record:
        if not self.game.has_record:
            raise RequestRefused(409, "server.error.no_record")
        recorded, terms = self.setup.recorded, self.setup.terms
        chance = Chance(terms.promises, terms.parts) if terms else None
        decides = terms.decides if terms else ""
        return record(self.game, self.players if recorded is None else recorded, chance, decides)

    # ------------------------------------------------------------ what changes it

    def completed_request(
        self, client: str, kind: EntryKind, seat: Seat, choice: str | None = None
    ) -> CompletedRequest | None:
        """What a request with this id has done before; an id that was used for something else is refused."""
        done = self.done.get(client)
        if done is None:
            return None
        other = (
            kind != EntryKind.TAKEBACK and self.current_seat(done.who) != seat
        )  # whose turn is taken back need not be who agrees
        if done.kind != kind or other or choice not in (None, done.choice):
            raise RequestRefused(409, "server.error.client")
        return done

    def require_version(self, seat: OptionalSeat, version: int) -> None:
        if self.online and self.online.withdrawn:
            raise RequestRefused(409, "deals.error.withdrawn")
        if version != self.version(seat):
            raise RequestRefused(409, "error.stale_version", given=version, version=self.version(seat))

    def choose(self, seat: Seat, choice: str, client: str | None = None) -> list[LedgerEntry]:
        """A choice, and all that follows without one; an error changes nothing."""
        before = self.game.version_for(seat)
        self.game.choose(choice, seat)
        entries = self._latest(before, client)
        if client is not None:
            self.done[client] = CompletedRequest(EntryKind.CHOICE, seat, choice, before)
        if self.online and (self.online.offers or self.online.settled or self.online.paused):
            self.online.take(entries[0])
        return entries

    def apply_order(self, seat: Seat, choice: str, kind: EntryKind) -> list[LedgerEntry]:
        """A choice by a standing order; it says nothing about what the other one offered."""
        before = self.game.version_for(seat)
        self.game.choose(choice, seat)
        if kind == EntryKind.CHOICE and self.online:  # who gives an order that holds at once is back
            self.online.paused.discard(seat)
        return self._latest(before, None, kind)

    def undo(self, seat: Seat, client: str | None) -> list[LedgerEntry]:
        if not self.game.can_undo(seat):
            raise RequestRefused(409, "server.error.no_undo")
        self.game.undo(seat)
        return [self.aside(EntryKind.UNDO, seat, client)]

    def last_turn(self, seat: OptionalSeat) -> int | None:
        """The step to which this seat may take back against the computer: where its last turn began."""
        if seat not in FAITHS or self.seats() != [seat] or self.in_deal:
            return None
        return self.game.last_turn(seat)

    def take_back(self, seat: Seat, client: str | None) -> list[LedgerEntry]:
        """The whole last turn, behind chance and the opponent's answers: the record shows it."""
        version = self.last_turn(seat)
        if version is None:
            raise RequestRefused(409, "server.error.no_takeback")
        return self.go_back(seat, version, client)

    def go_back(self, seat: Seat, version: int, client: str | None) -> list[LedgerEntry]:
        """To a choice of this seat, behind all that came since."""
        self.game.take_back(version, seat)
        return [self.aside(EntryKind.TAKEBACK, seat, client, f"{TAKEBACK_PREFIX}{version}")]

    # ------------------------------------------------------------ between the two who play

    def end(self, ending: Ending, seat: Seat, client: str) -> list[LedgerEntry]:
        """One of the endings that are not by points."""
        before = self.game.version_for(seat)
        self.game.end(ending, seat)
        self.done[client] = CompletedRequest(EntryKind.CHOICE, seat, ending, before)
        return self._latest(before, client)

    def press(self, earned: bool) -> None:
        """Let the clocks run for the players who are waited for; earned: the one who has chosen gets time for it."""
        if self.online and self.online.terms.pace:
            clock, waiting = self.online.clock, [self.person_of(seat) for seat in self.public()["waiting_for"]]
            now = self.clock.milliseconds()
            if clock is None:
                people = [person for person in PERSONS if self.players[person] == HUMAN]
                self.online.clock = started(self.online.terms.pace, now, waiting, people)
            else:
                self.online.clock = press(clock, now, clock.runs, waiting, self.online.outages, earned)

    def ran_out(self, seat: Seat) -> bool:
        """Whether this player is waited for and has no time left."""
        clock = self.online.clock if self.online else None
        if clock is None or self.online is None:
            return False
        return self.person_of(seat) in ran_out(clock, self.clock.milliseconds(), self.online.outages)

    def absence_reason(self, seat: Seat) -> str:
        """Why the other player need not wait for this one; empty if nothing speaks for it.

        `left`: all data was deleted, and the seat given up; `paused`: away until further notice, by the own word;
        `time`: it ran out; `away`: waited for, and not seen for long.
        """
        if self.online is None or self.game.over or self.player_kind(seat) != HUMAN:
            return ""
        if self.person_of(seat) not in self.online.keys:
            return "left"
        if seat in self.online.paused:
            return "paused"
        if self.ran_out(seat):
            return "time"
        return "away" if self._unseen(seat, self.online) else ""

    def _unseen(self, seat: Seat, online: OnlineState) -> bool:
        if seat not in self.public()["waiting_for"] or online.presence.is_present(self.person_of(seat)):
            return False
        waited = self.clock.seconds_since(self.changed)
        return waited > AWAY_AFTER_S[(online.terms.pace or {}).get("kind", "")]

    def other(self, seat: Seat) -> Seat:
        """The seat on the other side."""
        return OPPONENT[seat]

    def offer(self, made: Offer, client: str) -> list[LedgerEntry]:
        return [self.aside(EntryKind.OFFER, made.by, client, made.text())]

    def decline(self, seat: Seat, kind: str, client: str) -> list[LedgerEntry]:
        return [self.aside(EntryKind.DECLINED, seat, client, kind)]

    def withdraw(self, seat: Seat, kind: str, client: str) -> list[LedgerEntry]:
        return [self.aside(EntryKind.WITHDRAWN, seat, client, kind)]

    def pause(self, seat: Seat, client: str) -> list[LedgerEntry]:
        """Somebody is away until further notice."""
        return [self.aside(EntryKind.PAUSED, seat, client)]

    def come_back(self, seat: Seat, client: str) -> list[LedgerEntry]:
        return [self.aside(EntryKind.RETURNED, seat, client)]

    def replace(self, seat: Seat, opponent: str, client: str) -> list[LedgerEntry]:
        return [self.aside(EntryKind.REPLACED, seat, client, opponent)]

    def add_rematch(self, seat: Seat, game: str, client: str) -> list[LedgerEntry]:
        """The game that follows this one."""
        return [self.aside(EntryKind.REMATCH, seat, client, game)]

    def aside(self, kind: EntryKind, seat: Seat, client: str | None, choice: str = "") -> LedgerEntry:
        """An entry that is no step."""
        step = self.game.version
        self.length += 1
        if client is not None:
            self.done[client] = CompletedRequest(kind, seat, choice, step)
        entry = LedgerEntry(self.length, kind, seat, choice, client, step, step)
        if self.online:
            self.online.take(entry)
        return entry

    def opened(self) -> list[LedgerEntry]:
        """The first entries: what happened before anybody was asked."""
        return [CREATED_ENTRY, *self._latest(0, None, EntryKind.FOLLOW)]

    def _latest(self, before: int, client: str | None, kind: EntryKind = EntryKind.CHOICE) -> list[LedgerEntry]:
        """The steps of the game that are not in the ledger yet; the first is that which was chosen."""
        found: list[LedgerEntry] = []
        public = self.game.version_for(None)
        for taken in self.game.latest_steps:
            self.length += 1
            now = EntryKind.NATURE if taken.who == NATURE else EntryKind.FOLLOW if found else kind
            step = before + len(found) + 1
            found.append(
                LedgerEntry(self.length, now, ROLES[taken.who], taken.choice, None if found else client, step, public)
            )
        return found


def start_match(setup: MatchSetup) -> Match:
    """A new game, as far as it goes without anybody's choice."""
    game = _again(setup)
    game.go_on()
    return Match(setup, game)


def import_match(setup: MatchSetup, game: Game) -> tuple[Match, list[LedgerEntry]]:
    """A game that was played elsewhere, with its entries."""
    match = Match(setup, game)
    entries, step = [CREATED_ENTRY], 0
    for who, choice in match.game.choices:
        match.length += 1
        back = choice.startswith(TAKEBACK_PREFIX)
        step = int(choice.removeprefix(TAKEBACK_PREFIX)) if back else step + 1
        kind = EntryKind.TAKEBACK if back else EntryKind.NATURE if who == "N" else EntryKind.FOLLOW
        entries.append(LedgerEntry(match.length, kind, who, choice, None, step, game.version_for(None)))
    # Chance that came without its seed goes on with fresh numbers.
    return (match if setup.seed else restore_match(setup, entries)), entries


def restore_match(setup: MatchSetup, entries: Sequence[LedgerEntry], online: OnlineState | None = None) -> Match:
    """The game as the ledger has it, to the last entry; what could be taken back still can."""
    game = _again(setup)
    line = _line(entries)
    at = _tail(line)
    for entry in line[:at]:
        _follow(game, entry)
    before = game.version
    game.go_on()
    at += game.version - before
    while at < len(line):
        before = game.version
        choice, seat = line[at].choice, cast(Seat, line[at].who)
        if is_ending(choice):
            game.end(choice, seat)
        else:
            game.choose(choice, seat)
        at += game.version - before
    match = Match(setup, game, length=entries[-1].version, online=online)
    if online is not None:
        for entry in entries:
            online.take(entry)
    match.done = {entry.client: _done(entry) for entry in entries if entry.client is not None}
    return match


def _again(setup: MatchSetup) -> Game:
    """The game before its first step."""
    if setup.start is not None:
        return Game.from_start(setup.start, setup.options, setup.cards, nature(setup.seed))
    return Game.again(setup.options, setup.cards, nature(setup.seed))


def _line(entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """All steps but those that were taken back before chance came in: they leave no trace in a record."""
    line: list[LedgerEntry] = []
    step = 0
    for entry in entries[1:]:
        if entry.kind in NON_STEP_KINDS:
            continue
        if entry.kind == EntryKind.UNDO:
            del line[len(line) - (step - entry.step) :]
            step = entry.step
        else:
            line.append(entry)
            step = entry.step if entry.kind == EntryKind.TAKEBACK else step + 1
    return line


def _tail(line: Sequence[LedgerEntry]) -> int:
    """Where the last run of one player's own steps begins."""
    at = len(line)
    while at and line[at - 1].kind in (EntryKind.CHOICE, EntryKind.FOLLOW) and line[at - 1].who == line[-1].who:
        at -= 1
    return at


def _follow(game: Game, entry: LedgerEntry) -> None:
    if entry.who == "N" and isinstance(game.nature, LiveNature):
        game.attend_to(entry.choice)
        purpose = game.purpose()
        game.nature.counters[purpose] = game.nature.counters.get(purpose, 0) + 1
    game.follow(entry.who, entry.choice)


def _done(entry: LedgerEntry) -> CompletedRequest:
    since = entry.step if entry.kind != EntryKind.CHOICE else entry.step - 1
    return CompletedRequest(entry.kind, cast(Seat, entry.who), entry.choice, since)
