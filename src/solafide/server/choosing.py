"""A choice on its way: the ladder that each one climbs, then the disk, then the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from solafide.server.hall import Hall
from solafide.server.protocol import Chosen
from solafide.server.table import Refusal, Table
from solafide.server.visitor import Guest

T = TypeVar("T")


async def choose(
    house: Hall,
    game: str,
    caller: Guest,
    wish: Chosen,
    known: Callable[[str], None],
    told: Callable[[Table, str, int], T],
) -> T:
    """Make a choice; an error changes nothing.

    known: gets the seat as soon as whoever asks may be told the present moment; told: what is answered, made from the
    table, the seat and the step before, while nobody else is at the table.
    """
    async with house.at(game) as table:
        visitor = caller.at(table)
        seat = visitor.own_seat(table, wish.seat)
        if (done := table.done.get(wish.client)) is not None:
            if (done.kind, done.choice) != ("choice", wish.choice):
                raise Refusal(409, "server.error.client")
            return told(table, seat, done.since)
        known(seat)
        if table.game.over:
            raise Refusal(409, "error.game_over")
        table.check(seat, wish.version)
        since, public = table.game.version_for(seat), table.game.version_for(None)
        entries = table.choose(seat, wish.choice, wish.client)
        await house.commit(table, entries, public)
        return told(table, visitor.own_seat(table, wish.seat), since)
