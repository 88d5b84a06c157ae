"""A choice on its way: the ladder that each one climbs, then the disk, then the others."""

from __future__ import annotations

from collections.abc import Callable

from solafide.game import SolaFideError
from solafide.server.matches.access import Credentials
from solafide.server.matches.match import PERSONS, Match, RequestRefused
from solafide.server.matches.registry import ConcurrentUpdate, MatchRegistry
from solafide.server.schemas.protocol import Chosen


async def choose(
    house: MatchRegistry,
    game: str,
    caller: Credentials,
    wish: Chosen,
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
        return await _chosen(house, game, caller, wish, known, told, exact)
    except SolaFideError as error:  # where another process may know better, a refusal is not the last word
        overtaken = isinstance(error, ConcurrentUpdate)
        if not house.store.shared or not (overtaken or await house.follower.catch_up(game)):
            raise
    return await _chosen(house, game, caller, wish, known, told, exact)


async def _chosen(
    house: MatchRegistry,
    game: str,
    caller: Credentials,
    wish: Chosen,
    known: Callable[[str], None],
    told: Callable[[Match, str, int], bytes],
    exact: bool,
) -> bytes:
    async with house.at(game) as table:
        visitor = caller.at(table)
        seat = visitor.own_seat(table, wish.seat)
        if (done := table.repeated(wish.client, "choice", seat, wish.choice)) is not None:
            then = await house.after(table, wish.client) if exact else table
            return told(then, then.seat_now(done.who) or seat, done.since)
        known(seat)
        if table.game.over:
            raise RequestRefused(409, "error.game_over")
        table.check(seat, wish.version)
        public = table.game.version_for(None)
        entries = table.choose(seat, wish.choice, wish.client)
        await house.commit(table, entries, public)
        if seat in PERSONS:  # who may have a faith by now
            seat = visitor.own_seat(table, wish.seat)
        answer = told(table, seat, entries[0].step - 1)
        table.made().clear()  # everybody was told; what is kept is looked at by the collector
        return answer
