"""A choice on its way: the ladder that each one climbs, then the disk, then the others."""

from __future__ import annotations

from collections.abc import Callable

from solafide.game import SolaFideError
from solafide.server.hall import Hall, Overtaken
from solafide.server.protocol import Chosen
from solafide.server.table import PERSONS, Refusal, Table
from solafide.server.visitor import Guest


async def choose(
    house: Hall,
    game: str,
    caller: Guest,
    wish: Chosen,
    known: Callable[[str], None],
    told: Callable[[Table, str, int], bytes],
    form: str,
) -> bytes:
    """Make a choice; an error changes nothing.

    known: gets the seat as soon as whoever asks may be told the present moment; told: what is answered, made from the
    table, the seat and the step before, while nobody else is at the table; form: how, so that the same request can be
    given the same answer.
    """
    try:
        return await _chosen(house, game, caller, wish, known, told, form)
    except SolaFideError as error:  # where another process may know better, a refusal is not the last word
        overtaken = isinstance(error, Overtaken)
        if not house.store.shared or not (overtaken or await house.follower.catch_up(game)):
            raise
    return await _chosen(house, game, caller, wish, known, told, form)


async def _chosen(
    house: Hall,
    game: str,
    caller: Guest,
    wish: Chosen,
    known: Callable[[str], None],
    told: Callable[[Table, str, int], bytes],
    form: str,
) -> bytes:
    async with house.at(game) as table:
        visitor = caller.at(table)
        seat = visitor.own_seat(table, wish.seat)
        if (done := table.repeated(wish.client, "choice", seat, wish.choice)) is not None:
            return answered(table, seat, wish.client, form) or told(table, seat, done.since)
        known(seat)
        if table.game.over:
            raise Refusal(409, "error.game_over")
        table.check(seat, wish.version)
        public = table.game.version_for(None)
        entries = table.choose(seat, wish.choice, wish.client)
        await house.commit(table, entries, public)
        if seat in PERSONS:  # who may have a faith by now
            seat = visitor.own_seat(table, wish.seat)
        answer = told(table, seat, entries[0].step - 1)
        table.answers[seat] = (wish.client, form, answer)
        table.made().clear()  # everybody was told; what is kept is looked at by the collector
        return answer


def answered(table: Table, seat: str, client: str, form: str) -> bytes:
    """What this request was answered the first time; one that is longer ago is answered with what is so now."""
    last, how, answer = table.answers.get(seat, ("", "", b""))
    return answer if (last, how) == (client, form) else b""
