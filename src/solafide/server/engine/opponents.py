"""Computer opponents in matches: search for each one who must decide, and commit the answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from solafide.game import Decision, Game, Seat, SolaFideError
from solafide.game.view_types import PublicSummary
from solafide.players import Player, SearchPlayer, table_player
from solafide.server.engine.search_pool import NO_PROGRESS, SearchJob, SearchLimits, SearchPool, SearchProgress
from solafide.server.schemas.identity import HUMAN, PERSONS, OptionalSeat
from solafide.server.storage.ledger import LedgerEntry

ONLY_PEOPLE = dict.fromkeys(PERSONS, HUMAN)
LOAD_RETRY_DELAY_S = 5.0

log = logging.getLogger(__name__)


class SearchedMatch(Protocol):
    """What a computer opponent needs of a match."""

    id: str
    game: Game
    lock: asyncio.Lock
    thinking: dict[Seat, str]
    queued: dict[Seat, str]
    searches_ahead: int
    time_limited: set[Seat]

    @property
    def players(self) -> Mapping[str, str]: ...

    @property
    def may_search(self) -> bool: ...

    def player_kind(self, seat: Seat) -> str: ...

    def opponent_seed(self) -> int: ...

    def public_summary(self) -> PublicSummary: ...

    def version(self, seat: OptionalSeat) -> int: ...

    def choose(self, seat: Seat, choice: str, idempotency_key: str | None = None) -> list[LedgerEntry]: ...


M = TypeVar("M", bound=SearchedMatch)


class OpponentHost(Protocol[M]):
    """Where the matches of this process are: `matches.registry`."""

    def is_current(self, match: M) -> bool: ...

    async def match(self, game: str) -> M: ...

    async def commit(self, match: M, entries: list[LedgerEntry], since: int) -> None: ...

    def publish_change(self, game: str) -> None: ...

    def publish_search(self, match: M, progress: dict[str, Any] | None) -> None: ...


class Opponents(Generic[M]):
    """The searches of all matches; each sees the view of its own seat, and no more."""

    def __init__(self, host: OpponentHost[M], limits: SearchLimits) -> None:
        self._host, self._limits = host, limits
        self._pool = SearchPool(limits.threads)
        self._queue: dict[str, None] = {}  # games whose searches wait for room, the first one first
        self._loading: set[str] = set()  # games that leave the queue
        self._jobs: dict[tuple[str, str], SearchJob] = {}  # by game and seat
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    @property
    def pending(self) -> int:
        """How many opponents search or wait for it."""
        return len(self._jobs) + len(self._queue)

    def start_searches(self, match: M) -> None:
        """Start a search for every computer player who must decide, or queue it until there is room."""
        if not self._host.is_current(match):  # its searches would stand in the way of the reloaded match
            return
        match.queued.clear()
        for name, decision in pending_decisions(match):
            seat = decision.who
            if (match.id, seat) in self._jobs or self.closed:
                continue
            if sum(game == match.id for game, _ in self._jobs) >= self._limits.per_match:
                continue  # when the other one has answered
            if len(self._jobs) >= self._limits.queue:
                self._enqueue(match, seat, name)
                continue
            job = self._jobs[match.id, seat] = SearchJob()
            match.thinking[seat] = name
            task = asyncio.create_task(self._play(match, seat, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, match: M, seat: Seat, job: SearchJob) -> None:
        """Answer until somebody else must decide; the search continues from choice to choice."""
        try:
            player = table_player(match.player_kind(seat), match.opponent_seed())
            while await self._answer(match, seat, job, player):
                # A player who waits wants the whole turn; one who watches or drafts only the next choice.
                if match.game.drafting or _is_watched(match):
                    job.answer_now.clear()
        except SolaFideError as error:  # the choice does not count; the next request loads the match and searches again
            log.error("opponent in %s: %s", match.id, error.key)
        except Exception:
            log.exception("opponent in %s", match.id)
        finally:
            if self._jobs.get((match.id, seat)) is job:
                del self._jobs[match.id, seat]
                match.thinking.pop(seat, None)
        if self._is_current(match, job):
            self.start_searches(match)
            if not match.thinking:
                self._host.publish_search(match, None)
        self._start_queued()

    # ------------------------------------------------------------ waiting for room

    def _enqueue(self, match: M, seat: Seat, name: str) -> None:
        """Queue the name of a game only: waiting games cost no memory."""
        self._queue.setdefault(match.id)
        match.queued[seat] = name
        match.searches_ahead = len(self._jobs) + list(self._queue).index(match.id)

    def enqueue_games(self, games: Iterable[str]) -> None:
        """Queue games in which the computer must decide, in the order given."""
        self._queue.update(dict.fromkeys(games))
        self._start_queued()

    def _start_queued(self) -> None:
        """Start the searches that wait, as soon as there is room."""
        while self._queue and not self.closed and len(self._jobs) + len(self._loading) < self._limits.queue:
            game = next(iter(self._queue))
            del self._queue[game]
            self._loading.add(game)
            task = asyncio.create_task(self._load_and_start(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _load_and_start(self, game: str) -> None:
        try:
            match = await self._host.match(game)
        except SolaFideError:  # reported when somebody opens it
            return
        except Exception:  # the database does not answer: later
            log.exception("opponent in %s: the match was not loaded", game)
            self._queue.setdefault(game)
            asyncio.get_running_loop().call_later(LOAD_RETRY_DELAY_S, self._start_queued)
            return
        finally:
            self._loading.discard(game)
        self.start_searches(match)
        self._host.publish_change(game)

    # ------------------------------------------------------------ answering

    async def _answer(self, match: M, seat: Seat, job: SearchJob, player: Player) -> bool:
        """Search for one decision and commit the choice, if the decision is still the same; return whether it was."""
        game = match.game
        async with match.lock:
            decision = game.decision(seat)
            if decision is None or not match.may_search or not self._is_current(match, job):
                return False
            version, position = match.version(seat), (game.view(seat), decision, game.cards)
        time_limited = seat in match.time_limited
        shown = {"who": match.player_kind(seat), "iterations": 0, "chance": None, "time_limited": time_limited}
        match.searches_ahead = self._pool.ahead
        self._host.publish_search(match, shown)

        def on_progress(progress: SearchProgress) -> None:
            if match.searches_ahead:
                match.searches_ahead = 0
                self._host.publish_change(match.id)
            if progress is NO_PROGRESS:
                return
            # Its estimate comes from its own cards: a human opponent must not see it.
            chance = progress.chance if _is_watched(match) else None
            self._host.publish_search(match, shown | {"iterations": progress.iterations, "chance": chance})

        choice = await self._pool.search(player, position, job, on_progress)
        if isinstance(player, SearchPlayer) and player.out_of_time:
            # It stays so for this game: how long one search takes depends on hidden cards too.
            match.time_limited.add(seat)
        async with match.lock:
            if choice is None or not self._is_current(match, job) or match.version(seat) != version:
                return False
            since = game.version_for(None)
            await self._host.commit(match, match.choose(seat, choice), since)
        return True

    def _is_current(self, match: M, job: SearchJob) -> bool:
        """Whether the answer is still waited for, in this match."""
        return not (job.cancelled or self.closed) and self._host.is_current(match)

    # ------------------------------------------------------------ stopping

    def answer_now(self, game: str) -> None:
        """Let the searches of a game answer with what they have found so far."""
        for (searched_game, _), job in self._jobs.items():
            if searched_game == game:
                job.answer_now.set()

    def cancel_searches(self, match: M) -> None:
        """Cancel the searches of a match: their answers are not wanted any more."""
        self._queue.pop(match.id, None)
        match.queued.clear()
        self.cancel_running(match)

    def cancel_running(self, match: M) -> None:
        """Cancel the searches that run for a match; one that waits for room stays in the queue."""
        for (game, seat), job in list(self._jobs.items()):
            if game == match.id:
                job.cancel()
                del self._jobs[game, seat]
        match.thinking.clear()

    def stop(self) -> None:
        """Cancel all searches and start no more."""
        self.closed = True
        for job in self._jobs.values():
            job.cancel()

    async def close(self) -> None:
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()


def _is_watched(match: SearchedMatch) -> bool:
    """Whether no person plays, so that all people there watch."""
    return HUMAN not in match.players.values()


def pending_decisions(match: SearchedMatch) -> list[tuple[str, Decision]]:
    """Return which computer players must decide now, and what; in the draft both may.

    Where two computers play, nobody must decide before somebody has asked for the next move.
    """
    if match.players == ONLY_PEOPLE or not match.may_search:
        return []
    pending = []
    for seat in match.public_summary()["waiting_for"]:
        if match.player_kind(seat) != HUMAN and (decision := match.game.decision(seat)):
            pending.append((match.player_kind(seat), decision))
    return pending
