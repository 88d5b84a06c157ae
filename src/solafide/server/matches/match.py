"""A match: one game with its seats, the requests that were completed, and what two players share online."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from solafide.cards import CardSet
from solafide.game import FAITHS, Faith, Game, LiveNature, Options, Record, Seat, commitment, record
from solafide.game.identity import ROLES, is_person
from solafide.game.joint_seed import JointSeed
from solafide.game.notation import Ending, is_ending
from solafide.game.outcome import OPPONENT
from solafide.game.summary import summarize
from solafide.game.view_types import PublicSummary
from solafide.server.matches.clock import elapsed_time, persons_out_of_time, start_clock, switch_clock
from solafide.server.matches.nature import nature
from solafide.server.matches.online_state import MatchTerms, Offer, OnlineState
from solafide.server.matches.snapshot import EMPTY_SNAPSHOT, MatchSnapshot, SnapshotStep, surviving_steps
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, PERSONS, OptionalSeat, Players
from solafide.server.storage.ledger import EntryKind, LedgerEntry

AWAY_AFTER_S = {"live": 5 * 60, "days": 3 * 86_400, "": 3 * 86_400}  # by the kind of pace

TAKEBACK_PREFIX = "back:"
NATURE = ROLES.index("N")
# A takeback is entered for the seat whose turn it takes back, a replacement for the seat that the computer gets; the
# other player may have sent the request.
ENTERED_FOR_OTHER_SEAT = (EntryKind.TAKEBACK, EntryKind.REPLACED)
# A game has some hundred entries. From this length on nothing is undone, offered or paused, so the ledger ends with
# the game, which can still be played to its end.
MAX_ENTRIES_WITH_UNDO = 10_000
# Two players who only draw and discard can play for ever; the longest of 100,000 games of random choices had 3,042
# steps. Online a longer game is not played on: loading and showing it takes time in proportion.
MAX_STEPS_ONLINE = 4_000
OPTIONAL_KINDS = frozenset((EntryKind.UNDO, EntryKind.TAKEBACK, EntryKind.OFFER, EntryKind.PAUSED))
CREATED_ENTRY = LedgerEntry(0, EntryKind.CREATED, "", "", None, 0, 0)


class CompletedRequest(NamedTuple):
    """What a request has done, so that a repeated one does nothing twice; since: the step before it."""

    kind: EntryKind
    who: Seat
    choice: str
    since: int


@dataclass(frozen=True)
class MatchSetup:
    """What a match was created with.

    start: the moment of another game from which it continues; recorded: who played, by the record it was imported from;
    names: of the people who play at one screen; title: the name of the game.
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
    names: dict[str, str] | None = None
    title: str = ""


@dataclass
class Match:
    """A match in memory: it is changed only under `lock`, and a change is shown after the ledger has it."""

    setup: MatchSetup
    game: Game
    length: int = 0  # entries of the ledger, without the first
    completed_requests: dict[str, CompletedRequest] = field(default_factory=dict)  # by request id, since the snapshot
    snapshot_version: int = 0  # entries up to this one are in a snapshot
    changed_at: str = ""
    thinking: dict[Seat, str] = field(default_factory=dict)  # seat: the opponent whose search runs
    queued: dict[Seat, str] = field(default_factory=dict)  # seat: the opponent whose search waits for room
    searches_ahead: int = 0  # searches of other matches that come first
    time_limited: set[Seat] = field(default_factory=set)  # seats of opponents whose search has reached the time limit
    requested_move: int | None = None  # where two computers play: the number of the move that somebody wants to see
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    online: OnlineState | None = None  # None in a local match
    clock: WallClock = SYSTEM_CLOCK
    _summary: PublicSummary | None = None
    _summary_length: int = -1
    _render_cache: dict[Any, dict[str, Any]] = field(default_factory=dict)
    _render_cache_length: int = -1

    def __post_init__(self) -> None:
        self.id = self.setup.id
        self.title = self.setup.title

    @property
    def players(self) -> Players:
        """Who plays now, by person: a player who left may have been replaced by a computer level."""
        replaced = self.online.replacements if self.online else {}
        if not replaced:
            return self.setup.players
        persons = dict[str, str]((self.public_summary()["persons"] or {}).items())
        return {person: replaced.get(persons.get(person, person), kind) for person, kind in self.setup.players.items()}

    def rename(self, title: str, names: dict[str, str] | None) -> None:
        """Take over the stored names of the game and of the people who play it at one screen."""
        self.title = title
        self.setup = replace(self.setup, title=title, names=names)
        self._render_cache_length = -1  # names stand in rendered texts

    @property
    def names(self) -> dict[str, str]:
        """The names that the people who play have given, by person."""
        return self.online.names if self.online else self.setup.names or {}

    @property
    def keys(self) -> dict[str, bytes]:
        return self.online.keys if self.online else {}

    @property
    def is_revealed(self) -> bool:
        """Whether everything may be shown: the game is over, and so are all others with the same deal."""
        return self.game.over and not (self.online and self.online.withheld)

    @property
    def between_people(self) -> bool:
        """Whether hints would be unfair: two people play who did not agree on them, or others have the same deal."""
        people = list(self.setup.players.values()) == [HUMAN, HUMAN] or self.in_deal
        return self.online is not None and people and not self.online.terms.study

    @property
    def is_watched(self) -> bool:
        """Whether two computers play on the local server: all people there watch, and nothing is secret."""
        return self.online is None and HUMAN not in self.setup.players.values()

    @property
    def move_number(self) -> int:
        """The number of the present move, which is a turn; 0: the preparations."""
        return self.public_summary()["turn_number"]

    def require_watched(self) -> None:
        """Refuse what only those may see or do who watch two computers on the local server."""
        if not self.is_watched:
            raise RequestRefused(403, "server.error.not_watched")

    @property
    def may_search(self) -> bool:
        """Whether the computer may search: where two computers play, only for a move that was asked for."""
        return not self.is_watched or self.requested_move == self.move_number

    @property
    def in_deal(self) -> bool:
        """Whether others play the same deal: then nothing is taken back, and nobody is replaced."""
        return self.online is not None and bool(self.online.terms.deal)

    def require_online(self) -> OnlineState:
        """Return what two players share online; a local match is refused."""
        if self.online is None:
            raise RequestRefused(404, "server.error.online_only")
        return self.online

    def public_summary(self) -> PublicSummary:
        """Return what everybody may see, made once for each change."""
        if self._summary is None or self._summary_length != self.length:  # each change adds to the ledger
            self._summary, self._summary_length = summarize(self.game), self.length
        return self._summary

    def render_cache(self) -> dict[Any, dict[str, Any]]:
        """Return the cache of stream messages for the present moment; it is emptied by the next change."""
        if self._render_cache_length != self.length:
            self._render_cache, self._render_cache_length = {}, self.length
        return self._render_cache

    # ------------------------------------------------------------ who sits where

    def faith_of(self, person: str) -> Faith | None:
        persons = self.public_summary()["persons"]
        return persons[person] if persons and is_person(person) else None

    def seats(self) -> list[Faith]:
        """Return the faiths that people play, once they are known."""
        persons = self.public_summary()["persons"] or {}
        return sorted(faith for person, faith in persons.items() if self.players[person] == HUMAN)

    def player_kind(self, seat: Seat) -> str:
        """Return HUMAN or the computer level that plays a seat."""
        return self.players[self.person_of(seat)]

    def default_seat(self) -> OptionalSeat:
        """Return the seat of a page that names none; None where two people share a screen."""
        view = self.public_summary()
        people = [person for person in PERSONS if self.players[person] == HUMAN]
        if view["persons"] is None:  # nothing is hidden yet
            return next((who for who in view["waiting_for"] if who in people), people[0] if people else None)
        seats = self.seats()
        return seats[0] if len(seats) == 1 else None

    def resolve_seat(self, requested: OptionalSeat) -> OptionalSeat:
        """Return the seat that a local request names, if it may have it."""
        if requested is None:
            return self.default_seat()
        if is_person(requested):
            if self.players[requested] != HUMAN:
                raise RequestRefused(403, "server.error.seat")
            return self.faith_of(requested) or requested
        if requested in FAITHS and (self.game.over or requested in self.seats()):
            return requested
        raise RequestRefused(403, "server.error.seat")

    def current_seat(self, seat: OptionalSeat) -> OptionalSeat:
        """Return the faith of a person once it is known; any other seat is unchanged."""
        return self.faith_of(seat) or seat if seat in PERSONS else seat

    def person_of(self, seat: Seat) -> Seat:
        """Return the person who plays a faith."""
        persons = self.public_summary()["persons"]
        if persons is None or seat in PERSONS:
            return seat
        return "1" if seat == persons["1"] else "2" if seat == persons["2"] else seat

    def handover_seat(self, seat: OptionalSeat) -> OptionalSeat:
        """Return the seat to which two people who share a screen must pass it; None if they need not."""
        if self.online is not None:
            return None
        seats = self.seats()
        waiting = [who for who in self.public_summary()["waiting_for"] if who in seats]
        return waiting[0] if len(seats) == 2 and waiting and seat not in waiting else None

    def thinking_opponent(self) -> str | None:
        """Return the computer level that searches for a decision, or waits for it."""
        searches = {**self.thinking, **self.queued}
        return next((name for seat, name in searches.items() if self.game.decision(seat)), None)

    # ------------------------------------------------------------ version, seeds, record

    def version(self, seat: OptionalSeat) -> int:
        """Count the entries of the ledger that this seat may know of: not the other's choices in the draft."""
        game = self.game
        return self.length - game.version + game.version_for(seat) if game.drafting else self.length

    def commitment(self) -> str:
        return commitment(self.setup.seed) if self.setup.seed is not None else ""

    def opponent_seed(self) -> int:
        """Return the seed of the computer's searches, which is as secret as the cards."""
        return opponent_seed(self.setup.seed)

    def summary(self) -> dict[str, Any]:
        """Return what a list of games shows, in numbers and ids."""
        clock = {"clock": self.online.clock.json()} if self.online and self.online.clock else {}
        return {**self.public_summary(), "steps": self.game.version_for(None), **clock}

    def record(self) -> Record:
        if not self.game.has_record:
            raise RequestRefused(409, "server.error.no_record")
        recorded, terms = self.setup.recorded, self.setup.terms
        joint = JointSeed(terms.commitments, terms.contributions) if terms else None
        decides = terms.decides if terms else ""
        return record(self.game, self.players if recorded is None else recorded, joint, decides)

    # ------------------------------------------------------------ choices

    def completed_request(
        self, idempotency_key: str, kind: EntryKind, seat: Seat, choice: str | None = None
    ) -> CompletedRequest | None:
        """Return what a request with this key has done before; a key that was used for something else is refused."""
        completed = self.completed_requests.get(idempotency_key)
        if completed is None:
            return None
        # A decided game is finished for the loser: a computer, which sends no requests, or the other one at the screen.
        for_loser = completed.choice == "resign" and (self.player_kind(completed.who) != HUMAN or self.online is None)
        other_seat = kind not in ENTERED_FOR_OTHER_SEAT and self.current_seat(completed.who) != seat and not for_loser
        if completed.kind != kind or other_seat or choice not in (None, completed.choice):
            raise RequestRefused(409, "server.error.idempotency_key")
        return completed

    def require_version(self, seat: OptionalSeat, version: int) -> None:
        self.require_not_withdrawn()
        if version != self.version(seat):
            raise RequestRefused(409, "error.stale_version", given=version, version=self.version(seat))

    @property
    def is_ledger_full(self) -> bool:
        """Whether only what leads to the end of the game may be entered any more."""
        return self.length >= MAX_ENTRIES_WITH_UNDO

    def require_ledger_room(self, kind: EntryKind, choice: str | None) -> None:
        """Refuse an entry that does not lead to the end of a game with a very long ledger."""
        if kind in OPTIONAL_KINDS and self.is_ledger_full:
            raise RequestRefused(409, "server.error.ledger_full")
        plays_on = kind == EntryKind.CHOICE and not is_ending(choice or "")
        if plays_on and self.online is not None and self.game.version >= MAX_STEPS_ONLINE:
            raise RequestRefused(409, "server.error.game_too_long")

    def require_not_withdrawn(self) -> None:
        """Refuse to continue a match that no longer counts in its deal."""
        if self.online and self.online.withdrawn:
            raise RequestRefused(409, "deals.error.withdrawn")

    def choose(self, seat: Seat, choice: str, idempotency_key: str | None = None) -> list[LedgerEntry]:
        """Apply a choice and all that follows without one; return the new entries. An error changes nothing."""
        before = self.game.version_for(seat)
        self.game.choose(choice, seat)
        entries = self._new_step_entries(before, idempotency_key)
        if idempotency_key is not None:
            self.completed_requests[idempotency_key] = CompletedRequest(EntryKind.CHOICE, seat, choice, before)
        if self.online and (self.online.offers or self.online.last_offer_answer or self.online.paused):
            self.online.apply_entry(entries[0])
        return entries

    def apply_order(self, seat: Seat, choice: str, kind: EntryKind) -> list[LedgerEntry]:
        """Apply a choice of a standing order; only one that applies as it is given (CHOICE) declines an offer."""
        before = self.game.version_for(seat)
        self.game.choose(choice, seat)
        entries = self._new_step_entries(before, None, kind)
        if kind == EntryKind.CHOICE and self.online:
            self.online.apply_entry(entries[0])
        return entries

    def undo(self, seat: Seat, idempotency_key: str | None) -> list[LedgerEntry]:
        """Undo the last choice of a seat, before chance or the other player answered it."""
        if not self.game.can_undo(seat):
            raise RequestRefused(409, "server.error.no_undo")
        self.game.undo(seat)
        return [self.add_entry(EntryKind.UNDO, seat, idempotency_key)]

    def last_turn(self, seat: OptionalSeat) -> int | None:
        """Return the step to which this seat may take back against the computer: where its last turn began."""
        if seat not in FAITHS or self.seats() != [seat] or self.in_deal:
            return None
        return self.game.last_turn(seat)

    def take_back(self, seat: Seat, idempotency_key: str | None) -> list[LedgerEntry]:
        """Take back the whole last turn, with chance and the opponent's answers; the record shows it."""
        version = self.last_turn(seat)
        if version is None:
            raise RequestRefused(409, "server.error.no_takeback")
        return self.take_back_to(seat, version, idempotency_key)

    def take_back_to(self, seat: Seat, version: int, idempotency_key: str | None) -> list[LedgerEntry]:
        """Take back to a choice of this seat, with all that came since."""
        self.game.take_back(version, seat)
        return [self.add_entry(EntryKind.TAKEBACK, seat, idempotency_key, f"{TAKEBACK_PREFIX}{version}")]

    # ------------------------------------------------------------ endings, clocks, absence, offers

    def end(self, ending: Ending, seat: Seat, idempotency_key: str | None) -> list[LedgerEntry]:
        """End the game by resignation, on time or by agreement, or close it."""
        before = self.game.version_for(seat)
        self.game.end(ending, seat)
        if idempotency_key is not None:
            self.completed_requests[idempotency_key] = CompletedRequest(EntryKind.CHOICE, seat, ending, before)
        return self._new_step_entries(before, idempotency_key)

    def close(self) -> list[LedgerEntry]:
        """Close the game without a result: nobody plays on. It is entered for the player for whom it waits."""
        waiting = [seat for seat in self.game.sides if seat in self.public_summary()["waiting_for"]]
        return self.end("close", waiting[0] if waiting else self.game.sides[0], None)

    def update_clock(self, earned: bool) -> None:
        """Run the clocks of the players who must decide; earned: a player who has chosen gets time for it."""
        if self.online and self.online.terms.pace:
            clock, waiting = self.online.clock, [self.person_of(seat) for seat in self.public_summary()["waiting_for"]]
            now = self.clock.milliseconds()
            if clock is None:
                people = [person for person in PERSONS if self.players[person] == HUMAN]
                self.online.clock = start_clock(self.online.terms.pace, now, waiting, people)
            else:
                self.online.clock = switch_clock(
                    clock, now, clock.running, waiting, self.online.outages, earned, self.game.drafting
                )

    def is_out_of_time(self, seat: Seat) -> bool:
        """Whether a player must decide and has no time left."""
        clock = self.online.clock if self.online else None
        if clock is None or self.online is None:
            return False
        return self.person_of(seat) in persons_out_of_time(clock, self.clock.milliseconds(), self.online.outages)

    def sees_progress(self, viewer: OptionalSeat, seat: Seat) -> bool:
        """Whether a viewer may know if a seat has yet to choose: in the draft only who has finished it may."""
        if not self.game.drafting or viewer == seat:
            return True
        return viewer in FAITHS and viewer not in self.public_summary()["waiting_for"]

    def absence_reason(self, seat: Seat, viewer: OptionalSeat) -> str:
        """Return why the other player need not wait for this one; empty if there is no reason that a viewer may know.

        `left`: the player has deleted all data and given up the seat; `paused`: the player has paused; `time`: the time
        has run out; `away`: the player must decide, and had no open stream for long.
        """
        if self.online is None or self.game.over or self.player_kind(seat) != HUMAN:
            return ""
        if self.person_of(seat) not in self.online.keys:
            return "left"
        if seat in self.online.paused:
            return "paused"
        if not self.sees_progress(viewer, seat):
            return ""
        if self.is_out_of_time(seat):
            return "time"
        return "away" if self._is_away(seat, self.online) else ""

    def _is_away(self, seat: Seat, online: OnlineState) -> bool:
        if seat not in self.public_summary()["waiting_for"] or online.presence.is_present(self.person_of(seat)):
            return False
        now = self.clock.milliseconds()
        changed = now - round(1000 * self.clock.seconds_since(self.changed_at))
        waited_ms = elapsed_time(changed, now, online.outages)
        return waited_ms > 1000 * AWAY_AFTER_S[(online.terms.pace or {}).get("kind", "")]

    def opposite_seat(self, seat: Seat) -> Seat:
        """Return the seat of the other player."""
        return OPPONENT[seat]

    def add_offer(self, offer: Offer, idempotency_key: str) -> list[LedgerEntry]:
        return [self.add_entry(EntryKind.OFFER, offer.by, idempotency_key, offer.text())]

    def decline(self, seat: Seat, kind: str, idempotency_key: str) -> list[LedgerEntry]:
        return [self.add_entry(EntryKind.DECLINED, seat, idempotency_key, kind)]

    def withdraw(self, seat: Seat, kind: str, idempotency_key: str) -> list[LedgerEntry]:
        return [self.add_entry(EntryKind.WITHDRAWN, seat, idempotency_key, kind)]

    def pause(self, seat: Seat, idempotency_key: str) -> list[LedgerEntry]:
        """Mark a player as away until further notice."""
        return [self.add_entry(EntryKind.PAUSED, seat, idempotency_key)]

    def end_pause(self, seat: Seat, idempotency_key: str) -> list[LedgerEntry]:
        return [self.add_entry(EntryKind.RETURNED, seat, idempotency_key)]

    def replace(self, seat: Seat, opponent: str, idempotency_key: str) -> list[LedgerEntry]:
        return [self.add_entry(EntryKind.REPLACED, seat, idempotency_key, opponent)]

    def add_rematch(self, seat: Seat, game: str, idempotency_key: str) -> list[LedgerEntry]:
        """Enter the id of the lobby in which the players meet again."""
        return [self.add_entry(EntryKind.REMATCH, seat, idempotency_key, game)]

    def add_entry(self, kind: EntryKind, seat: Seat, idempotency_key: str | None, choice: str = "") -> LedgerEntry:
        """Add an entry that is no step of the game."""
        step = self.game.version
        self.length += 1
        if idempotency_key is not None:
            self.completed_requests[idempotency_key] = CompletedRequest(kind, seat, choice, step)
        entry = LedgerEntry(self.length, kind, seat, choice, idempotency_key, step, step)
        if self.online:
            self.online.apply_entry(entry)
        return entry

    def opening_entries(self) -> list[LedgerEntry]:
        """Return the first entries: what happened before anybody had to decide."""
        return [CREATED_ENTRY, *self._new_step_entries(0, None, EntryKind.FOLLOW)]

    def _new_step_entries(
        self, before: int, idempotency_key: str | None, kind: EntryKind = EntryKind.CHOICE
    ) -> list[LedgerEntry]:
        """Return entries for the steps that are not in the ledger yet; the first is the one that was chosen."""
        entries: list[LedgerEntry] = []
        public = self.game.version_for(None)
        for game_step in self.game.latest_steps:
            self.length += 1
            entry_kind = EntryKind.NATURE if game_step.who == NATURE else EntryKind.FOLLOW if entries else kind
            step, key = before + len(entries) + 1, None if entries else idempotency_key
            who, choice = ROLES[game_step.who], game_step.choice
            entries.append(LedgerEntry(self.length, entry_kind, who, choice, key, step, public))
        return entries


def opponent_seed(seed: bytes | None) -> int:
    """Return the seed of the computer's searches in a game with this seed."""
    return int.from_bytes(hashlib.sha256(b"solafide opponent 1\n" + (seed or b"")).digest()[:4])


def start_match(setup: MatchSetup) -> Match:
    """Create a match and play it up to the first decision."""
    game = _create_game(setup)
    game.go_on()
    return Match(setup, game)


def import_match(setup: MatchSetup, game: Game) -> tuple[Match, list[LedgerEntry]]:
    """Create a match from a game that was played elsewhere; return it with its entries."""
    entries, step = [CREATED_ENTRY], 0
    for length, (who, choice) in enumerate(game.choices, 1):
        back = choice.startswith(TAKEBACK_PREFIX)
        step = int(choice.removeprefix(TAKEBACK_PREFIX)) if back else step + 1
        kind = EntryKind.TAKEBACK if back else EntryKind.NATURE if who == "N" else EntryKind.FOLLOW
        entries.append(LedgerEntry(length, kind, who, choice, None, step, game.version_for(None)))
    # Replayed, so that it is what it will be after a restart: with its undo, and with new random numbers if the record
    # has no seed.
    return restore_match(setup, entries), entries


def restore_match(
    setup: MatchSetup,
    entries: Sequence[LedgerEntry],
    online: OnlineState | None = None,
    snapshot: MatchSnapshot = EMPTY_SNAPSHOT,
) -> Match:
    """Replay a match from its ledger, or from a snapshot and the entries after it; what could be undone still can."""
    game = _create_game(setup)
    if isinstance(game.nature, LiveNature):
        game.nature.counters = dict(snapshot.taken_back_picks)
    steps, fixed = surviving_steps(entries, snapshot.steps), snapshot.taken_back.kept_steps
    position = max(fixed, _last_run_start(steps))
    for step in steps[:fixed]:
        _replay_step(game, step)
    game.restore_taken_back(snapshot.taken_back)
    for step in steps[fixed:position]:
        _replay_step(game, step)
    before = game.version
    game.go_on()
    position += game.version - before
    while position < len(steps):
        before = game.version
        choice, seat = steps[position].choice, cast(Seat, steps[position].who)
        if is_ending(choice):
            game.end(choice, seat)
        else:
            game.choose(choice, seat)
        position += game.version - before
    length = entries[-1].version if entries else snapshot.version
    match = Match(setup, game, length, online=online, snapshot_version=snapshot.version)
    if online is not None:
        online.apply_snapshot(snapshot.online)
        for entry in entries:
            online.apply_entry(entry)
    match.completed_requests = {
        entry.idempotency_key: completed_request(entry) for entry in entries if entry.idempotency_key is not None
    }
    return match


def _create_game(setup: MatchSetup) -> Game:
    """Create the game of a match, before its first step."""
    if setup.start is not None:
        return Game.from_start(setup.start, setup.options, setup.cards, nature(setup.seed))
    return Game.again(setup.options, setup.cards, nature(setup.seed))


def _last_run_start(steps: Sequence[SnapshotStep]) -> int:
    """Return the index at which the last run of one player's own steps begins."""
    own_kinds = (EntryKind.CHOICE, EntryKind.FOLLOW)
    start = len(steps)
    while start and steps[start - 1].kind in own_kinds and steps[start - 1].who == steps[-1].who:
        start -= 1
    return start


def _replay_step(game: Game, step: SnapshotStep) -> None:
    if step.who == "N" and isinstance(game.nature, LiveNature):
        game.switch_draft_to(step.choice)
        purpose = game.purpose()
        game.nature.counters[purpose] = game.nature.counters.get(purpose, 0) + 1
    game.follow(step.who, step.choice)


def completed_request(entry: LedgerEntry) -> CompletedRequest:
    """Return what the request of an entry has done."""
    since = entry.step if entry.kind != EntryKind.CHOICE else entry.step - 1
    return CompletedRequest(entry.kind, cast(Seat, entry.who), entry.choice, since)
