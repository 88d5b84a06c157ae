"""A choice on its way: the ladder that each one climbs, then the disk, then the others."""

from __future__ import annotations

from collections.abc import Callable

from solafide.game import SolaFideError
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import PERSONS, Match, RequestRefused
from solafide.server.matches.registry import ConcurrentUpdate, MatchRegistry
from solafide.server.schemas.match_actions import ChoiceRequest
from solafide.server.storage.ledger import EntryKind


async def choose(
    registry: MatchRegistry,
    game: str,
    caller: Credentials,
    wish: ChoiceRequest,
    known: Callable[[str], None],
    told: Callable[[Match, str, int], bytes],
    exact: bool,
) -> bytes:
    """Make a choice; an error changes nothing.

    known: gets the seat as soon as whoever asks may be told the present moment; told: what is answered, made from the
    table, the seat and the step before, while nobody else is at the table; exact: that hangs on nothing but the ledger,
    so that the same request gets the same answer whenever it comes.
    """
    try:
        return await _chosen(registry, game, caller, wish, known, told, exact)
    except SolaFideError as error:  # where another process may know better, a refusal is not the last word
        overtaken = isinstance(error, ConcurrentUpdate)
        if not registry.store.shared or not (overtaken or await registry.follower.catch_up(game)):
            raise
    return await _chosen(registry, game, caller, wish, known, told, exact)


async def _chosen(
    registry: MatchRegistry,
    game: str,
    caller: Credentials,
    wish: ChoiceRequest,
    known: Callable[[str], None],
    told: Callable[[Match, str, int], bytes],
    exact: bool,
) -> bytes:
    async with registry.at(game) as match:
        visitor = caller.at(match)
        seat = visitor.own_seat(match, wish.seat)
        if (done := match.repeated(wish.client, EntryKind.CHOICE, seat, wish.choice)) is not None:
            then = await registry.after(match, wish.client) if exact else match
            return told(then, then.seat_now(done.who) or seat, done.since)
        known(seat)
        if match.game.over:
            raise RequestRefused(409, "error.game_over")
        match.check(seat, wish.version)
        public = match.game.version_for(None)
        entries = match.choose(seat, wish.choice, wish.client)
        await registry.commit(match, entries, public)
        if seat in PERSONS:  # who may have a faith by now
            seat = visitor.own_seat(match, wish.seat)
        answer = told(match, seat, entries[0].step - 1)
        match.made().clear()  # everybody was told; what is kept is looked at by the collector
        return answer
