"""Perform an action of a player in a match: one path for every such request, from its secret to its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solafide.game import Seat
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import CompletedRequest, Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.idempotency import StoredAnswer
from solafide.server.storage.ledger import EntryKind, LedgerEntry

Apply = Callable[[Match, Seat], list[LedgerEntry]]
Render = Callable[[Match, Seat, int], bytes]
STOPS_SEARCH = (EntryKind.TAKEBACK, EntryKind.REPLACED)  # no search of before is wanted then


@dataclass(frozen=True, slots=True)
class Action:
    """One action that a player requests.

    kind: of the first ledger entry that it makes. apply: check that it is allowed now, change the match, return the new
    entries; it gets the match and the player's seat, and an error changes nothing. idempotency_key: of the request; it
    is applied once. version: the version of the match that the player has seen. seat: for which seat, where a browser
    has both. choice: what was chosen, for a repeated request to be compared with.
    """

    kind: EntryKind
    apply: Apply
    idempotency_key: str
    version: int
    seat: Seat | None = None
    choice: str | None = None
    allowed_after_end: bool = False


async def perform(
    registry: MatchRegistry,
    game: str,
    credentials: Credentials,
    action: Action,
    on_authorised: Callable[[Seat], None],
    render: Render,
    replayable: bool,
    fingerprint: bytes | None = None,
) -> bytes:
    """Apply an action: load, authenticate, repeated?, finished?, stale?, allowed?, apply, commit, publish, answer.

    An error before the commit changes nothing; after it nothing changes the answer. on_authorised: gets the seat as
    soon as the player may be shown the present moment, with a refusal too. render: make the answer from the match, the
    seat and the step before the action. replayable: the answer depends on the ledger alone, so a repeated request gets
    it again from there. fingerprint: of the request; any other answer is stored under it for a repeated request.
    """
    async with registry.locked(game) as match:  # one request at a time: nobody else changes the match meanwhile
        seat = credentials.authenticate(match).own_seat(match, action.seat)

        if match.snapshot_version:  # a long game: not all its requests are in memory
            await registry.snapshots.recall_request(match, action.idempotency_key)
        completed = match.completed_request(action.idempotency_key, action.kind, seat, action.choice)
        if completed is not None:
            return await _first_answer(registry, match, completed, seat, action, render, replayable, fingerprint)
        on_authorised(seat)
        if match.game.over and not action.allowed_after_end:
            raise RequestRefused(409, "error.game_over")
        match.require_version(seat, action.version)
        match.require_ledger_room(action.kind, action.choice)

        since, public = match.game.version_for(seat), match.game.version_for(None)
        entries = action.apply(match, seat)  # whose turn it is, and what is offered, is known there
        if match.game.over or entries[0].kind in STOPS_SEARCH:
            registry.opponents.cancel_searches(match)
        await registry.commit(match, entries, min(public, match.game.version_for(None)))

        seat = match.current_seat(seat) or seat  # a person may have a faith by now
        answer = render(match, seat, min(since, match.game.version_for(seat)))
        answer = await _store_answer(registry, fingerprint, game, answer)
        match.render_cache().clear()  # every stream has been served: less for the garbage collector
        return answer


async def _first_answer(
    registry: MatchRegistry,
    match: Match,
    completed: CompletedRequest,
    seat: Seat,
    action: Action,
    render: Render,
    replayable: bool,
    fingerprint: bytes | None,
) -> bytes:
    """Return the answer to the first of several equal requests: as stored, or rebuilt from the ledger."""
    if fingerprint is not None and (stored := await registry.idempotency.find(fingerprint)) is not None:
        return stored.body
    then = await registry.snapshots.match_after_request(match, action.idempotency_key) if replayable else match
    # For the seat that asks, never for the one in the ledger: an accepted takeback is entered for the other player.
    answer = render(then, then.current_seat(match.person_of(seat)) or seat, completed.since)
    return await _store_answer(registry, fingerprint, match.id, answer)


async def _store_answer(registry: MatchRegistry, fingerprint: bytes | None, game: str, answer: bytes) -> bytes:
    """Store an answer; return the one to send, which is another if the same request was answered meanwhile."""
    if fingerprint is None:
        return answer
    return (await registry.idempotency.keep(fingerprint, game, StoredAnswer(200, answer))).body
