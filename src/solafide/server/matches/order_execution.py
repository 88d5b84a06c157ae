"""The steward of those who are away: carries out standing orders in the commit of the choice that asks for them."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from solafide.server.identity import HUMAN
from solafide.server.matches.match import Match
from solafide.server.matches.standing_orders import CancelledOrder, OrderAnswer, SeatOrders, answer, lapsed, standing
from solafide.server.storage.ledger import EntryKind, LedgerEntry, announce_change
from solafide.server.storage.schema import standing_orders


def carry_out(match: Match, head: bool = False) -> list[LedgerEntry]:
    """Carry out the standing orders of the players who are asked, step by step; cancel those that no longer hold.

    head: nothing else has led to it, so that the first entry stands for itself.
    """
    found: list[LedgerEntry] = []
    while step := _step(match, EntryKind.CHOICE if head and not found else EntryKind.FOLLOW):
        found += step
    return found


def _step(match: Match, kind: EntryKind) -> list[LedgerEntry]:
    given = match.online.standing if match.online else {}
    for person in list(given):
        seat = match.faith_of(person)
        if seat is None or match.game.over or match.player_kind(seat) != HUMAN:
            continue
        view = match.game.view(seat)
        for lost in lapsed(given[person].orders, view):
            give_up(match, person, lost)
        match answer(given[person].orders, view, match.game.cards):
            case OrderAnswer(choice):
                return match.apply_order(seat, choice, kind)
            case CancelledOrder() as lost:
                give_up(match, person, lost)
    return []


def give_up(match: Match, person: str, lost: CancelledOrder) -> None:
    """An order is cancelled; its owner is told, and nobody else."""
    if match.online is not None:
        turn, before = match.public()["turn_number"], match.online.standing[person]
        match.online.standing[person] = before.giving_up(lost, turn)
        match.online.unkept.setdefault(person, before)


# ---------------------------------------------------------------- in the database


def read(connection: Connection, game: str) -> dict[str, SeatOrders]:
    """The orders of both, by person."""
    found = connection.execute(
        select(standing_orders.c.person, standing_orders.c.data).where(standing_orders.c.game == game)
    )
    return {person: standing(data) for person, data in found}


def rewrite(
    connection: Connection, game: str, before: dict[str, SeatOrders], after: dict[str, SeatOrders]
) -> dict[str, SeatOrders]:
    """Orders as they became here, unless their owner has given others meanwhile: as they are now."""
    mine = (
        select(standing_orders.c.person, standing_orders.c.data).where(standing_orders.c.game == game).with_for_update()
    )
    now = {row.person: row.data for row in connection.execute(mine)}
    same = {person: one for person, one in after.items() if now.get(person) == before[person].json()}
    write(connection, game, same)
    return read(connection, game)


def write(connection: Connection, game: str, given: dict[str, SeatOrders]) -> None:
    for person, one in given.items():
        connection.execute(
            delete(standing_orders).where(standing_orders.c.game == game, standing_orders.c.person == person)
        )
        connection.execute(insert(standing_orders).values(game=game, person=person, data=one.json()))
    announce_change(connection, game)
